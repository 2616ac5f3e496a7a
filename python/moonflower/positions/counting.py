"""Counting and playing out positions, in bulk and without Python per move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moonflower import _core
from moonflower.arguments import expect_whole
from moonflower.positions.game import State, View, expect_position, expect_state

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["perft", "playouts"]


def perft(state: State, depth: int, *, turns: bool = False) -> int:
    """The number of move sequences of length ``depth``; a finished game counts once.

    Chance outcomes count like moves. With ``turns`` the unit is a complete turn, where a game
    cuts turns into steps.

    >>> import moonflower as mf
    >>> mf.perft(mf.Game("tic_tac_toe").start(), 2)
    72
    """
    expect_state(state)
    expect_whole(depth, "depth", least=0)
    return _core.perft(state._inner, depth, turns)


def playouts(position: State | View, count: int, *, seed: int = 0) -> npt.NDArray[np.float64]:
    """Play ``count`` games to the end by the playout policy; payoffs, one row per game.

    From a view, each game starts in a world of its own, sampled from it.
    """
    expect_position(position)
    expect_whole(count, "count", least=0)
    expect_whole(seed, "seed", least=0, most=2**64 - 1)
    if isinstance(position, View):
        return _core.view_playouts(position._inner, count, seed)[0]
    return _core.playouts(position._inner, count, seed)[0]
