"""``moonflower bench``: fixed search work with its speed and signature."""

from __future__ import annotations

import argparse
import json
import sys

from moonflower.benchmark import DEFAULT_NODES, bench
from moonflower.games import Game, games

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", nargs="*", help="games to search, all five if none is named")
    parser.add_argument(
        "--nodes", type=int, default=DEFAULT_NODES, help=f"a position (default {DEFAULT_NODES})"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    for spec in options.game or [info.name for info in games()]:
        if sys.stderr.isatty():
            print(f"\r\033[K{spec}", end="\r", file=sys.stderr, flush=True)
        found = bench(Game(spec), nodes=options.nodes, threads=options.threads)
        if options.json:
            facts = {"game": found.game, "signature": found.signature, "nodes": found.nodes}
            print(json.dumps({**facts, "seconds": found.seconds, "nps": found.nps}))
        else:
            print(
                f"{found.game:16} signature {found.signature} nodes {found.nodes} "
                f"nps {found.nps} time {1000 * found.seconds:.0f}"
            )
    return 0
