"""Where a game's solver knows the answer, `auto` tells it instead of searching."""

from __future__ import annotations

import pytest

import moonflower as mf

NODES = mf.Limit(nodes=200)


def told(engine: mf.Engine, position: mf.State | mf.View, limit: mf.Limit) -> mf.Report:
    return engine.analyse(position, limit).__replace__(time=0.0)


@pytest.mark.parametrize("spec", ["shields", "shields:players=1", "shields:players=1,lives=8,k=1"])
def test_shields_is_told_as_solved(spec: str) -> None:
    with mf.Engine(spec, seed=3) as engine:
        state = engine.game.deal(seed=3)
        for _ in range(6):
            report, solution = told(engine, state, NODES), engine.solve(state)
            assert report.algorithm == "exact"
            assert report.stop == "proven"
            assert report.proven is not None
            assert report.nodes == 0
            assert report.value == pytest.approx(solution.value, abs=1e-9)
            assert sum(share for _, share in report.policy) == pytest.approx(1)
            assert {str(line.move) for line in report.lines} == set(map(str, state.legal_moves()))
            losses = {str(move.move): move.loss for move in solution.moves}
            assert losses[str(report.best)] == pytest.approx(0, abs=1e-9)
            state = state.play(report.best)
            while state.turn == mf.CHANCE:
                state = state.draw(5)
            if state.is_over:
                break


def test_the_answer_does_not_depend_on_what_was_solved_before() -> None:
    spec = "shields:lives=7,k=3"  # in no other test
    with mf.Engine(spec, seed=3) as engine:
        state = engine.game.deal(seed=3)
        assert told(engine, state, NODES) == told(engine, state, NODES)
        few = mf.Limit(nodes=1)
        first = told(engine, state, few)
        assert first.algorithm == "ismcts"  # the table counts as new, though it is there
        assert first == told(engine, state, few)


def test_hints_tell_the_solved_value() -> None:
    with mf.Engine("shields:players=1", seed=3) as engine:
        state = engine.game.deal(seed=3)
        hint = engine.hint(state, level=3)
        assert hint.confidence == "proven"
        assert hint.after == pytest.approx(engine.solve(state).value)


@pytest.mark.parametrize(
    "options", [{"solve": False}, {"algorithm": "ismcts"}, {"algorithm": "flat"}, {"strength": 12}]
)
def test_who_does_not_ask(options: dict[str, object]) -> None:
    with mf.Engine("shields", seed=3, **options) as engine:
        report = engine.analyse(engine.game.deal(seed=3), NODES)
        assert report.algorithm != "exact"
        assert report.nodes > 0


def test_a_restricted_root_is_searched() -> None:
    with mf.Engine("shields", seed=3) as engine:
        state = engine.game.deal(seed=3)
        report = engine.analyse(state, NODES, only=state.legal_moves()[:2])
        assert report.algorithm == "ismcts"


def test_a_short_time_is_kept() -> None:
    """A table of some hundred thousand positions is not built within two milliseconds."""
    with mf.Engine("shields:lives=60,deck=cards64", seed=3) as engine:
        report = engine.analyse(engine.game.deal(seed=3), mf.Limit(time=0.002))
        assert report.time < 0.1


def test_bad_limits_are_still_refused() -> None:
    with mf.Engine("shields", seed=3) as engine, pytest.raises(mf.OptionError, match="clocks"):
        engine.analyse(engine.game.deal(seed=3), mf.Limit(clocks=(1.0, 1.0, 1.0)))
