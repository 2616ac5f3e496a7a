"""What the deals of a gate say: scores with intervals, and a sequential test. Pure functions.

With two seats a deal is a pair and the test is the pentanomial one. With more seats a deal is
played by one new among old ones and by one old among new ones, in every seat; its score is
1/2 + (payoff of the one new - payoff of the one old) / 2, which is the pair's score where there are
two seats, and 1/2 for equals whatever the seats are worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from moonflower.arena.rating import PAIR_SCORES, SprtResult, sprt, sprt_of_scores

__all__ = ["Bounds", "Deal", "Estimate", "bootstrap", "elo_at", "judge", "score_at"]

_RESAMPLES: Final = 4000
_STEEPEST: Final = 2000.0  # Elo; beyond it nobody is told apart


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is to be told apart, in Elo, and how often it may be told wrongly."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal in all its seatings: mean payoffs from 0 to 1."""

    new_alone: float  # of one new among old ones
    old_alone: float  # of one old among new ones; with two seats the other side of the same games

    @property
    def score(self) -> float:
        """Of the new build, 1/2 for equals."""
        return 0.5 + (self.new_alone - self.old_alone) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float

    def told(self) -> str:
        """In hundredths.

        >>> Estimate(0.512, 0.495, 0.53).told()
        '51.2 % (49.5 to 53.0)'
        """
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def score_at(elo: float, seats: int) -> float:
    """The score of a deal that is expected at this difference in rating.

    By Plackett and Luce: who is stronger by so much wins against so many others as often as its
    strength is a part of all.

    >>> round(score_at(0, 3), 3), round(score_at(400, 2), 3)
    (0.5, 0.909)
    """
    strength = 10 ** (elo / 400)
    others = seats - 1
    return 0.5 + (strength / (strength + others) - 1 / (1 + others * strength)) / 2


def elo_at(score: float, seats: int) -> float:
    """The difference at which a score is expected.

    >>> round(elo_at(score_at(35, 4), 4))
    35
    """
    low, high = -_STEEPEST, _STEEPEST
    if score <= score_at(low, seats) or score >= score_at(high, seats):
        return math.copysign(math.inf, score - 0.5)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if score_at(middle, seats) < score else (low, middle)
    return low


def bootstrap(values: Sequence[float], *, confidence: float = 0.95) -> Estimate:
    """Mean of independent deals; the interval from deals drawn anew, the same every time.

    Deals that all ended alike say nothing about their spread; then the rule of three gives it.
    """
    found = np.asarray(values, dtype=np.float64)
    mean, count = float(found.mean()), len(found)
    if float(found.min()) == float(found.max()):
        width = min(-math.log(1 - confidence) / count, 1.0)
        return Estimate(mean, max(mean - width, 0.0), min(mean + width, 1.0))
    kinds, counts = np.unique(found, return_counts=True)
    # Only how often each value comes matters: a multinomial draw in place of a list.
    drawn = np.random.default_rng(1).multinomial(count, counts / count, size=_RESAMPLES)
    means = np.sort(drawn @ kinds) / count
    tail = (1 - confidence) / 2
    low, high = (float(means[round(part * (_RESAMPLES - 1))]) for part in (tail, 1 - tail))
    return Estimate(mean, low, high)


def judge(scores: Sequence[float], seats: int, bounds: Bounds) -> SprtResult:
    """Where the sequential test stands."""
    if seats == 2 and set(scores) <= set(PAIR_SCORES):  # noqa: PLR2004
        counted = Counter(scores)
        counts = [counted[kind] for kind in PAIR_SCORES]
        return sprt(
            counts, elo0=bounds.elo0, elo1=bounds.elo1, alpha=bounds.alpha, beta=bounds.beta
        )
    expected = [score_at(elo, seats) for elo in (bounds.elo0, bounds.elo1)]
    return sprt_of_scores(
        scores, mean0=expected[0], mean1=expected[1], alpha=bounds.alpha, beta=bounds.beta
    )
