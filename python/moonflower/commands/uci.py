"""``moonflower uci``: the protocol on standard input and output."""

from __future__ import annotations

import argparse

from moonflower.protocol.loop import serve

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--strict", action="store_true", help="exit 2 at the first refused line")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    return serve(strict=options.strict)
