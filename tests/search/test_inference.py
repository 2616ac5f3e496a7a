"""Worlds weighed by how the others have played, and others who answer sensibly at once."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import moonflower as mf


def hidden_views(count: int) -> Iterator[mf.View]:
    """Views in which the other seat has put something away."""
    rng = random.Random(7)
    game = mf.Game("hanamikoji")
    found = 0
    while found < count:
        state = game.deal(rng)
        for _ in range(rng.randrange(4, 14)):
            state = state.play(state.random_move(rng))
            while state.turn == mf.CHANCE:
                state = state.draw(rng)
            if state.is_over:
                break
        if not state.is_over and " ?" in str(state.view(state.turn)):
            found += 1
            yield state.view(state.turn)


def test_the_effective_number_of_worlds_is_told() -> None:
    limit = mf.Limit(nodes=1000)
    with mf.Engine("hanamikoji", seed=1, hash_mb=2) as engine:
        start = engine.analyse(mf.Game("hanamikoji").deal(seed=1), limit)
        reports = [engine.analyse(view, limit) for view in hidden_views(8)]
    assert start.ess == start.worlds == 1000  # nobody has chosen anything yet
    for report in reports:
        assert report.worlds == 500
        assert 5 < report.ess < 500
    with mf.Engine("hanamikoji", seed=1, hash_mb=2, infer=False) as engine:
        assert all(engine.analyse(view, limit).ess == 1000 for view in hidden_views(3))


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_answer_every_time(threads: int) -> None:
    options = {"threads": threads, "deterministic": threads > 1, "seed": 3, "hash_mb": 4}
    for view in hidden_views(3):
        reports = []
        for _ in range(2):
            with mf.Engine("hanamikoji", **options) as engine:  # type: ignore[arg-type]
                reports.append(engine.analyse(view, mf.Limit(nodes=3000)).__replace__(time=0.0))
        assert reports[0] == reports[1]


def test_a_chosen_secret_makes_views_worth_less() -> None:
    """What was put away helps the one who did: without inference a search promises too much."""
    views = list(hidden_views(60))
    told = {}
    for infer in (True, False):
        with mf.Engine("hanamikoji", seed=1, hash_mb=2, infer=infer) as engine:
            values = [engine.analyse(view, mf.Limit(nodes=1000)).value for view in views]
        told[infer] = sum(value for value in values if value is not None) / len(views)
    assert told[True] < told[False] - 0.01
