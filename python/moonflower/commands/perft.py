"""``moonflower perft``: move sequences counted."""

from __future__ import annotations

import argparse
import json
import time

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import whole
from moonflower.commands.positions import add_position, position_of
from moonflower.positions import perft

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Count the sequences of moves from a position to a depth: a check of move generation, and a
measure of its speed. Moves of chance count as moves, each outcome once.""",
    examples=(
        ("moonflower perft tic_tac_toe 5", "15120 sequences"),
        ("moonflower perft hanamikoji 2 --seed 7 --split", "the count behind each first move"),
        ("moonflower perft skud_paisho 2 --turns --json", "complete turns instead of small steps"),
    ),
    see="go perft in docs/protocol.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    parser.add_argument("depth", type=whole(0), help="moves in a sequence")
    parser.add_argument("--turns", action="store_true", help="count complete turns, not steps")
    parser.add_argument("--split", action="store_true", help="the count behind each first move")
    parser.add_argument("--json", action="store_true", help="as one object, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    state = position_of(options)
    begun = time.process_time()
    split: dict[str, int] = {}
    if options.split and options.depth > 0:
        moves = state.legal_moves() or [move for move, _ in state.outcomes()]
        depth = options.depth - 1
        split = {str(m): perft(state.play(m), depth, turns=options.turns) for m in moves}
        nodes = sum(split.values())
    else:
        nodes = perft(state, options.depth, turns=options.turns)
    seconds = time.process_time() - begun
    if options.json:
        report = {"depth": options.depth, "nodes": nodes, "cpu_seconds": seconds, "split": split}
        print(json.dumps(report))
        return 0
    for token, count in split.items():
        print(f"{token} {count}")
    print(f"perft {options.depth} nodes {nodes} cpu {seconds:.3f} s")
    return 0
