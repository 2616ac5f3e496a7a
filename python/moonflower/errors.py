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
    "IllegalMoveError",
    "MoonflowerError",
    "OptionError",
    "ParseError",
    "TooLargeError",
    "UnknownGameError",
]
