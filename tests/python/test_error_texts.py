"""Errors are forwarded by referees: they tell nobody what is hidden, and call seats p1, p2, ..."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import moonflower as mf

SPECS = [
    *(info.name for info in mf.games(lab=True)),
    *(f"{info.name}:{variant}" for info in mf.games() for variant in info.variants),
]
SEEDS = range(3)


def states(game: mf.Game, seed: int) -> Iterator[mf.State]:
    """Every state of a random game."""
    source = random.Random(seed)
    state = game.start()
    while not state.is_over:
        yield state
        state = state.play(state.random_move(source))
    yield state


def tokens(game: mf.Game, seed: int) -> list[str]:
    """Words that are moves or chance somewhere in a game, and some that are not."""
    some = {"", "?", "x9", "p1"}
    for state in states(game, seed):
        moves = state.legal_moves() or [move for move, _ in state.outcomes()[:20]]
        source = random.Random(state.key)
        some |= {str(move) for move in source.sample(moves, min(3, len(moves)))}
        some |= {f"{move}=D" for move in moves[:1]}
    return sorted(some)


def refusal(state: mf.State, token: str) -> str | None:
    try:
        state.parse_move(token)
    except ValueError as error:
        return str(error)
    return None


@pytest.mark.parametrize("spec", SPECS)
def test_errors_say_the_same_in_every_world_that_another_seat_deems_possible(spec: str) -> None:
    game = mf.Game(spec)
    if not game.info.hidden:
        return
    for seed in SEEDS:
        source = random.Random(seed)
        words = tokens(game, 100 + seed)
        for state in states(game, seed):
            for seat in range(game.players):
                if seat == state.turn or source.random() < 0.5:
                    continue
                world = state.view(seat).sample(source)
                if world.turn != state.turn:
                    continue
                for token in source.sample(words, min(10, len(words))):
                    here, there = refusal(state, token), refusal(world, token)
                    if here is not None and there is not None:
                        assert here == there
