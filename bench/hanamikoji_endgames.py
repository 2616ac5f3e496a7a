"""Hanamikoji endgames: how fast and how well random public states are solved.

    cmake --preset release && cmake --build --preset release
    python bench/hanamikoji_endgames.py

A public state is reached by random play (each round of a three-round match as likely) and stands
right after the draw of a turn; it is solved from the mover's view, with all holdings of both seats
that agree with it. Told are CPU seconds of one thread and NashConv in payoffs of 0 to 1. What is
over the limit of size is solved by sampled worlds: listed one by one, and counted in the times.
With three turns left three trees of a hundred need 6 to 14 GB and many minutes: memory and time
are larger there.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass

import moonflower as mf
from timing import percentile

TURNS = 8  # of a round
GOALS = {2: 1e-4, 3: 1e-4, 4: 1e-3}  # NashConv by turns left
MEMORY_MB = {2: 640, 3: 16384, 4: 640}
SECONDS = {2: 120, 3: 3600, 4: 120}  # wall clock for one state


@dataclass(frozen=True)
class Solved:
    view: mf.View
    seconds: float
    solution: mf.Solution

    @property
    def is_sampled(self) -> bool:
        """Over the limit: by some worlds, or not at all where not even one fits."""
        return self.solution.kind == "unknown"


def random_view(turns_left: int, rng: random.Random) -> mf.View:
    """The mover's view of a random public state, a turn's draw just made."""
    clock = f"r{rng.randrange(3)}t{TURNS - turns_left}"
    while True:
        state = mf.Game("hanamikoji").start()
        while not state.is_over:
            words = str(state).split()
            if words[2] == clock and words[8] == "act":
                return state.view(state.turn)
            state = state.play(state.random_move(rng))


def solve(view: mf.View, goal: float, memory_mb: int, limit: mf.Limit) -> Solved:
    with mf.Engine("hanamikoji") as engine:
        start = time.process_time()
        found = engine.solve(view, limit, memory_mb=memory_mb, nash_conv=goal)
        return Solved(view, time.process_time() - start, found)


def report(turns_left: int, solved: list[Solved], goal: float, memory_mb: int) -> None:
    times = sorted(one.seconds for one in solved)
    whole = [one for one in solved if not one.is_sampled]
    bounds = [one.solution.bound for one in whole]
    reached = sum(bound <= goal for bound in bounds)
    late = percentile(times, 95)
    print(
        f"{turns_left} turns left, {memory_mb} MB: {len(solved)} states, {len(whole)} solved "
        f"whole, {reached} of them to {goal:g} (largest NashConv {max(bounds, default=0):.1e}); "
        f"CPU seconds median {statistics.median(times):.3f}, 95th percentile {late:.2f}, longest "
        f"{times[-1]:.2f}; "
        f"solved whole: median {statistics.median(one.seconds for one in whole):.3f}, longest "
        f"{max(one.seconds for one in whole):.2f}"
    )
    for one in solved:
        if one.is_sampled or one.solution.bound > goal:
            print(f"  {one.seconds:6.2f} s  {one.view}\n            {one.solution.note}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=100)
    parser.add_argument("--turns", type=int, nargs="*", default=[2, 3, 4], choices=sorted(GOALS))
    parser.add_argument("--memory-mb", type=int, help=f"by turns left: {MEMORY_MB}")
    parser.add_argument("--seconds", type=float, help=f"for one state, by turns left: {SECONDS}")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for turns_left in args.turns:
        rng = random.Random(args.seed + turns_left)
        goal = GOALS[turns_left]
        memory_mb = args.memory_mb or MEMORY_MB[turns_left]
        limit = mf.Limit(time=args.seconds or SECONDS[turns_left])
        solved = [
            solve(random_view(turns_left, rng), goal, memory_mb, limit) for _ in range(args.states)
        ]
        report(turns_left, solved, goal, memory_mb)


if __name__ == "__main__":
    main()
