"""Statistics of matches against independent computations and known values."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from moonflower.arena.rating import (
    PAIR_SCORES,
    bradley_terry,
    elo_of,
    plackett_luce,
    score_of,
    score_of_elo,
    sprt,
)


def test_elo_and_score_are_inverse() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    for elo in (-350.0, -10.0, 0.0, 3.0, 120.0):
        assert elo_of(score_of_elo(elo)) == pytest.approx(elo)
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf


def test_score_interval_is_that_of_the_pairs() -> None:
    counts = [31, 120, 402, 160, 47]
    pairs = np.repeat(PAIR_SCORES, counts)
    score = score_of(counts)
    error = pairs.std(ddof=1) / math.sqrt(len(pairs))
    assert score.mean == pytest.approx(pairs.mean())
    assert score.high - score.mean == pytest.approx(1.959964 * error, rel=1e-6)
    assert score.pairs == 760


def test_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(5)
    odds = [0.1, 0.2, 0.4, 0.2, 0.1]
    inside = 0
    for _ in range(1000):
        draws = rng.choices(range(5), odds, k=200)
        score = score_of([draws.count(i) for i in range(5)])
        inside += score.low <= 0.5 <= score.high
    assert 920 <= inside <= 975


def log_likelihood_by_search(counts: list[int], mean: float) -> float:
    """The best log-likelihood of a distribution with this mean, by Newton on the dual."""
    total = sum(counts)
    shares = np.array(counts) / total
    offsets = np.array(PAIR_SCORES) - mean
    x = 0.0
    for _ in range(500):
        terms = 1 + x * offsets
        step = (shares * offsets / terms).sum() / (shares * offsets**2 / terms**2).sum()
        while ((1 + (x + step) * offsets) <= 0).any():
            step /= 2
        x += step
    return float(total * (shares * np.log(shares / (1 + x * offsets))).sum())


@pytest.mark.parametrize(
    "counts", [[10, 60, 200, 80, 20], [50, 200, 500, 210, 60], [5, 9, 30, 9, 5]]
)
def test_llr_is_a_ratio_of_likelihoods(counts: list[int]) -> None:
    result = sprt(counts, elo0=0, elo1=10)
    expected = log_likelihood_by_search(counts, score_of_elo(10)) - log_likelihood_by_search(
        counts, score_of_elo(0)
    )
    assert result.llr == pytest.approx(expected, rel=1e-3, abs=1e-3)


# Counts of pairs, bounds, and the LLR that the testers of chess engines published for them.
PUBLISHED_LOGISTIC = [  # Stockfish pull requests 3098, 3209, 2920, 2951, 2971, 2493
    ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
    ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97),
    ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
    ([665, 4806, 9333, 4893, 747], -0.50, 1.50, 2.95),
    ([59, 754, 2467, 865, 75], -0.50, 1.50, 2.95),
    ([17, 253, 1042, 337, 39], -0.50, 1.50, 2.96),
    ([1284, 17437, 55536, 18085, 1292], 0.00, 2.00, 2.94),
]
# Stockfish 6019, 4194, 6285; PlentyChess 334, 213; chess-3 39; Stormphrax 89
PUBLISHED_NORMALIZED = [
    ([320, 12431, 27275, 12858, 316], 0.00, 2.00, 2.95),
    ([197, 45541, 117722, 46579, 228], 0.50, 2.50, 2.96),
    ([47, 8181, 25234, 8575, 47], 0.50, 2.50, 2.94),
    ([289, 26459, 62934, 26379, 331], -1.75, 0.25, 2.94),
    ([5, 942, 2469, 1050, 5], -3.00, 1.00, 2.90),
    ([44, 241, 590, 413, 71], 0.00, 3.00, 2.91),
    ([78, 64, 64, 14, 4], 0.00, 5.00, -2.95),
    ([0, 1, 12, 14, 58], 0.00, 10.00, 2.95),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED_LOGISTIC)
def test_llr_is_as_published(counts: list[int], elo0: float, elo1: float, llr: float) -> None:
    assert sprt(counts, elo0=elo0, elo1=elo1).llr == pytest.approx(llr, abs=0.011)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED_NORMALIZED)
def test_normalized_llr_is_as_published(
    counts: list[int], elo0: float, elo1: float, llr: float
) -> None:
    found = sprt(counts, elo0=elo0, elo1=elo1, normalized=True).llr
    assert found == pytest.approx(llr, abs=0.011)


def test_elo_and_its_error_are_as_published() -> None:
    """Elo: 19.83 +/- 6.77 (Zeno's notes on doubled passed pawns)."""
    elo, low, high = score_of([352, 579, 1264, 743, 464]).elo
    assert elo == pytest.approx(19.83, abs=0.006)
    assert (high - low) / 2 == pytest.approx(6.77, abs=0.011)


def test_one_sided_results_keep_an_interval() -> None:
    score = score_of([0, 0, 0, 0, 100])
    assert score.mean == 1.0
    assert score.low == pytest.approx(1 - 0.02996, abs=1e-4)


def test_llr_is_near_its_normal_approximation() -> None:
    counts = [400, 2400, 6000, 2600, 500]
    pairs = np.repeat(PAIR_SCORES, counts)
    s0, s1 = score_of_elo(0), score_of_elo(5)
    normal = len(pairs) * (s1 - s0) * (2 * pairs.mean() - s0 - s1) / (2 * pairs.var())
    assert sprt(counts, elo0=0, elo1=5).llr == pytest.approx(normal, rel=0.02)


def test_sprt_bounds_and_decisions() -> None:
    result = sprt([0, 10, 100, 30, 0])
    assert (result.lower, result.upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert sprt([0, 100, 1000, 300, 0]).accepted == "H1"
    assert sprt([0, 300, 1000, 100, 0]).accepted == "H0"
    assert sprt([0, 10, 20, 11, 0]).accepted is None


def test_sprt_errs_as_rarely_as_it_says() -> None:
    rng = random.Random(11)
    odds = [0.05, 0.2, 0.5, 0.2, 0.05]  # equal players: H1 is wrong
    wrong = 0
    for _ in range(60):
        counts = [0] * 5
        while (result := sprt(counts, elo0=0, elo1=40) if sum(counts) else None) is None or (
            result.accepted is None
        ):
            for draw in rng.choices(range(5), odds, k=50):
                counts[draw] += 1
        wrong += result.accepted == "H1"
    assert wrong <= 8


def test_bad_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="expected five counts"):
        score_of([1, 2, 3])
    with pytest.raises(ValueError, match="at least one pair"):
        score_of([0] * 5)
    with pytest.raises(ValueError, match="elo0 must be below elo1"):
        sprt([1] * 5, elo0=5, elo1=5)
    with pytest.raises(ValueError, match="alpha must lie between"):
        sprt([1] * 5, alpha=0)


def test_bradley_terry_recovers_ratings() -> None:
    truth = {"a": 150.0, "b": 0.0, "c": -150.0}
    scores = {
        (x, y): (100_000 * score_of_elo(truth[x] - truth[y]), 100_000)
        for x, y in itertools.combinations(truth, 2)
    }
    ratings = bradley_terry(scores)
    for name, elo in truth.items():
        assert ratings[name] == pytest.approx(elo, abs=0.5)


def test_bradley_terry_stays_finite_after_a_clean_sweep() -> None:
    ratings = bradley_terry({("a", "b"): (20.0, 20)})
    assert 100 < ratings["a"] < 2000
    assert ratings["a"] == pytest.approx(-ratings["b"])


def test_plackett_luce_recovers_ratings() -> None:
    rng = random.Random(3)
    truth = {"a": 120.0, "b": 0.0, "c": -40.0, "d": -80.0}
    rankings = []
    for _ in range(6000):
        left = list(truth)
        order = []
        while left:
            weights = [10 ** (truth[name] / 400) for name in left]
            order.append([left.pop(rng.choices(range(len(left)), weights)[0])])
        rankings.append(order)
    ratings = plackett_luce(rankings)
    for name, elo in truth.items():
        assert ratings[name] == pytest.approx(elo, abs=12)


def test_plackett_luce_of_pairs_is_bradley_terry() -> None:
    games = [[["a"], ["b"]]] * 700 + [[["b"], ["a"]]] * 300
    assert plackett_luce(games)["a"] == pytest.approx(
        bradley_terry({("a", "b"): (700.0, 1000)})["a"], abs=1.5
    )
