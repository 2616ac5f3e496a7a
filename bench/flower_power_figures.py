"""Figures of Flower Power: random games, sampled worlds with a playout, logs given up.

Speed is by CPU time. A log is what a view of two decks keeps of the course (FP-119).
"""

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


def given_up(players: int, *, games: int = 100) -> tuple[int, int]:
    """Views of random games, one in 25 moves: those whose log was given up, and all."""
    rng = random.Random(players)
    cut = views = 0
    for _ in range(games):
        state = mf.Game("flower_power", players=players).deal(rng)
        moves = 0
        while not state.is_over:
            state = state.play(state.random_move(rng))
            moves += 1
            if moves % 25 == 0 and state.turn >= 0:
                views += 1
                text = str(state.view(state.turn))
                cut += "&lx" in text or ";lx" in text
    return cut, views


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
    for players in (4, 5):
        cut, views = given_up(players)
        print(f"log given up, {players} seats: {cut} of {views} views")


if __name__ == "__main__":
    main()
