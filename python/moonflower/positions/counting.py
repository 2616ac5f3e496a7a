"""Counting and playing out positions, in bulk and without Python per move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moonflower import _core
from moonflower.positions.game import State, View

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
    if depth < 0:
        msg = f"depth must be at least 0, got {depth}"
        raise ValueError(msg)
    return _core.perft(state._inner, depth, turns)


def playouts(position: State | View, count: int, *, seed: int = 0) -> npt.NDArray[np.float64]:
    """Play ``count`` games to the end by the playout policy; payoffs, one row per game.

    From a view, each game starts in a world of its own, sampled from it.
    """
    if count < 0:
        msg = f"count must be at least 0, got {count}"
        raise ValueError(msg)
    if isinstance(position, View):
        return _core.view_playouts(position._inner, count, seed)[0]
    return _core.playouts(position._inner, count, seed)[0]
