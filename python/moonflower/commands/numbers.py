"""Numbers on the command line: read, bounded, refused in the words of other errors, and told."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Final

__all__ = ["counted", "seconds", "whole"]

_MOST: Final = 2**63 - 1


def whole(least: int) -> Callable[[str], int]:
    """An argument's type: whole numbers from ``least`` up."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= _MOST:
            msg = f"expected a whole number from {least} up, got {text!r}"
            raise argparse.ArgumentTypeError(msg)
        return number

    return read


def seconds(text: str) -> float:
    """An argument's type: a time that ends."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        msg = f"expected seconds from 0 up, got {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return number


def counted(number: int, thing: str) -> str:
    """The number with its noun: one world, two worlds.

    >>> counted(1, "world"), counted(2, "world")
    ('1 world', '2 worlds')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
