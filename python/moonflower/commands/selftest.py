"""``moonflower selftest``: games held to the engine's contract."""

from __future__ import annotations

import argparse

from moonflower import _core
from moonflower.games import games

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("spec", nargs="*", help="games to check, all if none is named")
    parser.add_argument("--games", type=int, default=50, help="random games each (default 50)")
    parser.add_argument("--seed", type=int, default=1)


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    specs = options.spec or [info.name for info in games(lab=True)]
    faults = 0
    for spec in specs:
        report = _core.conformance(_core.Game(spec), options.games, options.seed)
        faults += len(report.findings)
        print(
            f"{spec}: {report.games} games, {report.moves} moves, "
            f"{report.worlds_sampled} worlds, {len(report.findings)} findings"
        )
        for finding in report.findings:
            print(f"    {finding}")
    return 1 if faults else 0
