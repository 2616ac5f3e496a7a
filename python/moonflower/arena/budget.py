"""So many CPU seconds a move, for searches that can only be told how many nodes they have.

Wall time lies on a busy machine, and an old build knows no other limit but nodes. So every search
is told the nodes that its CPU time should buy, and what it really took, measured in the process,
corrects the next one. Pure but for the two clocks at the end.
"""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from moonflower.arena.faults import PlayerFault

__all__ = ["Budget", "Spent", "clock_of"]

_FIRST_NODES: Final = 16  # of the first probe
_LEARNING: Final = 0.2  # how fast the speed at the n-th decision of a game is learned over games
_DRIFT: Final = 0.5  # how fast a game's own speed is
_BACK: Final = 0.5  # the part of what is owed that the next search gives back
_LEAST: Final = 0.1  # of the budget, whatever is owed
_MOST: Final = 1.5  # of it, whatever was saved
_WHOLE: Final = 0.98  # of the nodes asked for: a search that did fewer has ended by its own choice
_TELLING: Final = 0.2  # of them: enough to say how fast the player is
_MOST_NODES: Final = 10**9


@dataclass(frozen=True, slots=True)
class Spent:
    """What a player has used: decisions and CPU seconds, and the same of whole searches alone.

    A search is whole that used all the nodes it had; the others were answered earlier, by a proof
    or because there was nothing to choose. Budgets are kept by whole searches.
    """

    moves: int = 0
    cpu: float = 0.0
    whole: int = 0
    whole_cpu: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.moves + other.moves,
            self.cpu + other.cpu,
            self.whole + other.whole,
            self.whole_cpu + other.whole_cpu,
        )

    def __sub__(self, other: Spent) -> Spent:
        return self + Spent(-other.moves, -other.cpu, -other.whole, -other.whole_cpu)

    @classmethod
    def of(cls, asked: int | None, done: int | None, seconds: float) -> Spent:
        """One decision. A player that tells no nodes has searched what it wanted."""
        is_whole = asked is not None and done is not None and done >= _WHOLE * asked
        return cls(1, seconds, int(is_whole), seconds if is_whole else 0.0)


class Budget:
    """The nodes of every search of one player, so that whole searches take ``seconds`` on average.

    A search that ends early by its own choice keeps what it saves, as it would under a limit by
    time; whatever it takes beyond the budget is owed by those that follow.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._owed = 0.0
        self._fixed = 0.0  # seconds of a search, however few its nodes
        self._speed: float | None = None  # log of nodes per second, of the last whole search
        self._by_turn: dict[int, float] = {}  # the same by the number of the decision, over games
        self._drift = 0.0  # how much faster than that this game is
        self._turn = 0

    def begin(self) -> None:
        """A new game."""
        self._turn, self._drift = 0, 0.0

    def choose(self, search: Callable[[int], tuple[int | None, float]]) -> Spent:
        """One decision: ``search(nodes)`` says how many were done and the CPU seconds they took.

        The very first one is preceded by short searches that find out how fast the player is.
        """
        if self._speed is None:
            self._probe(search)
        asked = self._nodes()
        done, seconds = search(asked)
        spent = Spent.of(asked, done, seconds)
        if spent.whole:
            self._owed += seconds - self.seconds
        else:
            self._owed += max(seconds - self.seconds, 0.0)
        if done is not None and done >= _TELLING * asked:
            self._learn(done, seconds)
        self._turn += 1
        return spent

    def _probe(self, search: Callable[[int], tuple[int | None, float]]) -> None:
        search(_FIRST_NODES)  # the first of a process takes long for reasons of its own
        nodes = _FIRST_NODES
        while nodes < _MOST_NODES:
            done, seconds = search(nodes)
            if not Spent.of(nodes, done, seconds).whole:
                return
            if nodes == _FIRST_NODES:
                self._fixed = min(seconds, self.seconds / 2)
            self._speed = self._speed_of(nodes, seconds)
            if seconds >= self.seconds / 4:
                return
            nodes *= 4

    def _nodes(self) -> int:
        if self._speed is None:
            return _FIRST_NODES
        target = self.seconds - _BACK * self._owed
        target = min(max(target, _LEAST * self.seconds), _MOST * self.seconds)
        searching = max(target - self._fixed, _LEAST * target)
        return min(max(round(searching * math.exp(self._expected)), 1), _MOST_NODES)

    def _speed_of(self, nodes: int, seconds: float) -> float:
        return math.log(nodes / max(seconds - self._fixed, _LEAST * seconds, 1e-9))

    @property
    def _expected(self) -> float:
        assert self._speed is not None
        known = self._by_turn.get(self._turn)
        return self._speed if known is None else known + self._drift

    def _learn(self, nodes: int, seconds: float) -> None:
        self._speed = speed = self._speed_of(nodes, seconds)
        known = self._by_turn.setdefault(self._turn, speed)
        self._drift += _DRIFT * (speed - known - self._drift)
        self._by_turn[self._turn] += _LEARNING * (speed - known)


def clock_of(process: int) -> Callable[[], float]:
    """The CPU seconds used by a process and by those it has started, all threads, to nanoseconds.

    Processes started later are found when the clock is asked for again.
    """
    if sys.platform != "linux":
        msg = "cpu: only Linux tells the CPU time of another process; nodes= is accepted everywhere"
        raise PlayerFault(kind="crash", text=msg)
    clocks = [_clock_number(one) for one in _with_children(process)]

    def read() -> float:
        total = 0.0
        for clock in clocks:
            with contextlib.suppress(OSError):  # it has ended; the line to it will say so
                total += time.clock_gettime(clock)
        return total

    return read


def _clock_number(process: int) -> int:
    return (~process << 3) | 2  # what clock_getcpuclockid(3) gives


def _with_children(process: int) -> list[int]:
    found = [process]
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                found += _with_children(int(child))
    return found
