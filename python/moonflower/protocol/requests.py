"""One line of JSON to a request: what the analysis face is asked. Pure: no engine, no input.

A fault is a ``Fault`` that names the field; the line it came from is answered and forgotten.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from moonflower.engine import Limit
from moonflower.errors import OptionError, UnknownGameError
from moonflower.history import History
from moonflower.history.refusal import Refusal
from moonflower.history.words import LONGEST, MAX_SEATS, shown
from moonflower.positions import Game
from moonflower.protocol.commands import Position
from moonflower.protocol.grammar import parse_line
from moonflower.protocol.options import Settings
from moonflower.protocol.queries import ready_to_choose

__all__ = ["Action", "Analyse", "Fault", "parse_request"]

_FIELDS: Final = ("id", "game", "position", "view", "limits", "multipv", "reportEvery", "priority",
                  "searchmoves", "options", "action", "terminateId")  # fmt: skip
_LIMITS: Final = ("movetime", "nodes", "depth", "worlds")
_ACTIONS: Final = ("analyse", "terminate", "terminate_all", "version")
_MOST: Final = 10**15


class Fault(ValueError):
    """A request that cannot be served: which field is wrong, and whose request it was."""

    def __init__(self, text: str, field: str | None, request_id: str | None = None) -> None:
        super().__init__(text)
        self.field = field
        self.request_id = request_id


@dataclass(frozen=True, slots=True)
class Action:
    """``version``, ``terminate`` or ``terminate_all``."""

    id: str
    action: str
    terminate_id: str | None = None


@dataclass(frozen=True, slots=True)
class Analyse:
    """A position to be analysed."""

    id: str
    history: History
    settings: Settings
    limit: Limit
    multipv: int | None = None  # None: every move
    report_every: float | None = None  # seconds between partial reports; None: none
    priority: int = 0
    searchmoves: tuple[str, ...] = ()


def parse_request(line: str) -> Action | Analyse:
    """The request of one line; ``Fault`` says which field is wrong and what is accepted."""
    if len(line) > LONGEST:
        msg = f"line: {shown(line)} is too long; {LONGEST} characters are accepted"
        raise Fault(msg, None)
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError) as error:
        msg = f"not a line of JSON: {error}"
        raise Fault(msg, None) from None
    if not isinstance(facts, dict):
        msg = f"expected an object, got {type(facts).__name__}"
        raise Fault(msg, None)
    name = facts.get("id")
    if not isinstance(name, str):
        msg = f"id: expected a text, got {shown(str(name))}"
        raise Fault(msg, "id")
    try:
        return _request(name, facts)
    except Fault as fault:
        fault.request_id = name
        raise


def _request(name: str, facts: dict[str, Any]) -> Action | Analyse:
    for field in facts:
        if field not in _FIELDS:
            msg = f"unknown field {shown(field)}; fields are {', '.join(_FIELDS)}"
            raise Fault(msg, field)
    action = facts.get("action", "analyse")
    if action not in _ACTIONS:
        msg = f"action: unknown {shown(str(action))}; actions are {', '.join(_ACTIONS)}"
        raise Fault(msg, "action")
    if action == "terminate":
        return Action(name, action, _text(facts, "terminateId", None))
    if action != "analyse":
        return Action(name, action)
    settings = _settings(facts)
    every = _number(facts, "reportEvery", 1)
    return Analyse(
        id=name,
        history=_history(facts, settings),
        settings=settings,
        limit=_limit(facts),
        multipv=_number(facts, "multipv", 1),
        report_every=None if every is None else every / 1000,
        priority=_number(facts, "priority", -_MOST) or 0,
        searchmoves=_texts(facts, "searchmoves"),
    )


def _text(facts: dict[str, Any], field: str, default: str | None) -> str:
    value = facts.get(field, default)
    if not isinstance(value, str):
        msg = f"{field}: expected a text, got {shown(json.dumps(value))}"
        raise Fault(msg, field)
    return _whole(value, field)


def _whole(text: str, field: str) -> str:
    """JSON can write half a character, which is no text: ``"\\ud800"``."""
    try:
        text.encode()
    except UnicodeEncodeError:
        msg = f"{field}: {shown(text)} holds half a character; whole ones are accepted"
        raise Fault(msg, field) from None
    return text


def _texts(facts: dict[str, Any], field: str) -> tuple[str, ...]:
    value = facts.get(field, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        msg = f"{field}: expected a list of texts, got {shown(json.dumps(value))}"
        raise Fault(msg, field)
    return tuple(_whole(item, field) for item in value)


def _number(facts: dict[str, Any], name: str, least: int, field: str = "") -> int | None:
    value = facts.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST:
        msg = f"{field or name}: expected a whole number from {least}, got {shown(str(value))}"
        raise Fault(msg, field or name)
    return value


def _limit(facts: dict[str, Any]) -> Limit:
    limits = facts.get("limits", {})
    if not isinstance(limits, dict):
        msg = f"limits: expected an object, got {shown(json.dumps(limits))}"
        raise Fault(msg, "limits")
    for name in limits:
        if name not in _LIMITS:
            msg = f"limits: unknown {shown(name)}; limits are {', '.join(_LIMITS)}"
            raise Fault(msg, f"limits.{name}")
    least = {"movetime": 0}
    numbers = {
        name: _number(limits, name, least.get(name, 1), f"limits.{name}") for name in _LIMITS
    }
    movetime, depth = numbers["movetime"], numbers["depth"]
    return Limit(
        time=None if movetime is None else movetime / 1000,
        nodes=numbers["nodes"],
        depth=None if depth is None else min(depth, 1000),
        worlds=numbers["worlds"],
    )


def _settings(facts: dict[str, Any]) -> Settings:
    options = facts.get("options", {})
    if not isinstance(options, dict):
        msg = f"options: expected an object, got {shown(json.dumps(options))}"
        raise Fault(msg, "options")
    try:
        settings = Settings(Game(_text(facts, "game", None)))
    except (UnknownGameError, OptionError) as error:
        raise Fault(str(error), "game") from None
    for name, value in options.items():
        word = str(value).lower() if isinstance(value, bool) else str(value)
        field = f"options.{_whole(name, 'options')}"
        word = _whole(word, field)
        try:
            settings = settings.changed(name, word)
        except ValueError as error:
            raise Fault(str(error), field) from None
    return settings


def _history(facts: dict[str, Any], settings: Settings) -> History:
    """The position as the protocol's line would set it."""
    position = _text(facts, "position", "startpos")
    view = facts.get("view")
    seats = [f"p{seat}" for seat in range(1, MAX_SEATS + 1)]
    if view is not None and view not in seats:
        msg = f"view: expected one of {', '.join(seats)}, got {shown(json.dumps(view))}"
        raise Fault(msg, "view")
    try:
        command = parse_line(f"position {f'view {view} ' if view else ''}{position}")
        assert isinstance(command, Position)
        return ready_to_choose(command.history(settings.game))
    except ValueError as error:
        code = error.code if isinstance(error, Refusal) else ""
        raise Fault(str(error), "view" if code == "turn" else "position") from None
