"""Skud Pai Sho: the round board with its gardens and gates, harmonies as lines, reserves beside."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from moonflower.pictures.contents import Contents, Slot
from moonflower.pictures.parts import with_id
from moonflower.pictures.stones import stone
from moonflower.pictures.svg import Element, at, circle, element, group, line, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label

__all__ = ["draw"]

_STEP: Final = 32.0
_MIDDLE: Final = WIDTH / 2
_LONGEST: Final = {0: 8, 1: 8, 2: 8, 3: 8, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4}
"""How far the row or column at this distance from the middle reaches."""


def draw(contents: Contents, names: Names) -> Sheet:
    """The board as the first seat sees it, whoever reads; the reader's reserve at the bottom."""
    near, far = contents.seats_from_reader()
    sheet = Sheet()
    sheet.space(6)
    sheet.add(_seat(contents, far, names), 66)
    sheet.add(_board(contents), WIDTH - 12)
    sheet.add(_seat(contents, near, names), 66)
    return sheet


def _x(x: int) -> float:
    return _MIDDLE + _STEP * x


def _y(y: int) -> float:
    return _MIDDLE - 6 - _STEP * y


def _board(contents: Contents) -> Element:
    return group(
        [
            circle(_x(0), _y(0), 9.05 * _STEP, "wood-rim"),
            circle(_x(0), _y(0), 8.85 * _STEP, "wood"),
            *_gardens(),
            *_grid(),
            *(_harmony(contents, link) for link in contents.links),
            *(_place(slot) for slot in contents.slots("board")),
        ]
    )


def _gardens() -> list[Element]:
    parts = []
    for right, up, class_ in ((1, 1, "r"), (-1, -1, "r"), (-1, 1, "w"), (1, -1, "w")):
        corner = f"{_x(0):g},{_y(0):g} {_x(7 * right):g},{_y(0):g} {_x(0):g},{_y(7 * up):g}"
        parts.append(element("polygon", points=corner, class_=f"garden-{class_}"))
    return parts


def _grid() -> list[Element]:
    lines = []
    for place in range(-8, 9):
        reach = _LONGEST[abs(place)]
        class_ = "midline" if place == 0 else "grid"
        lines.append(line(_x(place), _y(-reach), _x(place), _y(reach), class_))
        lines.append(line(_x(-reach), _y(place), _x(reach), _y(place), class_))
    return lines


def _place(slot: Slot) -> Element:
    """A point of the board, with the tile on it."""
    x, y, piece = slot["x"], slot["y"], slot["piece"]
    gate = circle(0, 0, 12, "gate") if slot.get("garden") == "gate" else None
    hit = circle(0, 0, _STEP / 2 - 1, "hit")
    tile = at(0, 0, stone(piece["face"], _side(piece)), scale=1.5) if piece else None
    return at(_x(x), _y(y), with_id(group([gate, hit, tile]), slot["id"]))


def _side(piece: dict[str, Any]) -> str:
    return "host" if piece["owner"] == "p2" else "guest"


def _harmony(contents: Contents, link: dict[str, Any]) -> Element:
    ends = {s["id"]: s for s in contents.slots("board")}
    a, b = ends[link["from"]], ends[link["to"]]
    kind = "ring" if link.get("in_ring") else "harmony"
    return line(_x(a["x"]), _y(a["y"]), _x(b["x"]), _y(b["y"]), f"{kind} {_side(a['piece'])}")


def _seat(contents: Contents, seat: dict[str, Any], names: Names) -> Element:
    """Name, harmonies across the midlines, and what is left to plant or to place."""
    return group([at(10, 22, seat_label(seat, names)), at(16, 48, _reserve(contents, seat))])


def _reserve(contents: Contents, seat: dict[str, Any]) -> Element:
    side = "host" if seat["id"] == "p2" else "guest"
    counts: Counter[str] = Counter()
    ids: dict[str, list[str]] = {}
    for slot in contents.slots(f"{seat['id']}.reserve"):
        face = slot["piece"]["face"]
        counts[face] += 1
        ids.setdefault(face, []).append(slot["id"])
    parts = []
    for place, (face, count) in enumerate(counts.items()):
        number = (
            text(15, 1, f"\N{MULTIPLICATION SIGN}{count}", "num start soft", 12)
            if count > 1
            else None
        )
        tile = group([at(0, 0, stone(face, side), scale=1.2), number])
        for id_ in ids[face]:  # copies lie on each other
            tile = with_id(tile, id_)
        parts.append(at(14 + 48 * place, 0, tile))
    return group(parts)
