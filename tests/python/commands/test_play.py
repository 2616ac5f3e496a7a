"""``moonflower play`` as it is started."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from moonflower.cli import main
from moonflower.history import read_record

QUICK = ["--nodes", "20", "--seed", "3"]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_watching(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tic_tac_toe", "--seat", "none", *QUICK]) == 0
    shown = capsys.readouterr().out
    assert "p1 engine 20, p2 engine 20" in shown
    assert "wins" in shown or "A draw" in shown


def test_a_saved_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("game.txt")
    typed(monkeypatch, "go", f"save {path}", "quit")
    assert main(["play", "hanamikoji", *QUICK]) == 0
    tokens = read_record(path).tokens
    typed(monkeypatch, f"save {path}", "quit")
    assert main(["play", "hanamikoji", "--load", str(path), *QUICK]) == 0
    assert read_record(path).tokens == tokens
    shown = capsys.readouterr().out
    assert "\x1b" not in shown  # no colours in a file
    lines = [line for line in shown.splitlines() if " kept in " not in line]  # a path is whole
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "unknown game"),
        (["tic_tac_toe", "--seat", "p3"], "p1 to p2 are"),
        (["tic_tac_toe", "--strength", "21"], "whole numbers 0 to 20"),
        (["tic_tac_toe", "--load", "/nowhere", "--position", "x"], "exclude each other"),
        (["tic_tac_toe", "--load", "/nowhere"], "cannot be read"),
    ],
)
def test_bad_starts_are_told(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    assert why in capsys.readouterr().err
