"""The numbers of the gate: scores of deals, intervals, the sequential test."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from moonflower.arena.gate.verdict import Bounds, Deal, bootstrap, elo_at, judge, score_at
from moonflower.arena.rating import PAIR_SCORES, mean_of, score_of_elo, sprt, sprt_of_scores


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_score_and_its_elo_belong_together(seats: int) -> None:
    for elo in (-300, -20, 0, 5, 150):
        assert elo_at(score_at(elo, seats), seats) == pytest.approx(elo, abs=1e-6)
    assert score_at(50, seats) == pytest.approx(1 - score_at(-50, seats))
    assert elo_at(0.0, seats) == -elo_at(1.0, seats) == float("-inf")


def test_two_seats_are_the_usual_elo() -> None:
    for elo in (-100, 0, 35):
        assert score_at(elo, 2) == pytest.approx(score_of_elo(elo))


def test_a_deal_of_equals_scores_one_half_whatever_seats_are_worth() -> None:
    assert Deal(1 / 3, 1 / 3).score == 0.5
    assert Deal(0.75, 0.25).score == 0.75  # with two seats: the pair's own score


def test_pairs_are_judged_by_the_pentanomial_test() -> None:
    source = random.Random(3)
    scores = source.choices(PAIR_SCORES, [1, 4, 8, 6, 2], k=200)
    counts = [Counter(scores)[kind] for kind in PAIR_SCORES]
    assert judge(scores, 2, Bounds(0, 15)) == sprt(counts, elo0=0, elo1=15)
    general = sprt_of_scores(scores, mean0=0.5, mean1=score_of_elo(15))
    assert general.llr == pytest.approx(sprt(counts, elo0=0, elo1=15).llr, abs=1e-9)


@pytest.mark.parametrize(("elo", "most_passed", "least_passed"), [(0, 12, 0), (60, 100, 88)])
def test_few_tests_of_three_seats_are_wrong(
    elo: float, most_passed: int, least_passed: int
) -> None:
    """100 gates of made-up deals; at 5 % errors more than twelve come once in 1,500 times."""
    source = random.Random(7)
    strength = 10 ** (elo / 400)
    passed = 0
    for _ in range(100):
        scores: list[float] = []
        while (test := _look(scores)) is None:
            wins = sum(source.random() < strength / (strength + 2) for _ in range(3))
            losses = sum(source.random() < 1 / (1 + 2 * strength) for _ in range(3))
            scores.append(Deal(wins / 3, losses / 3).score)
        passed += test == "H1"
    assert least_passed <= passed <= most_passed


def _look(scores: list[float]) -> str | None:
    """Every tenth deal: enough for what is tested here, and quick."""
    if not scores or len(scores) % 10:
        return None
    return judge(scores, 3, Bounds(0, 60)).accepted


def test_bootstrap_is_the_same_every_time_and_near_the_normal_interval() -> None:
    source = random.Random(1)
    values = [source.choice(PAIR_SCORES) for _ in range(400)]
    found = bootstrap(values)
    assert found == bootstrap(list(values))
    normal = mean_of(values)
    assert found.low == pytest.approx(normal.low, abs=0.004)
    assert found.high == pytest.approx(normal.high, abs=0.004)


def test_deals_that_all_ended_alike_are_not_certain() -> None:
    found = bootstrap([1.0] * 10)
    assert (found.mean, found.high) == (1.0, 1.0)
    assert 0.69 < found.low < 0.71


def test_scores_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="expected scores from 0 to 1"):
        sprt_of_scores([1.5], mean0=0.5, mean1=0.6)
    with pytest.raises(ValueError, match="expected scores from 0 to 1"):
        sprt_of_scores([0.5], mean0=0.6, mean1=0.5)
