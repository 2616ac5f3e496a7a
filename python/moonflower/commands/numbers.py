"""Numbers on the command line: read, bounded, and refused in the words of all other errors."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import Final

__all__ = ["seconds", "whole"]

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
