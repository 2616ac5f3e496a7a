"""A flower of Flower Power: petals are cards laid in a ring; power flowers have rays."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from moonflower.pictures.parts import SUITS
from moonflower.pictures.svg import Element, at, circle, element, group, path, text

__all__ = ["card_face", "flower", "radius_of"]

_RED: Final = "HD"
_PETAL: Final = 30.0  # length of a petal
_WIDE: Final = 27.0  # room for one on the ring


def radius_of(petals: int) -> float:
    """From the middle of a flower to the tips of its petals."""
    return _ring(petals) + _PETAL


def _ring(petals: int) -> float:
    return max(11.0, _WIDE * petals / (2 * pi) - _PETAL / 2 + 2)


def flower(petals: Sequence[Element], *, is_power: bool, label: str, fights: bool) -> Element:
    """A flower around the origin, its first petal on top; ``label`` stands in its heart."""
    count = len(petals)
    ring = _ring(count)
    outside = ring + _PETAL
    parts: list[Element] = []
    if is_power:
        rays = max(9, count)
        ray = f"M-7 0L0-{outside + 9:.1f}L7 0Z"
        parts += [
            element("path", d=ray, class_="ray", transform=f"rotate({360 * (k + 0.5) / rays:.1f})")
            for k in range(rays)
        ]
    for place, petal in enumerate(petals):
        angle = 2 * pi * place / count
        parts.append(at(sin(angle) * (ring + _PETAL / 2), -cos(angle) * (ring + _PETAL / 2), petal))
    size = max(9.0, ring - 3)
    parts.append(circle(0, 0, size, "calyx"))
    parts.append(circle(0, 0, min(size, 15), "heart power" if is_power else "heart"))
    parts.append(text(0, 0, label, "num strong count", 12))
    if fights:
        parts.append(circle(0, 0, outside + 4, "halo"))
    return group(parts)


def petal(face: str | None, angle: float, *, is_up: bool) -> Element:
    """One petal around its own middle, pointing away from the flower; words stay upright.

    A petal that lies face down is dark, and pale with its face where the reader knows it.
    """
    shape = "M0 17C-9 12-14.5 2-11.5-8-9.5-14.5-4-17 0-17 4-17 9.5-14.5 11.5-8 14.5 2 9 12 0 17Z"
    class_ = "petal closed" if face is None else f"petal {_tint(face) if is_up else 'peeked'}"
    leaf = element("path", d=shape, class_=class_, transform=f"rotate({angle:.1f})")
    sign = text(0, 0, "?", "unknown", 13) if face is None else card_face(face)
    return group([leaf, sign])


def _tint(face: str) -> str:
    if face[1] == "J":
        return "joker"
    return "warm" if face[1] in _RED else "cool"


def card_face(face: str, size: float = 1.0) -> Element:
    """Rank and suit of a card, or a joker's star, around the origin."""
    if face in ("BJ", "RJ"):
        star = "M0-8L2.2-2.6 8-2.4 3.4 1.3 5 7 0 3.7-5 7-3.4 1.3-8-2.4-2.2-2.6Z"
        return at(0, 0, path(star, "red" if face[0] == "R" else "black"), scale=size)
    rank = "10" if face[0] == "T" else face[0]
    colour = "red" if face[1] in _RED else "black"
    return at(
        0,
        0,
        group(
            [
                text(0, -5.5, rank, f"num strong {colour}", 13),
                at(0, 6.5, path(SUITS[face[1]], colour), scale=0.52),
            ]
        ),
        scale=size,
    )
