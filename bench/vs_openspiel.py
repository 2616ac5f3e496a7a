"""The lab games here and in OpenSpiel: same game, same machine, one run, one thread, in turns.

    pip install ".[bench]"
    python bench/vs_openspiel.py [GROUP ...]

Playouts, ISMCTS, UCT, CFR, NashConv and what a call from Python costs; the cases stand in
openspiel_cases.py, and benchmarks_page.py puts the figures into docs/benchmarks.md. Build the
package in release mode, as pip does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from importlib import metadata

import openspiel_cases as cases
from timing import ROOT, Pair, measure, table, write_results

# What is compared, with the ratio wanted at least; those without one are for the record.
GROUPS: dict[str, list[Callable[[], Pair]]] = {
    "playouts": [
        partial(cases.playouts, "leduc_poker", 10),
        partial(cases.playouts, "phantom_ttt", 10),
        partial(cases.playouts, "hex", 10),
        partial(cases.playouts, "tic_tac_toe"),
        partial(cases.playouts, "kuhn_poker"),
        partial(cases.playouts, "liars_dice"),
    ],
    "ismcts": [
        partial(cases.ismcts, "kuhn_poker", 5),
        partial(cases.ismcts, "leduc_poker", 10),
    ],
    "uct": [partial(cases.uct, "tic_tac_toe", 5), partial(cases.uct, "hex", 10)],
    "cfr": [
        partial(cases.cfr, "leduc_poker", "cfr+", 50),
        partial(cases.cfr, "leduc_poker", "cfr"),
        partial(cases.cfr, "liars_dice", "cfr+", 50),
        partial(cases.cfr, "liars_dice", "cfr"),
        partial(cases.mccfr, "leduc_poker"),
        partial(cases.mccfr, "liars_dice"),
    ],
    "nashconv": [
        partial(cases.nash_conv, "leduc_poker", 100),
        partial(cases.nash_conv, "leduc_poker", flattens=True),
        partial(cases.nash_conv, "liars_dice"),
    ],
    "latency": [
        partial(cases.latency, "tic_tac_toe", 1.5),
        partial(cases.latency, "leduc_poker", 1.5),
        partial(cases.latency, "hex"),
        partial(cases.steps, "tic_tac_toe"),
        partial(cases.steps, "phantom_ttt"),
    ],
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", help=f"of {', '.join(GROUPS)}; default all")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU time of a side and repeat")
    parser.add_argument("--markdown", action="store_true", help="print a markdown table")
    args = parser.parse_args()
    if unknown := set(args.groups) - set(GROUPS):
        parser.error(f"unknown group {sorted(unknown)[0]!r}; groups are {', '.join(GROUPS)}")

    pairs = [make() for group in args.groups or GROUPS for make in GROUPS[group]]
    measure(pairs, repeats=args.repeats, seconds=args.seconds)
    version = metadata.version("open_spiel")
    print(table(pairs, theirs=f"OpenSpiel {version}", markdown=args.markdown))
    if not args.groups:  # docs/benchmarks.md shows a whole run or none
        path = write_results(
            "vs_openspiel", pairs, open_spiel=version, repeats=args.repeats, seconds=args.seconds
        )
        print(f"written to {path.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
