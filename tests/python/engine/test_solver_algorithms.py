"""Algorithms without simulations: asked like any other, kept to the same limits."""

from __future__ import annotations

import threading
import time

import pytest

import moonflower as mf
from moonflower import _core
from moonflower.arena.match import Match
from moonflower.arena.specs import parse_player
from moonflower.protocol.commands import Go
from moonflower.protocol.limits import limit_of

TIC_TAC_TOE = mf.Game("tic_tac_toe")
HEX = mf.Game("hex").start()
KUHN = mf.Game("kuhn_poker").deal(1)
LEDUC = mf.Game("leduc_poker").deal(1)


def test_alpha_beta_tells_values_lines_and_proofs() -> None:
    state = TIC_TAC_TOE.parse("x.o.o...x")
    with mf.Engine(TIC_TAC_TOE, algorithm="alphabeta") as engine:
        report = engine.analyse(state, mf.Limit())
        only = engine.analyse(state, mf.Limit(), only=["a2"])
        three = engine.analyse(state, mf.Limit(), multipv=3)
    assert (report.stop, report.proven, report.algorithm) == ("proven", "win", "alphabeta")
    assert str(report.best) == "a3"
    assert all(line.value is not None for line in report.lines)
    assert report.lines[0].proven == "win"
    assert len(report.lines) == len(state.legal_moves())
    assert [str(move) for move, _ in only.policy] == ["a2"]
    assert all(len(line.pv) > 1 for line in three.lines[1:])


def test_depth_nodes_and_stop_end_it() -> None:
    with mf.Engine("hex", algorithm="alphabeta") as engine:
        shallow = engine.analyse(HEX, mf.Limit(depth=2), multipv=1)
        assert (shallow.stop, shallow.depth) == ("depth", 2)
        few = engine.analyse(HEX, mf.Limit(nodes=500))
        assert (few.stop, few.nodes) == ("nodes", 500)
        one = engine.play(HEX, mf.Limit(nodes=1))
        assert one.report.nodes == 1
        threading.Timer(0.1, engine.stop).start()
        assert engine.analyse(HEX, mf.Limit()).stop == "stopped"
    with mf.Engine("leduc_poker", algorithm="cfr") as engine:
        assert engine.analyse(LEDUC, mf.Limit(depth=7)).depth == 7
        once = engine.analyse(LEDUC, mf.Limit(nodes=1))
        assert (once.stop, once.depth) == ("nodes", 1)
        assert engine.analyse(LEDUC, mf.Limit(time=0)).stop == "time"


@pytest.mark.parametrize(("algorithm", "state"), [("alphabeta", HEX), ("cfr", LEDUC)])
def test_clocks_are_planned_as_for_any_search(algorithm: str, state: mf.State) -> None:
    view = state.view(state.turn)
    limit = mf.Limit(clocks=(0.6, 0.6))
    with mf.Engine(state.game, algorithm=algorithm, move_overhead=0.1) as engine:
        report = engine.analyse(state, limit)
    soft, hard = _core.time_budget(
        limit.to_core(early_stop=False), view.seat, 100, _core.decisions_left(view._inner)
    )
    assert soft is not None
    assert hard is not None
    if report.stop == "time":
        assert 1000 * report.time >= min(soft, hard)
    else:
        assert report.stop == "proven"


def test_depth_alone_needs_no_count_of_simulations() -> None:
    assert limit_of(Go(depth=3), 0).nodes is not None
    assert limit_of(Go(depth=3), 0, solves=True) == mf.Limit(depth=3)


def test_reports_come_at_every_depth_and_are_the_same_every_time() -> None:
    def told(algorithm: str, state: mf.State) -> list[tuple[object, ...]]:
        seen: list[tuple[object, ...]] = []
        with mf.Engine(state.game, algorithm=algorithm, seed=3) as engine:
            report = engine.analyse(
                state,
                mf.Limit(nodes=30_000),
                on_report=lambda one: seen.append((one.depth, one.nodes, one.value, one.policy)),
            )
        return [*seen, (report.depth, report.nodes, report.value, report.policy)]

    for algorithm, state in (("alphabeta", mf.Game("hex:size=5").start()), ("cfr", LEDUC)):
        first = told(algorithm, state)
        assert len(first) > 2
        assert first == told(algorithm, state)


def test_an_exception_of_a_report_comes_through_and_the_engine_goes_on() -> None:
    def broken(_: mf.Report) -> None:
        raise ZeroDivisionError

    with mf.Engine("hex", algorithm="alphabeta") as engine:
        with pytest.raises(ZeroDivisionError):
            engine.analyse(HEX, mf.Limit(depth=3), on_report=broken)
        assert engine.play(HEX, mf.Limit(depth=1)).move


def test_cfr_mixes_and_says_how_far_it_is_off() -> None:
    with mf.Engine("kuhn_poker", algorithm="cfr", seed=1) as engine:
        report = engine.analyse(KUHN, mf.Limit())
        solved = engine.solve(KUHN.view(KUHN.turn))
        moves = {str(engine.play(KUHN, mf.Limit(depth=50)).move)}
    assert report.is_mixed
    assert report.note.startswith("nashconv 0.0000")
    assert report.value == pytest.approx(solved.value, abs=1e-3)
    seeds = {str(play("cfr", KUHN, seed)) for seed in range(30)}
    assert seeds | moves == {str(move) for move, part in report.policy if part > 0.1}


def play(algorithm: str, state: mf.State, seed: int) -> mf.Move:
    with mf.Engine(state.game, algorithm=algorithm, seed=seed) as engine:
        return engine.play(state, mf.Limit(depth=50)).move


def test_what_was_found_is_kept_for_the_same_game() -> None:
    state = mf.Game("hex:size=4").start()
    with mf.Engine(state.game, algorithm="alphabeta") as engine:
        first = engine.analyse(state, mf.Limit(), multipv=1, game="one")
        again = engine.analyse(state, mf.Limit(), multipv=1, game="one")
        afresh = engine.analyse(state, mf.Limit(), multipv=1)
    assert again.nodes < first.nodes / 10
    assert afresh.nodes == first.nodes
    with mf.Engine("leduc_poker", algorithm="cfr") as engine:
        engine.analyse(LEDUC, mf.Limit(depth=20), game="one")
        assert engine.analyse(LEDUC, mf.Limit(depth=20), game="one").depth == 40


def test_pondering_helps_alpha_beta() -> None:
    state = mf.Game("hex:size=4").start()
    with mf.Engine(state.game, algorithm="alphabeta") as engine:
        alone = engine.analyse(state, mf.Limit(), multipv=1).nodes
        engine.ponder(state.view(1), game="one")
        while engine._busy.locked():
            time.sleep(0.001)
        assert engine.analyse(state.view(0), mf.Limit(), multipv=1).nodes <= alone


def test_hints_and_arena_players() -> None:
    with mf.Engine("tic_tac_toe", algorithm="alphabeta") as engine:
        hint = engine.hint(TIC_TAC_TOE.parse("x.o.o...x"), level=3)
    assert str(hint.move) == "a3"
    assert hint.confidence == "proven"
    for spec in ("alphabeta,nodes=2000", "alphabeta,depth=3"):
        players = [parse_player(spec), parse_player("random")]
        result = Match.of(TIC_TAC_TOE, players, seed=1).play(2)
        assert result.score.mean > 0.5


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(mf.OptionError, match="not an open game of two seats"):
        mf.Engine("hanamikoji", algorithm="alphabeta")
    with pytest.raises(mf.OptionError, match="counts no points"):
        mf.Engine("tic_tac_toe", algorithm="alphabeta", margin=True)
    with mf.Engine("hanamikoji", algorithm="cfr") as engine:
        state = mf.Game("hanamikoji").deal(1)
        with pytest.raises(mf.TooLargeError, match="up to 64 MB"):
            engine.play(state, mf.Limit(nodes=10))
        with pytest.raises(mf.IllegalMoveError):
            engine.play(state.view(1 - state.turn), mf.Limit(nodes=10))
