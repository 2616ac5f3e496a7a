"""``moonflower hint``: what to play."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from moonflower.commands.positions import add_position, position_of
from moonflower.search import Engine, Limit, Line, Report

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    parser.add_argument("--time", type=float, help="seconds to think (default 1)")
    parser.add_argument("--nodes", type=int, help="simulations instead of time")
    parser.add_argument("--lines", type=int, default=3, help="moves to show (default 3)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    state = position_of(options)
    if state.turn < 0:
        msg = "nobody can be helped here; a seat must be on turn"
        raise ValueError(msg)
    time_limit = None if options.nodes else options.time if options.time is not None else 1.0
    limit = Limit(time=time_limit, nodes=options.nodes)
    view = state.view(state.turn)
    with Engine(state.game, threads=options.threads) as engine:
        report = engine.analyse(view, limit)
    lines = report.lines[: options.lines]
    if options.json:
        print(json.dumps(_hint_facts(report, lines)))
        return 0
    print(view.drawing(), end="")
    print(f"p{state.turn + 1} to move, {len(report.lines)} legal moves")
    print(f"play {report.best}")
    for line in lines:
        print("    " + _hint_line(line))
    print(f"{report.nodes} simulations, {report.worlds} worlds, {report.time:.2f} s")
    return 0


def _hint_line(line: Line) -> str:
    if line.value is None:
        return f"{line.move!s:12} not looked at"
    proven = f", proven {line.proven}" if line.proven else ""
    return (
        f"{line.move!s:12} {100 * line.value:5.1f} % +- {100 * line.error:.1f}"
        f"  played {100 * line.policy:3.0f} %  {line.visits} visits{proven}"
        f"  then {' '.join(line.pv[1:]) or '-'}"
    )


def _hint_facts(report: Report, lines: Sequence[Line]) -> dict[str, object]:
    return {
        "move": str(report.best),
        "seat": report.seat,
        "nodes": report.nodes,
        "worlds": report.worlds,
        "lines": [
            {
                "move": str(line.move),
                "value": line.value,
                "error": line.error,
                "visits": line.visits,
                "policy": line.policy,
                "proven": line.proven,
                "pv": list(line.pv),
            }
            for line in lines
        ],
    }
