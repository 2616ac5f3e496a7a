"""``moonflower show``: a position drawn."""

from __future__ import annotations

import argparse

from moonflower.commands.positions import add_position, position_of

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    parser.add_argument("--seat", type=int, help="only what this seat may see (0 is the first)")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    state = position_of(options)
    shown = state if options.seat is None else state.view(options.seat)
    print(shown.drawing(), end="")
    print(shown)
    return 0
