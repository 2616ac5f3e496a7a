"""Two threads against one: how much sooner the same number of simulations is done.

    python bench/search_threads.py

From the fixed positions of `moonflower bench`, all sides run as many simulations as one thread
makes in `--seconds`, in turns: the trees are then equally large, and so is the work of a
simulation. The first column is two threads that work together; the second gives each half of the
work and nothing in common (`deterministic`): what the two cores can do. The position at which two
threads gain least is told at the end of a line. By the wall clock, so it takes a machine with
nothing else to do; the load is printed first.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

import moonflower as mf
from moonflower.bench.signature import bench_positions


def seconds(engine: mf.Engine, view: mf.View, nodes: int) -> float:
    start = time.perf_counter()
    engine.analyse(view, mf.Limit(nodes=nodes), multipv=1)
    return time.perf_counter() - start


def ratio(times: list[list[float]], side: int) -> float:
    """Over all positions of a round: seconds of one thread by those of the side."""
    return sum(each[0] for each in times) / sum(each[side] for each in times)


def spread(ratios: list[float]) -> str:
    return f"{statistics.median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.2, help="of a search by one thread")
    parser.add_argument("--hash-mb", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "games", nargs="*", default=[info.name for info in mf.games()] + ["hex", "leduc_poker"]
    )
    args = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
    for spec in args.games:
        game = mf.Game(spec)
        views = [state.view(state.turn) for state in bench_positions(game)]
        options = {"seed": 1, "solve": False, "hash_mb": args.hash_mb}
        with (
            mf.Engine(game, **options) as one,
            mf.Engine(game, threads=2, **options) as two,
            mf.Engine(game, threads=2, deterministic=True, **options) as apart,
        ):
            limit = mf.Limit(time=args.seconds)
            nodes = [one.analyse(view, limit, multipv=1).nodes for view in views]
            rounds = [
                [
                    [seconds(engine, view, count) for engine in (one, two, apart)]
                    for view, count in zip(views, nodes, strict=True)
                ]
                for _ in range(args.rounds)
            ]
        worst = min(
            statistics.median(ratio([times[i]], 1) for times in rounds) for i in range(len(views))
        )
        print(
            f"{spec:16} together {spread([ratio(times, 1) for times in rounds])}"
            f"   apart {spread([ratio(times, 2) for times in rounds])}"
            f"   least at one position {worst:.2f}x",
            flush=True,
        )


if __name__ == "__main__":
    main()
