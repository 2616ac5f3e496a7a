"""``moonflower check-protocol``: any engine held to every rule of the protocol."""

from __future__ import annotations

import argparse
import json
import shlex
from dataclasses import asdict

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds
from moonflower.protocol.conformance.rules import Games
from moonflower.protocol.conformance.run import Verdict, check_engine, rule_ids

__all__ = ["MANUAL", "add_to", "run"]

MANUAL = Manual(
    about="""
Run an engine and hold it to every rule of the protocol, one verdict a rule: passed, failed with
what was seen, or skipped where the engine does not offer what the rule is about.""",
    examples=(
        ("moonflower check-protocol --rules", "the rules"),
        ("moonflower check-protocol --rule stop --rule busy moonflower uci", "two of them"),
        ("moonflower check-protocol --rule undo --json -- moonflower uci", "for machines"),
    ),
    exits={0: "every rule is kept", 1: "a rule is broken"},
    see="docs/protocol.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    games = Games()
    parser.add_argument(
        "--rule", action="append", metavar="RULE", help="this rule only; may repeat"
    )
    parser.add_argument("--rules", action="store_true", help="list the rules and do nothing else")
    parser.add_argument("--open", default=games.open, help=f"an open game ({games.open})")
    parser.add_argument("--hidden", default=games.hidden, help=f"dealt cards ({games.hidden})")
    parser.add_argument(
        "--together", default=games.together, help=f"joint choices ({games.together})"
    )
    parser.add_argument(
        "--patience", type=seconds, default=10.0, help="seconds an answer may take (default 10)"
    )
    parser.add_argument("--json", action="store_true", help="one verdict a line, for machines")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine's command")


def run(options: argparse.Namespace) -> int:
    """Do it; 1 when a rule is broken."""
    if options.rules:
        print("\n".join(rule_ids()))
        return 0
    command = options.engine[1:] if options.engine[:1] == ["--"] else options.engine
    if len(command) == 1:
        command = shlex.split(command[0])
    if not command:
        msg = "no engine; give its command, for example: moonflower uci"
        raise ValueError(msg)
    games = Games(options.open, options.hidden, options.together)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        for verdict in check_engine(
            command, games=games, only=options.rule or (), patience=options.patience
        ):
            counts[verdict.outcome] += 1
            print(json.dumps(asdict(verdict)) if options.json else _line(verdict), flush=True)
    except OSError as error:
        msg = (
            f"{command[0]!r} cannot be run ({error.strerror}); the command of an engine is accepted"
        )
        raise ValueError(msg) from None
    if not options.json:
        print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["failed"] else 0


def _line(verdict: Verdict) -> str:
    why = f": {verdict.why}" if verdict.why else f": {verdict.text}"
    return f"{verdict.outcome:8} {verdict.rule}{why}"
