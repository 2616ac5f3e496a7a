"""match, tune and bench from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moonflower.cli import main


def test_match_tells_score_and_test(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["match", "tic_tac_toe", "flat,nodes=100", "random", "--rounds", "30", "--progress"]
    assert main([*words, "--sprt", "0", "100", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "mean payoff" in told.out
    assert "llr" in told.out
    assert "games" in told.err
    assert main([*words, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert len(facts["games"]) == 60


def test_robin_and_ladder_print_cross_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "robin", "kuhn_poker", "flat", "random", "greedy", "--rounds", "2"]) == 0
    assert "| player" in capsys.readouterr().out
    assert main(["match", "ladder", "kuhn_poker", "--nodes", "20", "--rounds", "1"]) == 0
    assert "so-ismcts" in capsys.readouterr().out
    cpu = ["match", "ladder", "kuhn_poker", "--cpu-ms", "0.1", "--rounds", "1", "--json"]
    assert main(cpu) == 0
    assert json.loads(capsys.readouterr().out)["ratings"]


def test_tune_checks_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "kuhn_poker", "exploration=0.7", "--player", "ismcts,nodes=20"]
    assert main([*words, "--steps", "2", "--deals", "2", "--verify", "3"]) == 0
    assert "6 fresh games" in capsys.readouterr().out


def test_bench_tells_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kuhn_poker", "tic_tac_toe", "--seconds", "0.01", "--json"]) == 0
    for speed in json.loads(capsys.readouterr().out):
        assert len(speed["signature"]) == 16
        assert min(speed[key] for key in ("playouts", "simulations", "nodes", "perft")) > 0
    assert main(["bench", "kuhn_poker", "--seconds", "0.01"]) == 0
    assert "| kuhn_poker" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["match", "tic_tac_toe", "random"], "1 players for 2 seats"),
        (["match", "ladder"], "ladder needs one game"),
        (["match", "robin"], "robin needs a game"),
        (["match", "shields:players=3", "random", "flat", "--sprt", "0", "5"], "two seats"),
        (["tune", "kuhn_poker", "exploration"], "expected OPTION=NUMBER"),
        (["tune", "kuhn_poker", "exploration=1", "--player", "py:a:b"], "only an engine"),
        (["bench", "--seconds", "0"], "out of range"),
    ],
)
def test_bad_input_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err
