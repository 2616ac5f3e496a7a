"""Moonflower: a search engine for games in which somebody hides something."""

from moonflower.errors import (
    IllegalMoveError,
    MoonflowerError,
    OptionError,
    ParseError,
    TooLargeError,
    UnknownGameError,
)
from moonflower.games import CHANCE, OVER, Game, Move, State, View, games
from moonflower.search import Analysis, Engine, EngineOptions, Limit, Line, PlayResult, Report
from moonflower.solutions import Solution, SolvedMove, SolveProgress
from moonflower.tools import perft, playouts
from moonflower.types import GameInfo, OptionInfo

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "Analysis",
    "Engine",
    "EngineOptions",
    "Game",
    "GameInfo",
    "IllegalMoveError",
    "Limit",
    "Line",
    "MoonflowerError",
    "Move",
    "OptionError",
    "OptionInfo",
    "ParseError",
    "PlayResult",
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
