"""What the client says of a game: kinds of moves, results, what has happened."""

from __future__ import annotations

from collections import Counter

from moonflower.hints.features import move_kind
from moonflower.history import Event
from moonflower.positions import CHANCE, Move, State, View

__all__ = ["event_text", "kinds_text", "result_text", "seat_name"]


def seat_name(seat: int) -> str:
    """As in every notation: ``p1``."""
    return "chance" if seat == CHANCE else f"p{seat + 1}"


def event_text(event: Event, seat: int) -> str:
    """What a seat is told of a step; nothing of its own."""
    if not event.text or event.actor == seat:
        return ""
    return f"{seat_name(event.actor)}: {event.text}"


def kinds_text(view: View, moves: list[Move]) -> str:
    """How many moves of each kind, where the game tells kinds apart."""
    kinds = Counter(move_kind(view, move) for move in moves)
    if None in kinds:
        return ""
    return ": " + ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def result_text(state: State) -> str:
    """Who has won, with the points where there are any."""
    winners = [seat_name(seat) for seat in state.winners]
    if not winners:
        result = "nobody wins"
    elif len(winners) == 1:
        result = f"{winners[0]} wins"
    else:
        result = f"{' and '.join(winners)} share the win"
    if state.scores is not None:
        points = enumerate(state.scores[: state.players])
        result += "; points " + ", ".join(f"{seat_name(seat)} {count}" for seat, count in points)
    return result
