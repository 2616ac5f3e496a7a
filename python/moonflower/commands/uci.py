"""``moonflower uci``: the protocol on standard input and output."""

from __future__ import annotations

import argparse

from moonflower.commands.manual import Manual
from moonflower.engine.options import OPTIONS, EngineOptions
from moonflower.protocol.loop import serve

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Speak the engine protocol on standard input and output: lines in the manners of UCI and UGI, with
views, chance, joint choices and up to five seats. moonflower without a command does the same where
its input is no terminal. Type help for the commands.

The first interrupt (SIGINT) stops a search, the second quits; SIGTERM quits. At the end of input a
bounded search finishes, an unbounded one stops; both say their bestmove.""",
    examples=(
        (
            r"printf 'game hanamikoji\nposition startpos seed 7\ngo nodes 10000\n' | moonflower",
            "one move",
        ),
        (
            "(cat game.txt; echo go nodes 500) | moonflower uci",
            "what to play next in a saved game",
        ),
    ),
    exits={0: "quit, or the input has ended", 2: "--strict: a line was refused"},
    see="docs/protocol.md, moonflower check-protocol, moonflower analysis",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--strict", action="store_true", help="exit 2 at the first refused line")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an engine option of docs/options.md, also one that the protocol does not offer",
    )


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    given = {}
    for text in options.option:
        name, _, value = text.partition("=")
        if name not in OPTIONS:
            msg = f"--option {text!r}: unknown option; options are {', '.join(OPTIONS)}"
            raise ValueError(msg)
        given[name] = OPTIONS[name].parse(value)
    EngineOptions(**given)  # refuses values out of range
    return serve(strict=options.strict, engine=given)
