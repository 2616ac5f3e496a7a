"""Moonflower: a search engine for games in which somebody hides something."""

from moonflower.engine import Analysis, Engine, EngineOptions, Limit
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
    "IllegalMoveError",
    "Limit",
    "Line",
    "MoonflowerError",
    "Move",
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
]
