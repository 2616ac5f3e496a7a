"""TerraFlip: hexagons around the castle, what is known of their undersides, hands and spies."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from moonflower.pictures.contents import Contents, Slot
from moonflower.pictures.parts import with_id
from moonflower.pictures.svg import Element, at, circle, group, path, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label
from moonflower.pictures.tiles import SIZE, castle, corner, hexagon, land, special

__all__ = ["draw"]

_HAND: Final = 0.66  # tiles in hand beside those on the board


def draw(contents: Contents, names: Names) -> Sheet:
    """The board, and everybody's hand below it, the reader's last."""
    sheet = Sheet()
    first, *others = contents.seats_from_reader()
    sheet.space(10)
    for seat in others:
        sheet.add(_seat(contents, seat, names), 70)
    sheet.add(*_board(contents))
    sheet.add(_seat(contents, first, names), 70)
    return sheet


def _board(contents: Contents) -> tuple[Element, float]:
    """The cells and their height."""
    cells = contents.slots("board")
    under = {slot["under"]: slot for slot in contents.slots("undersides")}
    reach = max(cell["distance"] for cell in cells)
    scale = min(1.25, (WIDTH - 16) / (SIZE * sqrt(3) * (2 * reach + 1)))
    height = SIZE * scale * (3 * reach + 2) + 16
    drawn = [at(*_middle(cell), _cell(contents, cell, under.get(cell["id"]))) for cell in cells]
    return at(WIDTH / 2, height / 2, group(drawn), scale=scale), height


def _middle(cell: Slot) -> tuple[float, float]:
    return SIZE * sqrt(3) * (cell["q"] + cell["r"] / 2), SIZE * 1.5 * cell["r"]


def _cell(contents: Contents, cell: Slot, under: Slot | None) -> Element:
    piece = cell["piece"]
    if piece is None:
        name = text(0, 0, cell["id"], "soft faint", 12)
        return with_id(group([hexagon("hole", SIZE - 1.5), name]), cell["id"])
    marks = [contents.facts["origin"], contents.facts["spied"]]
    halo = hexagon("halo", SIZE - 3) if cell["id"] in marks else None
    fold = (
        with_id(corner(None if under["hidden"] else under["piece"]["face"]), under["id"])
        if under
        else None
    )
    return with_id(group([_tile(piece), fold, halo]), cell["id"])


def _tile(piece: dict[str, Any]) -> Element:
    """A tile, with a pin in the colour of whose set it is from."""
    if piece["kind"] == "castle":
        return castle()
    face = (
        land(piece["face"]) if piece["kind"] == "tile" else special(piece["kind"], piece["terrain"])
    )
    return group([face, circle(0, -SIZE + 9, 3.6, f"pin {piece['set']}")])


def _seat(contents: Contents, seat: dict[str, Any], names: Names) -> Element:
    """Name, score, spies; below them the hand."""
    id_ = seat["id"]
    spies = [at(200 + 26 * place, 14, _eye()) for place in range(seat["spies"])]
    tiles = [
        at(30 + 46 * place, 46, group([_in_hand(slot, seat)]), scale=_HAND)
        for place, slot in enumerate(contents.slots(f"{id_}.hand"))
    ]
    return group(
        [
            at(10, 14, seat_label(seat, names)),
            text(150, 14, str(seat["score"]), "num strong end", 18),
            with_id(group(spies), f"{id_}.spies"),
            *tiles,
        ]
    )


def _in_hand(slot: Slot, seat: dict[str, Any]) -> Element:
    piece = slot["piece"]
    if piece["kind"] != "back":
        return with_id(special(piece["kind"], piece["terrain"]), slot["id"])
    under = None if slot["hidden"] else piece["face"]
    return with_id(group([land(seat["colour"]), corner(under)]), slot["id"])


def _eye() -> Element:
    return group([path("M-10 0Q0-10 10 0 0 10-10 0Z", "eye"), circle(0, 0, 3.4, "pupil")])
