"""Solver speed beside OpenSpiel's C++: same game, same machine, in turns, CPU time of one thread.

    pip install ".[bench]" && python bench/solve_speed.py

Each entry runs for about ``--seconds`` per repeat; repeats of all entries alternate. A ratio is
taken within a repeat; told are its median, lowest and highest.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

import moonflower as mf
from moonflower import solvers


@dataclass
class Entry:
    """Two ways to do the same work; each call does some units of it and says how many."""

    name: str
    ours: Callable[[], int]
    theirs: Callable[[], int]
    goal: float | None = None


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units per CPU second."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not done:
        done += work()
    return done / spent


def steps(solver: solvers.CfrSolver | solvers.McCfrSolver, count: int) -> Callable[[], int]:
    def work() -> int:
        solver.run(count)
        return count

    return work


def one(call: Callable[[], object]) -> Callable[[], int]:
    def work() -> int:
        call()
        return 1

    return work


def many(call: Callable[[], object], count: int) -> Callable[[], int]:
    def work() -> int:
        for _ in range(count):
            call()
        return count

    return work


def entries(spec: str) -> list[Entry]:
    game = mf.Game(spec)
    tree = solvers.flatten(game)
    uniform = tree.uniform()
    theirs = pyspiel.load_game(spec)
    their_uniform = pyspiel.UniformRandomPolicy(theirs)
    cfr, plus = pyspiel.CFRSolver(theirs), pyspiel.CFRPlusSolver(theirs)
    sampling = pyspiel.ExternalSamplingMCCFRSolver(theirs, 1)
    batch = max(1, 200_000 // tree.nodes)
    return [
        Entry(
            f"{spec} CFR+ iterations",
            steps(solvers.CfrSolver(tree, method="cfr+"), batch),
            one(plus.evaluate_and_update_policy),
            50,
        ),
        Entry(
            f"{spec} CFR iterations",
            steps(solvers.CfrSolver(tree, method="cfr"), batch),
            one(cfr.evaluate_and_update_policy),
        ),
        Entry(
            f"{spec} MCCFR iterations",
            steps(solvers.McCfrSolver(tree, seed=1), 1000),
            many(sampling.run_iteration, 20),
        ),
        Entry(
            f"{spec} NashConv of a policy",
            one(lambda: solvers.nash_conv(tree, uniform)),
            one(lambda: pyspiel.nash_conv(theirs, their_uniform)),
            100 if spec == "leduc_poker" else None,
        ),
        Entry(
            f"{spec} flatten, then NashConv",
            one(lambda: solvers.nash_conv(again := solvers.flatten(game), again.uniform())),
            one(lambda: pyspiel.nash_conv(theirs, their_uniform)),
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["leduc_poker", "liars_dice"])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    given = parser.parse_args()
    rows = [entry for spec in given.games for entry in entries(spec)]
    rates: dict[str, list[tuple[float, float]]] = {entry.name: [] for entry in rows}
    for _ in range(given.repeats):
        for entry in rows:
            ours, theirs = rate(entry.ours, given.seconds), rate(entry.theirs, given.seconds)
            rates[entry.name].append((ours, theirs))
    print(f"{'per CPU second':<36} {'ours':>10} {'OpenSpiel':>10} {'ratio':>7}  (lowest-highest)")
    for entry in rows:
        pairs = rates[entry.name]
        ratios = [ours / theirs for ours, theirs in pairs]
        ours, theirs = (statistics.median(pair[i] for pair in pairs) for i in range(2))
        goal = "" if entry.goal is None else f"  goal {entry.goal:.0f}x"
        print(
            f"{entry.name:<36} {ours:>10.1f} {theirs:>10.2f} {statistics.median(ratios):>6.0f}x"
            f"  ({min(ratios):.0f}-{max(ratios):.0f}){goal}"
        )


if __name__ == "__main__":
    main()
