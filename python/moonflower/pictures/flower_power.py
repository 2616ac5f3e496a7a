"""Flower Power: gardens of flowers whose petals are cards, hands, the pile and the GraveRyard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from moonflower.pictures.contents import Contents, Slot, Zone
from moonflower.pictures.flowers import card_face, flower, petal, radius_of
from moonflower.pictures.parts import card, card_back, spread, with_id
from moonflower.pictures.svg import Element, at, group, rect, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label

__all__ = ["draw"]

_CARD: Final = (34.0, 48.0)


def draw(contents: Contents, names: Names) -> Sheet:
    """Everybody's garden, the reader's at the bottom; pile and GraveRyard in the middle."""
    first, *others = contents.seats_from_reader()
    sheet = Sheet()
    sheet.space(8)
    for seat in others:
        _add_seat(sheet, contents, seat, names)
    _add_middle(sheet, contents)
    _add_seat(sheet, contents, first, names)
    sheet.space(6)
    return sheet


def _add_seat(sheet: Sheet, contents: Contents, seat: dict[str, Any], names: Names) -> None:
    hand = contents.slots(f"{seat['id']}.hand")
    if contents.zones["making"]["owner"] == seat["id"]:
        hand = hand + contents.slots("making")
    cards = [
        at(WIDTH / 2 + x, 28, with_id(_face(slot), slot["id"]))
        for x, slot in zip(spread(len(hand), WIDTH - 260, _CARD[0] + 4), hand, strict=True)
    ]
    sheet.add(group([at(10, 26, seat_label(seat, names)), *cards]), 58)
    for row in _rows(contents, contents.inside(f"{seat['id']}.garden")):
        height = max(2 * _radius(contents, zone) for zone in row) + 10
        sheet.add(_row(contents, row, height), height)


# --- gardens


def _radius(contents: Contents, zone: Zone) -> float:
    return radius_of(len(contents.slots(zone["id"]))) + 10


def _rows(contents: Contents, flowers: list[Zone]) -> Iterator[list[Zone]]:
    """Flowers in rows no wider than the picture."""
    row: list[Zone] = []
    width = 0.0
    for zone in flowers:
        more = 2 * _radius(contents, zone)
        if row and width + more > WIDTH - 12:
            yield row
            row, width = [], 0.0
        row.append(zone)
        width += more
    if row:
        yield row


def _row(contents: Contents, row: list[Zone], height: float) -> Element:
    radii = [_radius(contents, zone) for zone in row]
    space = (WIDTH - 2 * sum(radii)) / (len(row) + 1)
    x = space
    parts = []
    for zone, radius in zip(row, radii, strict=True):
        parts.append(at(x + radius, height / 2, with_id(_flower(contents, zone), zone["id"])))
        x += 2 * radius + space
    return group(parts)


def _flower(contents: Contents, zone: Zone) -> Element:
    slots = sorted(contents.slots(zone["id"]), key=lambda slot: int(slot["index"]))
    petals = [
        with_id(_petal(slot, 360 * place / len(slots)), slot["id"])
        for place, slot in enumerate(slots)
    ]
    fights = any(zone["id"] in (link["from"], link["to"]) for link in contents.links)
    return flower(
        petals, is_power=zone["kind"] == "power", label=str(zone["number"]), fights=fights
    )


def _petal(slot: Slot, angle: float) -> Element:
    face = slot["piece"]["face"] if slot["piece"] and not slot["hidden"] else None
    return petal(face, angle, is_up=slot["up"])


# --- cards


def _face(slot: Slot) -> Element:
    if slot["hidden"]:
        return card_back(*_CARD)
    return card(*_CARD, card_face(slot["piece"]["face"], 1.15))


def _add_middle(sheet: Sheet, contents: Contents) -> None:
    pile = contents.zones["pile"]["count"]
    grave = contents.slots("grave") + contents.slots("out")
    cards = [
        at(124 + _CARD[0] / 2 + x, 32, with_id(_face(slot), slot["id"]))
        for x, slot in zip(
            (min(20.0, (WIDTH - 190) / max(1, len(grave))) * place for place in range(len(grave))),
            grave,
            strict=True,
        )
    ]
    stack = [at(44 + 2 * k, 32 - 2 * k, card_back(*_CARD)) for k in range(min(3, pile))]
    count = text(82, 32, str(pile), "num strong", 16)
    sheet.add(
        group(
            [
                rect(10, 2, WIDTH - 20, 60, "felt", round_=12),
                with_id(group([*stack, count]), "pile"),
                *cards,
            ]
        ),
        70,
    )
