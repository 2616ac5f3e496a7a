"""``moonflower games``: what can be played."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from moonflower.commands.manual import Manual
from moonflower.positions import games

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
List the games that can be played: how many players, what they are about, and the options of
their rules with the defaults. A game with options is written NAME:OPTION=VALUE,... wherever a
command wants a game.""",
    examples=(
        ("moonflower games", "the five games"),
        ("moonflower games --lab", "the small test games with published values as well"),
        ("moonflower games --json", "all facts: seats, secrets, chance, options with their ranges"),
    ),
    see="moonflower rules, docs/games/",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--lab", action="store_true", help="the small test games too")
    parser.add_argument("--json", action="store_true", help="all facts, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    infos = games(lab=options.lab)
    if options.json:
        print(json.dumps([asdict(info) for info in infos], indent=2))
        return 0
    for info in infos:
        least, most = info.min_players, info.max_players
        players = f"{least}" if least == most else f"{least}-{most}"
        print(f"{info.name:14} {players:>4} players  {info.summary}")
        for option in info.options:
            print(f"    {option.name}={option.default:10} {option.help}")
    return 0
