"""Lines from a stranger: as long as a game may need, and no longer."""

from __future__ import annotations

from typing import Final, TextIO

__all__ = ["LONGEST", "read_line"]

LONGEST: Final = 1 << 24
"""Characters of a line or a record; more is refused before it fills the memory."""


def read_line(source: TextIO) -> str:
    """The next line, empty at the end. Of one that is too long just enough to tell, none after."""
    line = source.readline(LONGEST + 1)
    rest = line
    while len(rest) > LONGEST and not rest.endswith("\n"):
        rest = source.readline(LONGEST + 1)
    return line
