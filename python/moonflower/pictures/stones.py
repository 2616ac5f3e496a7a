"""Tiles of Skud Pai Sho: round, with a flower of as many petals as it may walk, or an accent."""

from __future__ import annotations

from typing import Final

from moonflower.pictures.svg import Element, circle, element, group, path, text

__all__ = ["stone"]

_ACCENTS: Final = {
    "R": "M-5.5 4.5L-6.5-1-2.5-5 3-5.5 6.5-1.5 6 3.5 1.5 5.5Z",  # rock
    "W": "M0-7A7 7 0 1 1-.1-7ZM0-7V7M-7 0H7M-5-5L5 5M-5 5L5-5",  # wheel
    "K": "M-6 5Q-2-8 0 0T6-5M-6 0Q0 2 6 2M-3-6Q0 0 3 6",  # knotweed
    "B": "M-7 1H7L4 6H-4ZM0 1V-7L5-1",  # boat
}


def stone(code: str, owner: str) -> Element:
    """A tile around the origin, 20 units wide; ``owner`` is host or guest."""
    return group(
        [circle(0, 0, 10, f"stone {owner}"), circle(0, 0, 7.9, f"inlay {owner}"), *_face(code)]
    )


def _face(code: str) -> list[Element]:
    if code in ("L", "O"):
        return _lotus() if code == "L" else _orchid()
    if code[1:].isdigit():
        return [
            *_petals(int(code[1]), "rosy" if code[0] == "R" else "pale"),
            text(0, 0.2, code[1], f"walk {'rosy' if code[0] == 'R' else 'pale'}-ink", 6.4),
        ]
    return [path(_ACCENTS[code], "accent-sign rock" if code == "R" else "accent-sign")]


def _petals(count: int, class_: str) -> list[Element]:
    petal = f"M0-2C-{4.4 - count * 0.35:.1f}-4-3-7.4 0-7.7 3-7.4 {4.4 - count * 0.35:.1f}-4 0-2Z"
    turned = (
        element("path", d=petal, class_=class_, transform=f"rotate({360 / count * k:.1f})")
        for k in range(count)
    )
    return [*turned, circle(0, 0, 3.3, class_)]


def _lotus() -> list[Element]:
    petal = "M0 3C-4 0-3.4-5 0-7.4 3.4-5 4 0 0 3Z"
    return [
        element("path", d=petal, class_="pale", transform=f"translate(0 1.5) rotate({turn})")
        for turn in (-80, 80, -42, 42, 0)
    ]


def _orchid() -> list[Element]:
    petal = "M0 0C-3.4-2-3-6.6 0-7.6 3-6.6 3.4-2 0 0Z"
    return [
        *(
            element("path", d=petal, class_="orchid", transform=f"rotate({turn})")
            for turn in (0, 120, 240)
        ),
        *(
            element("path", d="M0 0L0-6", class_="orchid-line", transform=f"rotate({turn})")
            for turn in (60, 180, 300)
        ),
        circle(0, 0, 1.8, "pale"),
    ]
