"""Matches between levels of strength: each against the next one below.

    python bench/strength_levels.py --rounds 20 --nodes 2000 hanamikoji terraflip

One process; prints a table for docs/play.md and the CPU time it took.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time

from moonflower.arena.match import Match
from moonflower.arena.specs import parse_player
from moonflower.positions import Game

LEVELS = (0, 5, 10, 15, 20)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=20, help="deals, each in every seating")
    parser.add_argument("--nodes", type=int, default=2000, help="most simulations a move")
    options = parser.parse_args()
    begun = time.process_time()
    pairs = list(itertools.pairwise(LEVELS))
    print("| game | " + " | ".join(f"{high} against {low}" for low, high in pairs) + " |")
    print("|---|" + "---|" * len(pairs))
    for name in options.games:
        cells = []
        for low, high in pairs:
            players = [
                parse_player(f"auto,nodes={options.nodes},strength={level}")
                for level in (high, low)
            ]
            score = Match.of(Game(name), players, seed=1).play(options.rounds).score
            cells.append(f"{score.mean:.2f} ({score.low:.2f} to {score.high:.2f})")
            print(name, high, low, cells[-1], file=sys.stderr, flush=True)
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print(f"{options.rounds} deals, {time.process_time() - begun:.0f} CPU seconds")


if __name__ == "__main__":
    main()
