"""Does a search stay within its memory? Resident memory while one search goes on and on.

    python bench/search_memory.py                            # every game, five seconds each
    python bench/search_memory.py --seconds 600 --jobs 2     # ten minutes each, two at a time

The engine's table is the only thing that may grow. Told are the most that was resident above the
level before the search, as a share of `hash_mb`, how full the table was at the end, and how many
nodes were dropped to make room. Each game runs in a process of its own. The exit code is 1 when one
took more than 5 % above its ``hash_mb``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from multiprocessing.pool import ThreadPool
from pathlib import Path

import moonflower as mf

PAGE = 4096
MOST = 1.05  # of hash_mb


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


def watch(spec: str, seconds: float, hash_mb: int, threads: int) -> tuple[bool, str]:
    game = mf.Game(spec)
    state = game.deal(seed=1)
    most = 0.0
    options = {"solve": False, "threads": threads}
    with mf.Engine(game, hash_mb=1, seed=1, **options) as small:  # all but the table is in place
        small.analyse(state, mf.Limit(time=0.2), on_report=lambda _: None)
    before = resident_mb()

    def look(_: mf.Report) -> None:
        nonlocal most
        most = max(most, resident_mb() - before)

    with mf.Engine(game, hash_mb=hash_mb, seed=1, **options) as engine:
        report = engine.analyse(state, mf.Limit(time=seconds), on_report=look, multipv=1)
        look(report)
    return most <= MOST * hash_mb, (
        f"{spec:16} {most:7.1f} MB, {100 * most / hash_mb:5.1f} % of {hash_mb} MB"
        f"   table {100 * report.hash_full:5.1f} % full, {report.recycled:>11,} dropped"
        f"   {report.nodes:>12,} simulations in {report.time:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--hash-mb", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games searched at the same time")
    parser.add_argument("names", nargs="*", default=[info.name for info in mf.games()])
    args = parser.parse_args()
    if not Path("/proc/self/statm").exists():
        sys.exit("search_memory: needs /proc")
    context = multiprocessing.get_context("spawn")
    held = []

    def run(spec: str) -> tuple[bool, str]:
        with context.Pool(1) as pool:
            return pool.apply(watch, (spec, args.seconds, args.hash_mb, args.threads))

    with ThreadPool(args.jobs) as jobs:
        for holds, line in jobs.imap(run, args.names):
            held.append(holds)
            print(line, flush=True)
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
