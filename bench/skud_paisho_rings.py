"""Ring-in-2 and ring-in-3 positions of Skud Pai Sho: made from self-play, and solved against time.

``--make N`` lets the greedy player meet the random one until N positions are found in which the
greedy seat, on turn, has a forced win in two turns, or in three just before a ring was played;
they go to tests/golden/skud_paisho/rings.jsonl.xz with the turns needed and the line found.
A position counts if ``forced_win`` proves it within NODES nodes. Without ``--make``, solves every
stored position once by ``engine.solve`` and tells CPU times.
"""

from __future__ import annotations

import argparse
import json
import lzma
import multiprocessing
import random
import statistics
import time
from pathlib import Path

import moonflower as mf
from moonflower import skud_paisho

SUITE = Path(__file__).parents[1] / "tests" / "golden" / "skud_paisho" / "rings.jsonl.xz"
TURNS = 40  # of the greedy seat; a game is left when it has taken longer
TARGET_MS = 100
OPENING_MOVES = 19  # accents and start flowers: no more moves to choose from than these
NODES = 25  # for each question while the suite is made: three turns deep, a node may take 50 ms


def play_game(seed: int) -> list[dict[str, object]]:
    """The forced rings the greedy seat met in one game against the random player."""
    rng = random.Random(seed)
    strong = seed % 2
    state = mf.Game("skud_paisho").start()
    turns: list[mf.State] = []  # of the greedy seat
    found: list[dict[str, object]] = []
    while not state.is_over and len(turns) < TURNS:
        if state.turn == strong and not state.mid_turn and len(state.legal_moves()) > OPENING_MOVES:
            turns.append(state)
            if skud_paisho.ring_in_one(state, strong):
                found += rings_of(turns[-3:-2], 3, seed)
                break
            found += rings_of([state], 2, seed)
        seeded = rng.getrandbits(63)
        if state.turn == strong:
            state = state.play(skud_paisho.greedy_move(state, seed=seeded))
        else:
            state = state.play(state.random_move(seeded))
    return found


def rings_of(states: list[mf.State], turns: int, seed: int) -> list[dict[str, object]]:
    """Those with a forced win of the seat on turn in exactly that many turns."""
    found: list[dict[str, object]] = []
    for state in states:
        win = skud_paisho.forced_win(state, turns=turns, nodes=NODES, bonus_threats=False)
        if win is not None and win.winner == state.turn and win.turns == turns:
            found.append({"seed": seed, "position": str(state), "turns": turns, "line": win.line})
    return found


def make(count: int, seed: int) -> None:
    """Write a suite of at least ``count`` positions."""
    found: list[dict[str, object]] = []
    with multiprocessing.Pool(2) as pool:
        for rows in pool.imap(play_game, range(seed, seed + 100_000)):
            found += rows
            for row in rows:
                print(f"{len(found)}: ring in {row['turns']} (seed {row['seed']})", flush=True)
            if len(found) >= count:
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
        if not values:
            continue
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
