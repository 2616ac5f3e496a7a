"""What is raised at bad input: each a ``ValueError``, each saying what is accepted."""

from moonflower._core import (
    IllegalMoveError,
    MoonflowerError,
    OptionError,
    ParseError,
    TooLargeError,
    UnknownGameError,
)

__all__ = [
    "EngineBusyError",
    "IllegalMoveError",
    "MoonflowerError",
    "OptionError",
    "ParseError",
    "TooLargeError",
    "UnknownGameError",
]


class EngineBusyError(MoonflowerError, RuntimeError):
    """An engine answers one request at a time, and one is running."""
