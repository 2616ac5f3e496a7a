"""Pictures of the five games for the pages of docs/: python bench/game_pictures.py

Each shows what the seat on turn sees after some moves of the engine.
"""

from __future__ import annotations

import random

import moonflower as mf
from moonflower.pictures import picture
from timing import ROOT

IMAGES = ROOT / "docs" / "images"

# Game, seed of the deal, moves played.
SHOWN = {
    "hanamikoji": 11,
    "flower_power": 30,
    "terraflip": 24,
    "shields:mode=ffau,players=3": 10,
    "skud_paisho": 60,
}


def position(spec: str, moves: int) -> mf.View:
    """What the seat on turn sees after so many moves."""
    game = mf.Game(spec)
    source = random.Random(7)
    state = game.deal(seed=7)
    with mf.Engine(game, seed=7) as engine:
        while not state.is_over and (state.turn == mf.CHANCE or moves > 0):
            if state.turn == mf.CHANCE:
                state = state.draw(source)
                continue
            state = state.play(engine.play(state, mf.Limit(nodes=300)).move)
            moves -= 1
    return state.view(max(state.turn, 0))


def main() -> None:
    for spec, moves in SHOWN.items():
        svg = picture(position(spec, moves).scene(moves=False))
        path = IMAGES / f"{spec.partition(':')[0]}.svg"
        path.write_text(svg + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
