"""What a position is worth and how far the answer can be trusted: one form for every solver."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from moonflower import _core
from moonflower.errors import OptionError
from moonflower.positions import Move, State, View

if TYPE_CHECKING:
    from moonflower.solve.equilibrium import Certificate
    from moonflower.solve.trees import Policy

__all__ = ["Solution", "SolveProgress", "SolvedMove", "solution_of", "solve_position"]

_MEGABYTE: Final = 1 << 20
_NO_LIMIT: Final = 2**64 - 1
_PROGRESS_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A move of the seat that is solved for."""

    move: Move
    value: float  # of the seat if it plays this
    loss: float  # what that gives away against the solution's value; never below 0
    share: float  # how often the solution plays it
    exact: bool  # value and loss are; else the value is a bound or an estimate


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position under best play, with its certificate.

    ``measure`` says what values are: ``"payoff"`` (expected payoffs of the game), ``"margin"``
    (leads in points) or ``"score"`` (of trees: 2p - 1 where two payoffs add up to 1, else the
    payoff).
    """

    value: float  # of the seat
    values: tuple[float, ...]  # of every seat
    exact: bool  # proven: nothing was sampled, cut off or left out
    bound: float  # the true value lies within value +- bound; NashConv of a mixed policy
    moves: tuple[SolvedMove, ...]  # the best first
    line: tuple[str, ...]  # best play, as far as it is certain
    nodes: int
    time: float  # seconds
    method: str  # "alpha-beta", "pcfr+", "df-pn", ...
    kind: str  # "win", "draw", "loss", "value", "no-win" (none can be forced), "unknown"
    seat: int  # whose value and moves these are
    margin: float | None  # where the game counts points: the seat's own less the best other
    note: str  # what a reader must know, such as why nothing is proven
    measure: str = "payoff"
    depth: int = 0  # alpha-beta: moves looked ahead in every line
    turns: int = 0  # a forced win: of the seat's own, at most
    iterations: int = 0  # of an equilibrium
    checked: int = 0  # positions of a proof, each verified by the rules after it was found
    strategy: Policy | None = None  # of a tree: the policy of every seat at every information set
    certificate: Certificate | None = None  # of that policy

    @property
    def policy(self) -> tuple[tuple[Move, float], ...]:
        """The moves that are played, with their shares."""
        return tuple((move.move, move.share) for move in self.moves if move.share > 0)

    @property
    def winner(self) -> int | None:
        """The seat that wins whatever the others do; of two seats the other one when it loses."""
        if self.kind == "loss" and len(self.values) == 2:  # noqa: PLR2004
            return 1 - self.seat
        return self.seat if self.kind == "win" else None

    @property
    def proved(self) -> bool | None:
        """Whether the seat can force a win; ``None``: not settled."""
        if self.kind == "win":
            return True
        return False if self.kind in ("no-win", "loss", "draw") else None

    @property
    def nash_conv(self) -> float:
        """What all seats together could still gain, by the certificate."""
        return self.bound if self.certificate is None else self.certificate.nash_conv

    @property
    def bounds(self) -> tuple[float, float]:
        """The true value lies between these; of a mixture in a zero-sum game of two seats."""
        if self.certificate is None:
            return self.value - self.bound, self.value + self.bound
        own, other = self.seat, 1 - self.seat
        return -self.certificate.best_responses[other], self.certificate.best_responses[own]


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """Where a solver stands."""

    seconds: float


def solve_position(  # noqa: PLR0913 - each limit is its own keyword
    position: State | View,
    limits: _core.SearchLimits,
    *,
    memory_mb: int,
    nash_conv: float,
    move_overhead: float,
    stop: _core.StopFlag,
    progress: Callable[[SolveProgress], bool | None] | None,
) -> Solution:
    """Solve by the game's own solver or the general ones; ``Engine.solve`` is the way here."""
    if not 1 <= memory_mb <= _NO_LIMIT // _MEGABYTE:
        msg = f"memory_mb: {memory_mb} is out of range; whole numbers from 1 up are accepted"
        raise OptionError(msg)
    if not nash_conv >= 0:
        msg = f"nash_conv: {nash_conv} is out of range; numbers from 0 up are accepted"
        raise OptionError(msg)
    begun = time.perf_counter()
    callback = None if progress is None else _throttled(progress, begun)
    memory, overhead = memory_mb * _MEGABYTE, 1000 * move_overhead
    if isinstance(position, State):
        found = _core.solve_state(
            position._inner, limits, memory, nash_conv, overhead, stop, callback
        )
    else:
        found = _core.solve_view(
            position._inner, limits, memory, nash_conv, overhead, stop, callback
        )
    return solution_of(found, time.perf_counter() - begun)


def _throttled(
    progress: Callable[[SolveProgress], bool | None], begun: float
) -> Callable[[], bool]:
    """Asked about ten times a second; who has said stop is not asked again."""
    told, goes_on = begun, True

    def callback() -> bool:
        nonlocal told, goes_on
        now = time.perf_counter()
        if goes_on and now - told >= _PROGRESS_SECONDS:
            told = now
            goes_on = progress(SolveProgress(now - begun)) is not False
        return goes_on

    return callback


def solution_of(found: _core.Solution, seconds: float) -> Solution:
    """What a solver of the engine has told."""
    return Solution(
        value=found.value,
        values=tuple(found.values),
        exact=found.exact,
        bound=found.bound,
        moves=tuple(
            SolvedMove(move.move, move.value, move.loss, move.share, move.exact)
            for move in found.moves
        ),
        line=tuple(found.line),
        nodes=found.nodes,
        time=seconds,
        method=found.method,
        kind=found.kind,
        seat=found.seat,
        margin=found.margin,
        note=found.note,
        measure=found.measure,
        depth=found.depth,
        turns=found.turns,
        iterations=found.iterations,
        checked=found.checked,
    )
