"""The installed package works: run from anywhere, with nothing but pytest beside it."""

from __future__ import annotations

import subprocess
import sys

import moonflower as mf


def test_every_game_plays_to_its_end() -> None:
    for info in mf.games(lab=True):
        state = mf.Game(info.name).deal(seed=7)
        for seed in range(100_000):
            if state.is_over:
                break
            state = state.play(state.random_move(seed))
        assert state.is_over
        assert state.returns is not None
        assert len(state.returns) == state.players


def test_playouts_come_as_an_array() -> None:
    for info in mf.games(lab=True):
        state = mf.Game(info.name).deal(seed=3)
        payoffs = mf.playouts(state, 10, seed=1)
        assert payoffs.shape == (10, state.players)
        if info.payoff_sum is not None:
            assert abs(payoffs.sum(axis=1) - info.payoff_sum).max() < 1e-9


def test_command_line_answers() -> None:
    command = [sys.executable, "-m", "moonflower", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"moonflower {mf.__version__}"
