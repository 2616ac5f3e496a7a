"""Decisions of all kinds: what random games come by, without the many that are alike."""

from __future__ import annotations

import random
from collections.abc import Iterator

from moonflower.positions import CHANCE, Game, State

__all__ = ["kinds_of_decision"]


def kinds_of_decision(spec: str, games: int) -> Iterator[State]:
    """The first position for each seat and set of move kinds, of so many random games."""
    source = random.Random(spec)
    seen = set()
    for _ in range(games):
        state = Game(spec).deal(source)
        while not state.is_over:
            if state.turn != CHANCE:
                moves = state.legal_moves()
                kind = (state.turn, frozenset(str(move)[0] for move in moves))
                if len(moves) > 1 and kind not in seen:
                    seen.add(kind)
                    yield state
            state = state.play(state.random_move(source))
