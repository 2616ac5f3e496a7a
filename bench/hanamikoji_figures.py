"""The figures of section 6 of seeds/hanamikoji.md, counted and measured anew.

    cmake --preset release -DMOONFLOWER_BENCH=ON && cmake --build --preset release
    python bench/hanamikoji_figures.py [--matches 1000000]

Exact counts come from the engine's chance outcomes, shares and speeds from
build/release/hanamikoji_bench. Exit code 1 if a figure is missed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from math import factorial, prod
from pathlib import Path

import moonflower as mf

ROOT = Path(__file__).parents[1]
VALUES = (2, 2, 2, 3, 3, 4, 5)
SHARES = {  # percent, as the book has them
    "uniform": {
        "one_round": 31.0, "two_rounds": 52.0, "three_rounds": 17.0,
        "points": 93.0, "geishas": 4.3, "score": 2.3, "draw": 0.3,
    },
    "kind": {
        "one_round": 29.0, "two_rounds": 52.0, "three_rounds": 19.0,
        "points": 92.4, "geishas": 4.4, "score": 2.75, "draw": 0.39, "seat0": 49.84, "seat1": 49.78,
    },
}  # fmt: skip
ROUNDS = {"uniform": 1.87, "kind": 1.90}
ROUNDS_OFF = 0.01
# The book has these in whole percents: they must round to what it says.
WHOLE = ("one_round", "two_rounds", "three_rounds")
SPEEDS = {
    "sample_and_round_per_second": 3_000_000,
    "random_match_per_second": 1_000_000,
    "enumerated_match_per_second": 100_000,
}
missed: list[str] = []


def tell(name: str, found: float, expected: str, good: bool) -> None:
    print(f"{name:34} {found:>16,.6g}   {expected:22} {'ok' if good else 'MISSED'}")
    if not good:
        missed.append(name)


def count_of(hand: str) -> tuple[int, ...]:
    return tuple(hand.count(str(g)) for g in range(7))


def exact() -> None:
    start = mf.Game("hanamikoji").start()
    sixes = [count_of(str(move)) for move, _ in start.outcomes()]
    sevens = {
        (*six[:g], six[g] + 1, *six[g + 1 :])
        for six in sixes
        for g in range(7)
        if six[g] < VALUES[g]
    }

    def rests(hand: tuple[int, ...]) -> list[list[int]]:
        left = [value - n for value, n in zip(VALUES, hand, strict=True)]
        found = ([n - m for n, m in zip(left, six, strict=True)] for six in sixes)
        return [rest for rest in found if min(rest) >= 0]

    pairs = sum(len(rests(seven)) for seven in sevens)
    # both hands, then the order of the nine cards left: eight draws and the one set aside
    deals = sum(factorial(9) // prod(map(factorial, rest)) for six in sixes for rest in rests(six))
    for name, found, expected in (
        ("7-card hands", len(sevens), 910),
        ("6-card hands", len(sixes), 611),
        ("(7,6) pairs", pairs, 144_965),
        ("distinct deals", deals, 2_064_182_064),
    ):
        tell(name, found, f"{expected:,}", found == expected)


def measured(matches: int) -> None:
    program = ROOT / "build" / "release" / "hanamikoji_bench"
    output = subprocess.run([program, str(matches)], check=True, capture_output=True, text=True)
    figures = {name: float(value) for name, value in map(str.split, output.stdout.splitlines())}
    for policy, shares in SHARES.items():
        name = f"{policy}_rounds"
        off = abs(figures[name] - ROUNDS[policy])
        tell(name, figures.pop(name), f"{ROUNDS[policy]}", off < ROUNDS_OFF)
        for share, expected in shares.items():
            name = f"{policy}_{share}"
            allowed = 0.5 if share in WHOLE else 0.3
            good = abs(figures[name] - expected) <= allowed
            tell(name, figures.pop(name), f"{expected} % +- {allowed}", good)
    for name, least in SPEEDS.items():
        found = figures.pop(name)
        tell(name, found, f">= {least:,}", found >= least)
    for name, found in figures.items():
        print(f"{name:34} {found:>16,.6g}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=1_000_000)
    arguments = parser.parse_args()
    exact()
    measured(arguments.matches)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
