"""Ring-in-2 and ring-in-3 positions of Skud Pai Sho: made from self-play, and solved against time.

``--make N`` plays greedy games with some random turns until N positions are found in which the seat
on turn has a forced win in two or three turns; they are written to
tests/golden/skud_paisho/rings.jsonl.xz with the turns needed and the line found. Without it, solves
every stored position once and tells CPU times: the proof alone, as ``engine.solve`` finds it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import moonflower as mf
from moonflower import skud_paisho

SUITE = Path(__file__).parents[1] / "tests" / "golden" / "skud_paisho" / "rings.jsonl.xz"
PLIES = 80  # a game is left when it has taken longer
RANDOM_SHARE = 0.15
TARGET_MS = 100
OPENING_MOVES = 19  # accents and start flowers: no more moves to choose from than these
NODES = 400  # for each question while the suite is made


def play_game(seed: int) -> list[mf.State]:
    """The positions of one game at the start of each turn, up to a ring in one."""
    rng = random.Random(seed)
    state = mf.Game("skud_paisho").start()
    positions = []
    for _ in range(2 * PLIES):
        if state.is_over:
            return []
        if not state.mid_turn and len(state.legal_moves()) > OPENING_MOVES:
            positions.append(state)
            if skud_paisho.ring_in_one(state, state.turn):
                return positions
        seeded = rng.getrandbits(63)
        if rng.random() < RANDOM_SHARE:
            state = state.play(state.random_move(seeded))
        else:
            state = state.play(skud_paisho.greedy_move(state, seed=seeded))
    return []


def find_rings(seeds: Iterator[int]) -> Iterator[dict[str, object]]:
    """Positions two and four plies before the ring of a game that were lost by force."""
    for seed in seeds:
        positions = play_game(seed)
        for back in (3, 5):
            if len(positions) < back:
                continue
            state = positions[-back]
            win = skud_paisho.forced_win(state, turns=3, nodes=NODES, bonus_threats=False)
            if win is not None and win.winner == state.turn and win.turns > 1:
                yield {"seed": seed, "position": str(state), "turns": win.turns, "line": win.line}


def make(count: int, seed: int) -> None:
    """Write a suite of ``count`` positions."""
    found: list[dict[str, object]] = []
    for row in find_rings(iter(range(seed, seed + 1_000_000))):
        found.append(row)
        print(f"{len(found)}: ring in {row['turns']} (seed {row['seed']})", flush=True)
        if len(found) == count:
            break
    text = "".join(json.dumps(row) + "\n" for row in found)
    SUITE.write_bytes(lzma.compress(text.encode()))


def measure() -> None:
    """Solve each position and tell the times."""
    rows = [json.loads(line) for line in lzma.decompress(SUITE.read_bytes()).splitlines()]
    game = mf.Game("skud_paisho")
    times: dict[int, list[float]] = {2: [], 3: []}
    missed = 0
    with mf.Engine(game) as engine:
        for row in rows:
            state = game.parse(row["position"])
            begun = time.process_time()
            solution = engine.solve(state, mf.Limit(time=60))
            seconds = time.process_time() - begun
            if solution.kind == "win" and solution.exact:
                times[row["turns"]].append(1000 * seconds)
            else:
                missed += 1
    for turns, values in times.items():
        values.sort()
        quick = sum(value < TARGET_MS for value in values)
        print(
            f"ring in {turns}: {len(values)} proved, {quick} in under 100 ms CPU; "
            f"median {statistics.median(values):.1f} ms, slowest {values[-1]:.0f} ms"
        )
    every = sorted(times[2] + times[3])
    share = sum(value < TARGET_MS for value in every) / len(rows)
    print(f"{len(rows)} positions, {missed} not proved, {100 * share:.0f} % in under 100 ms CPU")


def main() -> None:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", type=int, metavar="N", help="make a suite of N positions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.make:
        make(options.make, options.seed)
    else:
        measure()


if __name__ == "__main__":
    main()
