"""Shields with suits, and the attacks that hit them."""

from __future__ import annotations

from moonflower.pictures.parts import suit
from moonflower.pictures.svg import Element, at, group, path

__all__ = ["shield"]

_OUTLINE = "M0-27C8-22 16-21 23-21 24 2 17 19 0 29-17 19-24 2-23-21-16-21-8-22 0-27Z"
_RIM = "M0-22C7-18 13-17 18.5-16.8 19 2 13 15.5 0 23.5-13 15.5-19 2-18.5-16.8-13-17-7-18 0-22Z"


def shield(letter: str | None, class_: str = "steel") -> Element:
    """A shield around the origin, 56 units high: with its suit, or its blank inside."""
    sign = at(0, 0, suit(letter), scale=1.35) if letter else None
    return group([path(_OUTLINE, class_), path(_RIM, "shield-face"), sign])
