"""Play on clocks: how long games are, and whether the clocks last: python bench/clock_play.py

`lengths` plays games by nodes and compares the decisions a seat made with what the planner expected
at each of them: the ratio, times the `decisions_percent` of the game's search hints now, is what
those should be. `games` plays by the wall clock. `clocks` runs the planner over the decisions of
`lengths` on a clock that only counts: each decision takes what a drawn search of `games` took of
its plan, whatever the machine added to it included, so a thousand games take seconds. Figures are
kept in bench/results/clock.json; `table` shows them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import moonflower as mf
from moonflower import _core
from timing import RESULTS, machine, percentile

# What is played, and the nodes of a move in `lengths`: enough to play to the purpose.
SPECS = {
    "hanamikoji": 200,
    "terraflip": 200,
    "terraflip:players=4": 200,
    "skud_paisho": 1000,
    "flower_power": 100,
    "flower_power:players=3": 100,
    "flower_power:players=5": 100,
    "shields": 200,
    "shields:mode=ffa,players=4": 1000,
    "tic_tac_toe": 200,
    "liars_dice": 200,
}
CLOCK, ADDED = 5.0, 0.05  # seconds for the game, and for each move
OVERHEAD_MS = 10.0
GAMES = 1000  # of `clocks`, drawn from the different ones of `lengths`
DIFFERENT = 200
FILE = RESULTS / "clock.json"

Figures = dict[str, Any]


def decisions(game: mf.Game, nodes: int, seed: int) -> list[list[float]]:
    """One game by nodes: what the planner expects at each decision, seat by seat."""
    expected: list[list[float]] = [[] for _ in range(game.players)]
    with mf.Engine(game, seed=seed, hash_mb=16) as engine:

        def choose(view: mf.View) -> mf.Move:
            if len(view.legal_moves()) > 1:
                expected[view.seat].append(round(_core.decisions_left(view._inner), 1))
            return engine.play(view, mf.Limit(nodes=nodes)).move

        play(game, seed, choose)
    return expected


def play(game: mf.Game, seed: int, choose: Callable[[mf.View], mf.Move]) -> None:
    source = random.Random(seed)
    state = game.deal(source)
    while not state.is_over:
        is_chance = state.turn < 0
        state = state.draw(source) if is_chance else state.play(choose(state.view(state.turn)))


def lengths(spec: str, seconds: float) -> Figures:
    """As many games as fit into the time, up to ``DIFFERENT``."""
    begun, games = time.monotonic(), []
    while len(games) < DIFFERENT and time.monotonic() < begun + seconds:
        games.append(decisions(mf.Game(spec), SPECS[spec], len(games)))
    return {"lengths": games}


def seats(figures: Figures) -> Iterator[list[float]]:
    return (seat for game in figures["lengths"] for seat in game if seat)


def ratio(figures: Figures) -> float:
    """Decisions that came for each one that was expected, summed over all decisions."""
    came = sum(n * (n + 1) / 2 for n in map(len, seats(figures)))
    return came / sum(map(sum, seats(figures)))


class Clocks:
    """The clocks of a game, in seconds."""

    def __init__(self, players: int) -> None:
        self.left = [CLOCK] * players
        self.given = [CLOCK] * players
        self.least = CLOCK  # that any seat had left when it had moved

    def limit(self) -> mf.Limit:
        left = tuple(max(left, 0.0) for left in self.left)
        return mf.Limit(clocks=left, increments=(ADDED,) * len(left))

    def plan(self, seat: int, expected: float) -> tuple[float, float]:
        """What the planner allows for a decision, in seconds."""
        limits = self.limit().to_core(early_stop=True)
        soft, hard = _core.time_budget(limits, seat, OVERHEAD_MS, expected)
        assert soft is not None
        assert hard is not None
        return soft / 1000, hard / 1000

    def charge(self, seat: int, seconds: float) -> None:
        self.left[seat] -= seconds
        self.least = min(self.least, self.left[seat])
        self.left[seat] += ADDED
        self.given[seat] += ADDED

    def outcome(self) -> tuple[float, list[float]]:
        """The least any seat ever had left, and the part of its time each did not use."""
        unused = [left / given for left, given in zip(self.left, self.given, strict=True)]
        return self.least, unused


def games(spec: str, seconds: float) -> Figures:
    """Games by the wall clock: how they ended, and what each search took of its plan."""
    begun, outcomes, searches = time.monotonic(), [], []
    while time.monotonic() < begun + seconds:
        game = mf.Game(spec)
        clocks = Clocks(game.players)
        with mf.Engine(game, seed=len(outcomes), hash_mb=16) as engine:

            def choose(
                view: mf.View, clocks: Clocks = clocks, engine: mf.Engine = engine
            ) -> mf.Move:
                plan = clocks.plan(view.seat, _core.decisions_left(view._inner))
                start = time.perf_counter()
                move = engine.play(view, clocks.limit()).move
                took = time.perf_counter() - start
                clocks.charge(view.seat, took)
                if len(view.legal_moves()) > 1:
                    searches.append([round(1000 * each, 2) for each in (*plan, took)])
                return move

            play(game, 1_000_000 + len(outcomes), choose)
        outcomes.append(clocks.outcome())
    return {"games": outcomes, "searches": searches}


def took(plan: tuple[float, float], drawn: Sequence[float]) -> float:
    """What a search with this plan takes if it goes as the drawn one went."""
    soft, hard = plan
    drawn_soft, drawn_hard, drawn_took = (each / 1000 for each in drawn)
    if drawn_took > drawn_hard:
        return hard + drawn_took - drawn_hard
    return min(soft * drawn_took / drawn_soft, hard)


def clocks(figures: Figures) -> Figures:
    """A thousand games drawn from those of `lengths`, on a clock that only counts."""
    source, outcomes = random.Random(1), []
    for _ in range(GAMES):
        game = source.choice(figures["lengths"])
        counted = Clocks(len(game))
        for seat, all_expected in enumerate(game):
            for expected in all_expected:
                plan = counted.plan(seat, expected)
                counted.charge(seat, took(plan, source.choice(figures["searches"])))
        outcomes.append(counted.outcome())
    return {"clocks": outcomes}


def row(spec: str, figures: Figures) -> str:
    made = sorted(len(seat) for seat in seats(figures))
    spread = f"{percentile(made, 5)} to {percentile(made, 95)}"
    words = [spec, str(len(figures["lengths"])), f"{statistics.mean(made):.0f} ({spread})"]
    words.append(f"{ratio(figures):.2f}")
    for part in ("clocks", "games"):
        outcomes = figures.get(part, [])
        if not outcomes:
            words += [""] * 4
            continue
        unused = [each for _, all_unused in outcomes for each in all_unused]
        lost = sum(least <= 0 for least, _ in outcomes)
        least = min(least for least, _ in outcomes)
        over = sum(each > 0.5 for each in unused) / len(unused)  # noqa: PLR2004
        words += [f"{lost} of {len(outcomes)}", f"{1000 * least:.0f}"]
        words += [f"{statistics.mean(unused):.0%}", f"{over:.0%}"]
    return "| " + " | ".join(words) + " |"


def table(results: Figures) -> str:
    head = ["game", "games", "decisions of a seat", "came / expected"]
    head += ["counted: lost", "least left, ms", "unused", "over half unused"]
    head += ["by the wall clock: lost", "least left, ms", "unused", "over half unused"]
    rows = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(
        rows + [row(spec, results[spec]) for spec in SPECS if "lengths" in results.get(spec, {})]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=("lengths", "games", "clocks", "table"))
    parser.add_argument("specs", nargs="*", default=list(SPECS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each game")
    args = parser.parse_args()
    for spec in args.specs:
        results: Figures = json.loads(FILE.read_text()) if FILE.exists() else {}
        known = results.setdefault(spec, {})
        match args.part:
            case "lengths":
                known |= lengths(spec, args.seconds)
            case "games":
                known |= games(spec, args.seconds)
            case "clocks":
                known |= clocks(known)
        results["machine"] = machine()
        if args.part != "table":
            FILE.write_text(json.dumps(results) + "\n")
    print(table(json.loads(FILE.read_text())))


if __name__ == "__main__":
    main()
