"""Calibration figures: what a teller of the truth gets, and what a liar does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from moonflower.bench.calibration import Decisions, figures, measure_calibration
from moonflower.cli import main

GAMES, DECISIONS = 600, 8


def told_of(distort: float = 1.0, shift: float = 0.0) -> Decisions:
    """Games whose chance is a random walk; reported are its logits times a factor, shifted."""
    source = np.random.default_rng(3)
    chance = np.empty((GAMES, DECISIONS))
    chance[:, 0] = source.uniform(0.2, 0.8, GAMES)
    for step in range(1, DECISIONS):
        room = np.minimum(chance[:, step - 1], 1 - chance[:, step - 1]) / 3
        chance[:, step] = chance[:, step - 1] + room * source.choice((-1, 1), GAMES)
    won = source.random(GAMES) < chance[:, -1]
    logit = distort * np.log(chance / (1 - chance)) + shift
    game, at = np.divmod(np.arange(GAMES * DECISIONS), DECISIONS)
    reported = 1 / (1 + np.exp(-logit.ravel()))
    return Decisions(game, at, np.zeros_like(game), reported, won[game].astype(float))


def test_the_truth_is_within_its_noise() -> None:
    found = figures(told_of())
    assert abs(found.difference.mean) < 3 * found.difference.error
    assert found.calibration_error < found.floor[1] + 0.01
    assert abs(found.slope.mean - 1) < 3 * found.slope.error
    assert found.brier == pytest.approx(found.truthful_brier, abs=0.02)
    assert sum(one.decisions for one in found.bins) == GAMES * DECISIONS


def test_optimism_shows_in_the_difference() -> None:
    found = figures(told_of(shift=0.5))
    assert found.difference.mean > 5 * found.difference.error
    assert found.calibration_error > 2 * found.floor[1]


def test_flat_chances_show_in_the_slope() -> None:
    found = figures(told_of(distort=0.5))
    assert found.slope.mean == pytest.approx(2, abs=3 * found.slope.error)
    assert abs(found.difference.mean) < 0.05


def test_errors_are_over_games() -> None:
    """Decisions of a game share its result: eight of them say hardly more than one."""
    given = told_of()
    first = figures(given.where(given.at == DECISIONS - 1))
    assert figures(given).difference.error > 0.7 * first.difference.error


def test_games_are_split_by_seat_and_stage(tmp_path: Path) -> None:
    how = {"nodes": 20, "games": 25, "seconds": 60, "folder": tmp_path}
    found = measure_calibration("hanamikoji", **how)
    assert found.all.games == 25
    assert set(found.seats) == {"p1", "p2"}
    assert set(found.stages) == {"early", "middle", "late"}
    assert sum(one.decisions for one in found.stages.values()) == found.all.decisions
    assert measure_calibration("hanamikoji", **how) == found


def test_the_command_plays_frozen_opponents(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["bench", "truth", "calibration", "tic_tac_toe", "--against", "random", "greedy"]
    words += ["--nodes", "20", "--rounds", "20", "--out", str(tmp_path), "--json"]
    assert main(words) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["opponent"] for row in rows] == ["random", "greedy"]
    assert all(row["all"]["games"] == 20 for row in rows)
