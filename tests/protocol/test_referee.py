"""A game of every kind under a referee that is an outside program and knows the protocol alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import moonflower as mf

REFEREE = Path(__file__).with_name("referee.py")
OURS = ["--", sys.executable, "-m", "moonflower", "uci"]


def kinds(info: mf.GameInfo) -> list[str]:
    """The game, its variants, and every number of seats."""
    return [
        info.name,
        *(f"{info.name}:{variant}" for variant in info.variants),
        *(f"{info.name}:players={n}" for n in range(info.min_players + 1, info.max_players + 1)),
    ]


def refereed(specs: list[str], *options: str) -> list[str]:
    command = [sys.executable, str(REFEREE), *specs, *options, *OURS]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_the_referee_is_an_outside_program() -> None:
    tree = ast.parse(REFEREE.read_text(encoding="utf-8"))
    imports = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import)
               for alias in node.names}  # fmt: skip
    imports |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imports == {"__future__", "argparse", "subprocess", "sys"}


@pytest.mark.parametrize("info", mf.games(lab=True), ids=lambda info: info.name)
def test_every_kind_of_game_comes_to_its_end(info: mf.GameInfo) -> None:
    specs = kinds(info)
    told = refereed(specs, "--nodes", "2")
    assert [line.split()[0] for line in told] == specs
    assert not any(line.endswith("returns none") for line in told)


@pytest.mark.parametrize("spec", ["hanamikoji", "shields:mode=ffa,players=3", "terraflip"])
def test_a_game_follows_from_its_seed(spec: str) -> None:
    first, again = (refereed([spec], "--nodes", "10", "--seed", "4") for _ in range(2))
    assert first == again
    assert len(first[0].partition("returns ")[2].split()) == mf.Game(spec).players
