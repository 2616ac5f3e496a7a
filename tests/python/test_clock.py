"""Clocks are planned from the game: what is left to decide, and what that leaves for a move.

The clocks here only count, so that no machine is too slow; `bench/clock_play.py` plays by the wall
clock.
"""

from __future__ import annotations

import random

import pytest

import moonflower as mf
from moonflower import _core

SPECS = [
    *(info.name for info in mf.games(lab=True)),
    "terraflip:players=4",
    "flower_power:players=5",
    "shields:mode=ffa,players=4",
    "hanamikoji:max_rounds=1",
]
CLOCK, ADDED, OVERHEAD = 5.0, 0.05, 0.01


def budget(view: mf.View, left: float) -> tuple[float, float]:
    """Seconds for a move and at most, with so much on the seat's clock."""
    limit = mf.Limit(clocks=(None,) * view.seat + (left,), increments=(ADDED,) * (view.seat + 1))
    ahead = _core.decisions_left(view._inner)
    soft, hard = _core.time_budget(
        limit.to_core(early_stop=True), view.seat, 1000 * OVERHEAD, ahead
    )
    assert soft is not None
    assert hard is not None
    return soft / 1000, hard / 1000


def views(spec: str, seed: int) -> list[mf.View]:
    """What the seats saw at each decision of a random game."""
    source = random.Random(seed)
    state, seen = mf.Game(spec).deal(source), []
    while not state.is_over:
        if state.turn >= 0 and len(state.legal_moves()) > 1:
            seen.append(state.view(state.turn))
        move = state.random_move(source)
        state = state.play(move) if state.turn >= 0 else state.draw(source)
    return seen


@pytest.mark.parametrize("spec", SPECS)
def test_no_game_is_lost_on_time_however_long_each_search_takes(spec: str) -> None:
    for seed in range(2):
        left = [CLOCK] * mf.Game(spec).players
        for view in views(spec, seed):
            _, hard = budget(view, left[view.seat])
            left[view.seat] -= hard + OVERHEAD
            assert left[view.seat] > 0
            left[view.seat] += ADDED


@pytest.mark.parametrize("spec", [info.name for info in mf.games()])
def test_what_is_left_to_decide_goes_down_to_one(spec: str) -> None:
    first, last = [], []
    for seed in range(20):
        seen = [view for view in views(spec, seed) if view.seat == 0]
        if seen:
            first.append(_core.decisions_left(seen[0]._inner))
            last.append(_core.decisions_left(seen[-1]._inner))
    assert min(first + last) >= 1
    assert sum(last) < 0.4 * sum(first)


def test_a_view_that_does_not_know_its_past_is_planned_for_like_the_game_itself() -> None:
    view = views("flower_power", 1)[40]
    again = view.game.parse_view(str(view), view.seat)
    assert _core.decisions_left(again._inner) == _core.decisions_left(view._inner)


def test_more_rounds_leave_less_for_each_move() -> None:
    one, many = (
        budget(mf.Game(f"hanamikoji:max_rounds={rounds}").deal(1).view(0), CLOCK)[0]
        for rounds in (1, 9)
    )
    assert one > 1.5 * many
