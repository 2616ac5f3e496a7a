"""Speed figures of Flower Power by CPU time: random games, and sampled worlds with a playout."""

from __future__ import annotations

import random
import time

import moonflower as mf
from moonflower import _core

GAMES = 20_000
MIDDLE = 60  # moves into a game


def rate(label: str, count: int, work: object) -> None:
    assert callable(work)
    begin = time.process_time()
    moves = work()
    seconds = time.process_time() - begin
    print(f"{label}: {count / seconds:,.0f} per CPU second, {moves / count:.1f} moves each")


def main() -> None:
    for players in (2, 3, 4, 5):
        game = mf.Game("flower_power", players=players)
        start = game.start()
        rate(
            f"random games, {players} seats",
            GAMES,
            lambda start=start: _core.playouts(start._inner, GAMES, 1)[1],
        )
    rng = random.Random(4)
    state = mf.Game("flower_power").deal(rng)
    for label, moves in (("opening", 2), ("middle", MIDDLE)):
        for _ in range(moves):
            state = state.play(state.random_move(rng))
        while state.turn < 0:
            state = state.draw(rng)
        view = state.view(state.turn)
        rate(
            f"sample and playout, {label}",
            GAMES,
            lambda view=view: _core.view_playouts(view._inner, GAMES, 1)[1],
        )


if __name__ == "__main__":
    main()
