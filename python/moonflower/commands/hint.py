"""``moonflower hint``: what to play and why."""

from __future__ import annotations

import argparse
import json
import os
import sys

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds, whole
from moonflower.commands.positions import add_position, add_view, place_of
from moonflower.engine import Engine, Limit
from moonflower.engine.report import Report
from moonflower.hints.hint import DEFAULT_SECONDS, Hint
from moonflower.positions import State
from moonflower.terminal.screen import wrapped
from moonflower.words import LANGUAGES, Catalogue, spelled_for, usual_language
from moonflower.words.boards import translated

__all__ = ["MANUAL", "add_to", "run"]

MANUAL = Manual(
    about="""
Say what to play and why, to the seat on turn, from nothing but what that seat may know.

Level 1 is a nudge that names no move, level 2 a move with its main reason, chances before and after
and how sure that is, level 3 moves with numbers and lines. Reasons are measured features of the
game, found by comparing the best move with the others.""",
    examples=(
        ("moonflower hint hanamikoji --seed 7", "a move and its main reason"),
        ("moonflower hint terraflip --seed 3 --level 1 --language fr", "a nudge in French"),
        (
            'moonflower hint shields --position "sh1 enemy - 3/3 n=9,8,1,1 a1 0 S" --level 3',
            "moves with numbers, from a position string",
        ),
        (
            "moonflower hint hanamikoji --seat p1 --json --view "
            '"hk1 ------- r0t0 2455566/#6 0000000/0000000 -/- -/- -/- act - -"',
            "for machines, from what one seat has seen",
        ),
    ),
    exits={0: "a hint was given"},
    see="docs/hints.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    add_view(parser)
    parser.add_argument(
        "--level",
        type=int,
        choices=sorted(DEFAULT_SECONDS),
        default=2,
        help="1 a nudge, 2 a move and its main reason (default), 3 moves with numbers and lines",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=usual_language(os.environ),
        help="en or fr (default: that of LANG, else en)",
    )
    parser.add_argument("--time", type=seconds, help="seconds to think (default by level)")
    parser.add_argument("--nodes", type=whole(1), help="simulations instead of time")
    parser.add_argument("--threads", type=whole(1), default=1, help="of the engine (default 1)")
    parser.add_argument("--json", action="store_true", help="all of it for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    place = place_of(options)
    is_limited = options.time is not None or options.nodes is not None
    limit = Limit(time=options.time, nodes=options.nodes) if is_limited else None
    with Engine(place.game, threads=options.threads) as engine:
        hint = engine.hint(place, limit, level=options.level, language=options.language)
    if options.json:
        print(json.dumps(_facts(hint)))
        return 0
    view = place.view(place.turn) if isinstance(place, State) else place
    board = translated(view.drawing().rstrip("\n"), options.language)
    texts = Catalogue(options.language)
    legal = texts.say("hint.turn", seat=f"p{hint.seat + 1}", value=str(len(hint.report.lines)))
    for text in (board, legal, wrapped(hint.text), _effort(hint.report, texts)):
        print(spelled_for(text, sys.stdout.encoding or "utf-8"))
    return 0


def _effort(report: Report, texts: Catalogue) -> str:
    seconds = f"{report.time:.2f}".replace(".", texts.number(0.5)[1])
    if report.nodes == 0:
        return texts.say("hint.by", algorithm=report.algorithm, seconds=seconds)
    simulations = texts.say("hint.simulations", value=str(report.nodes))
    worlds = texts.say("hint.worlds", value=str(report.worlds))
    return f"{simulations}, {worlds}, {seconds} s"


def _facts(hint: Hint) -> dict[str, object]:
    return {
        "seat": hint.seat,
        "level": hint.level,
        "language": hint.language,
        "move": None if hint.move is None else str(hint.move),
        "kind": hint.kind,
        "text": hint.text,
        "confidence": hint.confidence,
        "before": hint.before,
        "after": hint.after,
        "error": hint.error,
        "reasons": [
            {
                "feature": reason.feature,
                "value": reason.value,
                "other": reason.other,
                "error": reason.error,
                "text": reason.text,
            }
            for reason in hint.reasons
        ],
        "equals": [str(move) for move in hint.equals],
        "mixture": {str(move): share for move, share in hint.mixture},
        "alternatives": [
            {
                "move": str(line.move),
                "value": line.value,
                "error": line.error,
                "visits": line.visits,
                "policy": line.policy,
                "proven": line.proven,
                "pv": list(line.pv),
            }
            for line in hint.alternatives
        ],
        "nodes": hint.report.nodes,
        "worlds": hint.report.worlds,
    }
