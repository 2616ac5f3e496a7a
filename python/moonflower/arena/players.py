"""Who sits at the table: engines with options, and Python callables. A player gets its own view
of every position and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Protocol

from moonflower.games import Game, View
from moonflower.search import Engine, EngineOptions, Limit

__all__ = ["CallablePlayer", "EngineSpec", "Player", "open_player", "parse_player"]


class Player(Protocol):
    """Chooses moves from views. Made anew for every worker, told when a game begins."""

    def begin(self, seed: int) -> None:
        """A new game; everything random in it follows from the seed."""

    def choose(self, view: View) -> str:
        """A token that is legal for the seat of the view."""

    def close(self) -> None:
        """No more games."""


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """An engine to be made where it plays: a name, options, and how long it may think."""

    name: str
    options: EngineOptions = field(default_factory=EngineOptions)
    limit: Limit = field(default_factory=lambda: Limit(nodes=1000))

    def key(self) -> str:
        """What tells this player from others in a file of results."""
        changed = {
            option.name: getattr(self.options, option.name)
            for option in fields(self.options)
            if getattr(self.options, option.name) != option.default
        }
        limit = {name: value for name, value in asdict(self.limit).items() if value}
        return json.dumps({"options": changed, "limit": limit}, sort_keys=True)


class _EnginePlayer:
    def __init__(self, game: Game, spec: EngineSpec) -> None:
        self._game, self._spec = game, spec
        self._engine = Engine(game, options=spec.options)

    def begin(self, seed: int) -> None:
        self._engine.configure(seed=seed)

    def choose(self, view: View) -> str:
        return str(self._engine.play(view, self._spec.limit).move)

    def close(self) -> None:
        self._engine.close()


class CallablePlayer:
    """A function from a view and a random source to a token."""

    def __init__(self, choose: Callable[[View, random.Random], str]) -> None:
        self._choose = choose
        self._random = random.Random(0)

    def begin(self, seed: int) -> None:
        """Restart the random source."""
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        """Ask the function."""
        return self._choose(view, self._random)

    def close(self) -> None:
        """Nothing to give back."""


def open_player(game: Game, spec: EngineSpec) -> Player:
    """The player a specification speaks of, ready to play."""
    return _EnginePlayer(game, spec)


_LIMITS = ("time", "nodes", "worlds", "depth")


def parse_player(text: str) -> EngineSpec:
    """Read ``ismcts,nodes=1000,exploration=0.7``: an algorithm, limits and engine options."""
    algorithm, *parts = text.split(",")
    values: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            msg = f"player {text!r}: {part!r} has no value; accepted: algorithm,key=value,..."
            raise ValueError(msg)
        values[key] = value
    limits = {key: _number(key, values.pop(key)) for key in _LIMITS if key in values}
    known = {option.name for option in fields(EngineOptions)} - {"algorithm"}
    for key in values:
        if key not in known:
            msg = f"player {text!r}: unknown key {key!r}; keys are {', '.join([*_LIMITS, *known])}"
            raise ValueError(msg)
    options = {key: _option(key, value) for key, value in values.items()}
    return EngineSpec(
        text,
        EngineOptions(algorithm=algorithm, **options),  # type: ignore[arg-type]
        Limit(**limits) if limits else Limit(nodes=1000),  # type: ignore[arg-type]
    )


def _number(key: str, value: str) -> float | int:
    try:
        return float(value) if key == "time" else int(value)
    except ValueError:
        msg = f"player: {key} expected a number, got {value!r}"
        raise ValueError(msg) from None


def _option(key: str, value: str) -> object:
    if value in ("true", "false"):
        return value == "true"
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    del key
    return value
