"""Skud Pai Sho by scoring harmonies one step ahead.

After each step: own harmonies and those of the enemy, those that cross a midline, and whether
either side could close a ring with its next turn. Nothing is looked at beyond that.
"""

from __future__ import annotations

import random
from typing import Final

from moonflower.per_game.skud_paisho import Harmony, harmonies, ring_in_one
from moonflower.positions import State, View

__all__ = ["choose"]

_WIN: Final = 10_000
_THREATENED: Final = 1_000  # the enemy can close a ring
_THREAT: Final = 30  # we can, if it does nothing
_HARMONY: Final = 10
_CROSSING: Final = 15  # beyond that
_GATE_LEFT: Final = 1  # for a flower on the board: it can walk


def choose(view: View, source: random.Random) -> str:
    """The step with the best score, ties at random."""
    state, seat = view.sample(0), view.seat  # nothing is hidden here
    scores: dict[str, int] = {}
    for move in view.legal_moves():
        scores[str(move)] = _score(state.play(move), seat)
    best = max(scores.values())
    return source.choice([token for token, score in scores.items() if score == best])


def _score(state: State, seat: int) -> int:
    if state.is_over:
        if len(state.winners) != 1:
            return 0
        return _WIN if state.winners[0] == seat else -_WIN
    score = 0
    for found in harmonies(state):
        worth = _HARMONY + _CROSSING * _crosses(found)
        score += worth if found.owner == seat else -worth
    # At an open bonus it is still our turn: the enemy's threat is counted after it.
    if state.turn != seat and ring_in_one(state, 1 - seat):
        score -= _THREATENED
    if ring_in_one(state, seat):
        score += _THREAT
    return score + _GATE_LEFT * _flowers(state, seat)


def _crosses(found: Harmony) -> int:
    """How many midlines lie between its flowers."""
    (x1, y1), (x2, y2) = found.first, found.second
    return int(x1 * x2 < 0) + int(y1 * y2 < 0)


def _flowers(state: State, seat: int) -> int:
    board = str(state).split()[1]
    return sum(tile[0] == "GH"[seat] for tile in board.split(";") if tile != "-")
