"""The command line: ``moonflower COMMAND``. Each command is a file of ``moonflower.commands``."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from moonflower import __version__

__all__ = ["main"]

COMMANDS: Final = {
    "games": "list the games and their options",
    "rules": "print the rule book of a game",
    "show": "draw a position",
    "perft": "count move sequences",
    "play": "play a game in the terminal",
    "hint": "what to play and why",
    "solve": "what a position is worth, with its certificate",
    "analyse": "judge a game record move by move",
    "match": "players against each other: matches, round robins, the ladder",
    "gate": "may a change of play land? two builds until a test has decided",
    "tune": "find engine options by play",
    "bench": "speed of every part, and a checksum of behaviour",
    "analysis": "requests and reports as lines of JSON",
    "uci": "the protocol on standard input and output",
    "check-protocol": "hold any engine to every rule of the protocol",
    "selftest": "check that games keep the engine's contract",
}


_ABOUT: Final = """\
moonflower COMMAND --help is the manual page of a command. Without a command, and with input that
is no terminal, moonflower speaks the protocol (moonflower uci).

examples:
  moonflower games                            what can be played
  moonflower play hanamikoji --strength 8     play it
  moonflower hint hanamikoji --seed 7         what to play and why
  moonflower rules hanamikoji                 its rule book

exit codes:
  0   done
  1   faults were found (check-protocol, selftest)
  2   bad input; the reason is on standard error
  130 interrupted"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it worked, 1 when it found faults, 2 at bad input."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if arguments is None and not words and not sys.stdin.isatty():
        words = ["uci"]  # a program is talking to us
    parser = _parser(words[0] if words else "")
    if not words:
        parser.print_help(sys.stderr)
        return 2
    try:
        "".join(words).encode()
    except UnicodeEncodeError:
        parser.error("an argument is no text in UTF-8; text is accepted")
    options = parser.parse_args(words)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except ValueError as error:
        print(f"moonflower {options.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output has gone
        _write_no_more()
        return 1
    except OSError as error:
        print(f"moonflower {options.command}: {error}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:
            _write_no_more()
        return 2


def _write_no_more() -> None:
    """The interpreter flushes once more at its end; this gives it something to write to."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(wanted: str) -> argparse.ArgumentParser:
    """The whole command line, but only the command that is wanted is imported."""
    parser = argparse.ArgumentParser(
        prog="moonflower",
        description="A search engine for games in which somebody hides something.",
        epilog=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"moonflower {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if name == wanted:
            module = import_module(f"moonflower.commands.{name.replace('-', '_')}")
            module.MANUAL.add_to(command)
            module.add_to(command)
            command.set_defaults(run=module.run)
    return parser
