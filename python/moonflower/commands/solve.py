"""``moonflower solve``: what a position is worth."""

from __future__ import annotations

import argparse
import json
import sys

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds, whole
from moonflower.commands.positions import seat_named
from moonflower.engine import Engine, Limit
from moonflower.positions import Game, State, View
from moonflower.solve.solution import Solution, SolvedMove, SolveProgress

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Solve a position and print its value with a certificate: exact or not, how far off it may be,
what each move gives away and how often it is to be played, and the line of best play. The method is
chosen by the game and the position. What does not fit into time and memory is said to be unknown,
with the reason.

A full position of a game with secrets is solved with open cards; --view solves what one seat knows,
over all worlds that agree with it.""",
    examples=(
        ("moonflower solve tic_tac_toe", "a draw, and the moves that keep it"),
        ("moonflower solve kuhn_poker --json", "the value of a game with secrets, for machines"),
        (
            'moonflower solve shields:players=1 "sh1 enemy - 5 n=6,5,4,3 a1 0 S"',
            "the exact chance to survive",
        ),
    ),
    exits={0: "an answer was given, if only that nothing is known"},
    see="docs/solvers.md, go solve in docs/protocol.md",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument(
        "position", nargs="?", help="a position string of the rule book (default: the start)"
    )
    parser.add_argument("--view", metavar="SEAT", help="from what this seat (p1, p2, ...) knows")
    parser.add_argument("--time", type=seconds, default=10.0, help="seconds at most (default 10)")
    parser.add_argument("--nodes", type=whole(1), help="nodes at most")
    parser.add_argument("--memory", type=whole(1), default=1024, help="megabytes (default 1024)")
    parser.add_argument(
        "--nash-conv", type=float, default=1e-4, help="a mixture this close will do (default 1e-4)"
    )
    parser.add_argument("--lines", type=whole(0), default=10, help="moves to show (default 10)")
    parser.add_argument("--json", action="store_true", help="as one object, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    position = _position(options)
    shows = sys.stderr.isatty() and not options.json
    with Engine(position.game) as engine:
        found = engine.solve(
            position,
            Limit(time=options.time, nodes=options.nodes),
            progress=_show if shows else None,
            memory_mb=options.memory,
            nash_conv=options.nash_conv,
        )
    if shows:
        print("\r\033[K", end="", file=sys.stderr)
    if options.json:
        print(json.dumps(_facts(found)))
        return 0
    print(_summary(found))
    for move in found.moves[: options.lines]:
        print("    " + _move_line(move))
    if found.line:
        print(f"line {' '.join(found.line)}")
    if found.note:
        print(f"note: {found.note}")
    return 0


def _position(options: argparse.Namespace) -> State | View:
    game = Game(options.game)
    if options.view is None:
        return game.start() if options.position is None else game.parse(options.position)
    seat = seat_named(f"p{options.view.removeprefix('p')}", game)
    if options.position is None:
        return game.start_view(seat)
    try:
        return game.parse_view(options.position, seat)
    except ValueError as fault:
        try:
            return game.parse(options.position).view(seat)  # a full position: what the seat sees
        except ValueError:
            raise fault from None


def _show(progress: SolveProgress) -> None:
    print(f"\rsolving, {progress.seconds:.0f} s", end="", file=sys.stderr, flush=True)


def _summary(found: Solution) -> str:
    values = " ".join(f"{value:.6g}" for value in found.values)
    margin = "" if found.margin is None else f", margin {found.margin:+g}"
    bound = f", within {found.bound:.2g}" if found.bound > 0 else ""
    trust = ("exact" if found.exact else "not exact") + bound
    if found.kind == "unknown":
        trust = "nothing is proven"
    return (
        f"p{found.seat + 1} {found.kind}: value {found.value:.6g}, {trust}{margin}"
        f" (all seats: {values})\n"
        f"{found.method}, {found.nodes} nodes, {found.time:.2f} s"
    )


def _move_line(move: SolvedMove) -> str:
    sign = "=" if move.exact else "~"
    return (
        f"{move.move!s:16} value {sign} {move.value:.6g}  gives away {move.loss:.6g}"
        f"  played {100 * move.share:.1f} %"
    )


def _facts(found: Solution) -> dict[str, object]:
    facts: dict[str, object] = {
        name: getattr(found, name)
        for name in (
            *("kind", "value", "values", "exact", "bound", "margin", "seat"),
            *("method", "line", "nodes", "time", "note"),
        )
    }
    facts["moves"] = [
        {
            "move": str(move.move),
            "value": move.value,
            "loss": move.loss,
            "share": move.share,
            "exact": move.exact,
        }
        for move in found.moves
    ]
    return facts
