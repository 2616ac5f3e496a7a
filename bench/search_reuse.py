"""How much of a search is still of use at the seat's next decision, per game.

    python bench/search_reuse.py

The engine plays all seats with one table. Told is the mean share of a search's simulations that the
seat's next root already holds when its turn comes again.
"""

from __future__ import annotations

import argparse
import statistics

import moonflower as mf

LONGEST = 200  # moves of a game that are played


def shares(spec: str, nodes: int, games: int) -> list[float]:
    game = mf.Game(spec)
    found = []
    for seed in range(games):
        engines = [mf.Engine(game, seed=seed, hash_mb=32) for _ in range(game.players)]
        state = game.deal(seed=seed)
        moves = 0
        has_searched = [False] * game.players
        while not state.is_over and moves < LONGEST:
            if state.turn == mf.CHANCE:
                state = state.draw(1000 * seed + moves)
                moves += 1
                continue
            seat = state.turn
            report = engines[seat].analyse(state, mf.Limit(nodes=nodes), game=seed)
            if has_searched[seat]:
                found.append(report.kept / nodes)
            has_searched[seat] = True
            state = state.play(report.best)
            moves += 1
        for engine in engines:
            engine.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("names", nargs="*", default=[info.name for info in mf.games(lab=True)])
    args = parser.parse_args()
    for spec in args.names:
        found = shares(spec, args.nodes, args.games)
        if found:
            print(f"{spec:16} {100 * statistics.mean(found):5.1f} % over {len(found)} decisions")


if __name__ == "__main__":
    main()
