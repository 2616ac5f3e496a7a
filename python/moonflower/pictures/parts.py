"""What several games draw: suits, cards and their backs, hearts, the name of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moonflower.pictures.svg import Element, element, group, path, rect

__all__ = ["SUITS", "card", "card_back", "heart", "spread", "suit", "with_id"]

# Around the origin, 20 units high.
SUITS: Final = {
    "H": "M0 9.5C-4.5 5.6-10 1.6-10-3.6-10-7-7.6-9-5-9-2.8-9-1-7.8 0-5.8 1-7.8 2.8-9 5-9"
    " 7.6-9 10-7 10-3.6 10 1.6 4.5 5.6 0 9.5Z",
    "S": "M0-10C4-6 10-2 10 3 10 6 7.8 8 5.2 8 3.4 8 2 7.2 1 6 1.2 8 2 9.6 3.6 10.5H-3.6"
    "C-2 9.6-1.2 8-1 6-2 7.2-3.4 8-5.2 8-7.8 8-10 6-10 3-10-2-4-6 0-10Z",
    "D": "M0-10.5C2.4-6.4 5-3 8.2 0 5 3 2.4 6.4 0 10.5-2.4 6.4-5 3-8.2 0-5-3-2.4-6.4 0-10.5Z",
    "C": "M0-10a4.7 4.7 0 0 1 3.6 7.7A4.7 4.7 0 1 1 1 4.2C1.2 7 2 9 3.6 10.5H-3.6C-2 9-1.2 7-1"
    " 4.2A4.7 4.7 0 1 1-3.6-2.3 4.7 4.7 0 0 1 0-10Z",
}
_INK: Final = {"H": "red", "D": "red", "S": "black", "C": "black"}


def suit(letter: str, class_: str | None = None) -> Element:
    """The sign of a suit around the origin."""
    return path(SUITS[letter], class_ or _INK[letter])


def heart() -> Element:
    """A life."""
    return path(SUITS["H"], "life")


def card(width: float, height: float, *inside: Element) -> Element:
    """An empty card around the origin, with something drawn on it."""
    paper = rect(-width / 2, -height / 2, width, height, "card", round_=width / 8)
    return group([paper, *inside])


def card_back(width: float, height: float) -> Element:
    """The back of a card: a moonflower in a frame."""
    margin = width / 9
    return group(
        [
            rect(-width / 2, -height / 2, width, height, "back", round_=width / 8),
            rect(
                margin - width / 2,
                margin - height / 2,
                width - 2 * margin,
                height - 2 * margin,
                "weave",
                round_=width / 14,
            ),
            *(
                element(
                    "ellipse",
                    cx=0,
                    cy=-width / 7,
                    rx=width / 14,
                    ry=width / 7,
                    class_="weave",
                    transform=f"rotate({72 * petal})",
                )
                for petal in range(5)
            ),
        ]
    )


def with_id(thing: Element, id_: str, title: str | None = None) -> Element:
    """``thing`` as what a client finds by the id of the scene."""
    inside = [element("title", title), thing] if title else [thing]
    return element("g", *inside, data_id=id_)


def spread(count: int, space: float, step: float) -> Sequence[float]:
    """Where to put ``count`` things in a row around 0: ``step`` apart, closer where it is tight."""
    if count > 1:
        step = min(step, space / (count - 1))
    return [step * (index - (count - 1) / 2) for index in range(count)]
