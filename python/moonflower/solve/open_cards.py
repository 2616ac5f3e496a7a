"""Positions with all known: alpha-beta values and proofs of forced wins.

Secrets of a state count as seen by every seat, so the answer is about open play; chance stays
chance. For play with secrets see ``equilibrium``.
"""

from __future__ import annotations

import time
from typing import Final

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.errors import OptionError
from moonflower.positions import State
from moonflower.positions.game import expect_state
from moonflower.solve.solution import Solution, solution_of

__all__ = ["prove_win", "solve_open"]

_MEGABYTE: Final = 1 << 20
_DEEPEST: Final = 1000
_NO_LIMIT: Final = 2**64 - 1


def solve_open(  # noqa: PLR0913 - each limit is its own keyword
    state: State,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    every_move: bool = True,
    margin: bool = False,
    table_mb: float = 32,
) -> Solution:
    """Alpha-beta by iterative deepening until all is settled or a limit is met.

    With ``every_move`` each root move gets its own value; without, only the best one does, which
    is faster. With ``margin`` the difference of scores counts instead of the payoff. The values are
    those of the seat on turn; of the first one where chance is.

    >>> import moonflower as mf
    >>> from moonflower import solve
    >>> found = solve.solve_open(mf.Game("tic_tac_toe").parse("x.o.o...x"))
    >>> found.value, found.exact, str(found.moves[0].move), found.moves[1].loss
    (1.0, True, 'a3', 1.0)
    """
    expect_state(state)
    start = time.perf_counter()
    found = _core.solve_open(
        state._inner,
        _limit("depth", depth, _DEEPEST),
        _limit("nodes", nodes, _NO_LIMIT),
        _bytes(table_mb),
        _NO_LIMIT if every_move else 1,
        margin,
    )
    return solution_of(found, time.perf_counter() - start)


def prove_win(
    state: State,
    *,
    seat: int,
    turns: int | None = None,
    nodes: int | None = None,
    table_mb: float = 256,
) -> Solution:
    """Proof-number search for a forced win of ``seat``, within ``turns`` of its turns if given.

    A win is the whole payoff; where payoffs add up to 0, any gain. ``proved`` of the answer says
    whether it is one; its line is the attack against the longest defence of the proof.

    >>> import moonflower as mf
    >>> from moonflower import solve
    >>> solve.prove_win(mf.Game("tic_tac_toe").parse("xo......."), seat=0, turns=3).proved
    True
    """
    expect_state(state)
    expect_whole(seat, "seat")
    start = time.perf_counter()
    found = _core.prove(
        state._inner,
        seat,
        0 if turns is None else _limit("turns", turns, 0),
        _limit("nodes", nodes, _NO_LIMIT),
        _bytes(table_mb),
    )
    return solution_of(found, time.perf_counter() - start)


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
