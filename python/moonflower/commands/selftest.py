"""``moonflower selftest``: games held to the engine's contract."""

from __future__ import annotations

import argparse
import json

from moonflower import _core
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import whole
from moonflower.positions import games

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Hold games to the engine's contract on random games: positions and moves survive being written
and read, views agree with what was seen, sampled worlds agree with their view, keys and payoffs are
what they should be. Findings are printed below their game.""",
    examples=(
        ("moonflower selftest hanamikoji kuhn_poker --games 3", "two games, briefly"),
        ("moonflower selftest tic_tac_toe --games 3 --json", "one object a game, for machines"),
    ),
    exits={0: "nothing was found", 1: "a game breaks its contract"},
    see="docs/adding-a-game.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", nargs="*", help="games to check, all if none is named")
    parser.add_argument("--games", type=whole(1), default=50, help="random games each (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default 1)")
    parser.add_argument("--json", action="store_true", help="one object a game, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    specs = options.spec or [info.name for info in games(lab=True)]
    faults = 0
    for spec in specs:
        report = _core.conformance(_core.Game(spec), options.games, options.seed % 2**64)
        faults += len(report.findings)
        if options.json:
            counts = {name: getattr(report, name) for name in ("games", "moves", "worlds_sampled")}
            facts = {"game": spec, **counts, "findings": list(report.findings)}
            print(json.dumps(facts), flush=True)
            continue
        print(
            f"{spec}: {report.games} games, {report.moves} moves, "
            f"{report.worlds_sampled} worlds, {len(report.findings)} findings",
            flush=True,
        )
        for finding in report.findings:
            print(f"    {finding}")
    return 1 if faults else 0
