"""The engine's manners: limits, reports, stops, errors, reproducible answers."""

from __future__ import annotations

import asyncio
import pickle
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import moonflower as mf

ALGORITHMS = ("auto", "ismcts", "pimc", "flat", "random", "greedy", "cheat")
SPECS = [info.name for info in mf.games(lab=True)]
TTT = mf.Game("tic_tac_toe")


def timeless(report: mf.Report) -> mf.Report:
    """The report without what depends on the clock."""
    return report.__replace__(time=0.0)


def first_decision(spec: str, seed: int = 3) -> mf.State:
    return mf.Game(spec).deal(seed=seed)


def is_full(share: float) -> bool:
    return share == pytest.approx(1.0)


# --- reports ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_reports_on_every_game(spec: str, algorithm: str) -> None:
    state = first_decision(spec)
    with mf.Engine(state.game, algorithm=algorithm, seed=1, hash_mb=4) as engine:
        report = engine.analyse(state, mf.Limit(nodes=300))
    legal = state.legal_moves()
    assert report.seat == state.turn
    assert {str(line.move) for line in report.lines} == {str(move) for move in legal}
    assert report.best in legal
    assert is_full(sum(line.policy for line in report.lines))
    assert is_full(sum(share for _, share in report.policy))
    assert report.is_final
    for line in report.lines:
        assert line.pv[0] == str(line.move)
        if line.values:
            assert is_full(line.win + line.draw + line.loss)
            assert line.value == pytest.approx(line.values[report.seat])
            assert len(line.values) == state.players
    if algorithm not in ("random", "greedy") and report.proven is None:
        assert report.nodes == 300
        assert sum(line.visits for line in report.lines) == 300
        low, high = state.game.info.lowest_payoff, state.game.info.highest_payoff
        assert report.value is not None
        assert low <= report.value <= high


def test_lines_are_the_best_first_and_multipv_cuts_them() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=2000), multipv=3)
    assert len(report.lines) == 3
    assert len(report.policy) == len(state.legal_moves())
    assert report.best == report.lines[0].move
    visits = [line.visits for line in report.lines]
    assert visits == sorted(visits, reverse=True)
    assert all(len(line.pv) > 1 for line in report.lines)


def test_lines_can_be_played_where_nothing_is_hidden() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=20_000), multipv=3)
    for line in report.lines:
        after = state
        for token in line.pv:
            after = after.play(token)


def test_a_line_never_shows_a_guessed_card() -> None:
    """A passed hand would be shown down: the line ends before the other card."""
    state = mf.Game("kuhn_poker").deal(seed=3)
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=5000), multipv=2)
    for line in report.lines:
        assert not any(token.startswith("=") for token in line.pv)


def test_error_shrinks_with_the_root_of_visits() -> None:
    state = first_decision("leduc_poker")
    with mf.Engine(state.game, seed=1, algorithm="flat") as engine:
        few = engine.analyse(state, mf.Limit(nodes=1000)).lines[0]
        many = engine.analyse(state, mf.Limit(nodes=64_000)).lines[0]
    assert 0 < many.error < few.error / 4


# --- reproducible -----------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("options", [{}, {"smooth": True}, {"threads": 3, "deterministic": True}])
def test_same_seed_and_nodes_give_the_same_report(spec: str, options: dict[str, object]) -> None:
    state = first_decision(spec)
    limit = mf.Limit(nodes=2000)
    with mf.Engine(state.game, seed=5, hash_mb=4, **options) as engine:
        first = timeless(engine.analyse(state, limit))
        assert timeless(engine.analyse(state, limit)) == first
    with mf.Engine(state.game, seed=5, hash_mb=4, **options) as engine:
        assert timeless(engine.analyse(state, limit)) == first


def test_early_stops_by_nodes_are_reproducible() -> None:
    state = TTT.parse("xx.oo....")
    with mf.Engine(TTT, seed=1, solve=False) as engine:
        results = [engine.play(state, mf.Limit(nodes=50_000)).report for _ in range(3)]
    assert results[0].stop == "settled"
    assert {result.nodes for result in results} == {results[0].nodes}


def test_the_seed_matters() -> None:
    state = first_decision("phantom_ttt" if "phantom_ttt" in SPECS else "leduc_poker")
    reports = []
    for seed in (1, 2):
        with mf.Engine(state.game, seed=seed) as engine:
            reports.append(timeless(engine.analyse(state, mf.Limit(nodes=500))))
    assert reports[0] != reports[1]


def test_a_full_table_stays_reproducible() -> None:
    state = first_decision("hex")
    nodes = mf.Limit(nodes=20_000)
    with mf.Engine(state.game, seed=1, hash_mb=1, solve=False) as engine:
        first, again = (timeless(engine.analyse(state, nodes)) for _ in range(2))
    assert first == again
    assert first.recycled > 0


@pytest.mark.parametrize("spec", ["hex", "hanamikoji", "tic_tac_toe"])
@pytest.mark.parametrize("algorithm", ["cheat", "auto", "flat"])
def test_every_move_gets_its_turn(spec: str, algorithm: str) -> None:
    """Edges are made as they are needed, at the root as elsewhere."""
    state = first_decision(spec)
    with mf.Engine(
        state.game, algorithm=algorithm, selection="ucb1", seed=1, solve=False
    ) as engine:
        report = engine.analyse(state, mf.Limit(nodes=1000))
    assert all(line.visits > 0 for line in report.lines)


# --- proofs -----------------------------------------------------------------------------------


def test_tic_tac_toe_is_proven_a_draw() -> None:
    with mf.Engine(TTT, seed=1) as engine:
        report = engine.analyse(TTT.start(), mf.Limit(nodes=100_000))
    assert (report.proven, report.stop, report.value) == ("draw", "proven", 0.5)
    assert len(report.lines[0].pv) == 9  # best play of both fills the board


def minimax(state: mf.State, values: dict[str, float]) -> float:
    """The value for seat 0, by definition."""
    text = str(state)
    if text not in values:
        if state.is_over:
            assert state.returns is not None
            values[text] = state.returns[0]
        else:
            after = [minimax(state.play(move), values) for move in state.legal_moves()]
            values[text] = max(after) if state.turn == 0 else min(after)
    return values[text]


def test_proofs_agree_with_minimax() -> None:
    values: dict[str, float] = {}
    minimax(TTT.start(), values)
    names = {1.0: "win", 0.5: "draw", 0.0: "loss"}
    open_positions = sorted(text for text in values if not TTT.parse(text).is_over)
    with mf.Engine(TTT, seed=2, hash_mb=1) as engine:
        for text in open_positions[::23]:
            state = TTT.parse(text)
            report = engine.analyse(state, mf.Limit(nodes=50_000))
            own = values[text] if state.turn == 0 else 1 - values[text]
            assert report.proven == names[own], text
            after = values[str(state.play(report.best))]
            assert after == values[text], f"{text}: {report.best} gives the value away"


def test_small_hex_is_proven_a_win_for_the_first() -> None:
    game = mf.Game("hex", size=3)
    with mf.Engine(game, seed=1) as engine:
        report = engine.analyse(game.start(), mf.Limit(nodes=200_000))
    assert report.proven == "win"
    assert report.lines[0].proven == "win"


# --- points -----------------------------------------------------------------------------------


def best_lead(state: mf.State) -> int:
    """Seat 0's lead in points with best play of both, everything known."""
    if state.is_over:
        assert state.scores is not None
        return state.scores[0] - state.scores[1]
    after = [best_lead(state.play(move)) for move in state.legal_moves()]
    return max(after) if state.turn == 0 else min(after)


def test_score_bounds_prove_the_lead() -> None:
    """Score-bounded search closes in on the exact margin, as minimax finds it."""
    game = mf.Game("goofspiel", cards=4, points="descending")
    with mf.Engine(game, cheat=True, margin=True, seed=1) as engine:
        state = game.start()
        while not state.is_over:
            report = engine.analyse(state, mf.Limit(nodes=200_000))
            sign = 1 if state.turn == 0 else -1
            assert report.stop == "proven"
            assert report.value == sign * best_lead(state)
            line = report.lines[0]
            assert is_full(line.win + line.draw + line.loss)
            assert (line.win == 1.0) == (report.value > 0)
            state = state.play(report.best)


@pytest.mark.parametrize("spec", ["hanamikoji", "terraflip", "shields", "flower_power"])
def test_a_lead_can_be_searched_for_where_there_are_points(spec: str) -> None:
    state = first_decision(spec)
    with mf.Engine(state.game, margin=True, seed=1, hash_mb=2) as engine:
        report = engine.analyse(state, mf.Limit(nodes=500))
    assert report.nodes == 500
    assert report.value is not None
    assert -100 <= report.value <= 100
    assert sum(report.values) == pytest.approx(0.0, abs=1e-9)


def test_a_game_without_points_has_no_lead() -> None:
    with pytest.raises(mf.OptionError, match="kuhn_poker: the game counts no points"):
        mf.Engine("kuhn_poker", margin=True)


# --- limits -----------------------------------------------------------------------------------


def best_of(tries: int, measure: Callable[[], float]) -> float:
    """The machine may be busy: the best of several tries is what the engine can do."""
    return min(measure() for _ in range(tries))


# Seconds within which an answer counts as prompt here. On a shared machine the system decides who
# waits; how many milliseconds the engine itself needs is a matter for bench/, not for a test.
PROMPT = 1.0


@pytest.mark.parametrize("threads", [1, 2])
def test_time_is_kept(threads: int) -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, threads=threads) as engine:

        def overrun() -> float:
            begin = time.perf_counter()
            report = engine.analyse(state, mf.Limit(time=0.1))
            spent = time.perf_counter() - begin
            assert report.stop == "time"
            assert spent >= 0.1
            return spent - 0.1

        assert best_of(8, overrun) < PROMPT


def test_nodes_worlds_and_depth_are_kept() -> None:
    state = first_decision("leduc_poker")
    with mf.Engine(state.game) as engine:
        assert engine.analyse(state, mf.Limit(nodes=777)).nodes == 777
        by_worlds = engine.analyse(state, mf.Limit(worlds=321))
        assert (by_worlds.worlds, by_worlds.stop) == (321, "worlds")
        assert engine.analyse(state, mf.Limit(nodes=500, depth=2)).seldepth == 2
        engine.configure(algorithm="pimc")
        assert engine.analyse(state, mf.Limit(nodes=500, worlds=7)).worlds == 7
    # Where there is but one world, or a few are drawn once, their number ends the search too.
    for spec, algorithm in (("hex", "auto"), ("leduc_poker", "pimc")):
        with mf.Engine(spec, algorithm=algorithm, hash_mb=4) as engine:
            assert engine.analyse(engine.game.deal(1), mf.Limit(worlds=2)).nodes == 2000


def test_a_clock_is_shared_out_over_the_game() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.play(state, mf.Limit(clocks=(2.0, 2.0), increments=(0.0, 0.0))).report
        assert 0.02 < report.time < 0.3 + PROMPT
        report = engine.play(state, mf.Limit(clocks=(0.05, 2.0))).report
        assert report.time < 0.06 + PROMPT
        report = engine.play(state, mf.Limit(clocks=(0.5, None), moves_to_go=1)).report
        assert report.time < 0.45 + PROMPT


def test_a_single_legal_move_is_played_at_once() -> None:
    state = TTT.parse("xoxxoo.xo")
    with mf.Engine(TTT) as engine:
        result = engine.play(state, mf.Limit(time=5.0))
    assert (str(result.move), result.report.stop, result.report.nodes) == ("a3", "forced", 0)


def test_play_ends_once_the_move_is_settled() -> None:
    state = TTT.parse("xx.oo....")
    with mf.Engine(TTT, seed=1, solve=False) as engine:
        result = engine.play(state, mf.Limit(time=2.0))
    assert str(result.move) == "c1"
    assert result.report.stop == "settled"
    assert result.report.time < 1.9


def test_only_some_moves_are_considered() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=500), only=["a1", "b2"])
        assert sorted(str(line.move) for line in report.lines) == ["a1", "b2"]
        with pytest.raises(mf.ParseError, match="z9"):
            engine.analyse(state, mf.Limit(nodes=500), only=["z9"])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"nodes": 0}, "limit nodes: 0 is out of range"),
        ({"depth": -1}, "limit depth: -1"),
        ({"worlds": 0}, "limit worlds: 0"),
        ({"time": -0.1}, "limit time: -0.1"),
        ({"time": float("nan")}, "limit time: nan"),
        ({"time": float("inf")}, "limit time: inf"),
        ({"clocks": (1.0, -2.0)}, "limit clocks: -2.0"),
        ({"clocks": (1.0,) * 6}, "more than 5 seats"),
        ({"increments": (-1.0,)}, "limit increments: -1.0"),
        ({"moves_to_go": -1}, "limit moves_to_go: -1"),
    ],
)
def test_bad_limits_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(mf.OptionError, match=message):
        mf.Limit(**values)  # type: ignore[arg-type]


def test_a_clock_for_nobody_is_refused() -> None:
    with (
        mf.Engine(TTT) as engine,
        pytest.raises(mf.OptionError, match="clocks of p3: nobody sits there; clocks of p1 to p2"),
    ):
        engine.play(TTT.start(), mf.Limit(clocks=(1.0, 1.0, 1.0)))


# --- errors -----------------------------------------------------------------------------------


def test_nothing_to_search_is_a_clear_error() -> None:
    limit = mf.Limit(nodes=10)
    over = TTT.parse("xxxoo....")
    with mf.Engine(TTT) as engine:
        for position in (over, over.view(0), over.view(1)):
            with pytest.raises(mf.IllegalMoveError, match="no move to search for; the game is ov"):
                engine.play(position, limit)
        with pytest.raises(mf.IllegalMoveError, match="p1 is on turn"):
            engine.play(TTT.start().view(1), limit)
    kuhn = mf.Game("kuhn_poker")
    with mf.Engine(kuhn) as engine:
        with pytest.raises(mf.IllegalMoveError, match="chance is on turn"):
            engine.play(kuhn.start(), limit)
        with pytest.raises(mf.OptionError, match="a view of tic_tac_toe cannot be searched"):
            engine.play(TTT.start(), limit)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads: 0 is out of range"),
        ({"hash_mb": 0}, "hash_mb: 0 is out of range"),
        ({"algorithm": "magic"}, "algorithm: 'magic' is no value; accepted: auto, mcts"),
        ({"selection": "thompson"}, "selection: 'thompson' is no value; accepted: ucb1"),
        ({"leaf": "oracle"}, "leaf: 'oracle' is no value; accepted: playout"),
        ({"redeterminize": 101}, "redeterminize: 101"),
        ({"exploration": -1.0}, "exploration"),
        ({"speed": 3}, "unknown option 'speed'; options are"),
        ({"threads": "two"}, "threads: 'two' is no value; accepted: a whole number"),
        ({"threads": True}, "threads: True is no value"),
        ({"threads": 2**63}, "threads: 9223372036854775808 is no value"),
        ({"seed": 1.5}, "seed: 1.5 is no value"),
        ({"greedy": 1}, "greedy: 1 is no value; accepted: True, False"),
        ({"exploration": float("nan")}, "exploration: nan is no value; accepted: a number"),
        ({"threads": None}, "threads: None is no value"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(mf.OptionError, match=message):
        mf.Engine(TTT, **options)
    with mf.Engine(TTT, seed=4) as engine:
        before = engine.options
        with pytest.raises(mf.OptionError, match=message):
            engine.configure(**options)
        assert engine.options == before
        engine.analyse(TTT.start(), mf.Limit(nodes=10))


def test_what_a_game_cannot_do_is_refused() -> None:
    with pytest.raises(mf.OptionError, match="mcts needs a game without secrets"):
        mf.Engine("kuhn_poker", algorithm="mcts")
    with pytest.raises(mf.OptionError, match="no heuristic value; leaf playout is accepted"):
        mf.Engine("kuhn_poker", leaf="heuristic")
    kuhn = mf.Game("kuhn_poker").deal(seed=1)
    with (
        mf.Engine(kuhn.game, cheat=True) as engine,
        pytest.raises(mf.OptionError, match="cheat needs the full position"),
    ):
        engine.play(kuhn.view(0), mf.Limit(nodes=10))


def test_a_closed_engine_says_so() -> None:
    engine = mf.Engine(TTT)
    engine.close()
    engine.close()
    with pytest.raises(ValueError, match="engine: it is closed"):
        engine.play(TTT.start(), mf.Limit(nodes=10))


def test_one_request_at_a_time() -> None:
    with mf.Engine(TTT, solve=False) as engine, engine.analysis(TTT.start()):
        with pytest.raises(RuntimeError, match="a search is running"):
            engine.play(TTT.start(), mf.Limit(nodes=10))
        with pytest.raises(RuntimeError, match="a search is running"):
            engine.analysis(TTT.start())
        with pytest.raises(RuntimeError, match="a search is running"):
            engine.configure(seed=2)


def test_repr_can_be_pasted() -> None:
    assert repr(mf.Engine(TTT, seed=3)) == "Engine('tic_tac_toe', seed=3)"


# --- progress, stops, signals -----------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_reports_come_soon_and_often(threads: int) -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, threads=threads) as engine:

        def first_after() -> float:
            seen: list[tuple[float, mf.Report]] = []
            begin = time.perf_counter()
            engine.analyse(
                state,
                mf.Limit(time=0.35),
                on_report=lambda report: seen.append((time.perf_counter() - begin, report)),
            )
            assert 1 <= len(seen) <= 5
            nodes = [report.nodes for _, report in seen]
            assert nodes == sorted(nodes)
            assert not any(report.is_final for _, report in seen)
            return seen[0][0]

        assert best_of(4, first_after) < PROMPT


class OnPurpose(Exception):
    """Raised by a callback."""


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_a_callback_comes_through(threads: int) -> None:
    def fail(_: mf.Report) -> None:
        raise OnPurpose

    with mf.Engine(TTT, solve=False, threads=threads) as engine:
        with pytest.raises(OnPurpose):
            engine.analyse(TTT.start(), mf.Limit(time=20.0), on_report=fail)
        engine.analyse(TTT.start(), mf.Limit(nodes=10))


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_at_once(threads: int) -> None:
    with mf.Engine("hex", threads=threads) as engine:
        state = engine.game.start()

        def delay() -> float:
            pressed = []

            def press() -> None:
                pressed.append(time.perf_counter())
                signal.raise_signal(signal.SIGINT)

            timer = threading.Timer(0.05, press)
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                engine.analyse(state, mf.Limit(time=20.0))
            timer.join()
            return time.perf_counter() - pressed[0]

        assert best_of(4, delay) < PROMPT


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, threads=threads) as engine:
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        report = engine.analyse(state, mf.Limit())
        assert report.stop == "stopped"
        assert report.best in state.legal_moves()
        engine.stop()  # harmless when idle
        assert engine.analyse(state, mf.Limit(nodes=50)).nodes == 50


def test_analysis_is_an_iterator() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game) as engine:
        with engine.analysis(state) as analysis:
            reports = []
            for report in analysis:
                reports.append(report)
                if len(reports) == 3:
                    analysis.stop()
        assert reports[-1].is_final
        assert reports[-1].stop == "stopped"
        assert analysis.wait() == reports[-1] == analysis.report
        assert [*analysis] == []
        finished = [*engine.analysis(state, mf.Limit(nodes=100))]
        assert finished[-1].nodes == 100


def test_analysis_hands_errors_on() -> None:
    with mf.Engine(TTT) as engine:
        analysis = engine.analysis(TTT.parse("xxxoo...."))
        with pytest.raises(mf.IllegalMoveError):
            next(analysis)
        with pytest.raises(mf.IllegalMoveError):
            analysis.wait()


def test_async_twins() -> None:
    state = first_decision("hex")

    async def main() -> None:
        with mf.Engine(state.game, seed=1) as engine:
            played = await engine.play_async(state, mf.Limit(nodes=200))
            report = await engine.analyse_async(state, mf.Limit(nodes=200))
            assert played.move == report.best
            async for report in engine.analysis(state, mf.Limit(time=0.15)):
                assert report.best in state.legal_moves()
            begin = time.perf_counter()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse_async(state, mf.Limit()), timeout=0.05)
            assert time.perf_counter() - begin < 5
            await engine.play_async(state, mf.Limit(nodes=10))

    asyncio.run(main())


# --- memory, threads, reuse -------------------------------------------------------------------


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_bounded_and_a_full_table_answers() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, hash_mb=4, seed=1, solve=False) as engine:
        engine.analyse(state, mf.Limit(nodes=100))
        before = resident_mb()
        report = engine.analyse(state, mf.Limit(nodes=60_000))
        assert resident_mb() - before < 4 * 1.05
    assert report.recycled > 0
    assert report.hash_full <= 1
    assert report.nodes == 60_000


@pytest.mark.parametrize("spec", SPECS)
def test_threads_share_one_tree(spec: str) -> None:
    state = first_decision(spec)
    with mf.Engine(state.game, threads=3, seed=1, hash_mb=1) as engine:
        for _ in range(3):
            report = engine.analyse(state, mf.Limit(nodes=6000))
            if report.proven is None:
                assert report.nodes == 6000
                assert sum(line.visits for line in report.lines) == 6000


def test_threads_prove_too() -> None:
    with mf.Engine(TTT, threads=2, seed=1) as engine:
        assert engine.analyse(TTT.start(), mf.Limit(nodes=200_000)).proven == "draw"


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_goes_on_with_what_was_searched(spec: str) -> None:
    """Over a whole game: the table helps if the game is named, and only then."""
    state = first_decision(spec)
    kept = 0
    with mf.Engine(state.game, seed=1, solve=False) as engine:
        for step in range(6):
            while state.turn == mf.CHANCE:
                state = state.draw(step)
            if state.is_over:
                break
            limit = mf.Limit(nodes=4000)  # the widest first move has 137 choices
            assert engine.analyse(state, limit).kept == 0
            report = engine.analyse(state, limit, game="one")
            assert report.kept == 0
            state = state.play(report.best)
            while state.turn == mf.CHANCE:
                state = state.draw(step)
            if not state.is_over:
                kept += engine.analyse(state, limit, game="one").kept
    assert kept > 0


def test_pondering_fills_the_table() -> None:
    state = TTT.start()
    with mf.Engine(TTT, seed=1, solve=False) as engine:
        move = engine.play(state, mf.Limit(nodes=100), game=1).move
        after = state.play(move)
        engine.ponder(after.view(0), game=1)
        time.sleep(0.05)
        reply = after.play(after.legal_moves()[0])
        report = engine.play(reply, mf.Limit(nodes=100), game=1).report
        assert report.kept > 100
        assert engine.play(reply, mf.Limit(nodes=100), game=2).report.kept == 0


def test_configure_changes_and_forgets() -> None:
    state = first_decision("leduc_poker")
    with mf.Engine(state.game, seed=1) as engine:
        engine.play(state, mf.Limit(nodes=100), game=1)
        engine.configure(seed=2, hash_mb=2)
        assert (engine.options.seed, engine.options.hash_mb) == (2, 2)
        assert engine.analyse(state, mf.Limit(nodes=100), game=1).kept == 0
        engine.new_game()


@pytest.mark.parametrize("selection", ["ucb1", "ucb1-tuned", "puct"])
def test_every_selection_rule_finds_the_win(selection: str) -> None:
    state = TTT.parse("xx.oo....")
    with mf.Engine(TTT, seed=1, selection=selection, solve=False) as engine:
        assert str(engine.play(state, mf.Limit(nodes=2000)).move) == "c1"


def test_widening_considers_few_moves_at_first() -> None:
    state = first_decision("hex")
    with mf.Engine(state.game, seed=1, widen_base=4, widen_rate=1.0) as engine:
        report = engine.analyse(state, mf.Limit(nodes=400))
    assert sum(line.visits > 0 for line in report.lines) <= 4 + 20


def test_reports_are_values() -> None:
    """Equal, picklable, copied with changes; the lines that were asked for, and all of them."""
    state = mf.Game("hanamikoji").deal(seed=1)
    with mf.Engine(state.game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=300), multipv=2)
    assert len(report.lines) == report.shown == 2 < len(report.all_lines)
    assert report.lines == report.all_lines[:2]
    assert sorted(move.__index__() for move, _ in report.policy) == sorted(
        line.move.__index__() for line in report.all_lines
    )
    assert pickle.loads(pickle.dumps(report)) == report
    assert pickle.loads(pickle.dumps(report.lines[0])) == report.lines[0]
    other = report.__replace__(best=report.all_lines[-1].move)
    assert other != report
    assert other.best_line == report.all_lines[-1]
    assert repr(report.lines[0]).startswith(f"Line(move={report.lines[0].move!r}, visits=")
    with pytest.raises(mf.IllegalMoveError, match="no line begins with x9"):
        report.__replace__(best=mf.Move("x9", 2**32 - 1))
    with pytest.raises(TypeError, match="no such field: luck"):
        report.__replace__(luck=1)
    with pytest.raises(AttributeError):
        report.seat = 1  # type: ignore[misc]
