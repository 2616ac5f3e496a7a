"""What the client says of a game: moves, events, results."""

from __future__ import annotations

from collections import Counter

from moonflower.hints.features import move_kind
from moonflower.history import Event
from moonflower.positions import CHANCE, Move, State, View
from moonflower.words import Catalogue, typeset
from moonflower.words import seat_name as name_of
from moonflower.words.catalogue import table_of

__all__ = [
    "choice_text",
    "event_text",
    "kind_name",
    "kinds_text",
    "opened",
    "result_text",
    "seat_name",
]


def seat_name(seat: int) -> str:
    """As in every notation: ``p1``."""
    return "chance" if seat == CHANCE else name_of(seat)


def opened(sentence: str) -> str:
    """A sentence begins with a capital, but for the name of a seat."""
    is_seat = sentence[:1] == "p" and sentence[1:2].isdigit()
    return sentence if is_seat else sentence[:1].upper() + sentence[1:]


def choice_text(position: State | View, move: Move | str, language: str) -> str:
    """A move in short words with its token behind it: ``gift three 5s [g555]``."""
    if isinstance(position, View):
        return f"{position.words(move, told=False, language=language, short=True)} [{move}]"
    return f"{position.words(move, language=language, short=True)} [{move}]"


def event_text(event: Event, seat: int, language: str) -> str:
    """What a seat is told of a step; of its own no more than what came of it."""
    if not event.text:
        return ""
    if event.actor == seat:
        return opened(event.words(language=language, result=True))
    return f"{opened(event.words(language=language))} [{event.text}]"


def kind_name(kind: str, language: str) -> str:
    """A kind of moves as it is counted, and typed behind ``moves``."""
    table = table_of(language)
    return table.get(f"play.kind.{kind}", kind)


def kinds_text(view: View, moves: list[Move], language: str = "en") -> str:
    """How many moves of each kind, where the game tells kinds apart."""
    kinds = Counter(move_kind(view, move) for move in moves)
    if None in kinds:
        return ""
    named = (f"{count} {kind_name(kind or '', language)}" for kind, count in kinds.items())
    return typeset(" : " if language == "fr" else ": ", language) + ", ".join(named)


def result_text(state: State, texts: Catalogue) -> str:
    """Who has won and how, with the points where there are any."""
    result = state.ending(language=texts.language)
    if state.scores is not None:
        points = enumerate(state.scores[: state.players])
        listed = ", ".join(f"{seat_name(seat)} {count}" for seat, count in points)
        result += ("; " if texts.language == "en" else " ; ") + texts.say(
            "play.points", points=listed
        )
    return opened(result)
