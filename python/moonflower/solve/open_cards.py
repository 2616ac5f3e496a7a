"""Positions with all known: alpha-beta values and proofs of forced wins.

Secrets of a state count as seen by every seat, so the answer is about open play; chance stays
chance. For play with secrets see ``equilibrium``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.errors import OptionError
from moonflower.positions import Move, State
from moonflower.positions.game import expect_state

__all__ = ["OpenMove", "OpenSolution", "WinProof", "prove_win", "solve_open"]

_MEGABYTE: Final = 1 << 20
_DEEPEST: Final = 1000
_NO_LIMIT: Final = 2**64 - 1


@dataclass(frozen=True, slots=True)
class OpenMove:
    """A root move with its value."""

    move: Move
    value: float  # score of the first seat
    loss: float  # what the mover gives away against the best move
    exact: bool  # False: only a bound, the move is no better than this


@dataclass(frozen=True, slots=True)
class OpenSolution:
    """The value of an open position of two seats."""

    value: float  # score of the first seat: 2p - 1 where payoffs add up to 1, or the margin
    exact: bool  # every line that matters was followed to its end
    depth: int  # moves looked ahead
    moves: tuple[OpenMove, ...]  # best first; none at a chance turn
    line: tuple[Move, ...]  # best play of both, up to the end or to chance
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WinProof:
    """Whether a seat can force a win, whatever the others and chance do."""

    proved: bool | None  # None: not settled within the limits
    line: tuple[Move, ...]  # when proved: the attack against the longest defence of the proof
    nodes: int
    checked: int  # positions of the proof, each verified by the rules after it was found
    seconds: float


def solve_open(  # noqa: PLR0913 - each limit is its own keyword
    state: State,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    every_move: bool = True,
    margin: bool = False,
    table_mb: float = 32,
) -> OpenSolution:
    """Alpha-beta by iterative deepening until all is settled or a limit is met.

    With ``every_move`` each root move gets its own value; without, only the best one does, which
    is faster. With ``margin`` the difference of scores counts instead of the payoff.

    >>> import moonflower as mf
    >>> from moonflower import solve
    >>> found = solve.solve_open(mf.Game("tic_tac_toe").parse("x.o.o...x"))
    >>> found.value, found.exact, str(found.moves[0].move), found.moves[1].loss
    (1.0, True, 'a3', 2.0)
    """
    expect_state(state)
    start = time.perf_counter()
    value, exact, reached, moves, line, visited = _core.solve_open(
        state._inner,
        _limit("depth", depth, _DEEPEST),
        _limit("nodes", nodes, _NO_LIMIT),
        _bytes(table_mb),
        every_move,
        margin,
    )
    weighed = tuple(
        OpenMove(move, worth, abs(value - worth), is_exact) for move, worth, is_exact in moves
    )
    seconds = time.perf_counter() - start
    return OpenSolution(value, exact, reached, weighed, tuple(line), visited, seconds)


def prove_win(
    state: State,
    *,
    seat: int,
    turns: int | None = None,
    nodes: int | None = None,
    table_mb: float = 256,
) -> WinProof:
    """Proof-number search for a forced win of ``seat``, within ``turns`` of its turns if given.

    A win is the whole payoff; where payoffs add up to 0, any gain.

    >>> import moonflower as mf
    >>> from moonflower import solve
    >>> solve.prove_win(mf.Game("tic_tac_toe").parse("xo......."), seat=0, turns=3).proved
    True
    """
    expect_state(state)
    expect_whole(seat, "seat")
    start = time.perf_counter()
    proved, line, visited, checked = _core.prove(
        state._inner,
        seat,
        0 if turns is None else _limit("turns", turns, 0),
        _limit("nodes", nodes, _NO_LIMIT),
        _bytes(table_mb),
    )
    return WinProof(proved, tuple(line), visited, checked, time.perf_counter() - start)


def _limit(name: str, given: int | None, otherwise: int) -> int:
    if given is None:
        return otherwise
    expect_whole(given, name, least=1, most=None)
    return min(given, _NO_LIMIT)


def _bytes(table_mb: float) -> int:
    expect(table_mb, int | float, "table_mb", "a number")
    if not 0 <= table_mb <= _NO_LIMIT // _MEGABYTE:
        msg = f"table_mb: {table_mb} is out of range; numbers from 0 up are accepted"
        raise OptionError(msg)
    return int(table_mb * _MEGABYTE)
