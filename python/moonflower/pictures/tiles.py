"""Tiles of TerraFlip: hexagons of four lands, folded corners for undersides, and pieces."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from moonflower.pictures.svg import Element, circle, element, group, number, path, text

__all__ = ["LANDS", "SIZE", "castle", "corner", "hexagon", "land", "special"]

SIZE: Final = 30.0
"""From the middle of a tile to its corners; the pointed ones are above and below."""

LANDS: Final = {"D": "desert", "F": "forest", "M": "mountain", "R": "river"}

# One sign three times on a tile: what the land looks like from above, without its colour.
_TEXTURES: Final = {
    "D": "M-20-4q5-6 10 0t10 0 10 0 10 0M-20 8q5-6 10 0t10 0 10 0 10 0M-14-14q5-6 10 0t10 0 8 0",
    "F": "M-12-3l5-10 5 10zM3-6l5-10 5 10zM-4 12l5-10 5 10zM-17 12l4-8 4 8zM10 10l4-8 4 8z",
    "M": "M-20 8l9-16 6 9 7-14 12 21M-12-6l2.5 3.5 2-2.5M1-9l3 4 2-3M-12 16l7-8 5 6 4-4 6 6",
    "R": "M-20-9c4-4 6-4 10 0s6 4 10 0 6-4 10 0 6 4 8 1M-20 1c4-4 6-4 10 0s6 4 10 0 6-4 10 0"
    " 6 4 10 0M-18 11c4-4 6-4 10 0s6 4 10 0 6-4 10 0 4 3 6 1",
}


def _corners(radius: float) -> str:
    return " ".join(
        f"{number(radius * sin(pi / 3 * k))},{number(-radius * cos(pi / 3 * k))}" for k in range(6)
    )


def hexagon(class_: str, radius: float = SIZE) -> Element:
    return element("polygon", points=_corners(radius), class_=class_)


def land(letter: str) -> Element:
    """The visible side of a terrain tile."""
    name = LANDS[letter]
    return group([hexagon(f"tile {name}", SIZE - 1), path(_TEXTURES[letter], f"texture {name}2")])


def corner(letter: str | None) -> Element:
    """The lower right corner folded up: the land underneath, or a question mark."""
    h = (SIZE - 1) * cos(pi / 6)
    v = (SIZE - 1) / 2
    fold = path(
        f"M{number(h)} {number(v - 26)}V{number(v)}L{number(h - 22.5)} {number(v + 13)}Z",
        f"fold {LANDS[letter]}" if letter else "fold back",
    )
    sign = text(h - 8, v - 3.5, letter or "?", "fold-sign" if letter else "unknown", 12.5)
    return group([fold, sign])


def special(kind: str, terrain: str) -> Element:
    """A rider, a camp or a catapult on a plain tile."""
    return group([hexagon(f"tile {terrain}", SIZE - 1), _PIECES[kind]()])


def castle() -> Element:
    """The castle, which is of every colour."""
    return group([hexagon("tile keep", SIZE - 1), _castle()])


def _rider() -> Element:
    return path(
        "M-9 14H10C10 9 8 6 8 2 11-6 6-12-1-13L-4-16-5-12C-9-9-12-3-13 1L-10 4-6 2-2 2"
        "C-3 6-9 8-9 14ZM-5-6h.1",
        "piece",
    )


def _camp() -> Element:
    return group(
        [
            path("M0-15L16 13H-16Z", "piece"),
            path("M0-3L6 13H-6Z", "piece-hole"),
            path("M0-15V-20L7-17.5 0-15", "piece"),
        ]
    )


def _catapult() -> Element:
    return group(
        [
            path("M-15 9H14M-9 9L0-6 7 9M-13 5L12-13", "piece-line"),
            circle(12, -13, 4.2, "piece"),
            circle(-9, 12, 4, "piece"),
            circle(8, 12, 4, "piece"),
        ]
    )


def _castle() -> Element:
    return path(
        "M-16 15V-13H-11V-9H-7V-13H-2.5V-9H2.5V-13H7V-9H11V-13H16V15H5V7A5 5 0 0 0-5 7V15Z", "piece"
    )


_PIECES: Final = {"rider": _rider, "camp": _camp, "catapult": _catapult}
