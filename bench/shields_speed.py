"""Speed of Shields!: random moves per CPU-second and the solver's times.

python bench/shields_speed.py
"""

from __future__ import annotations

import time
from pathlib import Path

import moonflower as mf
from moonflower import _core
from moonflower.per_game import shields

SOLVED = (
    "sh1 enemy - 10 n=7,7,7,7 a1 0 S",
    "sh1 enemy - 15/15 n=6,6,6,6 a1 0 S",
    "sh1 enemy - 10/9 n=6,6,6,6 a1 0 S",
    "sh1 enemy cheat=1 5/5 n=6,6,6,6 a1 0 S",
    "sh1 ffa - 42/42 - - 0 S",
    "sh1 ffa k=3 42/41 - - 0 S",
    "sh1 ffa - 3/3/3 - - 0 S",
    "sh1 enemy - 3/3/3 n=5,5,5,5 a1 0 S",
)


REPEATS = 7
PLAYOUTS = 40_000


def move_rates(state: mf.State) -> list[float]:
    """Millions of random moves per CPU-second, the slowest run first."""
    _core.playouts(state._inner, 100, 1)  # the first call of all brings numpy along
    rates = []
    for seed in range(REPEATS):
        begin = time.process_time()
        _, moves = _core.playouts(state._inner, PLAYOUTS, seed)
        rates.append(moves / (time.process_time() - begin) / 1e6)
    return sorted(rates)


def main() -> None:
    positions = Path(__file__).parent / "positions" / "shields.txt"
    for line in positions.read_text().splitlines():
        if line.startswith("#"):
            continue
        spec, text = line.split(" ", 1)
        state = mf.Game(spec).parse(text)
        rates = move_rates(state)
        print(
            f"{rates[REPEATS // 2]:6.1f} M moves/s  (median of {REPEATS}, "
            f"{rates[0]:.1f} to {rates[-1]:.1f})  {text}"
        )
    for text in SOLVED:
        state = mf.Game("shields").parse(text)
        begin = time.process_time()
        solution = shields.solve(state)
        seconds = time.process_time() - begin
        print(
            f"{seconds:6.3f} s  {text}  value {float(solution.value):.9f}  "
            f"exact {solution.exact}  gap {solution.gap:.1e}  positions {solution.positions}"
        )


if __name__ == "__main__":
    main()
