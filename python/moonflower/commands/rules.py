"""``moonflower rules``: the rule book of a game."""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from moonflower.games import Game

__all__ = ["add_to", "rule_book", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a name from `moonflower games`")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    print(rule_book(options.game), end="")
    return 0


def rule_book(game: str) -> str:
    """The text of ``seeds/<game>.md``, which is installed with the package."""
    name = Game(game).name
    installed = resources.files("moonflower") / "rules" / f"{name}.md"
    checkout = Path(__file__).parents[3] / "seeds" / f"{name}.md"
    for book in (installed, checkout):
        if book.is_file():
            return book.read_text(encoding="utf-8")
    msg = f"{name} has no rule book; lab games follow their published rules"
    raise ValueError(msg)
