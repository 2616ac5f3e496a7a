"""Speed of Skud Pai Sho by CPU time, one thread: python bench/skud_paisho_figures.py"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import moonflower as mf
from moonflower import _core
from moonflower.per_game import skud_paisho

POSITIONS = Path(__file__).parent / "positions" / "skud_paisho.txt"


def cpu_seconds(work: Callable[[], object]) -> float:
    """The fastest of three runs."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def bench_positions() -> list[mf.State]:
    states = []
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            spec, _, text = line.partition(" ")
            states.append(mf.Game(spec).parse(text))
    return states


def main() -> None:
    start = mf.Game("skud_paisho").start()
    r5 = skud_paisho.read_record("R,W,K,B;R,W,K,B;R5(0,-8)").state
    r3 = skud_paisho.read_record("R,W,K,B;R,W,K,B;R3(0,-8)").state
    seconds = cpu_seconds(lambda: mf.perft(r5, 4, turns=True))
    print(f"perft in turns, R5, depth 4: {seconds:.3f} s")
    seconds = cpu_seconds(lambda: mf.perft(r3, 5, turns=True))
    print(f"perft in turns, R3, depth 5: {seconds:.3f} s")

    games = 400
    seconds = cpu_seconds(lambda: _core.playouts(start._inner, games, 1))
    moves = _core.playouts(start._inner, games, 1)[1]
    print(f"playouts, kinds uniform: {games / seconds:.0f} games/s, {moves / games:.0f} steps each")
    seconds = cpu_seconds(lambda: _core.skud_paisho_play_by_steps(start._inner, games, 1))
    turns = _core.skud_paisho_play_by_steps(start._inner, games, 1)
    print(
        f"playouts, base steps uniform: {games / seconds:.0f} games/s, "
        f"{turns / games:.0f} turns each"
    )

    tests = 100_000
    for state in bench_positions():
        if state.is_over or not skud_paisho.harmonies(state):
            continue
        ring = cpu_seconds(
            lambda state=state: _core.skud_paisho_repeat_ring_test(state._inner, tests)
        )
        in_one = cpu_seconds(
            lambda state=state: [skud_paisho.ring_in_one(state, state.turn) for _ in range(20)]
        )
        print(
            f"{len(skud_paisho.harmonies(state)):2} harmonies, "
            f"{len(skud_paisho.turns(state)):5} turns: "
            f"ring test {ring / tests / 2 * 1e6:.3f} us, ring in one {in_one / 20 * 1e6:.0f} us"
        )


if __name__ == "__main__":
    main()
