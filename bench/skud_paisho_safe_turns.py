"""Turns of Skud Pai Sho that must not be missed: the other side is about to close a ring.

``--make N`` plays games of a weak engine with itself, some moves at random, and keeps the positions
at the start of a turn where the other seat would close a ring if it were on turn, the seat on turn
has no ring to close itself, and at least one of its turns leaves no ring: at most two positions of
a game, an image only once. They go to tests/golden/skud_paisho/safe_turns.txt.xz, a line each. Else
lets the engine play a turn in every stored position and names those in which its turn leaves a ring
though another does not; where it has proven that every turn loses, that is told apart.
"""

from __future__ import annotations

import argparse
import lzma
import random
import time
from collections.abc import Iterator
from pathlib import Path

import moonflower as mf
from moonflower.per_game import skud_paisho

SUITE = Path(__file__).parents[1] / "tests" / "golden" / "skud_paisho" / "safe_turns.txt.xz"
GAME = mf.Game("skud_paisho")
PLIES = 120  # a game is left when it has taken longer
RANDOM_MOVES = 0.25
WEAK = mf.Limit(nodes=40)
EACH = 2  # positions of a game


def leaves_ring(state: mf.State, seat: int) -> bool:
    """Whether the seat that is not to move has lost by what was played, or may lose at once."""
    if state.is_over:
        return state.returns is not None and state.returns[seat] == 0.0
    return bool(skud_paisho.ring_in_one(state, 1 - seat))


def declined(state: mf.State) -> mf.State:
    """The turn ended without its bonus, if one is open."""
    return state.play(".") if not state.is_over and state.mid_turn else state


def is_wanted(state: mf.State) -> bool:
    """A ring threatens, none can be closed, and some turn without a bonus is safe."""
    if state.is_over or state.mid_turn:
        return False
    seat = state.turn
    if not skud_paisho.ring_in_one(state, 1 - seat) or skud_paisho.ring_in_one(state, seat):
        return False
    return any(not leaves_ring(declined(state.play(move)), seat) for move in state.legal_moves())


def positions(seed: int) -> Iterator[mf.State]:
    """The wanted positions of one game."""
    rng = random.Random(seed)
    state = GAME.deal(rng)
    found = 0
    with mf.Engine(GAME, algorithm="mcts", seed=seed, hash_mb=4) as engine:
        for _ in range(PLIES):
            is_random = state.mid_turn is False and rng.random() < RANDOM_MOVES
            move = rng.choice(state.legal_moves()) if is_random else engine.play(state, WEAK).move
            state = state.play(move)
            if state.is_over or found == EACH:
                return
            if is_wanted(state):
                found += 1
                yield state


def make(count: int) -> None:
    """Writes a suite of so many positions."""
    seen: set[int] = set()
    lines: list[str] = []
    for seed in range(1 << 30):
        for state in positions(seed):
            key = skud_paisho.canonical_key(state)
            if key in seen or len(lines) == count:
                continue
            seen.add(key)
            lines.append(str(state))
            if len(lines) % 50 == 0:
                print(f"{len(lines)} positions from {seed + 1} games", flush=True)
        if len(lines) == count:
            break
    SUITE.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))


def turn_of(engine: mf.Engine, state: mf.State, limit: mf.Limit) -> tuple[str, mf.State, bool]:
    """The turn an engine plays, where it leads, and whether every turn was proven lost."""
    seat, tokens, is_lost = state.turn, list[str](), False
    while not state.is_over and state.turn == seat:
        report = engine.play(state, limit).report
        is_lost = is_lost or (not tokens and report.proven == "loss")
        tokens.append(str(report.best))
        state = state.play(report.best)
    return " ".join(tokens), state, is_lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", type=int, metavar="N", help="write a suite of N positions")
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.make:
        make(asked.make)
        return
    lines = lzma.decompress(SUITE.read_bytes()).decode().splitlines()
    missed, lost, began = 0, 0, time.process_time()
    with mf.Engine(GAME, seed=asked.seed, hash_mb=16) as engine:
        for line in lines:
            state = GAME.parse(line)
            turn, after, is_lost = turn_of(engine, state, mf.Limit(nodes=asked.nodes))
            if leaves_ring(after, state.turn):
                lost += is_lost
                missed += not is_lost
                print(f"{turn} leaves a ring{' (all lost)' if is_lost else ''}: {line}")
    spent = time.process_time() - began
    print(f"{missed} of {len(lines)} missed at {asked.nodes} nodes, {lost} where all were lost")
    print(f"{spent:.1f} s of CPU time")


if __name__ == "__main__":
    main()
