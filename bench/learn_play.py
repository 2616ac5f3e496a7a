"""Learns how seats choose what they hide, from the engine's own play.

    python bench/learn_play.py hanamikoji --games 1600 --data play
    python bench/learn_play.py liars_dice --games 6000 --nodes 1000 --data play

Plays the games (kept in --data; the same command goes on where it was stopped), fits a conditional
logit (McFadden 1974) to every kind of choice by Newton steps, tells how much better than chance it
guesses games it was not fitted on, and writes the weights, in parts of a doubling
(cpp/core/inference.hpp), to cpp/games/GAME/play_weights.hpp.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import moonflower as mf
from moonflower.arena.match import Match
from moonflower.arena.shards import read_shards
from moonflower.arena.specs import parse_player

ROOT = Path(__file__).parents[1]
DOUBLING = 256  # kLogOne
RIDGE = 2.0  # keeps weights of what was hardly ever seen small
HELD_OUT = 5  # every fifth choice
STEPS = 12
PER_LINE = 12


class Choice(NamedTuple):
    """What was chosen: for each option the numbers of the weights it counts, and which it was."""

    options: list[tuple[int, ...]]
    chosen: int


@dataclass
class Group:
    """Choices of one kind, and the array that holds its weights."""

    array: str
    size: int
    choices: list[Choice] = field(default_factory=list)


def played(spec: str, games: int, nodes: int, folder: Path) -> Iterator[mf.History]:
    """Games between two budgets: alike, they would play every deal the same way twice."""
    budgets = (nodes, nodes * 3 // 4)
    match = Match.of(mf.Game(spec), [parse_player(f"auto,nodes={n}") for n in budgets])
    match.play(games // 2, folder=folder, records=True)
    for about, results in read_shards(folder):
        if about["game"] != spec:
            continue
        for game in results:
            history = mf.History(spec)
            history.extend(game.tokens)
            yield history


# --- Hanamikoji: what is put away, as cpp/games/hanamikoji/play_model.cpp counts it

VALUE_CLASS = (0, 0, 0, 1, 1, 2, 3)
COPIES, TURNS, TWINS = 36, 48, 64


def hiding(position: str, seat: int, token: str) -> Choice:
    _, owners, clock, hands, placed, *_ = position.split()
    turn = int(clock.rpartition("t")[2])
    hand = Counter(map(int, hands.split("/")[seat]))
    rows = placed.split("/")

    def weights(card: int) -> tuple[int, ...]:
        owner = 0 if owners[card] == "-" else 1 if owners[card] == str(seat) else 2
        lead = int(rows[seat][card]) - int(rows[1 - seat][card])
        value = VALUE_CLASS[card]
        return (
            9 * value + 3 * owner + max(-1, min(1, lead)) + 1,
            COPIES + 3 * value + min(hand[card], 3) - 1,
            TURNS + 4 * value + turn // 2,
        )

    count = len(token) - 1
    options = {}
    for cards in combinations_with_replacement(sorted(hand), count):
        if Counter(cards) - hand:
            continue
        twins = (TWINS + VALUE_CLASS[cards[0]],) if len(set(cards)) < count else ()
        options[cards] = sum(map(weights, cards), twins)
    return Choice(list(options.values()), list(options).index(tuple(map(int, token[1:]))))


def learn_hanamikoji(histories: Iterator[mf.History]) -> list[Group]:
    groups = {"s": Group("kSecretWeights", 64), "d": Group("kDiscardWeights", 68)}
    for history in histories:
        for step in history.steps:
            if step.actor >= 0 and step.token[0] in groups:
                choice = hiding(str(step.before), step.actor, step.token)
                groups[step.token[0]].choices.append(choice)
    return list(groups.values())


# --- liar's dice: cpp/games/liars_dice/play_model.cpp

RAISES, WILDS, CALLS = 4, 6, 8


def bid(history: mf.History, at: int) -> Choice:
    steps = history.steps
    sides = int(dict(history.game.options).get("dice_sides", 6))
    die = int(steps[steps[at].actor].token[1]) - 1
    number = {f"{q}-{f}": (q - 1) * sides + f - 1 for q in (1, 2) for f in range(1, sides + 1)}
    bids = [number[step.token] for step in steps[2:at]]
    last = bids[-1] if bids else -1

    def kind(of: int) -> int:
        return of // sides * 2 + counts(of)

    def counts(of: int) -> int:
        return int(die in (of % sides, sides - 1))

    options: list[tuple[int, ...]] = []
    for of in range(last + 1, 2 * sides):
        wild = (WILDS + counts(of),) if of % sides == sides - 1 else ()
        options.append((kind(of), *[RAISES + counts(of)] * (of - last - 1), *wild))
    if bids:
        options.append((CALLS + kind(last),))
    token = steps[at].token
    return Choice(options, len(options) - 1 if token == "liar" else number[token] - last - 1)


def learn_liars_dice(histories: Iterator[mf.History]) -> list[Group]:
    group = Group("kBidWeights", 12)
    for history in histories:
        group.choices.extend(bid(history, at) for at in range(2, len(history.steps)))
    return [group]


# --- the fit

Matrix = NDArray[np.float64]


class Logit:
    """Choices as one matrix: a row for each option, the options of a choice side by side."""

    def __init__(self, choices: list[Choice], size: int) -> None:
        counts = [len(choice.options) for choice in choices]
        self.starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self.owner = np.repeat(np.arange(len(choices)), counts)
        self.chosen = self.starts + np.array([choice.chosen for choice in choices])
        self.rows: Matrix = np.zeros((sum(counts), size))
        row = 0
        for choice in choices:
            for option in choice.options:
                np.add.at(self.rows[row], list(option), 1)
                row += 1

    def shares(self, weights: Matrix) -> Matrix:
        scores = self.rows @ weights
        scores -= np.maximum.reduceat(scores, self.starts)[self.owner]
        powers = np.exp(scores)
        shares: Matrix = powers / np.add.reduceat(powers, self.starts)[self.owner]
        return shares

    def surprise(self, weights: Matrix) -> float:
        """Bits a choice, on the average."""
        return float(-np.log2(self.shares(weights)[self.chosen]).mean())

    def fit(self) -> Matrix:
        weights = np.zeros(self.rows.shape[1])
        for _ in range(STEPS):
            shares = self.shares(weights)
            weighed = self.rows * shares[:, None]
            means = np.add.reduceat(weighed, self.starts)
            slope = self.rows[self.chosen].sum(0) - means.sum(0) - RIDGE * weights
            curve = self.rows.T @ weighed - means.T @ means + RIDGE * np.eye(len(weights))
            weights = weights + np.linalg.solve(curve, slope)
        return weights


def learn(group: Group) -> list[int]:
    """The weights in whole parts of a doubling; tells what they are worth."""
    train = [one for i, one in enumerate(group.choices) if i % HELD_OUT]
    test = Logit(group.choices[::HELD_OUT], group.size)
    weights = Logit(train, group.size).fit()
    print(
        f"{group.array}: {len(group.choices)} choices; bits a choice held out:"
        f" {test.surprise(weights):.3f}, at random {test.surprise(np.zeros(group.size)):.3f}"
    )
    whole = np.rint(Logit(group.choices, group.size).fit() / np.log(2) * DOUBLING)
    return [int(weight) for weight in whole]


def write(path: Path, group: Group, weights: list[int]) -> None:
    """Puts them in the place of those that are there."""
    lines = [weights[i : i + PER_LINE] for i in range(0, len(weights), PER_LINE)]
    text = ",\n    ".join(", ".join(map(str, line)) for line in lines)
    array = rf"(std::int32_t, {group.size}> {group.array}\{{)[^}}]*\}}"
    header, found = re.subn(array, lambda there: f"{there[1]}\n    {text}}}", path.read_text())
    if not found:
        msg = f"{path}: no array {group.array} of {group.size} weights"
        raise SystemExit(msg)
    path.write_text(header)


LEARNERS: dict[str, Callable[[Iterator[mf.History]], list[Group]]] = {
    "hanamikoji": learn_hanamikoji,
    "liars_dice": learn_liars_dice,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=LEARNERS)
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--nodes", type=int, default=2000, help="of the stronger side, a move")
    parser.add_argument("--data", type=Path, required=True, help="folder the games are kept in")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    histories = played(arguments.game, arguments.games, arguments.nodes, arguments.data)
    for group in LEARNERS[arguments.game](histories):
        weights = learn(group)
        if not arguments.dry_run:
            write(ROOT / "cpp" / "games" / arguments.game / "play_weights.hpp", group, weights)


if __name__ == "__main__":
    main()
