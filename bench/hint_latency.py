"""How long the first hint of each level takes: a new engine, wall and CPU time, medians.

python bench/hint_latency.py [repeats]
"""

from __future__ import annotations

import statistics
import sys
import time

import moonflower as mf


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("| game | level 1, ms wall (CPU) | of it making the engine | level 2 | level 3 |")
    print("|---|---|---|---|---|")
    for info in mf.games():
        game = mf.Game(info.name)
        cells = []
        made = []
        for level in (1, 2, 3):
            wall, cpu = [], []
            for seed in range(repeats):
                state = game.deal(seed)
                for _ in range(6):
                    if not state.is_over:
                        state = state.play(state.random_move(seed))
                while state.turn == mf.CHANCE:
                    state = state.draw(seed)
                begun, begun_cpu = time.perf_counter(), time.process_time()
                with mf.Engine(game, seed=seed) as engine:
                    ready = time.perf_counter()
                    engine.hint(state, level=level)
                    wall.append(1000 * (time.perf_counter() - begun))
                    cpu.append(1000 * (time.process_time() - begun_cpu))
                made.append(1000 * (ready - begun))
            cells.append(f"{statistics.median(wall):.0f} ({statistics.median(cpu):.0f})")
        first, *others = cells
        print(f"| {info.name} | {first} | {statistics.median(made):.1f} | {' | '.join(others)} |")


if __name__ == "__main__":
    main()
