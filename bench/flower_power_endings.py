"""Open endings of Flower Power, up to two petals a seat: how many are solved, and how fast.

    cmake --preset release && cmake --build --preset release
    python bench/flower_power_endings.py

Three sources, all by a fixed seed. Set-ups: petals in sight or known, 0 to 2 cards in each hand, 2
to 5 in the pile, whose order is fixed (dealt) or open (lazy). Played: a set-up of three petals a
seat, played on at random until nobody has more than two, so that cards lie in the grave. Whole
deck: games of all 54 cards, played at random until then. Each position is solved once with all
cards open. Told are CPU seconds of one thread by class; what is not exact is listed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

import moonflower as mf
from timing import percentile

RANKS = "AKQJT98765432"
DECK = ["BJ", "RJ", *(rank + suit for rank in RANKS for suit in "SHDC")]
MOST_PETALS = 2
POWER, IN_SIGHT = 0.3, 0.6  # shares of flowers and of petals
ANYTHING = 0.5  # the bound of an answer that says nothing


@dataclass(frozen=True)
class Solved:
    state: mf.State
    seconds: float
    solution: mf.Solution

    @property
    def verdict(self) -> str:
        if self.solution.exact:
            return "exact"
        return "bounded" if self.solution.bound < ANYTHING else "unknown"


def in_order(cards: list[str]) -> str:
    return ",".join(sorted(cards, key=DECK.index)) or "-"


def flowers(rng: random.Random, deck: list[str], first_id: int, petals: int) -> str:
    """One seat's garden: one flower or several, power flowers among them."""
    found = []
    while petals > 0:
        size = rng.randint(1, petals)
        petals -= size
        cards = [deck.pop() for _ in range(size)]
        if rng.random() < POWER:
            found.append(f"{first_id}w:{in_order(cards)}")
        else:
            shown = [card if rng.random() < IN_SIGHT else f"({card})" for card in cards]
            found.append(f"{first_id}r:{','.join(shown)}")
        first_id += 1
    return ";".join(found)


def set_up(rng: random.Random, *, petals: int, hand: int, is_dealt: bool) -> mf.State:
    deck = rng.sample(DECK, len(DECK))
    gardens = [flowers(rng, deck, first_id, petals) for first_id in (1, 5)]
    hands = [in_order([deck.pop() for _ in range(hand)]) for _ in range(2)]
    pile = [deck.pop() for _ in range(rng.randint(2, 5))]
    text = f"FP1 {gardens[0]}/{gardens[1]} {hands[0]}/{hands[1]}"
    if is_dealt:
        text += f" {','.join(pile)} - t9.1.1.0.00.11.20 main"
    else:
        text += f" #{len(pile)} - t9.1.1.0.00.11.20 main %{in_order(pile)}"
    return mf.Game("flower_power").parse(text)


def is_ending(state: mf.State) -> bool:
    """At the start of a turn, nobody with more than two petals."""
    if state.is_over or state.turn < 0 or state.mid_turn:
        return False
    gardens = str(state).split()[1]
    if "u" in gardens:
        return False
    return all(garden.count(",") + garden.count(";") < MOST_PETALS for garden in gardens.split("/"))


def played_on(state: mf.State, rng: random.Random) -> mf.State | None:
    """The first ending that random play comes to, if it comes to one."""
    while not state.is_over:
        if is_ending(state):
            return state
        state = state.play(state.random_move(rng))
    return None


def small_game(rng: random.Random) -> mf.State:
    return set_up(rng, petals=3, hand=1, is_dealt=rng.choice((True, False)))


def whole_game(rng: random.Random) -> mf.State:
    return mf.Game("flower_power").deal(rng)


def suite(count: int, seed: int) -> Iterator[tuple[str, list[mf.State]]]:
    for petals in (1, 2):
        for hand in (0, 1, 2):
            for is_dealt in (True, False):
                rng = random.Random(f"{seed} {petals} {hand} {is_dealt}")
                name = f"{petals} petals, hand {hand}, {'dealt' if is_dealt else 'lazy'}"
                yield (
                    name,
                    [
                        set_up(rng, petals=petals, hand=hand, is_dealt=is_dealt)
                        for _ in range(count)
                    ],
                )
    for name, start in (("played", small_game), ("whole deck", whole_game)):
        rng = random.Random(f"{seed} {name}")
        found: list[mf.State] = []
        while len(found) < count:
            if (state := played_on(start(rng), rng)) is not None:
                found.append(state)
        yield name, found


def solve(state: mf.State, seconds: float) -> Solved:
    """By CPU time: on a crowded machine the clock says little."""
    start = time.process_time()

    def goes_on(_: object) -> bool:
        return time.process_time() - start < seconds

    with mf.Engine(state.game) as engine:
        found = engine.solve(state, mf.Limit(time=3600), progress=goes_on)
        return Solved(state, time.process_time() - start, found)


def report(name: str, solved: list[Solved]) -> None:
    times = sorted(one.seconds for one in solved)
    late = percentile(times, 95)
    verdicts = [one.verdict for one in solved]
    counts = ", ".join(f"{verdicts.count(word)} {word}" for word in ("exact", "bounded", "unknown"))
    print(
        f"{name}: {len(solved)} positions, {counts}; CPU seconds median "
        f"{statistics.median(times):.3f}, 95th percentile {late:.2f}, longest {times[-1]:.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=10, help="of each class")
    parser.add_argument("--seconds", type=float, default=10, help="CPU time for one position")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="classes whose name holds this")
    args = parser.parse_args()
    everything: list[Solved] = []
    for name, states in suite(args.positions, args.seed):
        if args.only in name:
            solved = [solve(state, args.seconds) for state in states]
            report(name, solved)
            everything += solved
    report("all", everything)
    for one in everything:
        if one.verdict != "exact":
            print(f"  {one.seconds:6.2f} s  {one.state}\n            {one.solution.note}")


if __name__ == "__main__":
    main()
