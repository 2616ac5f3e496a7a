"""Hanamikoji: seven lanes with a geisha in each, what both sides have before her, two hands."""

from __future__ import annotations

from typing import Any, Final

from moonflower.pictures.charms import charm
from moonflower.pictures.contents import Contents, Slot
from moonflower.pictures.parts import card, card_back, spread, with_id
from moonflower.pictures.svg import Element, at, circle, group, path, rect, text
from moonflower.pictures.table import WIDTH, Names, Sheet, seat_label

__all__ = ["draw"]

_LANE: Final = (WIDTH - 32) / 7
_CARD: Final = (46.0, 62.0)
_PLACED: Final = (38.0, 50.0)
_STEP: Final = 17.0  # from one card before a geisha to the next
_SIDE: Final = 4 * _STEP + _PLACED[1] + 10


def draw(contents: Contents, names: Names) -> Sheet:
    """The table, the reader's side at the bottom."""
    near, far = contents.seats_from_reader()
    sheet = Sheet()
    sheet.space(8)
    sheet.add(group([_seat(contents, far, names), _rest(contents)]), 40)
    sheet.add(_holdings(contents, far["id"]), _CARD[1] + 12)
    if _offers(contents, far["id"]):
        sheet.add(_offer(contents), _CARD[1] + 20)
    sheet.add(_lanes(contents, near["id"], far["id"]), 2 * _SIDE + 116)
    if _offers(contents, near["id"]):
        sheet.add(_offer(contents), _CARD[1] + 20)
    sheet.add(_holdings(contents, near["id"]), _CARD[1] + 12)
    sheet.add(_seat(contents, near, names), 40)
    sheet.space(8)
    return sheet


# --- lanes


def _lanes(contents: Contents, near: str, far: str) -> Element:
    middle = _SIDE + 58
    return group(
        at(16 + _LANE * (lane + 0.5), middle, _lane(contents, slot, near, far))
        for lane, slot in enumerate(contents.slots("geishas"))
    )


def _lane(contents: Contents, geisha: Slot, near: str, far: str) -> Element:
    face = geisha["piece"]["face"]
    height = 2 * _SIDE + 104
    return group(
        [
            rect(-_LANE / 2 + 3, -height / 2, _LANE - 6, height, "felt", round_=10),
            *_placed(contents, far, face, -1),
            *_placed(contents, near, face, 1),
            with_id(_geisha(geisha, near), geisha["id"]),
        ]
    )


def _geisha(slot: Slot, near: str) -> Element:
    kind, points, owner = slot["piece"]["geisha"], slot["piece"]["points"], slot["owner"]
    marker = None
    if owner:
        side = 1 if owner == near else -1
        ribbon = path("M-30 0H30L24 9 30 18H-30L-24 9Z", owner)
        marker = at(0, side * 45 - 9, group([ribbon, text(0, 9, owner, "ribbon strong", 12)]))
    dots = [circle(x, 26, 3, f"k{kind}") for x in spread(points, 44, 9)]
    return group(
        [
            card(_LANE - 14, 96, at(0, -8, charm(kind), scale=1.6), *dots),
            at(-_LANE / 2 + 19, -36, text(0, 0, str(points), f"num strong k{kind}", 16)),
            marker,
        ]
    )


def _placed(contents: Contents, seat: str, face: str, side: int) -> list[Element]:
    cards = [s for s in contents.slots(f"{seat}.placed") if s["piece"]["face"] == face]
    start = 52 + 6 + _PLACED[1] / 2
    return [
        at(0, side * (start + _STEP * place), with_id(_face(slot, *_PLACED), slot["id"]))
        for place, slot in enumerate(cards)
    ]


# --- cards


def _face(slot: Slot, width: float, height: float) -> Element:
    """A card: its charm, or its back."""
    if slot["hidden"]:
        return card_back(width, height)
    kind, points = slot["piece"]["geisha"], slot["piece"]["points"]
    sign = at(0, height * 0.06, charm(kind), scale=width / 36)
    value = text(-width / 2 + 8, -height / 2 + 9, str(points), f"num strong k{kind}", 11)
    return card(width, height, sign, value)


def _holdings(contents: Contents, seat: str) -> Element:
    """Hand on the left; secret and discards on the right."""
    hand = contents.slots(f"{seat}.hand")
    top = _CARD[1] / 2 + 4
    left = [
        at(16 + _CARD[0] / 2 + (_CARD[0] + 5) * place, top, with_id(_face(s, *_CARD), s["id"]))
        for place, s in enumerate(hand)
    ]
    right = []
    x = WIDTH - 16 - _CARD[0] / 2
    for zone, room in (("discard", 2), ("secret", 1)):
        cards = contents.slots(f"{seat}.{zone}")
        for place in range(room):
            thing = (
                with_id(_face(cards[-1 - place], *_CARD), cards[-1 - place]["id"])
                if place < len(cards)
                else rect(-_CARD[0] / 2, -_CARD[1] / 2, *_CARD, "empty", round_=6)
            )
            sign = at(0, _CARD[1] / 2 - 9, _action_sign(zone)) if place >= len(cards) else None
            right.append(at(x, top, group([thing, sign])))
            x -= _CARD[0] + 5
        x -= 8
    return group([*left, *right])


def _rest(contents: Contents) -> Element:
    """The deck with its number of draws, and the card set aside."""
    deck = group([card_back(20, 27), text(18, 0, str(contents.zones["deck"]["count"]), "num", 14)])
    aside = [
        at(376, 20, with_id(card_back(20, 27), slot["id"]), turn=90)
        for slot in contents.slots("aside")
    ]
    return group([at(318, 20, with_id(deck, "deck")), *aside])


# --- actions


_SIGNS: Final[dict[str, tuple[float, ...]]] = {
    "secret": (-3.5,),
    "discard": (-8, 1),
    "gift": (-12.5, -3.5, 5.5),
    "competition": (-17, -9, 2, 10),
}


def _action_sign(action: str) -> Element:
    """Cards as they are laid for an action; a secret's is dark, discards are crossed out."""
    dark = "sign-full" if action == "secret" else "sign"
    cards = [rect(x, -5, 7, 10, dark, round_=1.5) for x in _SIGNS[action]]
    cross = path("M-11-7L11 7M-11 7L11-7", "sign-cross") if action == "discard" else None
    return group([*cards, cross])


def _marker(slot: Slot) -> Element:
    used = slot["piece"]["used"]
    return group(
        [
            rect(-24, -13, 48, 26, "marker used" if used else "marker", round_=13),
            group([_action_sign(slot["piece"]["face"])], "faded" if used else None),
        ]
    )


def _seat(contents: Contents, seat: dict[str, Any], names: Names) -> Element:
    id_ = seat["id"]
    markers = contents.slots(f"{id_}.actions")
    owned = sum(slot["owner"] == id_ for slot in contents.slots("geishas"))
    score = f"{seat['score']} · {owned}"
    return group(
        [
            at(10, 20, seat_label(seat, names)),
            at(236, 20, circle(-26, 0, 5, f"{id_}")),
            text(240, 20, score, "num start", 16),
            *(
                at(
                    WIDTH - 16 - 24 - 54 * (len(markers) - 1 - place),
                    20,
                    with_id(_marker(m), m["id"]),
                )
                for place, m in enumerate(markers)
            ),
        ]
    )


# --- the offer


def _offers(contents: Contents, seat: str) -> bool:
    return bool(contents.zones["offer"]["owner"] == seat)


def _offer(contents: Contents) -> Element:
    groups = [contents.slots(zone["id"]) for zone in contents.inside("offer")]
    groups = [group for group in groups if group] or [contents.slots("offer")]
    width = sum(len(cards) for cards in groups) * (_CARD[0] + 6) + 40 * (len(groups) - 1)
    x = (WIDTH - width) / 2 + _CARD[0] / 2 + 3
    parts: list[Element] = []
    for cards in groups:
        span = len(cards) * (_CARD[0] + 6) + 8
        parts.append(rect(x - _CARD[0] / 2 - 7, 2, span, _CARD[1] + 12, "offer", round_=10))
        for slot in cards:
            parts.append(at(x, _CARD[1] / 2 + 8, with_id(_face(slot, *_CARD), slot["id"])))
            x += _CARD[0] + 6
        x += 40
    return group(parts)
