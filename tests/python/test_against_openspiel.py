"""Whole random games beside OpenSpiel: same choices, same odds, same payoffs at every step.

Runs where pyspiel is installed (``pip install ".[bench]"``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import moonflower as mf

pyspiel = pytest.importorskip("pyspiel")

GAMES = 150

# Chip games pay in chips on both sides; elsewhere a win is 1 here and +1 there, a loss 0 and -1.
CHIPS = {"kuhn_poker", "leduc_poker"}


def ours_from_payoff(name: str, payoff: float) -> float:
    return payoff if name in CHIPS else (payoff + 1) / 2


def play_both(ours: mf.State, theirs: Any, action_of: Callable[[mf.Move], int], seed: int) -> None:
    """One random game move by move; ``action_of`` gives OpenSpiel's number of our move."""
    rng = random.Random(seed)
    while not ours.is_over:
        assert not theirs.is_terminal()
        if ours.turn == mf.CHANCE:
            odds = {action_of(move): share for move, share in ours.outcomes()}
            assert odds == pytest.approx(dict(theirs.chance_outcomes()))
            move = rng.choice(ours.outcomes())[0]
        else:
            assert ours.turn == theirs.current_player()
            moves = ours.legal_moves()
            assert [action_of(move) for move in moves] == theirs.legal_actions()
            move = rng.choice(moves)
        theirs.apply_action(action_of(move))
        ours = ours.play(move)
    assert theirs.is_terminal()
    payoffs = [ours_from_payoff(ours.game.name, payoff) for payoff in theirs.returns()]
    assert ours.returns == payoffs


@pytest.mark.parametrize(
    ("spec", "their_spec"),
    [
        ("tic_tac_toe", "tic_tac_toe"),
        ("kuhn_poker", "kuhn_poker"),
        ("leduc_poker", "leduc_poker"),
        ("hex", "hex"),
        ("hex:size=3", "hex(board_size=3)"),
    ],
)
def test_games_agree_with_openspiel(spec: str, their_spec: str) -> None:
    game = mf.Game(spec)
    their_game = pyspiel.load_game(their_spec)
    for seed in range(GAMES):
        play_both(game.start(), their_game.new_initial_state(), int, seed)
