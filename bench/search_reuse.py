"""How much of a search is still of use at the seat's next decision, per game.

    python bench/search_reuse.py

Every seat has an engine of its own that plays on with its table. Told is the share of a search's
simulations that the seat's next root already holds when it has to decide again, as mean and median;
then the same over the decisions before which another seat has moved, a full round of moves.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass, field

import moonflower as mf

LONGEST = 200  # moves of a game that are played


@dataclass
class Kept:
    """Shares kept at each decision but the first of a seat."""

    all: list[float] = field(default_factory=list)
    after_round: list[float] = field(default_factory=list)  # somebody else moved in between


def shares(spec: str, nodes: int, games: int) -> Kept:
    game = mf.Game(spec)
    found = Kept()
    for seed in range(games):
        engines = [mf.Engine(game, seed=seed, hash_mb=32) for _ in range(game.players)]
        state = game.deal(seed=seed)
        moves = 0
        has_searched = [False] * game.players
        last = None
        while not state.is_over and moves < LONGEST:
            if state.turn == mf.CHANCE:
                state = state.draw(1000 * seed + moves)
                moves += 1
                continue
            seat = state.turn
            report = engines[seat].analyse(state, mf.Limit(nodes=nodes), game=seed)
            if has_searched[seat]:
                found.all.append(report.kept / nodes)
                if seat != last:
                    found.after_round.append(report.kept / nodes)
            has_searched[seat] = True
            last = seat
            state = state.play(report.best)
            moves += 1
        for engine in engines:
            engine.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("names", nargs="*", default=[info.name for info in mf.games()])
    args = parser.parse_args()
    for spec in args.names:
        found = shares(spec, args.nodes, args.games)
        parts = [f"{spec:14}"]
        for name, kept in (("all decisions", found.all), ("after a round", found.after_round)):
            if kept:
                mean, median = 100 * statistics.mean(kept), 100 * statistics.median(kept)
                parts.append(f"{name}: mean {mean:5.1f} %, median {median:5.1f} % of {len(kept)}")
        print("   ".join(parts), flush=True)


if __name__ == "__main__":
    main()
