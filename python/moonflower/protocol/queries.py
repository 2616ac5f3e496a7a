"""What ``query`` answers: one fact of the game in progress, as text. No output, no search."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from moonflower.history import History, bare, next_position, seen_line
from moonflower.history.refusal import refuse
from moonflower.positions import CHANCE, OVER, State, View
from moonflower.protocol.commands import Query
from moonflower.words import spelled_for

__all__ = ["answer", "is_reply", "ready_to_choose"]


def ready_to_choose(history: History) -> History:
    """The game in which a seat can be asked to move; else a refusal that says why not.

    In a view the seat may choose while its own choice is missing: what others have chosen
    before it is hidden, so it counts as made.
    """
    ready = history.at_choice()
    position = ready.position
    if position.turn == OVER:
        refuse("over", "the game is over; nothing is left to play")
    if position.turn == CHANCE:
        refuse("chance", "chance is on turn; give its outcome with apply")
    if isinstance(position, View) and position.turn != position.seat:
        refuse("turn", f"p{position.seat + 1} is not on turn; p{position.turn + 1} is")
    return ready


def is_reply(history: History, move: str, reply: str) -> bool:
    """After the move another seat is on turn, and the reply can be given as a token."""
    try:
        after = next_position(history.position, move)
        next_position(after, reply)
    except ValueError:
        return False
    return after.turn >= 0 and after.turn != history.turn


def answer(history: History, query: Query) -> str:
    """The words after ``response``."""
    if query.what == "islegal":
        return _flag(_is_legal(history, query.token))
    if query.what == "words":
        return spelled_for(history.at_choice().position.words(bare(query.token)), "ascii")
    if query.what == "view":
        return _view(history, query.seat or 0)
    return _ANSWERS[query.what](history)


def _flag(value: object) -> str:
    return "true" if value else "false"


def _turn(history: History) -> str:
    turn = history.turn
    return {CHANCE: "chance", OVER: "over"}.get(turn, f"p{turn + 1}")


def _legal(history: History) -> str:
    return " ".join(str(move) for move in history.at_choice().position.legal_moves())


def _is_legal(history: History, token: str) -> bool:
    try:
        next_position(history.position, token)
    except ValueError:
        moves = history.at_choice().position.legal_moves()
        return any(str(move) == bare(token) for move in moves)
    return True


def _outcomes(history: History) -> str:
    """What chance may bring, with its odds; a draw from them needs no rules."""
    if history.turn != CHANCE:
        return "none"
    position = history.position
    if isinstance(position, View):
        refuse("view", "query outcomes: hidden cards decide the odds; give a full position")
    return " ".join(f"{move}={odds!r}" for move, odds in position.outcomes())


def _finished(history: History) -> State | None:
    """A finished world: payoffs are public, so any world of a view tells them."""
    position = history.position
    if not history.is_over:
        return None
    return position if isinstance(position, State) else position.sample(0)


def _result(history: History) -> str:
    state = _finished(history)
    if state is None:
        return "none"
    winners = state.winners
    return f"p{winners[0] + 1}win" if len(winners) == 1 else "draw"


def _returns(history: History) -> str:
    state = _finished(history)
    if state is None or state.returns is None:
        return "none"
    return " ".join(f"{payoff:g}" for payoff in state.returns)


def _public(history: History) -> str:
    position = history.position
    return position.public() if isinstance(position, State) else position.sample(0).public()


def _view(history: History, seat: int) -> str:
    """The position as one seat may be told it: what a referee sends."""
    position = history.position
    if isinstance(position, State):
        position.view(seat)  # refuses a seat that is not at the table
        return seen_line(history, seat)
    if seat != position.seat:
        refuse("view", f"query view: this session sees p{position.seat + 1} alone, not p{seat + 1}")
    return f"view p{seat + 1} pos {position}"


def _scene(history: History) -> str:
    """The position as one line of JSON without blanks."""
    scene = history.at_choice().position.scene()
    return json.dumps(scene, separators=(",", ":"))


_ANSWERS: Final[dict[str, Callable[[History], str]]] = {
    "gameover": lambda history: _flag(history.is_over),
    "p1turn": lambda history: _flag(history.turn == 0),
    "result": _result,
    "turn": _turn,
    "seats": lambda history: str(history.game.players),
    "legal": _legal,
    "returns": _returns,
    "pos": lambda history: str(history.position),
    "public": _public,
    "key": lambda history: f"{history.position.key:016x}",
    "spec": lambda history: history.position.game.spec,
    "outcomes": _outcomes,
    "scene": _scene,
}
