"""``moonflower bench``: a checksum of behaviour and the speed of every part, per game."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from moonflower.arena.progress import Progress
from moonflower.arena.tables import grid
from moonflower.bench.speed import Speed, measure
from moonflower.commands import truth
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds
from moonflower.positions import Game, games

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Measure the speed of every part of a game, per CPU second of one thread: playouts, simulations
of the search, moves in its tree, perft. The signature is a checksum of what was computed: a change
that should only be faster must not change it.""",
    notes=truth.FORMS,
    exits={0: "done", 1: "truth: something is broken"},
    examples=(
        ("moonflower bench kuhn_poker --seconds 0.02", "one game, briefly"),
        ("moonflower bench tic_tac_toe hex:size=5 --seconds 0.02 --json", "for machines"),
        (
            "moonflower bench truth sum kuhn_poker --nodes 50 --seconds 0.1",
            "whether the chances of all seats sum to 1",
        ),
    ),
    see="docs/benchmarks.md, docs/calibration.md, bench in docs/protocol.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "games", nargs="*", help="games with options (default: all that are played), or truth"
    )
    parser.add_argument("--lab", action="store_true", help="the lab games as well")
    parser.add_argument(
        "--seconds", type=seconds, help="of CPU for each figure (default 0.3; truth: 300)"
    )
    parser.add_argument("--json", action="store_true", help="for machines")
    truth.add_to(parser)


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    is_truth = options.games[:1] == ["truth"]
    if options.seconds is None:
        options.seconds = 300.0 if is_truth else 0.3
    if options.seconds <= 0:
        msg = f"--seconds: {options.seconds:g} is out of range; numbers above 0 are accepted"
        raise ValueError(msg)
    if is_truth:
        return truth.run(options)
    specs = options.games or [info.name for info in games(lab=options.lab)]
    bar = Progress(sys.stderr, unit="games")
    found = []
    for spec in specs:
        found.append(measure(Game(spec), seconds=options.seconds))
        bar(len(found), len(specs))
    bar.close()
    if options.json:
        print(json.dumps([asdict(speed) for speed in found]))
        return 0
    print("per CPU second, one thread")
    rows = [["game", "signature", "playouts", "simulations", "nodes", "perft"]]
    print(grid(rows + [_row(speed) for speed in found]))
    return 0


def _row(speed: Speed) -> list[str]:
    rates = (speed.playouts, speed.simulations, speed.nodes, speed.perft)
    return [speed.game, speed.signature, *(f"{rate:,.0f}" for rate in rates)]
