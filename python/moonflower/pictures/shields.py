"""Shields!: everybody's lives and shields, what was chosen, and the attacks that come."""

from __future__ import annotations

from typing import Any, Final

from moonflower.pictures.contents import Contents, Slot
from moonflower.pictures.parts import card, card_back, heart, spread, suit, with_id
from moonflower.pictures.shield import shield
from moonflower.pictures.svg import Element, at, group, path, rect, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label

__all__ = ["draw"]

_CARD: Final = (40.0, 56.0)
_MOST_HEARTS: Final = 12  # more lives are told as a number
_SUITS: Final = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_EFFECTS: Final = {"plus two": "+2", "wild": "+4", "encore": "x2", "destiny": "!", "confusion": "?"}


def draw(contents: Contents, names: Names) -> Sheet:
    """The attack above, everybody below it, the reader last."""
    first, *others = contents.seats_from_reader()
    sheet = Sheet()
    sheet.space(10)
    if "pile" in contents.zones:
        sheet.add(_deck(contents), 92)
    for seat in (*others, first):
        sheet.add(_side(contents, seat, names), 132)
    return sheet


# --- cards


def _face(slot: Slot, width: float = _CARD[0], height: float = _CARD[1]) -> Element:
    """An attack: its suit, with the sign of its effect; what is not known is a back."""
    if slot["hidden"]:
        return card_back(width, height)
    piece = slot["piece"]
    effect = piece["effect"]
    letter = _SUITS.get(piece["suit"])
    if effect == "plain" and letter:
        return card(width, height, at(0, 0, suit(letter), scale=1.1))
    sign = at(0, height / 5, suit(letter), scale=0.75) if letter else None
    mark = at(0, -height / 5 if letter else 0, _effect(effect))
    return card(width, height, *([mark, sign] if sign else [mark]))


def _effect(effect: str) -> Element:
    if effect == "skip":
        return path("M-8-5L8 5M8 0A8 8 0 1 1-8 0 8 8 0 1 1 8 0Z", "pen")
    if effect == "reverse":
        return path("M-8-3H6L2-7M8 4H-6L-2 8", "pen")
    return text(0, 0, _EFFECTS[effect], "num strong", 17)


def _deck(contents: Contents) -> Element:
    """What has been turned over, and how many of each suit are still to come."""
    pile = contents.zones["pile"]
    shown = contents.slots("attack") + contents.slots("aside")
    parts: list[Element] = [
        at(
            40,
            42,
            with_id(
                group([card_back(*_CARD), text(0, 0, str(pile["count"]), "unknown num", 17)]),
                "pile",
            ),
        )
    ]
    parts += [
        at(228 + x, 42, with_id(_face(slot), slot["id"]))
        for x, slot in zip(spread(len(shown), 200, 46), shown, strict=True)
    ]
    for place, (name, letter) in enumerate(_SUITS.items()):
        x = WIDTH - 252 + 66 * place
        parts += [at(x, 42, suit(letter)), text(x + 15, 42, str(pile[name]), "num start", 17)]
    return group([rect(10, 6, WIDTH - 20, 74, "felt", round_=12), *parts])


# --- seats


def _side(contents: Contents, seat: dict[str, Any], names: Names) -> Element:
    id_ = seat["id"]
    shields = [
        at(44 + 56 * place, 86, with_id(_shield(slot), slot["id"]))
        for place, slot in enumerate(contents.slots(f"{id_}.shields"))
    ]
    chosen = [slot for zone in ("choice", "attacks", "previous", "claim", "accusation")
              for slot in contents.slots(f"{id_}.{zone}")]  # fmt: skip
    middle = [
        at(284 + 46 * place, 88, with_id(_chosen(slot), slot["id"]))
        for place, slot in enumerate(chosen)
    ]
    hand = contents.slots(f"{id_}.hand")
    right = [
        at(WIDTH - 86 + x, 88, with_id(_face(slot, 34, 48), slot["id"]))
        for x, slot in zip(spread(len(hand), 130, 36), hand, strict=True)
    ]
    faded = None if seat["alive"] else "fallen"
    return group(
        [
            rect(10, 2, WIDTH - 20, 124, "felt", round_=12),
            at(14, 26, seat_label(seat, names)),
            at(150, 26, _lives(seat["lives"])),
            group([*shields, *middle, *right], faded),
        ]
    )


def _lives(lives: int) -> Element:
    if lives > _MOST_HEARTS:
        return group(
            [
                heart(),
                text(16, 0, f"\N{MULTIPLICATION SIGN}{lives}", "num strong start", 17),
            ]
        )
    return group(at(24 * life, 0, heart()) for life in range(lives))


def _shield(slot: Slot) -> Element:
    """One raised for this turn stands out; one that stays down is pale."""
    raised = slot["chosen"]
    thing = shield(slot["piece"]["face"], "steel raised" if raised else "steel")
    return at(0, -7 if raised else 0, group([thing], "faded" if raised is False else None))


def _chosen(slot: Slot) -> Element:
    """What a seat has laid down: cards, or a word."""
    if slot["hidden"]:
        return card_back(*_CARD)
    piece = slot["piece"]
    if piece["kind"] == "card":
        return _face(slot)
    if piece["kind"] == "shields":
        signs = [
            at(x, y, suit(letter), scale=0.62)
            for letter, (x, y) in zip(
                piece["face"], ((-9, -12), (9, 12), (9, -12), (-9, 12)), strict=False
            )
            if letter in "CDHS"
        ]
        return card(*_CARD, *signs)
    return card(*_CARD, text(0, 0, piece["face"], "strong", 14))
