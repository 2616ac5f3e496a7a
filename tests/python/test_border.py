"""Calls that once crashed or hung: each is refused in words, or ends when told to.

Calls that crashed run in processes of their own. ``tests/fuzz/border_calls.py`` makes up
the others.
"""

from __future__ import annotations

import copy
import inspect
import math
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import moonflower as mf
from moonflower import _core, solve
from moonflower.engine.stopping import StoppedError, stoppable
from moonflower.hints import features
from moonflower.per_game import shields, skud_paisho

BOUND = [
    value
    for value in vars(_core).values()
    if inspect.isclass(value) and not issubclass(value, (BaseException, _core.StateBase))
]
GAMES = [info.name for info in mf.games(lab=True)]
BEGIN = """
import moonflower as mf
from moonflower import _core
try:
    print("answered", {call})
except Exception as error:
    print(type(error).__name__, error)
"""


def said(call: str) -> str:
    """What a call answers in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN.format(call=call)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, (call, done.returncode, done.stderr[-500:])
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("shields_ffa_duel(-1, 3, 2)", "lives: -1 is out of range; whole numbers 0 to 300"),
        ("shields_ffa_duel(3, 3, -1)", "shields: -1 is out of range; whole numbers 1 to 3"),
        ("shields_ffa_duel(10**6, 10**6, 4)", "shields: 4 is out of range"),
        ("shields_ffa_duel(10**6, 10**6, 3)", "lives: 1000000 is out of range"),
        ("shields_least_hits([2**31 - 1] * 4, 2)", "cards of a suit: 2147483647 is out of range"),
        ("shields_least_hits([-1] * 4, 2)", "cards of a suit: -1 is out of range"),
        ("shields_random_winners([3, 3], 0)", "shields: 0 is out of range"),
        ("shields_random_winners([3, 3], -1)", "shields: -1 is out of range"),
        ("shields_random_winners([2**31 - 1] * 2, 2)", "lives: 2147483647 is out of range"),
        ("shields_random_winners([3] * 10, 2)", "seats: 10 is out of range; whole numbers 1 to 5"),
        ("shields_random_winners([], 2)", "seats: 0 is out of range"),
        ("shields_random_winners([0, 0], 2)", "nobody is alive"),
    ],
)
def test_numbers_of_shields(call: str, answer: str) -> None:
    heard = said(f"_core.{call}")
    assert heard.startswith("OptionError")
    assert answer in heard


@pytest.mark.parametrize("bound", BOUND, ids=lambda bound: bound.__name__)
def test_no_object_is_half_made(bound: type) -> None:
    name = bound.__name__
    assert said(f"_core.{name}.__new__(_core.{name})") == (
        f"TypeError moonflower._core.{name}: cannot be made by __new__; "
        "its constructor and what returns it are accepted"
    )
    for way in (
        lambda: object.__new__(bound),
        lambda: bound.__mro__[1].__new__(bound),
        lambda: type("Own", (bound,), {}),
        lambda: setattr(bound, "__new__", object.__new__),
        *(base for base in bound.__mro__[1:-1]),
    ):
        with pytest.raises(TypeError):
            way()


def test_no_object_changes_its_class() -> None:
    inner = mf.Game("hex").start()._inner
    with pytest.raises(TypeError, match="mutable types"):
        inner.__class__ = _core.View


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_is_pickled_comes_back(protocol: int) -> None:
    state = mf.Game("hanamikoji").deal(1)
    with mf.Engine(state.game, hash_mb=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=50))
    values = (state, state.view(1), state.game, state.legal_moves()[0], report, report.lines[0])
    for value in values:
        assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.deepcopy(value) == value
    with pytest.raises(TypeError):  # parts of the engine are not, and say so
        pickle.dumps(state._inner, protocol)


def test_a_state_is_not_made_of_nothing() -> None:
    for made in (mf.State, mf.View):
        with pytest.raises(TypeError, match="got no position"):
            made()
    for way in (
        lambda: mf.State.__new__(mf.State),
        lambda: object.__new__(mf.State),
        lambda: mf.State._of(None),
        lambda: mf.State._of(mf.Game("hex").start_view(0)._inner),
    ):
        with pytest.raises(TypeError):
            way()


MOVES_BY_HAND = """
import moonflower as mf
from moonflower import _core

wrong = _core.Move("x", 2**32 - 1)
for name in [info.name for info in mf.games(lab=True)]:
    state = mf.Game(name).deal(1)
    view = state.view(state.turn)._inner
    limits = _core.SearchLimits()
    limits.nodes = 20
    asked = dict(
        limits=limits, multipv=1, lines=None, keep=False, stop=_core.StopFlag(), on_report=None
    )

    def search(only, algorithm="auto"):
        settings = _core.SearchSettings({"algorithm": algorithm, "hash_mb": 1})
        made = _core.Search(state.game._inner, settings)
        return made.run(view, only=only, history=None, ponder=False, exact=False, **asked)

    def cheat():
        settings = _core.SearchSettings({"algorithm": "cheat", "hash_mb": 1})
        made = _core.Search(state.game._inner, settings)
        return made.run_in(state._inner, only=[wrong], **asked)

    legal = state.legal_moves()
    for ask in (
        lambda: _core.measure(view, [*legal[:2], wrong], 2, 1),
        lambda: _core.move_kind(view, wrong),
        lambda: search([wrong]),
        lambda: search([legal[0], wrong], "random"),
        lambda: search([wrong], "greedy"),
        cheat,
    ):
        try:
            ask()
            print(name, "answered")
        except mf.IllegalMoveError as error:
            assert "move number 4294967295 is not legal here" in str(error), error
    twice = search(legal[:1] * 5000)  # each counts once
    assert [str(line.move) for line in twice.lines] == [str(legal[0])], name
"""


def test_moves_of_a_caller_are_legal_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MOVES_BY_HAND], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-800:]


def test_seats_of_a_tree() -> None:
    tree = solve.flatten(mf.Game("kuhn_poker").start())
    for seat in (2, -1, 2**31 - 1):
        refusal = f"seat: {seat} is out of range; whole numbers 0 to 1 are accepted"
        with pytest.raises(mf.OptionError, match=refusal):
            _core.best_response(tree._inner, tree._inner.uniform(), seat)
        with pytest.raises(mf.OptionError, match=refusal):
            solve.best_response(tree, tree.uniform(), seat=seat)
        with pytest.raises(mf.OptionError, match=refusal):
            tree._inner.sets(seat)


FLOWERS = mf.Game("flower_power:players=5").deal(1)
PAI_SHO = mf.Game("skud_paisho").parse("sp1 GR4(5,6);GR3(-5,5) 111111LORWKB/111111LORWKB G 10 -")


@pytest.mark.parametrize(
    ("call", "range_told"),
    [
        (lambda: _core.perft(PAI_SHO._inner, 2**31 - 1, False), "0 to 1000"),
        (lambda: _core.perft(PAI_SHO._inner, -1, True), "0 to 1000"),
        (lambda: skud_paisho.forced_win(PAI_SHO, turns=2**31 - 1), "1 to 100"),
        (lambda: skud_paisho.check_forced_win(PAI_SHO, seat=0, turns=-1), "1 to 100"),
        (lambda: solve.prove_win(PAI_SHO, seat=0, turns=2**31 - 1), "0 to 1000"),
        (lambda: _core.prove(PAI_SHO._inner, 0, -1, 10, 1000), "0 to 1000"),
        (lambda: solve.solve_open(PAI_SHO, depth=2**31 - 1), "1 to 1000"),
        (lambda: solve.solve_open(PAI_SHO, table_mb=10**9), "table bytes"),
        (lambda: solve.prove_win(PAI_SHO, seat=0, table_mb=["a"] * 10), "table_mb: "),
        (lambda: solve.solve_open(PAI_SHO, table_mb=float("nan")), "table_mb: nan"),
        (lambda: mf.playouts(PAI_SHO, 2**31 - 1), "0 to 1000000"),
        (lambda: FLOWERS.view(0).worlds(2**31 - 1), "1 to 1000000"),
        (lambda: features.measure(FLOWERS.view(0), [], worlds=2**31 - 1), "1 to 1000000"),
        (lambda: mf.Engine("hex", hash_mb=2**31 - 1), "1 to 32000"),
    ],
)
def test_numbers_out_of_range(call: Callable[[], object], range_told: str) -> None:
    with pytest.raises(mf.OptionError, match=range_told):
        call()


@pytest.mark.parametrize("seconds", [math.nan, -1.0, -math.inf])
def test_times_that_are_none(seconds: float) -> None:
    limits = _core.SearchLimits()
    limits.time_ms = seconds
    with pytest.raises(mf.OptionError, match="limit time"):
        _core.solve_state(PAI_SHO._inner, limits, 1 << 20, 0.1, 0.0, _core.StopFlag(), None)
    with pytest.raises(mf.OptionError, match="limit time"):
        mf.Engine("skud_paisho").solve(PAI_SHO, mf.Limit(time=seconds))


def test_bounds_that_are_none() -> None:
    tree = solve.flatten(mf.Game("kuhn_poker").start())
    with pytest.raises(mf.OptionError, match="nash_conv: nan"):
        solve.find_equilibrium(tree, nash_conv=math.nan)
    with pytest.raises(mf.OptionError, match="nash_conv"):
        mf.Engine("kuhn_poker").solve(mf.Game("kuhn_poker").start(), nash_conv=math.nan)


def late_flowers() -> mf.View:
    """A view with more worlds than can be listed in seconds."""
    state = mf.Game("flower_power:players=5").deal(0)
    for ply in range(225):
        state = state.play(state.random_move(ply))
    return state.view(max(0, state.turn))


def pimc(limit: mf.Limit) -> mf.Report:
    """A search of worlds that are drawn before it begins."""
    with mf.Engine(FLOWERS.game, algorithm="pimc", hash_mb=1) as engine:
        return engine.analyse(FLOWERS, limit)


LONG = {
    "worlds": lambda: late_flowers().worlds(10**6),
    "size of a view's tree": lambda: solve.tree_size(late_flowers()),
    "ffa duel": lambda: [_core.shields_ffa_duel(300, 300, k) for k in (1, 2, 3) * 9],
    "random winners": lambda: shields.random_winners([3] * 5),
    "random winners of long lives": lambda: shields.random_winners([20] * 4),
    "least hits": lambda: shields.least_hits([30] * 4),
    "perft": lambda: mf.perft(PAI_SHO, 1000),
    "perft with secrets": lambda: mf.perft(FLOWERS, 1000),
    "forced win": lambda: skud_paisho.forced_win(PAI_SHO, turns=100, nodes=10**12),
    "measures": lambda: features.measure(FLOWERS.view(0), [], worlds=10**6),
    "playouts": lambda: mf.playouts(FLOWERS, 10**6),
    "worlds of pimc": lambda: pimc(mf.Limit(worlds=2**40)),
    "open cards": lambda: solve.solve_open(PAI_SHO, depth=1000, table_mb=1000),
    "rings": lambda: _core.skud_paisho_repeat_ring_test(PAI_SHO._inner, 2**60),
    "games by steps": lambda: _core.skud_paisho_play_by_steps(PAI_SHO._inner, 2**60, 1),
    "conformance": lambda: _core.conformance(mf.Game("hex")._inner, 2**60, 1),
    "solving": lambda: mf.Engine("hex").solve(mf.Game("hex").start(), mf.Limit(nodes=2**62)),
}


class Rung(BaseException):
    """What the alarm raises, as Ctrl-C would."""


def late_by(call: Callable[[], object]) -> float:
    """Seconds of work from an interruption until it is obeyed, however busy the machine is."""

    def ring(_number: int, _frame: object) -> None:
        raise Rung

    before = signal.signal(signal.SIGPROF, ring)
    due = time.process_time() + 0.1
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.1)
        with pytest.raises(Rung):
            call()
        return time.process_time() - due
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", LONG)
def test_long_work_obeys_an_interruption(name: str) -> None:
    lateness = []
    for _ in range(3):  # the system's clock of work is a coarse one
        lateness.append(late_by(LONG[name]))
        if lateness[-1] < 0.05:
            return
    pytest.fail(f"late by {lateness}")


def test_long_work_obeys_its_stop_flag() -> None:
    flag = _core.StopFlag()
    threading.Timer(0.1, flag.set).start()
    begun = time.monotonic()
    with stoppable(flag), pytest.raises(StoppedError):
        mf.perft(FLOWERS, 1000)
    assert time.monotonic() - begun < 5.0


@pytest.mark.parametrize(
    "spec", ["flower_power:players=5", "hanamikoji", "shields", "skud_paisho", "terraflip", "hex"]
)
def test_solving_keeps_its_time(spec: str) -> None:
    took = []
    for seed in range(4):
        position = mf.Game(spec).deal(seed)
        with mf.Engine(spec) as engine:
            for asked in (position, position.view(position.turn)):
                begun = time.process_time()
                engine.solve(asked, mf.Limit(time=0.4))
                took.append(time.process_time() - begun)
    assert max(took) < 0.5, took


def test_worlds_are_drawn_in_time() -> None:
    begun = time.process_time()
    found = pimc(mf.Limit(worlds=2**40, time=0.2))
    assert time.process_time() - begun < 0.4
    assert (found.stop, found.best_line.visits > 0) == ("time", True)
    assert pimc(mf.Limit(worlds=2**40, nodes=20)).worlds == 20  # one for each simulation
    assert pimc(mf.Limit(worlds=5, nodes=20)).worlds == 5


def test_arguments_of_the_wrong_kind() -> None:
    engine, state = mf.Engine("hex"), mf.Game("hex").start()
    for call in (
        lambda: engine.play(state, 100),
        lambda: engine.analyse(None, mf.Limit(nodes=1)),
        lambda: engine.analysis(state, 5),
        lambda: engine.hint("a1"),
        lambda: engine.solve(state, 0),
        lambda: mf.Engine(None),
        lambda: mf.Engine("hex", options=[1]),
        lambda: _core.Move.__reduce__(5),
        lambda: _core.Line.__repr__([]),
        lambda: _core.Report.policy.fget(None),
        lambda: mf.perft("hex", 2),
        lambda: mf.playouts(None, 2),
        lambda: features.move_kinds(5),
        lambda: solve.flatten("hex"),
        lambda: solve.certify(state, state),
        lambda: solve.CfrSolver(None),
        lambda: shields.solve(None),
        lambda: skud_paisho.turns(5),
    ):
        with pytest.raises((TypeError, mf.OptionError)):
            call()


def test_a_token_that_is_no_text_is_refused() -> None:
    """A lone surrogate cannot be written in UTF-8."""
    state = mf.Game("hex").start()
    for token in ("\ud800", _core.Move("\ud800", 1)):
        with pytest.raises(ValueError, match="surrogates not allowed"):
            state.play(token)
