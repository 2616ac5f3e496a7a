"""Two threads against one: simulations per second of search.

    python bench/search_threads.py

On an idle machine wall time tells; the load is printed first. On a busy one it does not: then the
second column counts, the simulations per CPU-second of two threads against one; twice that share is
what two free cores give.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

import moonflower as mf


def rates(engine: mf.Engine, view: mf.View, limit: mf.Limit) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    nodes = engine.analyse(view, limit, multipv=1).nodes
    return nodes / (time.perf_counter() - wall), nodes / (time.process_time() - cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="of a search")
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
        limit = mf.Limit(time=args.seconds)
        with (
            mf.Engine(state.game, seed=1, solve=False, hash_mb=args.hash_mb) as one,
            mf.Engine(state.game, seed=1, solve=False, hash_mb=args.hash_mb, threads=2) as two,
        ):
            pairs = [(rates(one, view, limit), rates(two, view, limit)) for _ in range(args.rounds)]
        wall = [second[0] / first[0] for first, second in pairs]
        cpu = [2 * second[1] / first[1] for first, second in pairs]
        print(
            f"{spec:16} wall {statistics.median(wall):.2f}x ({min(wall):.2f} to {max(wall):.2f})"
            f"   twice the CPU share {statistics.median(cpu):.2f}x"
            f" ({min(cpu):.2f} to {max(cpu):.2f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
