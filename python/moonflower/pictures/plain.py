"""Any scene of any game: boards by their coordinates, other zones as rows of cards."""

from __future__ import annotations

from math import sqrt

from moonflower.pictures.contents import Contents, Slot, Zone
from moonflower.pictures.parts import card, card_back, with_id
from moonflower.pictures.svg import Element, at, circle, group, rect, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label
from moonflower.pictures.tiles import SIZE, hexagon

__all__ = ["draw"]

_CELL = 46.0


def draw(contents: Contents, names: Names) -> Sheet:
    """Boards and common zones first, then every seat with what is its own."""
    sheet = Sheet()
    sheet.space(8)
    for zone in contents.zones.values():
        if zone["owner"] is None:
            _add_zone(sheet, contents, zone)
    for seat in reversed(contents.seats_from_reader()):
        sheet.add(at(12, 18, seat_label(seat, names)), 36)
        for zone in contents.zones.values():
            if zone["owner"] == seat["id"]:
                _add_zone(sheet, contents, zone)
    return sheet


def _add_zone(sheet: Sheet, contents: Contents, zone: Zone) -> None:
    slots = contents.slots(zone["id"])
    if slots and "column" in slots[0]:
        sheet.add(*_squares(slots))
    elif slots and "q" in slots[0]:
        sheet.add(*_hexes(slots))
    elif slots:
        sheet.add(_row(slots), 78)


def _squares(slots: list[Slot]) -> tuple[Element, float]:
    columns = max(slot["column"] for slot in slots)
    rows = max(slot["row"] for slot in slots)
    left = (WIDTH - columns * _CELL) / 2
    cells = [
        at(
            left + (slot["column"] - 0.5) * _CELL,
            (slot["row"] - 0.5) * _CELL + 4,
            with_id(group([rect(-22, -22, 44, 44, "felt", round_=5), _piece(slot)]), slot["id"]),
        )
        for slot in slots
    ]
    return group(cells), rows * _CELL + 10


def _hexes(slots: list[Slot]) -> tuple[Element, float]:
    columns = 1 + max(slot["q"] + slot["r"] / 2 for slot in slots)
    rows = 1 + max(slot["r"] for slot in slots)
    scale = min(1.0, (WIDTH - 20) / (SIZE * sqrt(3) * columns))
    cells = [
        at(
            SIZE * sqrt(3) * (slot["q"] + slot["r"] / 2 + 0.5),
            SIZE * (1.5 * slot["r"] + 1),
            with_id(group([hexagon("hole", SIZE - 1.5), _piece(slot)]), slot["id"]),
        )
        for slot in slots
    ]
    left = (WIDTH - scale * SIZE * sqrt(3) * columns) / 2
    return at(left, 6, group(cells), scale=scale), scale * SIZE * (1.5 * rows + 0.5) + 14


def _piece(slot: Slot) -> Element | None:
    """A stone in its owner's colour, with its face."""
    piece = slot["piece"]
    if slot["hidden"]:
        return text(0, 0, "?", "soft strong", 20)
    if piece is None:
        return None
    owner = piece.get("owner", "p1")
    return group([circle(0, 0, 16, owner), text(0, 0, piece["face"], "ribbon strong", 17)])


def _row(slots: list[Slot]) -> Element:
    step = min(52.0, (WIDTH - 70) / len(slots))
    return group(
        at(42 + step * place, 38, with_id(_card(slot), slot["id"]))
        for place, slot in enumerate(slots)
    )


def _card(slot: Slot) -> Element:
    if slot["hidden"]:
        return card_back(44, 60)
    if slot["piece"] is None:
        return rect(-22, -30, 44, 60, "empty", round_=6)
    return card(44, 60, text(0, 0, slot["piece"]["face"] or "", "strong", 18))
