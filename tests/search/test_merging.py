"""Moves that differ by names only are searched as one, and reported as what they are."""

from __future__ import annotations

import pytest

import moonflower as mf

NODES = 600


@pytest.fixture(scope="module")
def opening() -> mf.View:
    """Five flowers of four petals each: all 25 attacks are one, and so are equal targets."""
    state = mf.Game("flower_power").deal(seed=1)
    return state.play("B4+4+4+4+4").play("B4+4+4+4+4").view(0)


def analyse(view: mf.View, **options: object) -> mf.Report:
    with mf.Engine(view.game, seed=3) as engine:
        return engine.analyse(view, mf.Limit(nodes=NODES), multipv=500, **options)  # type: ignore[arg-type]


def test_one_move_of_each_class_is_visited(opening: mf.View) -> None:
    report = analyse(opening)
    assert {line.move for line in report.lines} == set(opening.legal_moves())
    visited = [str(line.move) for line in report.lines if line.visits > 0]
    assert [token for token in visited if token[0] == "a"] == ["a1>6"]
    for line in report.lines:
        if str(line.move)[0] in "st" and "@" not in str(line.move):  # any target of a garden
            assert (line.visits > 0) == (str(line.move).split(">")[1] in "16")


def test_a_merged_move_has_the_figures_of_the_one_that_stands_for_it(opening: mf.View) -> None:
    report = analyse(opening)
    by_token = {str(line.move): line for line in report.lines}
    stands, twin = by_token["a1>6"], by_token["a3>9"]
    assert stands.visits > 0
    assert (twin.visits, twin.policy) == (0, 0)
    assert (twin.value, twin.values, twin.win) == (stands.value, stands.values, stands.win)
    assert sum(line.policy for line in report.lines) == pytest.approx(1)
    assert sum(line.visits for line in report.lines) == NODES
    assert report.lines[0].policy > 0


def test_a_merged_move_asked_for_by_name_is_searched_itself(opening: mf.View) -> None:
    one = analyse(opening, only=["a3>9"])
    assert [(str(line.move), line.visits > 0) for line in one.lines] == [("a3>9", True)]
    both = analyse(opening, only=["a3>9", "a1>6"])
    assert {str(line.move) for line in both.lines} == {"a3>9", "a1>6"}
    assert all(line.visits > 0 for line in both.lines)
    with mf.Engine(opening.game, seed=3) as engine:
        assert str(engine.play(opening, mf.Limit(nodes=50), only=["a2>7"]).move) == "a2>7"


def test_merging_loses_nothing(opening: mf.View) -> None:
    """A twin searched by itself is worth what the move that stands for it is worth."""
    with mf.Engine(opening.game, seed=5) as engine:
        values = []
        for token in ("a1>6", "a4>8"):
            line = engine.analyse(opening, mf.Limit(nodes=4000), only=[token]).lines[0]
            assert line.value is not None
            assert line.error is not None
            values.append((line.value, line.error))
    (a, first), (b, second) = values
    assert abs(a - b) < 4 * (first**2 + second**2) ** 0.5
