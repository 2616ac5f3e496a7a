"""TerraFlip by careful counting: points now, what the same turn can still flip, what it exposes.

Every step is judged over a few worlds of the seat's view by the lead in points it leads to, with
the best flip that may follow in the same turn; the best few are weighed against the largest gain
the next seat could answer with.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from moonflower.positions import CHANCE, State, View

__all__ = ["choose"]

_WORLDS: Final = 3
_WEIGHED: Final = 4  # steps whose answers are looked at
_ANSWERS: Final = 24  # of the next seat, drawn among all
_SEED: Final = 1


def choose(view: View, source: random.Random) -> str:
    """The best step, ties at random."""
    moves = [str(move) for move in view.legal_moves()]
    if len(moves) == 1:
        return moves[0]
    worlds = [view.sample(source) for _ in range(_WORLDS)]
    seat = view.seat
    source.shuffle(moves)
    at_once = _by_mean(moves, worlds, lambda state: _with_flip(state, seat))
    shortlist = at_once[:_WEIGHED]
    return _by_mean(
        shortlist, worlds, lambda state: _with_flip(state, seat) - _answer(state, seat, source)
    )[0]


def _by_mean(moves: list[str], worlds: list[State], worth: Callable[[State], float]) -> list[str]:
    """Best first; equals stay in their order."""
    means = {move: sum(worth(_played(world, move)) for world in worlds) for move in moves}
    return sorted(moves, key=lambda move: -means[move])


def _played(state: State, move: str) -> State:
    """After a move, with what chance shows at once."""
    state = state.play(move)
    while state.turn == CHANCE:
        state = state.draw(_SEED)
    return state


def _lead(state: State, seat: int) -> float:
    scores = state.scores or []
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _with_flip(state: State, seat: int) -> float:
    """The lead now, or after the best flip that the same turn still has."""
    leads = [_lead(state, seat)]
    if not state.is_over and state.turn == seat:
        flips = [str(move) for move in state.legal_moves() if str(move)[0] in "FX"]
        leads += [_lead(_played(state, flip), seat) for flip in flips]
    return max(leads)


def _answer(state: State, seat: int, source: random.Random) -> float:
    """What the next seat can gain at once, by a sample of its placements."""
    while not state.is_over and state.turn == seat:
        ends = [move for move in state.legal_moves() if str(move) == "."]
        if not ends:
            return 0.0
        state = _played(state, ".")
    if state.is_over:
        return 0.0
    other, before = state.turn, _lead(state, seat)
    moves = [str(move) for move in state.legal_moves() if str(move)[0] != "S"]
    if len(moves) > _ANSWERS:
        moves = source.sample(moves, _ANSWERS)
    gains = [-_with_flip_against(_played(state, move), other, seat) + before for move in moves]
    return max(gains, default=0.0)


def _with_flip_against(state: State, other: int, seat: int) -> float:
    """Our lead after the flip by which the other seat leaves us least."""
    leads = [_lead(state, seat)]
    if not state.is_over and state.turn == other:
        flips = [str(move) for move in state.legal_moves() if str(move)[0] in "FX"]
        leads += [_lead(_played(state, flip), seat) for flip in flips]
    return min(leads)
