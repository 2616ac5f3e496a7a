"""Players as text: ``ismcts,nodes=1000``, ``uci:ENGINE --flag,time=0.1``, ``py:my:play``."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NoReturn

from moonflower.arena.clocks import Control
from moonflower.arena.external import CommandSpec
from moonflower.arena.players import CallableSpec, EngineSpec, Spec
from moonflower.arena.rungs import PLACE
from moonflower.arguments import expect_text
from moonflower.engine import EngineOptions, Limit
from moonflower.engine.options import OPTIONS
from moonflower.errors import OptionError

__all__ = ["parse_player", "read_values", "take_control"]

_LIMITS: Final = {"nodes": int, "time": float, "worlds": int, "depth": int}
_OWN: Final = ("name", "clock", "margin", "cpu")


def parse_player(text: str) -> Spec:
    """Read a player: who, then limits and options as ``key=value``, parted by commas.

    ``ismcts,nodes=1000,exploration=0.7`` is an engine of ours by its algorithm (``auto`` for the
    one it would choose) with limits and engine options. ``uci:COMMAND LINE,time=0.1,Threads=2`` is
    a program that speaks the protocol; other keys are its own options. ``py:module:function`` is a
    Python function of a view and a random source, ``published`` the player that was written from
    published descriptions of its game. ``clock=60+0.5`` gives a clock for the game,
    ``cpu=0.02`` CPU seconds a move, ``name=...`` the name in tables.

    >>> parse_player("ismcts,nodes=500,exploration=0.7").control.limit.nodes
    500
    """
    expect_text(text, "player")
    who, *parts = text.split(",")
    values = read_values(text, parts)
    control = take_control(text, values)
    name = values.pop("name", text)
    if who.startswith("uci:"):
        patience = float(_number(text, "patience", values.pop("patience", "60"), float))
        command = who.removeprefix("uci:")
        options = tuple(sorted(values.items()))
        return CommandSpec.of(name, command, options=options, control=control, patience=patience)
    if who == "published":
        return CallableSpec(name, PLACE, control)
    if who.startswith("py:"):
        if values:
            _refuse_key(text, next(iter(values)), ())
        return CallableSpec(name, who.removeprefix("py:"), control)
    reuse = values.pop("reuse", "false")
    if reuse not in ("true", "false"):
        msg = f"player {text!r}: reuse expected true or false, got {reuse!r}"
        raise ValueError(msg)
    return EngineSpec(name, _engine_options(text, who, values), control, reuse == "true")


def read_values(text: str, parts: Iterable[str]) -> dict[str, str]:
    """What ``key=value`` parts of a player's text say."""
    values = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            msg = f"player {text!r}: {part!r} has no value; accepted: who,key=value,..."
            raise ValueError(msg)
        values[key] = value
    return values


def take_control(text: str, values: dict[str, str]) -> Control:
    """The limits among the values, which are taken out."""
    limits = {
        key: _number(text, key, values.pop(key), kind)
        for key, kind in _LIMITS.items()
        if key in values
    }
    margin = float(_number(text, "margin", values.pop("margin", "1"), float))
    clock = values.pop("clock", None)
    if (cpu := values.pop("cpu", None)) is not None:
        seconds = float(_number(text, "cpu", cpu, float))
        if limits or clock is not None or not 0 < seconds < math.inf:
            msg = f"player {text!r}: cpu={cpu}; seconds above 0 and no other limit are accepted"
            raise ValueError(msg)
        return Control(Limit(), margin=margin, cpu=seconds)
    if clock is None:
        limit = Limit(**limits) if limits else Limit(nodes=1000)  # type: ignore[arg-type]
        return Control(limit, margin=margin)
    base, _, added = clock.partition("+")
    base_s, added_s = (float(_number(text, "clock", part or "0", float)) for part in (base, added))
    return Control(Limit(**limits), base_s, added_s, margin)  # type: ignore[arg-type]


def _engine_options(text: str, algorithm: str, values: dict[str, str]) -> EngineOptions:
    options: dict[str, object] = {}
    for key, value in values.items():
        if key not in OPTIONS or key == "algorithm":
            _refuse_key(text, key, tuple(OPTIONS))
        try:
            options[key] = OPTIONS[key].parse(value)
        except OptionError as error:
            msg = f"player {text!r}: {error}"
            raise ValueError(msg) from None
    try:
        return EngineSpec("").options.with_changes(algorithm=algorithm, **options)
    except OptionError as error:
        others = "uci:COMMAND, py:module:function and published are accepted too"
        msg = f"player {text!r}: {error}; {others}"
        raise OptionError(msg) from None


def _refuse_key(text: str, key: str, known: tuple[str, ...]) -> NoReturn:
    accepted = sorted({*_LIMITS, *_OWN, *known} - {"algorithm"})
    msg = f"player {text!r}: unknown key {key!r}; keys are {', '.join(accepted)}"
    raise ValueError(msg)


def _number(text: str, key: str, value: str, kind: type[int] | type[float]) -> float:
    try:
        return kind(value)
    except ValueError:
        msg = f"player {text!r}: {key} expected a number, got {value!r}"
        raise ValueError(msg) from None
