"""NashConv of played policies; own moves."""

from __future__ import annotations

import json

import pytest

from moonflower.bench.nash_gap import GAMES, asked_in, gap_of, measure_gap
from moonflower.bench.own_moves import measure_own_moves
from moonflower.cli import main
from moonflower.positions import Game
from moonflower.solve import find_equilibrium
from moonflower.solve.trees import flatten


@pytest.mark.parametrize("spec", ["kuhn_poker", "liars_dice:dice_sides=3"])
def test_every_information_set_is_asked(spec: str) -> None:
    root = Game(spec).start()
    tree, asked = flatten(root), asked_in(root)
    equilibrium = find_equilibrium(tree, nash_conv=1e-5)
    policy = equilibrium.strategy

    def choose(one: object) -> dict[int, float]:
        view = one.state.view(one.state.turn)
        return {int(view.parse_move(token)): share for token, share in policy.at(view).items()}

    found = gap_of(tree, asked, choose)
    assert found.nash_conv == pytest.approx(equilibrium.nash_conv, abs=1e-4)

    def even(one: object) -> dict[int, float]:
        moves = one.state.legal_moves()
        return {int(move): 1 / len(moves) for move in moves}

    uniform = gap_of(tree, asked, even)
    assert uniform.nash_conv == pytest.approx(measure_gap(spec, nodes=1, seeds=1).uniform)


def test_more_nodes_leave_less() -> None:
    few, many = (measure_gap("liars_dice:dice_sides=3", nodes=n, seeds=2) for n in (10, 1000))
    assert many.nash_conv < few.nash_conv < many.uniform + 0.5


def test_own_moves_are_a_share() -> None:
    found = measure_own_moves("terraflip:players=3", nodes=100, games=1)
    assert set(found.shares) == {"p1", "p2", "p3"}
    assert all(0.9 <= share <= 1 for share in found.shares.values())


def test_the_commands_tell_them(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "truth", "exploitability", GAMES[0], "--budgets", "50", "--json"]
    assert main(words) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert 0 <= row["nash_conv"] < row["uniform"]
    assert main(["bench", "truth", "own-moves", "goofspiel:cards=4", "--nodes", "50"]) == 0
    assert "| goofspiel:cards=4 |" in capsys.readouterr().out
