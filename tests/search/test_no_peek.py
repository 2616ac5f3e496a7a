"""No search reaches the truth: two worlds that look alike to a seat get one and the same answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import moonflower as mf

HIDDEN = [info.name for info in mf.games(lab=True) if info.hidden or info.simultaneous]
PAIRS = 200


def look_alikes(spec: str, count: int) -> Iterator[tuple[mf.State, mf.State]]:
    """Pairs of different worlds with one view of the seat to move, from random play."""
    rng = random.Random(f"{spec} {count}")
    game = mf.Game(spec)
    found = 0
    for _ in range(200 * count):
        state = game.deal(rng)
        for _ in range(rng.randrange(12)):
            if state.is_over:
                break
            state = state.play(state.random_move(rng))
        while state.turn == mf.CHANCE:
            state = state.draw(rng)
        if state.is_over:
            continue
        view = state.view(state.turn)
        other = view.sample(rng)
        if other == state or other.turn != state.turn:
            continue
        assert other.view(state.turn) == view
        yield state, other
        found += 1
        if found == count:
            return
    pytest.fail(f"{spec}: only {found} pairs of worlds that look alike")


def answer(engine: mf.Engine, state: mf.State, nodes: int) -> mf.Report:
    report = engine.analyse(state, mf.Limit(nodes=nodes), multipv=3)
    return report.__replace__(time=0.0)


@pytest.mark.parametrize("spec", HIDDEN)
def test_200_pairs_of_worlds_get_one_answer(spec: str) -> None:
    with mf.Engine(spec, seed=7, hash_mb=2) as engine:
        for state, other in look_alikes(spec, PAIRS):
            assert answer(engine, state, 100) == answer(engine, other, 100)


@pytest.mark.parametrize("spec", HIDDEN)
@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "pimc"},
        {"algorithm": "flat"},
        {"algorithm": "so-ismcts"},
        {"algorithm": "random"},
        {"algorithm": "greedy"},
        {"smooth": True},
        {"redeterminize": 50},
        {"infer": False},
        {"threads": 2, "deterministic": True},
    ],
    ids=str,
)
def test_no_algorithm_but_cheat_sees_the_difference(spec: str, options: dict[str, object]) -> None:
    with mf.Engine(spec, seed=7, hash_mb=2, **options) as engine:
        for state, other in look_alikes(spec, 12):
            assert answer(engine, state, 100) == answer(engine, other, 100)


def test_the_test_would_notice() -> None:
    """A cheat sees the difference; were it invisible, the tests above would prove nothing."""
    with mf.Engine("leduc_poker", cheat=True, seed=7, hash_mb=2) as engine:
        assert any(
            answer(engine, state, 100) != answer(engine, other, 100)
            for state, other in look_alikes("leduc_poker", 20)
        )
