"""Forced rings of Skud Pai Sho in two and three turns: found in self-play, and solved against time.

``--make N`` lets the greedy player meet itself, now and then playing at random, and asks at every
turn whether the seat on turn has a forced win in two of its turns and not in one; where it has, or
where a ring can be completed, it walks back and asks for wins in three. A game gives at most one
position of each kind to each seat, images of one position count once. It goes on until N positions
with a ring are found, a sixth of them in three turns, and writes them with some forced wins of the
last flower to tests/golden/skud_paisho/rings.jsonl.xz. A position counts if ``forced_win`` proves
it within NODES nodes by threats without a bonus: many times what 100 ms give, so that the suite is
not chosen by what is quickly proved. Threats that take a bonus are left out: a question about them
takes minutes in some positions.
``--again`` plays only the games the stored suite names and writes what they give. Without either,
solves every stored position once by ``engine.solve`` and tells CPU times.
"""

from __future__ import annotations

import argparse
import json
import lzma
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import moonflower as mf
from moonflower.per_game import skud_paisho

SUITE = Path(__file__).parents[1] / "tests" / "golden" / "skud_paisho" / "rings.jsonl.xz"
TURNS = 160  # of both seats; a game is left when it has taken longer
RANDOM_MOVES = (0.1, 0.3)  # how often a move is played at random, by games in turn
TARGET_MS = 100
NODES = 1000  # for each question while the suite is made

Row = dict[str, object]


def play_game(seed: int) -> list[Row]:
    """The first forced win of each kind that each seat meets in one game."""
    rng = random.Random(seed)
    state = mf.Game("skud_paisho").start()
    found: dict[tuple[object, ...], Row] = {}
    own: tuple[list[mf.State], list[mf.State]] = ([], [])  # the turns of each seat

    def keep(position: mf.State, turns: int) -> bool:
        row = forced_win(position, turns)
        if row is not None:
            kind = (position.turn, row["turns"], row["goal"])
            found.setdefault(kind, row | {"seed": seed})
        return row is not None

    while not state.is_over and len(own[0]) + len(own[1]) < TURNS:
        if not state.mid_turn:
            turns = own[state.turn]
            turns.append(state)
            # What wins in two turns, or in one, was often won in three a turn or two before.
            if keep(state, 2) or skud_paisho.ring_in_one(state, state.turn):
                for earlier in turns[-3:-1]:
                    keep(earlier, 3)
        seeded = rng.getrandbits(63)
        if rng.random() < RANDOM_MOVES[seed % len(RANDOM_MOVES)]:
            state = state.play(state.random_move(seeded))
        else:
            state = state.play(skud_paisho.greedy_move(state, seed=seeded))
    return list(found.values())


def forced_win(state: mf.State, turns: int) -> Row | None:
    """The position if its mover has a forced win in so many turns and not in fewer."""
    if skud_paisho.ring_in_one(state, state.turn):
        return None
    win = skud_paisho.forced_win(state, turns=turns, nodes=NODES, bonus_threats=False)
    if win is None or win.winner != state.turn or win.turns != turns:
        return None
    return {
        "position": str(state),
        "turns": win.turns,
        "goal": goal(state, win),
        "line": win.line,
    }


def goal(state: mf.State, win: skud_paisho.ForcedWin) -> str:
    """What the line ends with: a ring or the last flower."""
    for move in win.line[:-1]:
        state = state.play(move)
    rings = {turn.rstrip(".") for turn in skud_paisho.ring_in_one(state, win.winner)}
    return "ring" if win.line[-1].rstrip(".") in rings else "midline"


def stored() -> list[dict[str, Any]]:
    """The rows of the suite."""
    return [json.loads(line) for line in lzma.decompress(SUITE.read_bytes()).splitlines()]


def make(count: int, seeds: Iterable[int]) -> None:
    """Write a suite with at least ``count`` forced rings, and half as many midline wins at most."""
    kept: list[Row] = []
    met: set[int] = set()
    game = mf.Game("skud_paisho")

    def held(**kind: object) -> int:
        return sum(all(row[key] == value for key, value in kind.items()) for row in kept)

    with multiprocessing.Pool(2) as pool:
        for rows in pool.imap(play_game, seeds):
            for row in rows:
                key = skud_paisho.canonical_key(game.parse(str(row["position"])))
                if key in met or (row["goal"] == "midline" and held(goal="midline") >= count // 2):
                    continue
                met.add(key)
                kept.append(row)
                print(f"{len(kept)}: {row['goal']} in {row['turns']} (seed {row['seed']})")
            if held(goal="ring") >= count and held(goal="ring", turns=3) >= count // 6:
                break
    text = "".join(json.dumps(row) + "\n" for row in kept)
    SUITE.write_bytes(lzma.compress(text.encode()))


def measure() -> None:
    """Solve each position and tell the times."""
    rows = stored()
    game = mf.Game("skud_paisho")
    times: dict[tuple[str, int], list[float]] = {}
    with mf.Engine(game) as engine:
        for row in rows:
            state = game.parse(row["position"])
            begun = time.process_time()
            solution = engine.solve(state, mf.Limit(time=5))
            milliseconds = 1000 * (time.process_time() - begun)
            is_proved = solution.kind == "win" and solution.exact
            kind = times.setdefault((row["goal"], row["turns"]), [])
            kind.append(milliseconds if is_proved else float("inf"))
            if not milliseconds < TARGET_MS or not is_proved:
                print(f"{milliseconds:.0f} ms, {solution.kind}: {row['position']}")
    for (what, turns), values in sorted(times.items()):
        tell(f"{what} in {turns}", values)
    tell(
        "all rings",
        [one for (what, _), values in times.items() if what == "ring" for one in values],
    )


def tell(name: str, values: list[float]) -> None:
    quick = sum(value < TARGET_MS for value in values)
    print(
        f"{name}: {sum(value < float('inf') for value in values)} of {len(values)} proved, {quick} "
        f"({100 * quick / len(values):.0f} %) in under {TARGET_MS} ms CPU; median "
        f"{statistics.median(values):.1f} ms, slowest {max(values):.0f} ms"
    )


def main() -> None:
    """Parse the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", type=int, metavar="N", help="make a suite of N rings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="make the stored suite again")
    options = parser.parse_args()
    if options.make:
        make(options.make, range(options.seed, options.seed + 100_000))
    elif options.again:
        rings = sum(row["goal"] == "ring" for row in stored())
        make(rings, sorted({row["seed"] for row in stored()}))
    else:
        measure()


if __name__ == "__main__":
    main()
