"""What each kind of accent is worth: games of the engine with itself from accents drawn at random.

The payoff of Guest is fitted to how many more accents of each kind it chose than Host, by least
squares: worth against a Rock, with standard errors. ``policy.cpp`` counts what is left in reserve
by it. Games end at PLIES turns.
"""

from __future__ import annotations

import argparse
import random

import numpy as np

import moonflower as mf

PLIES = 150
KINDS = "RWKB"


def play(seed: int, nodes: int) -> tuple[list[int], float]:
    """Guest's accents minus Host's by kind, and Guest's payoff."""
    rng = random.Random(seed)
    state = mf.Game("skud_paisho", max_plies=PLIES).start()
    chosen = [rng.choice([str(move) for move in state.legal_moves()]) for _ in range(2)]
    for accents in chosen:
        state = state.play(accents)
    with mf.Engine(state.game, seed=seed, hash_mb=16) as engine:
        while not state.is_over:
            state = state.play(engine.play(state, mf.Limit(nodes=nodes), game=seed).move)
    host, guest = ([accents.count(kind) for kind in KINDS] for accents in chosen)
    assert state.returns is not None
    return [own - other for own, other in zip(guest, host, strict=True)], state.returns[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    played = [play(asked.seed + number, asked.nodes) for number in range(asked.games)]
    payoffs = np.array([payoff for _, payoff in played])
    # Four accents each: the differences sum to nothing, so a Rock is what others are measured by.
    terms = np.array([[1.0, *lead[1:]] for lead, _ in played])
    worth = np.linalg.lstsq(terms, payoffs, rcond=None)[0]
    spread = (payoffs - terms @ worth).var() * np.linalg.inv(terms.T @ terms)
    print(f"{asked.games} games, Guest {worth[0]:.3f}")
    for kind, value, error in zip(KINDS[1:], worth[1:], spread.diagonal()[1:] ** 0.5, strict=True):
        print(f"{kind} against R: {value:+.3f} +- {error:.3f}")


if __name__ == "__main__":
    main()
