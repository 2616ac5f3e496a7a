"""``moonflower games``: what can be played."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from moonflower.games import games

__all__ = ["add_to", "run"]


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
