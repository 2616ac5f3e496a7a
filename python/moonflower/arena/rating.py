"""What results say about strength: scores with intervals, Elo, SPRT, ratings. Pure functions.

A *pair* is the same deal played twice with the seats swapped; its score is the mean of the two
games, so five outcomes (0, 1/4, 1/2, 3/4, 1) are counted. Counting pairs instead of games takes
the luck of the deal out of the variance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

__all__ = [
    "Score",
    "SprtResult",
    "bradley_terry",
    "elo_of",
    "mean_of",
    "plackett_luce",
    "score_of",
    "score_of_elo",
    "sprt",
    "sprt_of_scores",
]

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_TINY: Final = 1e-9
_MOST_GUESSES: Final = 50
_CONVERGED: Final = 1e-8  # relative change of a strength in one round


@dataclass(frozen=True, slots=True)
class Score:
    """A mean score of pairs with its confidence interval."""

    mean: float
    low: float
    high: float
    pairs: int

    @property
    def elo(self) -> tuple[float, float, float]:
        """Elo difference with the ends of its interval."""
        return elo_of(self.mean), elo_of(self.low), elo_of(self.high)


def elo_of(score: float) -> float:
    """The rating difference at which this score is expected (logistic)."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The score expected at this rating difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _check_counts(counts: Sequence[int]) -> int:
    if len(counts) != len(PAIR_SCORES) or min(counts) < 0:
        msg = f"expected five counts of pairs (0, 1/4, 1/2, 3/4, 1), got {list(counts)}"
        raise ValueError(msg)
    total = sum(counts)
    if total == 0:
        msg = "expected at least one pair, got none"
        raise ValueError(msg)
    return total


def mean_of(scores: Sequence[float], *, confidence: float = 0.95) -> Score:
    """Mean and normal interval of the scores of independent rounds.

    Rounds that all ended alike say nothing about their spread; then the rule of three gives the
    interval: what happened never in n rounds happens, at 95 %, less often than 3 times in n.
    """
    if not scores:
        msg = "expected at least one score, got none"
        raise ValueError(msg)
    count = len(scores)
    mean = sum(scores) / count
    variance = sum((score - mean) ** 2 for score in scores) / max(1, count - 1)
    width = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(variance / count)
    if variance == 0:
        width = min(-math.log(1 - confidence) / count, 1.0)
    return Score(mean, mean - width, mean + width, count)


def score_of(counts: Sequence[int], *, confidence: float = 0.95) -> Score:
    """Mean and normal interval from the counts of pair scores.

    >>> score_of([10, 20, 40, 20, 10]).mean
    0.5
    """
    _check_counts(counts)
    pairs = [score for score, count in zip(PAIR_SCORES, counts, strict=True) for _ in range(count)]
    return mean_of(pairs, confidence=confidence)


@dataclass(frozen=True, slots=True)
class SprtResult:
    """Where a sequential test stands: ``accepted`` is "H0", "H1" or ``None`` to go on."""

    llr: float
    lower: float
    upper: float
    accepted: str | None


def sprt(  # noqa: PLR0913 - keyword-only beyond the first
    counts: Sequence[int],
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    normalized: bool = False,
) -> SprtResult:
    """Generalised sequential probability ratio test on pairs (Van den Bergh).

    Each hypothesis fixes the mean score (``elo0`` and ``elo1`` are logistic Elo, or with
    ``normalized`` what chess engines' testers call nElo: the mean in deviations of one game); the
    likeliest distribution of pair scores with that mean is compared. Stop when ``llr`` leaves
    [``lower``, ``upper``]. ``alpha`` and ``beta`` bound the odds of a wrong H1 and a wrong H0.

    >>> sprt([0, 100, 1000, 300, 0], elo0=0, elo1=10).accepted
    'H1'
    """
    _check_counts(counts)
    if elo0 >= elo1:
        msg = f"elo0 must be below elo1, got {elo0} and {elo1}"
        raise ValueError(msg)
    likeliest = _likeliest_normalized if normalized else _likeliest_logistic
    return _tested(counts, likeliest, (elo0, elo1), (alpha, beta))


def sprt_of_scores(
    scores: Sequence[float],
    *,
    mean0: float,
    mean1: float,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> SprtResult:
    """The same test for scores of any kind from 0 to 1, one for each independent round.

    >>> sprt_of_scores([0.5, 0.25, 0.75, 2 / 3] * 100, mean0=0.5, mean1=0.52).accepted
    'H1'
    """
    if not scores or not 0 < mean0 < mean1 < 1 or min(scores) < 0 or max(scores) > 1:
        msg = f"expected scores from 0 to 1 and 0 < mean0 < mean1 < 1, got {mean0} and {mean1}"
        raise ValueError(msg)
    counted = Counter({0.0: 0, 1.0: 0})
    counted.update(scores)
    kinds = sorted(counted)
    return _tested(
        [counted[kind] for kind in kinds],
        lambda shares, mean: _likeliest(shares, [kind - mean for kind in kinds]),
        (mean0, mean1),
        (alpha, beta),
    )


def _tested(
    counts: Sequence[int],
    likeliest: Callable[[Sequence[float], float], list[float]],
    hypotheses: tuple[float, float],
    errors: tuple[float, float],
) -> SprtResult:
    """The log-likelihood ratio of two hypotheses, and whether it has left its bounds."""
    alpha, beta = errors
    for name, chance in (("alpha", alpha), ("beta", beta)):
        if not 0 < chance < 0.5:  # noqa: PLR2004 - worse than a coin is no test
            msg = f"{name} must lie between 0 and 0.5, got {chance}"
            raise ValueError(msg)
    # A small prior keeps unseen outcomes possible, as usual in practice.
    weights = [max(count, 1e-3) for count in counts]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    at0, at1 = (likeliest(shares, hypothesis) for hypothesis in hypotheses)
    llr = total * sum(
        share * math.log(p1 / p0) for share, p0, p1 in zip(shares, at0, at1, strict=True)
    )
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    accepted = "H1" if llr >= upper else "H0" if llr <= lower else None
    return SprtResult(llr, lower, upper, accepted)


def _likeliest_logistic(shares: Sequence[float], elo: float) -> list[float]:
    """The likeliest distribution whose mean is the score of this Elo."""
    mean = score_of_elo(elo)
    return _likeliest(shares, [score - mean for score in PAIR_SCORES])


def _likeliest_normalized(shares: Sequence[float], elo: float) -> list[float]:
    """The likeliest distribution whose mean lies so many of its own deviations above one half.

    The constraint is not linear in the distribution; it is made so around the last guess, until
    the guess stays.
    """
    wanted = elo * math.sqrt(2) * math.log(10) / 800  # a pair has half the variance of a game
    guess = list(shares)
    for _ in range(_MOST_GUESSES):
        mean = sum(p * a for p, a in zip(guess, PAIR_SCORES, strict=True))
        spread = math.sqrt(
            sum(p * (a - mean) ** 2 for p, a in zip(guess, PAIR_SCORES, strict=True))
        )
        offsets = [
            a - 0.5 - wanted * spread * (1 + ((a - mean) / spread) ** 2) / 2 for a in PAIR_SCORES
        ]
        better = _likeliest(shares, offsets)
        moved = max(abs(new - old) for new, old in zip(better, guess, strict=True))
        guess = better
        if moved < _TINY:
            break
    return guess


def _likeliest(shares: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The distribution with mean offset 0 under which the shares are likeliest.

    It is share / (1 + x offset) for the x that makes it sum to one; by bisection.
    """
    low, high = -1 / max(offsets) + _TINY, -1 / min(offsets) - _TINY

    def slope(x: float) -> float:
        return sum(p * a / (1 + x * a) for p, a in zip(shares, offsets, strict=True))

    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return [p / (1 + low * a) for p, a in zip(shares, offsets, strict=True)]


def bradley_terry(
    scores: Mapping[tuple[str, str], tuple[float, int]], *, rounds: int = 10_000
) -> dict[str, float]:
    """Elo ratings with mean 0 from a round robin: (a, b) -> (points of a, games).

    The minorise-maximise iteration of Hunter (2004), with half a drawn game against a rating of 0
    for everybody, so that a player who won or lost everything stays finite.
    """
    names = sorted({name for pair in scores for name in pair})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        points = dict.fromkeys(names, 0.25)
        load = {name: 0.5 / (strength[name] + 1.0) for name in names}
        for (a, b), (points_a, games) in scores.items():
            points[a] += points_a
            points[b] += games - points_a
            share = games / (strength[a] + strength[b])
            load[a] += share
            load[b] += share
        updated = {name: points[name] / load[name] for name in names}
        moved = max(abs(updated[name] / strength[name] - 1) for name in names)
        strength = updated
        if moved < _CONVERGED:
            break
    return _as_elo(strength)


def plackett_luce(
    rankings: Sequence[Sequence[Sequence[str]]], *, rounds: int = 10_000
) -> dict[str, float]:
    """Elo ratings with mean 0 from games of several seats.

    A ranking lists groups of players from first to last; a group shares its place. Ties are
    counted as the mean of the orders they stand for, by treating each of the group as chosen
    once from the group and all behind it. One virtual win and loss against a rating of 0 keeps
    everybody finite.
    """
    counted = Counter(tuple(tuple(group) for group in ranking) for ranking in rankings)
    names = sorted({name for ranking in counted for group in ranking for name in group})
    wins = dict.fromkeys(names, 1.0)
    for ranking, times in counted.items():
        for group in ranking[:-1]:
            for name in group:
                wins[name] += times
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        load = {name: 2.0 / (strength[name] + 1.0) for name in names}
        for ranking, times in counted.items():
            behind = [name for group in ranking for name in group]
            for group in ranking[:-1]:
                share = times * len(group) / sum(strength[name] for name in behind)
                for name in behind:
                    load[name] += share
                behind = behind[len(group) :]
        updated = {name: wins[name] / load[name] for name in names}
        moved = max(abs(updated[name] / strength[name] - 1) for name in names)
        strength = updated
        if moved < _CONVERGED:
            break
    return _as_elo(strength)


def _as_elo(strength: Mapping[str, float]) -> dict[str, float]:
    ratings = {name: 400 * math.log10(value) for name, value in strength.items()}
    middle = sum(ratings.values()) / len(ratings)
    return {name: rating - middle for name, rating in ratings.items()}
