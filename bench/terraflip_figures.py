"""Speed of TerraFlip by CPU time, one thread: random games, worlds, lists, keys.

python bench/terraflip_figures.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import moonflower as mf
from moonflower import _core

SPECS = [
    "terraflip",
    "terraflip:players=3",
    "terraflip:players=4",
    "terraflip:lines=axial",
    "terraflip:hand=blind",
]


def per_second(work: Callable[[], int], *, repeats: int = 5) -> tuple[float, float]:
    """Units per CPU-second: the median of several runs, and their spread in parts of it."""
    rates = []
    for _ in range(repeats):
        began = time.process_time()
        units = work()
        rates.append(units / (time.process_time() - began))
    rates.sort()
    median = rates[len(rates) // 2]
    return median, (rates[-1] - rates[0]) / median


def random_games(spec: str, count: int = 4000) -> str:
    state = mf.Game(spec).start()
    moves = _core.playouts(state._inner, 200, 1)[1] / 200
    rate, spread = per_second(lambda: len(mf.playouts(state, count, seed=2)))
    return f"{spec}: {rate:,.0f} games/s (spread {spread:.0%}), {moves:.0f} moves a game"


def worlds_and_games(line: str, count: int = 4000) -> str:
    spec, text = line.split(maxsplit=1)
    state = mf.Game(spec).parse(text)
    view = state.view(max(state.turn, 0))
    rate, spread = per_second(lambda: len(mf.playouts(view, count, seed=3)))
    return f"{spec}, turn {text.split()[6]}: {rate:,.0f} worlds played out/s (spread {spread:.0%})"


def main() -> None:
    print("random games from the start")
    for spec in SPECS:
        print(" ", random_games(spec))
    print("a world sampled from the mover's view and played out")
    positions = Path(__file__).parent / "positions" / "terraflip.txt"
    for line in positions.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            print(" ", worlds_and_games(line))
    print("perft, two seats, depth 5")
    start = mf.Game("terraflip").start()
    rate, spread = per_second(lambda: mf.perft(start, 5))
    print(f"  {rate:,.0f} sequences/s (spread {spread:.0%})")


if __name__ == "__main__":
    main()
