"""Whole random games beside OpenSpiel: same choices, odds, knowledge and payoffs at every step.

Runs where pyspiel is installed (``pip install ".[bench]"``).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import moonflower as mf

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.extra

GAMES = 200

# Chip games pay in chips on both sides; elsewhere a win is 1 here and +1 there, a loss 0 and -1.
CHIPS = {"kuhn_poker", "leduc_poker"}

PAIRS = {
    "tic_tac_toe": "tic_tac_toe",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "liars_dice": "liars_dice",
    "liars_dice:dice_sides=3": "liars_dice(dice_sides=3)",
    "phantom_ttt": "phantom_ttt",
    "hex": "hex",
    "hex:size=3": "hex(board_size=3)",
    "goofspiel": "goofspiel(imp_info=True)",
    "goofspiel:cards=2": "goofspiel(imp_info=True,num_cards=2)",
    "goofspiel:cards=4": "goofspiel(imp_info=True,num_cards=4)",
    "goofspiel:cards=5,points=descending": (
        "goofspiel(imp_info=True,num_cards=5,points_order=descending)"
    ),
    "goofspiel:cards=4,points=ascending": (
        "goofspiel(imp_info=True,num_cards=4,points_order=ascending)"
    ),
}


class SameGame:
    """Plays one game on both sides and remembers what the seats knew."""

    def __init__(self, spec: str) -> None:
        self.ours = mf.Game(spec)
        theirs = pyspiel.load_game(PAIRS[spec])
        if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            theirs = pyspiel.convert_to_turn_based(theirs)
        self.theirs = theirs
        # OpenSpiel numbers cards from 0, goofspiel here counts from 1 as its cards do.
        self.offset = 1 if self.ours.name == "goofspiel" else 0
        self.views: dict[str, str] = {}  # their information state -> our view
        self.info_states: dict[str, str] = {}  # the other way round

    def action(self, move: mf.Move) -> int:
        return int(move) - self.offset

    def payoff(self, theirs: float) -> float:
        return theirs if self.ours.name in CHIPS else (theirs + 1) / 2

    def compare_knowledge(self, ours: mf.State, theirs: Any) -> None:
        """Two situations look alike to a seat here exactly when they do there."""
        view = f"{ours.turn} {ours.view(ours.turn)}"
        info = f"{ours.turn} {theirs.information_state_string(ours.turn)}"
        assert self.views.setdefault(info, view) == view
        assert self.info_states.setdefault(view, info) == info

    def play(self, seed: int) -> None:
        rng = random.Random(seed)
        ours, theirs = self.ours.start(), self.theirs.new_initial_state()
        while not ours.is_over:
            assert not theirs.is_terminal()
            if ours.turn == mf.CHANCE:
                odds = {self.action(move): share for move, share in ours.outcomes()}
                assert odds == pytest.approx(dict(theirs.chance_outcomes()))
                move = rng.choice(ours.outcomes())[0]
            else:
                assert ours.turn == theirs.current_player()
                moves = ours.legal_moves()
                assert [self.action(move) for move in moves] == theirs.legal_actions()
                if self.ours.info.hidden:
                    self.compare_knowledge(ours, theirs)
                move = rng.choice(moves)
            theirs.apply_action(self.action(move))
            ours = ours.play(move)
        assert theirs.is_terminal()
        assert ours.returns == [self.payoff(payoff) for payoff in theirs.returns()]


@pytest.mark.parametrize("spec", PAIRS)
def test_games_agree_with_openspiel(spec: str) -> None:
    both = SameGame(spec)
    for seed in range(GAMES):
        both.play(seed)
