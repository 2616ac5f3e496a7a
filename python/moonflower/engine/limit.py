"""When a search stops thinking."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.engine.weaker import FULL_STRENGTH, node_cap
from moonflower.errors import OptionError
from moonflower.positions import State, View

__all__ = ["Limit"]

_MAX_SEATS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop thinking; whatever comes first. Without any limit: when told to.

    >>> import moonflower as mf
    >>> mf.Limit(time=0.2)
    Limit(time=0.2, nodes=None, depth=None, worlds=None, clocks=None, increments=(), moves_to_go=0)
    """

    time: float | None = None  # seconds for this move
    nodes: int | None = None  # simulations
    depth: int | None = None  # moves inside the tree
    worlds: int | None = None  # worlds sampled; with pimc: searched
    clocks: tuple[float | None, ...] | None = None  # seconds left, one per seat
    increments: tuple[float, ...] = ()  # seconds a move adds to its seat's clock
    moves_to_go: int = 0  # until the clocks are filled up again; 0: never

    def __post_init__(self) -> None:
        for name in ("clocks", "increments"):
            expect(getattr(self, name), tuple | list | None, f"limit {name}", "one for each seat")
        expect_whole(self.moves_to_go, "limit moves_to_go")
        for name in ("nodes", "depth", "worlds"):
            value = getattr(self, name)
            expect(value, int | None, f"limit {name}", "a whole number")
            if value is not None and value < 1:
                msg = f"limit {name}: {value} is out of range; whole numbers from 1 up are accepted"
                raise OptionError(msg)
        times = [("time", self.time)]
        times += [("clocks", clock) for clock in self.clocks or ()]
        times += [("increments", increment) for increment in self.increments]
        for name, seconds in times:
            expect(seconds, int | float | None, f"limit {name}", "a number of seconds")
            if seconds is not None and not 0 <= seconds < float("inf"):
                msg = f"limit {name}: {seconds} is out of range; seconds from 0 up are accepted"
                raise OptionError(msg)
        if max(len(self.clocks or ()), len(self.increments)) > _MAX_SEATS:
            msg = f"limit clocks: more than {_MAX_SEATS} seats; one per seat is accepted"
            raise OptionError(msg)
        if self.moves_to_go < 0:
            msg = f"limit moves_to_go: {self.moves_to_go} is out of range; 0 and up are accepted"
            raise OptionError(msg)

    @property
    def is_infinite(self) -> bool:
        """Nothing here ends a search."""
        ends = (self.time, self.nodes, self.worlds, self.clocks)
        return all(end is None for end in ends)

    def to_core(self, *, early_stop: bool) -> _core.SearchLimits:
        limits = _core.SearchLimits()
        limits.nodes = self.nodes
        limits.time_ms = None if self.time is None else 1000.0 * self.time
        limits.depth = self.depth
        limits.worlds = self.worlds
        clocks = [None if clock is None else 1000.0 * clock for clock in self.clocks or ()]
        limits.clock_ms = clocks + [None] * (_MAX_SEATS - len(clocks))
        added = [1000.0 * seconds for seconds in self.increments]
        limits.increment_ms = added + [0.0] * (_MAX_SEATS - len(added))
        limits.moves_to_go = self.moves_to_go
        limits.early_stop = early_stop
        return limits


def weakened(limit: Limit, strength: int, position: State | View) -> Limit:
    """The limit with the nodes a strength allows; a search without end has none to save."""
    if strength == FULL_STRENGTH or limit.is_infinite:
        return limit
    cap = node_cap(strength, len(position.legal_moves()))
    assert cap is not None
    return replace(limit, nodes=min(cap, limit.nodes or cap))
