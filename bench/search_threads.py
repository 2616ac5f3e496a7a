"""Two threads against one: how much sooner the same number of simulations is done.

    python bench/search_threads.py

All sides run as many simulations as one thread makes in `--seconds`, in turns: the trees are then
equally large, and so is the work of a simulation. The first column is two threads on one tree; the
second gives each a tree of its own (`deterministic`), where nothing is shared: what the two cores
can do. By the wall clock, so it takes a machine with nothing else to do; the load is printed first.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

import moonflower as mf


def seconds(engine: mf.Engine, view: mf.View, nodes: int) -> float:
    start = time.perf_counter()
    engine.analyse(view, mf.Limit(nodes=nodes), multipv=1)
    return time.perf_counter() - start


def spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a search by one thread")
    parser.add_argument("--hash-mb", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "games", nargs="*", default=[info.name for info in mf.games()] + ["hex", "leduc_poker"]
    )
    args = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    for spec in args.games:
        state = mf.Game(spec).deal(seed=1)
        view = state.view(state.turn)
        options = {"seed": 1, "solve": False, "hash_mb": args.hash_mb}
        with (
            mf.Engine(state.game, **options) as one,
            mf.Engine(state.game, threads=2, **options) as two,
            mf.Engine(state.game, threads=2, deterministic=True, **options) as apart,
        ):
            nodes = one.analyse(view, mf.Limit(time=args.seconds), multipv=1).nodes
            times = [
                [seconds(engine, view, nodes) for engine in (one, two, apart)]
                for _ in range(args.rounds)
            ]
        print(
            f"{spec:16} one tree {spread([alone / shared for alone, shared, _ in times])}"
            f"   own trees {spread([alone / own for alone, _, own in times])}",
            flush=True,
        )


if __name__ == "__main__":
    main()
