"""How long a scene takes, from Python and per CPU: states met in random games of each game.

``python bench/scene.py [GAME ...]`` prints microseconds: mean and longest, with and without moves.
"""

from __future__ import annotations

import random
import sys
import time

import moonflower as mf

GAMES = 30
REPEATS = 5


def decisions(game: mf.Game) -> list[mf.State]:
    """The states of random games in which a seat is on turn, and their views."""
    rng = random.Random(1)
    states = []
    for seed in range(GAMES):
        state = game.deal(seed=seed)
        while not state.is_over:
            if state.turn >= 0 and rng.random() < 0.2:  # noqa: PLR2004
                states.append(state)
            state = state.play(state.random_move(rng))
    return states


def cost(state: mf.State | mf.View, moves: bool) -> float:
    """Microseconds of CPU for one scene."""
    begin = time.process_time()
    for _ in range(REPEATS):
        state.scene(moves=moves)
    return (time.process_time() - begin) / REPEATS * 1e6


def main() -> None:
    """Print a line for each game."""
    for name in sys.argv[1:] or [info.name for info in mf.games()]:
        states = decisions(mf.Game(name))
        whole = [cost(state, moves=True) for state in states]
        bare = [cost(state, moves=False) for state in states]
        views = [cost(state.view(state.turn), moves=True) for state in states]
        moves = sum(len(state.legal_moves()) for state in states) / len(states)
        print(
            f"{name:14} {len(states):5} positions, {moves:5.1f} moves: "
            f"{sum(whole) / len(whole):6.1f} (longest {max(whole):6.1f}), "
            f"view {sum(views) / len(views):6.1f}, without moves {sum(bare) / len(bare):6.1f}"
        )


if __name__ == "__main__":
    main()
