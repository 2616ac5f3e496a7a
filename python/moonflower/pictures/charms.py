"""The seven charms of Hanamikoji: a thing each geisha holds, so that nobody needs colours."""

from __future__ import annotations

from typing import Final

from moonflower.pictures.svg import Element, circle, element, group, line, path, rect

__all__ = ["charm"]


def charm(geisha: int) -> Element:
    """The thing of a geisha around the origin, 24 units high."""
    return group(_CHARMS[geisha](f"k{geisha}"))


def _fan(colour: str) -> list[Element]:
    return [
        path("M0 10.5L-12-3.5C-8-9.5 8-9.5 12-3.5Z", colour),
        *(line(0, 10.5, x, y, "cut") for x, y in ((-6, -7.2), (0, -8.2), (6, -7.2))),
        circle(0, 9.5, 1.8, "charm-hole"),
    ]


def _cup(colour: str) -> list[Element]:
    return [
        path("M-9-2H9C9 6 5 9.5 0 9.5S-9 6-9-2Z", colour),
        path("M-3.5 11H3.5", f"{colour}-line"),
        path(
            "M-4-5.5c-2-2 2-3.4 0-5.8M0-5.5c-2-2 2-3.4 0-5.8M4-5.5c-2-2 2-3.4 0-5.8",
            f"{colour}-line",
        ),
    ]


def _lantern(colour: str) -> list[Element]:
    return [
        element("ellipse", cx=0, cy=0, rx=9, ry=8, class_=colour),
        rect(-4.5, -10, 9, 2.4, colour, round_=1),
        rect(-4.5, 7.6, 9, 2.4, colour, round_=1),
        path("M-8.2-3.2H8.2M-9 0H9M-8.2 3.2H8.2", "cut"),
        path("M0-10V-12.5M0 10V13", f"{colour}-line"),
    ]


def _parasol(colour: str) -> list[Element]:
    return [
        path("M-12 1A12 11.5 0 0 1 12 1Q9-2 6 1 3-2 0 1-3-2-6 1-9-2-12 1Z", colour),
        path("M0-10C-4-6-6-3-6 .5M0-10C4-6 6-3 6 .5M0-10V0", "cut"),
        path("M0-12.5V-10M0 0V9.5a2.6 2.6 0 0 0 5.2 0", f"{colour}-line"),
    ]


def _scroll(colour: str) -> list[Element]:
    return [
        rect(-7, -8.5, 14, 17, colour),
        rect(-10.5, -11.5, 21, 4.2, colour, round_=2.1),
        rect(-10.5, 7.3, 21, 4.2, colour, round_=2.1),
        path("M-3.5-4H3.5M-3.5-.3H3.5M-3.5 3.4H1", "cut"),
    ]


def _comb(colour: str) -> list[Element]:
    teeth = "".join(f"M{x} 0V11" for x in (-7.5, -4.5, -1.5, 1.5, 4.5, 7.5))
    return [
        path("M-11 2A11 12 0 0 1 11 2Z", colour),
        path(teeth, f"{colour}-line"),
        path("M-10.2 2V11M10.2 2V11", f"{colour}-line"),
        *(circle(x, y, 1.4, "charm-hole") for x, y in ((-4.6, -3.4), (0, -5.4), (4.6, -3.4))),
    ]


def _flower(colour: str) -> list[Element]:
    petal = "M0 0C-7-3-6.5-11.5 0-12.5 6.5-11.5 7-3 0 0Z"
    return [
        *(
            element("path", d=petal, class_=colour, transform=f"rotate({72 * turn})")
            for turn in range(5)
        ),
        *(
            element("path", d="M0-3V-8", class_="cut", transform=f"rotate({72 * turn})")
            for turn in range(5)
        ),
        circle(0, 0, 2.6, "charm-heart"),
    ]


_CHARMS: Final = (_fan, _cup, _lantern, _parasol, _scroll, _comb, _flower)
