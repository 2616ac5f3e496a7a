"""Speed of Shields!: random moves per CPU-second and the solver's times.

python bench/shields_speed.py
"""

from __future__ import annotations

import time
from pathlib import Path

import moonflower as mf
from moonflower import _core, shields

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


def main() -> None:
    positions = Path(__file__).parent / "positions" / "shields.txt"
    for line in positions.read_text().splitlines():
        if line.startswith("#"):
            continue
        spec, text = line.split(" ", 1)
        state = mf.Game(spec).parse(text)
        begin = time.process_time()
        _, moves = _core.playouts(state._inner, 20_000, 1)
        seconds = time.process_time() - begin
        print(f"{moves / seconds / 1e6:6.1f} M moves/s  {text}")
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
