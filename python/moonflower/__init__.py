"""Moonflower: a search engine for games in which somebody hides something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moonflower.engine import Analysis, Engine, EngineOptions, Limit, MoveReview, review
from moonflower.engine.report import Line, PlayResult, Report
from moonflower.errors import (
    EngineBusyError,
    IllegalMoveError,
    MoonflowerError,
    OptionError,
    ParseError,
    TooLargeError,
    UnknownGameError,
)
from moonflower.hints.hint import Hint, Reason
from moonflower.history import History
from moonflower.positions import (
    CHANCE,
    OVER,
    Game,
    GameInfo,
    Move,
    OptionInfo,
    State,
    View,
    games,
    perft,
    playouts,
)
from moonflower.solve.solution import Solution, SolvedMove, SolveProgress

if TYPE_CHECKING:
    from moonflower.arena.match import Match

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "Analysis",
    "Engine",
    "EngineBusyError",
    "EngineOptions",
    "Game",
    "GameInfo",
    "Hint",
    "History",
    "IllegalMoveError",
    "Limit",
    "Line",
    "Match",
    "MoonflowerError",
    "Move",
    "MoveReview",
    "OptionError",
    "OptionInfo",
    "ParseError",
    "PlayResult",
    "Reason",
    "Report",
    "Solution",
    "SolveProgress",
    "SolvedMove",
    "State",
    "TooLargeError",
    "UnknownGameError",
    "View",
    "__version__",
    "games",
    "perft",
    "playouts",
    "review",
]


def __getattr__(name: str) -> object:
    """Matches when they are first asked for: who only plays or analyses needs no arena."""
    if name == "Match":
        from moonflower.arena.match import Match  # noqa: PLC0415

        return Match
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
