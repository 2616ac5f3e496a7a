"""``moonflower solve``: what a position is worth."""

from __future__ import annotations

import argparse
import json
import sys

from moonflower.games import Game, State, View
from moonflower.search import Engine, Limit
from moonflower.solutions import Solution, SolvedMove, SolveProgress

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument(
        "position", nargs="?", help="a position string of the rule book (default: the start)"
    )
    parser.add_argument(
        "--view", type=int, metavar="SEAT", help="from what this seat (1, 2, ...) knows"
    )
    parser.add_argument("--time", type=float, default=10.0, help="seconds at most (default 10)")
    parser.add_argument("--nodes", type=int, help="nodes at most")
    parser.add_argument("--memory", type=int, default=1024, help="megabytes (default 1024)")
    parser.add_argument(
        "--nash-conv", type=float, default=1e-4, help="a mixture this close will do (default 1e-4)"
    )
    parser.add_argument("--lines", type=int, default=10, help="moves to show (default 10)")
    parser.add_argument("--json", action="store_true")


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
    seat = options.view - 1
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
