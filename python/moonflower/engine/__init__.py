"""The engine: what it is asked, how it is set up, how it answers in the background."""

from moonflower.engine.analysis import Analysis
from moonflower.engine.engine import Engine, Position
from moonflower.engine.limit import Limit
from moonflower.engine.options import EngineOptions
from moonflower.engine.review import MoveReview, review, worst

__all__ = [
    "Analysis",
    "Engine",
    "EngineOptions",
    "Limit",
    "MoveReview",
    "Position",
    "review",
    "worst",
]
