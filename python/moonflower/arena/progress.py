"""A bar on a terminal: how far, how fast, how long still. Writes to the stream it is given."""

from __future__ import annotations

import time
from typing import TextIO

__all__ = ["Progress"]

_EVERY = 0.2  # seconds
_WIDTH = 30


class Progress:
    """Shown on a terminal, or when asked for; silent elsewhere."""

    def __init__(self, stream: TextIO, *, unit: str = "games", force: bool = False) -> None:
        self._stream, self._unit = stream, unit
        self._is_shown = force or stream.isatty()
        self._begun = time.monotonic()
        self._first: int | None = None  # done before this run: not part of its speed
        self._last = 0.0
        self._length = 0

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """So many of so many are done."""
        now = time.monotonic()
        if self._first is None:
            self._first = done - 1
        if not self._is_shown or (now - self._last < _EVERY and done < total):
            return
        self._last = now
        speed = (done - self._first) / max(now - self._begun, 1e-6)
        left = round((total - done) / speed)
        bar = "#" * (_WIDTH * done // max(total, 1))
        text = (
            f"[{bar:<{_WIDTH}}] {done} of {total} {self._unit}, {speed:.1f}/s,"
            f" {left // 60}:{left % 60:02d} left {note}"
        )
        self._stream.write("\r" + text.ljust(self._length))
        self._stream.flush()
        self._length = len(text)

    def close(self) -> None:
        """Leave the line."""
        if self._length:
            self._stream.write("\n")
            self._stream.flush()
