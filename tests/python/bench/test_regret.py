"""Problems with exact answers, and what moves give away there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moonflower.bench.problems import SETS, Problems, keeps_win, position_of
from moonflower.bench.regret import find_problems, loss_at, measure_regret, read_problems
from moonflower.cli import main
from moonflower.engine import Engine, Limit
from moonflower.per_game import skud_paisho
from moonflower.positions import Game

PUBLIC = Path(__file__).parents[3] / "bench" / "positions" / "regret"


@pytest.mark.parametrize("name", ["flower_power-ending", "hanamikoji-2"])
def test_a_problem_follows_from_its_number(name: str, tmp_path: Path) -> None:
    first = find_problems(name, 2, folder=tmp_path)
    sample = Problems(name).open()
    for row in first:
        again = sample(row["number"])
        assert again.items() <= row.items()
        assert min(row["losses"].values()) == 0
        assert max(row["losses"].values()) >= 0.01
        position = position_of(row)
        assert set(row["losses"]) == {str(move) for move in position.legal_moves()}
    assert find_problems(name, 1, first=1_000_000)[0]["position"] != first[0]["position"]


@pytest.mark.parametrize("path", sorted(PUBLIC.glob("*.jsonl")), ids=lambda path: path.stem)
def test_kept_problems_are_positions_with_moves(path: Path) -> None:
    assert path.stem in SETS
    for row in read_problems(path):
        moves = {str(move) for move in position_of(row).legal_moves()}
        assert not row["losses"] or set(row["losses"]) == moves
        assert row["bound"] <= 0.001


def test_loss_is_that_of_the_chosen_move() -> None:
    rows = find_problems("flower_power-ending", 2)
    for row in rows:
        with Engine(row["game"], algorithm="ismcts", seed=1) as engine:
            best = engine.analyse(position_of(row), Limit(nodes=500)).best
            engine.configure(seed=1)
            assert loss_at(engine, row, 500) == row["losses"][str(best)]
    found = measure_regret("flower_power-ending", rows, nodes=500)
    assert 0 <= found.loss.mean <= found.worst
    assert found.at_random > 0


def test_a_turn_keeps_a_forced_ring_or_not() -> None:
    """The line of a stored win keeps it; a turn that does nothing for it does not."""
    state = Game("skud_paisho").parse(
        "sp1 GR4(5,6);GR3(-5,5);GR4(-5,-5);GR3(5,-5) 111111LORWKB/111111LORWKB G 10 -"
    )
    (ring,) = skud_paisho.ring_in_one(state, state.turn)[:1]
    won = state
    for step in ring.replace("+", " +").split():
        won = won.play(step)
    assert keeps_win(state, won)
    kept = [keeps_win(state, state.play(move)) for move in state.legal_moves()[:40]]
    assert not all(kept)


def test_the_command_measures_kept_problems(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = find_problems("flower_power-ending", 2)
    (tmp_path / "flower_power-ending.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in rows)
    )
    words = ["bench", "truth", "regret", "flower_power-ending", "--positions", str(tmp_path)]
    assert main([*words, "--budgets", "20", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["nodes"] for row in found] == [20, 100]
    assert main(["bench", "truth", "regret", "hex"]) == 2
    assert "unknown set 'hex'" in capsys.readouterr().err
