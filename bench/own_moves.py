"""How many simulations of a search tell something about the moves of the seat that asks.

    python bench/own_moves.py                        # of the installed engine
    python bench/own_moves.py --before CHECKOUT      # beside those of an older build

Where seats choose in secret one after the other, a simulation may leave the tree before it comes to
the last of them. A cell is the least visits at a seat's own moves, over the kinds of decision that
random games come by; what is proven or answered exactly has no visits to count. ``--page`` renews
the table of docs/algorithms.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import moonflower as mf
from moonflower.arena.tables import grid
from timing import ROOT, put_in_docs

PAGE = ROOT / "docs" / "algorithms.md"
SPECS = [
    *(f"flower_power:players={players}" for players in (3, 4, 5)),
    *(f"terraflip:players={players}" for players in (3, 4)),
    *(f"shields:mode={mode},players={n}" for mode in ("enemy", "ffa", "ffau") for n in (3, 4, 5)),
    *(f"shields:players={players},cheat=1" for players in (3, 4, 5)),
]
Asked = tuple[int, str]  # a seat on turn, and the position


def visits(spec: str, asked: list[Asked], nodes: int) -> dict[int, int]:
    """By seat, the least at its own moves."""
    game = mf.Game(spec)
    least: dict[int, int] = {}
    with mf.Engine(game, seed=1) as engine:
        for seat, position in asked:
            report = engine.analyse(game.parse(position), mf.Limit(nodes=nodes))
            if report.algorithm == "exact" or report.stop == "proven":
                continue
            own = sum(line.visits for line in report.lines)
            least[seat] = min(own, least.get(seat, own))
    return least


def visits_of(checkout: Path, spec: str, asked: list[Asked], nodes: int) -> dict[int, int]:
    """The same by another build, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "python")}
    done = subprocess.run(
        [sys.executable, __file__, "--worker"],
        input=json.dumps([spec, asked, nodes]),
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return {int(seat): count for seat, count in json.loads(done.stdout).items()}


def row(spec: str, games: int, nodes: int, before: Path | None) -> list[str]:
    from moonflower.bench.decisions import (  # noqa: PLC0415 - the older build may not have it
        kinds_of_decision,
    )

    asked = [(state.turn, str(state)) for state in kinds_of_decision(spec, games)]
    sides = [visits_of(before, spec, asked, nodes)] if before else []
    sides.append(visits(spec, asked, nodes))
    cells = [
        " / ".join(f"{side[seat]:,}" if seat in side else "-" for side in sides)
        if seat < mf.Game(spec).players
        else ""
        for seat in range(5)
    ]
    return [spec, str(len(asked)), *cells]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="*", default=SPECS, metavar="GAME", help="default: all")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="an older build beside it")
    parser.add_argument("--games", type=int, default=2, help="random games to take positions from")
    parser.add_argument("--nodes", type=int, default=4000, help="simulations of a search")
    parser.add_argument("--page", action="store_true", help="renew docs/algorithms.md")
    options = parser.parse_args()
    rows = [["game", "decisions", *(f"p{seat + 1}" for seat in range(5))]]
    rows += [row(spec, options.games, options.nodes, options.before) for spec in options.specs]
    print(grid(rows))
    if options.page:
        put_in_docs(PAGE, "own_moves", grid(rows))


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        print(json.dumps(visits(*json.loads(sys.stdin.read()))))
    else:
        main()
