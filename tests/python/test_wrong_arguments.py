"""Arguments of the wrong kind are refused in the house form, wherever they come in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import moonflower as mf
from moonflower import solve as solvers
from moonflower.arena.specs import parse_player
from moonflower.hints import features
from moonflower.history import record as records
from moonflower.per_game import flower_power, shields, skud_paisho

STATE = mf.Game("tic_tac_toe").start()
SKUD = mf.Game("skud_paisho").start()
LIMIT = mf.Limit(nodes=100)
ODD = (None, -1, 2**70, 1.5, float("nan"), "", "x", b"x", [], {}, object(), STATE.game, mf.Game)

# Values, files and callbacks are the caller's own; trees and policies are tested with the solvers.
LEFT_OUT = {
    "GameInfo", "OptionInfo", "Line", "PlayResult", "Report", "Hint", "Reason", "Move", "Solution",
    "SolvedMove", "SolveProgress", "Analysis", "Policy", "Tree", "TreeSize", "certify", "nash_conv",
    "exploitability", "expected_values", "best_response",
}  # fmt: skip


def public(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in getattr(module, "__all__", dir(module)):
        value = getattr(module, name)
        is_own = getattr(value, "__module__", "").startswith("moonflower")
        if callable(value) and is_own and name[0] != "_" and name not in LEFT_OUT:
            is_error = inspect.isclass(value) and issubclass(value, BaseException)
            if not is_error and not (inspect.isclass(value) and module is not mf):
                yield f"{module.__name__}.{name}", value


def methods(value: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    kind = type(value)
    for name, found in inspect.getmembers(kind, inspect.isfunction):
        if name[0] != "_" and not inspect.iscoroutinefunction(found):
            yield f"{kind.__name__}.{name}", getattr(value, name)


def callables() -> list[tuple[str, Callable[..., Any]]]:
    modules = (mf, features, flower_power, shields, skud_paisho, solvers)
    found = [each for module in modules for each in public(module)]
    for value in (STATE.game, STATE, STATE.view(0), mf.History("tic_tac_toe")):
        found += methods(value)
    return found


@pytest.mark.parametrize(("name", "function"), callables())
def test_odd_arguments_are_refused_or_taken(name: str, function: Callable[..., Any]) -> None:
    parameters = list(inspect.signature(function).parameters.values())
    various = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    needed = [one for one in parameters if one.default is one.empty and one.kind not in various]
    if not needed:
        return
    state = SKUD if "skud_paisho" in name else STATE
    right: dict[str, object] = {"state": state, "position": state, "view": STATE.view(0)}
    behind = {} if {each.name for each in needed} <= right.keys() else right
    for odd in ODD:
        for known in ({}, behind):  # all of them odd, then only those behind the position
            if known and odd == 2**70:  # a good number for a count: it would take for ever
                continue
            values = {each.name: known.get(each.name, odd) for each in needed}
            others = [
                values.pop(each.name) for each in needed if each.kind is not each.KEYWORD_ONLY
            ]
            message = _refusal(function, others, values)
            assert message is None or message, (name, odd)


def _refusal(
    function: Callable[..., Any], others: list[object], values: dict[str, object]
) -> str | None:
    """The text of the refusal; whatever else is raised comes through."""
    try:
        function(*others, **values)
    except ValueError as error:
        return str(error)
    return None


def test_the_engine_says_what_it_takes() -> None:
    with mf.Engine("tic_tac_toe") as engine:
        asks: list[Callable[..., object]] = [
            engine.play, engine.analyse, engine.analysis, engine.hint, engine.solve
        ]  # fmt: skip
        for ask in asks:
            with pytest.raises(mf.OptionError, match=r"limit: 100 is of the wrong kind; a Limit"):
                ask(STATE, 100)
            with pytest.raises(
                mf.OptionError, match=r"'x' is of the wrong kind; a State or a View"
            ):
                ask("x", LIMIT)


def test_options_of_the_wrong_kind_are_refused_where_they_are_given() -> None:
    for options in ({"algorithm": "foo"}, {"threads": "two"}, {"seed": None}, {"leaf": "moon"}):
        with pytest.raises(mf.OptionError):
            mf.EngineOptions(**options)  # type: ignore[arg-type]


def test_a_player_that_nobody_knows_is_refused_at_once() -> None:
    with pytest.raises(mf.OptionError, match=r"player 'foo': .* are accepted"):
        parse_player("foo")


def test_a_game_may_be_named() -> None:
    assert features.move_kinds("hanamikoji") == features.move_kinds(mf.Game("hanamikoji"))
    assert features.features("hanamikoji")
    with pytest.raises(mf.OptionError, match="game: 5 is of the wrong kind"):
        features.move_kinds(5)  # type: ignore[arg-type]


def test_records_are_read_by_name_and_reviews_say_what_they_take(tmp_path: Any) -> None:
    history = mf.History(STATE.game)
    history.extend(["a1", "b2"])
    records.write_record(str(tmp_path / "game.txt"), history)
    assert records.read_record(str(tmp_path / "game.txt")).tokens == history.tokens
    with pytest.raises(mf.OptionError, match="record: 5 is of the wrong kind; a path"):
        records.read_record(5)  # type: ignore[arg-type]
    with pytest.raises(mf.OptionError, match=r"review: Game.* is of the wrong kind"):
        mf.review(STATE.game, LIMIT)  # type: ignore[arg-type]
