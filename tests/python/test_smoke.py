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


def test_who_only_plays_needs_no_arena() -> None:
    """Matches come with their package when they are first asked for."""
    script = (
        "import sys, moonflower as mf\n"
        "before = [name for name in sys.modules if name.startswith('moonflower.arena')]\n"
        "print(before, mf.Match.__module__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] moonflower.arena.match"
    assert not hasattr(mf, "Nothing")
