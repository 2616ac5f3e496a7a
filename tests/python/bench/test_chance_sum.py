"""The sum of the chances of all seats: what counts, what repeats, what is broken."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from moonflower.bench.chance_sum import ChanceSum, chance_sum, measure_sum, sums_of
from moonflower.bench.estimate import Estimate, ratio
from moonflower.bench.reported import SPECS, ReportedGames
from moonflower.cli import main
from moonflower.positions import Game


def test_every_game_and_number_of_seats_is_looked_at() -> None:
    assert {Game(spec).name for spec in SPECS} == {
        "flower_power", "hanamikoji", "terraflip", "shields", "skud_paisho"
    }  # fmt: skip
    assert {Game(spec).players for spec in SPECS if "flower" in spec} == {2, 3, 4, 5}
    assert {Game(spec).players for spec in SPECS if "ffau" in spec} == {2, 3, 4, 5}


def test_a_sum_takes_each_seats_next_decision_or_what_it_got() -> None:
    row = {"values": [(0, 0, 0.6), (1, 1, 0.5), (2, 0, 0.7), (3, 2, 0.1)], "returns": [0, 1, 0]}
    sums = dict(sums_of(row, 3, 3))
    assert sums[0] == pytest.approx(0.6 + 0.5 + 0.1)
    assert sums[1] == pytest.approx(0.5 + 0.7 + 0.1)
    assert sums[2] == pytest.approx(0.7 + 1 + 0.1)  # p2 decides no more: it won
    assert 3 not in sums


def test_who_is_told_the_truth_is_told_a_sum_of_1() -> None:
    """A walk of a chance that both seats see half of, told as it stands."""
    source = random.Random(1)

    def game() -> dict[str, object]:
        chance, values = 0.5, []
        for at in range(10):
            values.append((at, at % 2, chance if at % 2 == 0 else 1 - chance))
            step = min(chance, 1 - chance) / 2
            chance += source.choice((-step, step))
        won = float(source.random() < chance)
        return {"values": values, "returns": [won, 1 - won]}

    found = chance_sum([game() for _ in range(2000)], 2, 10)
    assert abs(found.mean - 1) < 4 * found.error
    assert found.error < 0.01


def test_errors_are_those_of_clusters() -> None:
    source = random.Random(2)
    clusters = [[source.gauss(size, 1)] * size for size in (1, 2, 3) * 400]
    found = ratio([sum(one) for one in clusters], [len(one) for one in clusters])
    assert found.mean == pytest.approx(14 / 6, abs=4 * found.error)
    assert 0.025 < found.error < 0.05  # 2400 numbers, but 1200 clusters of equal ones
    assert ratio([], []).clusters == 0


def test_what_is_kept_is_what_is_found(tmp_path: Path) -> None:
    how = {"nodes": 30, "error": 0.02, "seconds": 20}
    first = measure_sum("goofspiel:cards=4", folder=tmp_path, **how)
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert measure_sum("goofspiel:cards=4", folder=tmp_path, **how) == first
    assert kept == {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert 0.5 < first.sum.mean < 1.5
    assert first.sum.error <= 0.02


@pytest.mark.parametrize(
    ("mean", "error", "broken"),
    [(1.2, 0.01, False), (1.9, 0.2, False), (1.9, 0.01, True), (float("nan"), 0.01, True)],
)
def test_only_what_is_surely_far_off_is_broken(mean: float, error: float, broken: bool) -> None:
    found = ChanceSum("hex", 1, Estimate(mean, error, 50), (), 1.0, "")
    assert found.is_broken is broken


def test_games_against_others_tell_our_values_alone() -> None:
    work = ReportedGames("tic_tac_toe", 20, opponent="random")
    sample = work.open()
    for number in range(4):
        row = sample(number)
        assert {seat for _, seat, _ in row["values"]} == {number % 2}
        assert sum(row["returns"]) == 1
        assert sample(number) == row


def test_the_command_shows_and_keeps_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    results = tmp_path / "truth.jsonl"
    words = ["bench", "truth", "sum", "kuhn_poker", "--nodes", "20", "--seconds", "0.1"]
    words += ["--out", str(tmp_path), "--results", str(results)]
    assert main(words) == 0
    assert "| kuhn_poker |" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert 0.8 < row["sum"]["mean"] < 1.2
    (kept,) = map(json.loads, results.read_text().splitlines())
    assert kept["sum"]["mean"] == pytest.approx(row["sum"]["mean"], abs=1e-5)
    assert kept.keys() >= row.keys()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["bench", "truth"], "unknown part ''; parts are sum, calibration, regret"),
        (["bench", "truth", "hex"], "unknown part 'hex'"),
        (["bench", "truth", "sum", "hex", "--engine", "py:a:b"], "no engine of ours"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err
