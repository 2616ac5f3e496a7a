"""Opponents that nobody here has tuned against, written from published descriptions of play.

They are told a view and nothing else and use the public interface alone, as a stranger's program
would: they read view strings, and what an evaluation needs they work out by themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Final

from moonflower.positions import View

__all__ = ["GAMES", "PLACE", "choose"]

GAMES: Final = ("flower_power", "hanamikoji", "skud_paisho", "terraflip")
PLACE: Final = "moonflower.arena.rungs:choose"


def choose(view: View, source: random.Random) -> str:
    """The move of the player of this game."""
    if view.game.name not in GAMES:
        msg = f"published: nothing for {view.game.name!r}; games are {', '.join(GAMES)}"
        raise ValueError(msg)
    player: Callable[[View, random.Random], str] = import_module(
        f"moonflower.arena.rungs.{view.game.name}"
    ).choose
    return player(view, source)
