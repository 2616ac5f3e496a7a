"""``moonflower hint`` as it is typed."""

from __future__ import annotations

import json

import pytest

import moonflower as mf
from moonflower.cli import main

VIEW = str(mf.Game("hanamikoji").deal(7).view(0))


def test_the_readme_command_is_pleasant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "hanamikoji", "--seed", "7", "--nodes", "500"]) == 0
    shown = capsys.readouterr().out
    assert "geisha" in shown
    assert "p1 to move, 43 legal moves" in shown
    assert "]: " in shown
    assert "Chance to win" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_json_names_a_move_from_level_two_on(
    level: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["hint", "hanamikoji", "--view", VIEW, "--seat", "p1", "--level", level, "--json"]
    assert main([*words, "--nodes", "300", "--language", "fr"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["move"] is None) == (level == "1")
    assert facts["language"] == "fr"
    assert bool(facts["alternatives"]) == (level != "1")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--view", VIEW], "--view needs --seat"),
        (["--view", VIEW, "--seat", "p3"], "'p3' is not at the table; p1 to p2 are"),
        (["--view", VIEW, "--seat", "p1", "--seed", "1"], "excludes"),
        (["--seed", "7", "--seat", "p2"], "no hint for p2; p1 is on turn"),
        (["--position", str(mf.Game("hanamikoji").start())], "chance is on turn"),
    ],
)
def test_what_cannot_be_hinted_at_is_told(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", "hanamikoji", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("moonflower hint: ")
    assert why in told
