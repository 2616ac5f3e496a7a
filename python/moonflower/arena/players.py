"""Who sits at the table: engines with options, programs that speak the protocol, Python functions.

A *specification* names a player and can be sent to another process or machine; a *player* is made
from it where it plays. A player is shown what its own seat may know and nothing else; the one
exception, the cheating yardstick, has to say so in its specification.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Protocol

from moonflower.arena.budget import Budget, Spent
from moonflower.arena.clocks import Control
from moonflower.arena.faults import PlayerFault
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.positions import Game, State, View

__all__ = ["CallablePlayer", "CallableSpec", "EngineSpec", "Player", "Spec", "Turn"]

_HASH_MB = 16  # several engines sit in one process


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a player is told when it is to move."""

    view: View
    events: tuple[str, ...] = ()  # what the seat has seen, for players that ask for it
    limit: Limit = field(default_factory=Limit)  # with the clocks as they stand
    patience: float | None = None  # seconds until silence is a loss; None: as long as it takes
    truth: State | None = None  # for the cheating yardstick alone


class Player(Protocol):
    """Chooses moves. Made anew for every worker, told when a game begins."""

    @property
    def is_cheat(self) -> bool:
        """Is shown the truth: a yardstick, not an opponent."""

    @property
    def wants_events(self) -> bool:
        """Is told everything its seat has seen, not only the view."""

    @property
    def spent(self) -> Spent:
        """What it has used for all its decisions so far."""

    def begin(self, seat: int, seed: int) -> None:
        """A new game; everything random in it follows from the seed."""

    def choose(self, turn: Turn) -> str:
        """A token that is legal for the seat. What it raises costs the game."""

    def close(self) -> None:
        """No more games."""


class Spec(Protocol):
    """A player to be made where it plays: picklable, and with a key that tells it from others."""

    @property
    def name(self) -> str:
        """What tables call it."""

    @property
    def control(self) -> Control:
        """How long it may think."""

    def key(self) -> str:
        """What tells this player from others in a file of results."""

    def open(self, game: Game) -> Player:
        """The player, ready to play."""


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One of our own engines. With ``reuse`` it goes on with what it searched a move ago."""

    name: str
    options: EngineOptions = field(default_factory=lambda: EngineOptions(hash_mb=_HASH_MB))
    control: Control = field(default_factory=Control)
    reuse: bool = False

    def key(self) -> str:
        """Everything that makes it play as it does, but not its name."""
        facts = {"engine": self.options.changed, "control": self.control.key(), "reuse": self.reuse}
        return json.dumps(facts, sort_keys=True)

    def open(self, game: Game) -> Player:
        """An engine with a table of its own."""
        if self.control.cpu is not None and self.options.threads != 1:
            msg = f"player {self.name!r}: cpu= counts one thread; uci:COMMAND may have more"
            raise ValueError(msg)
        return _EnginePlayer(game, self)


class _EnginePlayer:
    wants_events = False

    def __init__(self, game: Game, spec: EngineSpec) -> None:
        self._spec = spec
        self._engine = Engine(game, options=spec.options)
        self._games = 0
        self._budget = None if spec.control.cpu is None else Budget(spec.control.cpu)
        self.spent = Spent()

    @property
    def is_cheat(self) -> bool:
        return bool(self._spec.options.algorithm == "cheat")

    def begin(self, seat: int, seed: int) -> None:
        del seat
        self._games += 1
        if self._budget:
            self._budget.begin()
        self._engine.configure(seed=seed)

    def choose(self, turn: Turn) -> str:
        position = turn.truth if self.is_cheat and turn.truth is not None else turn.view
        game = self._games if self._spec.reuse else None
        move = ""

        def search(nodes: int | None) -> tuple[int, float]:
            nonlocal move
            limit = turn.limit if nodes is None else replace(turn.limit, nodes=nodes)
            begun = time.thread_time()
            result = self._engine.play(position, limit, game=game)
            move = str(result.move)
            return result.report.nodes, time.thread_time() - begun

        if self._budget:
            self.spent += self._budget.choose(search)
        else:
            self.spent += Spent.of(turn.limit.nodes, *search(None))
        return move

    def close(self) -> None:
        self._engine.close()


Chooser = Callable[[View, random.Random], str]


@dataclass(frozen=True, slots=True)
class CallableSpec:
    """A function from a view and a random source to a token, by its place: ``module:function``."""

    name: str
    place: str
    control: Control = field(default_factory=Control)

    def key(self) -> str:
        """Its place; what stands there is the caller's business."""
        return json.dumps({"function": self.place, "control": self.control.key()}, sort_keys=True)

    def open(self, game: Game) -> Player:
        """The function, found and ready."""
        del game
        module, _, function = self.place.partition(":")
        try:
            return CallablePlayer(getattr(import_module(module), function))
        except (ImportError, AttributeError, ValueError) as error:
            msg = f"player {self.name!r}: {error}; accepted: py:module:function"
            raise ValueError(msg) from None


class CallablePlayer:
    """A function at the table."""

    is_cheat = False
    wants_events = False

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose
        self._random = random.Random(0)
        self.spent = Spent()

    def begin(self, seat: int, seed: int) -> None:
        """Restart the random source."""
        del seat
        self._random = random.Random(seed)

    def choose(self, turn: Turn) -> str:
        """Ask the function."""
        begun = time.thread_time()
        answer = self._choose(turn.view, self._random)
        self.spent += Spent.of(None, None, time.thread_time() - begun)
        if not isinstance(answer, str):
            msg = f"expected a token, got {answer!r}"
            raise PlayerFault(kind="illegal", text=msg)
        return answer

    def close(self) -> None:
        """Nothing to give back."""
