"""What each seat of a game is worth: the mean payoff when one engine plays all of them.

python bench/seat_values.py "flower_power:players=3" --games 200 --nodes 100
"""

from __future__ import annotations

import argparse
import math
import random

import moonflower as mf


def play_out(engine: mf.Engine, game: mf.Game, seed: int, nodes: int) -> list[float]:
    rng = random.Random(seed)
    state = game.deal(rng)
    while not state.is_over:
        if state.turn == mf.CHANCE:
            state = state.draw(rng)
            continue
        moves = state.legal_moves()
        view = state.view(state.turn)
        chosen = moves[0] if len(moves) == 1 else engine.play(view, mf.Limit(nodes=nodes)).move
        state = state.play(chosen)
    return state.returns or []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=100)
    given = parser.parse_args()
    game = mf.Game(given.game)
    engine = mf.Engine(game)
    payoffs = [play_out(engine, game, seed, given.nodes) for seed in range(given.games)]
    for seat, column in enumerate(zip(*payoffs, strict=True)):
        mean = math.fsum(column) / len(column)
        error = math.sqrt(math.fsum((x - mean) ** 2 for x in column) / len(column) ** 2)
        print(f"p{seat + 1}  {mean:.3f} +- {1.96 * error:.3f}")


if __name__ == "__main__":
    main()
