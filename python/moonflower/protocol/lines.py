"""Lines from a stranger: as long as a game may need, and no longer."""

from __future__ import annotations

from typing import TextIO

from moonflower.history.words import LONGEST

__all__ = ["read_line"]


def read_line(source: TextIO) -> str:
    """The next line, empty at the end. Of one that is too long just enough to tell, none after."""
    line = source.readline(LONGEST + 1)
    rest = line
    while len(rest) > LONGEST and not rest.endswith("\n"):
        rest = source.readline(LONGEST + 1)
    return line
