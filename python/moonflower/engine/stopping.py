"""Ending long work from another thread: one flag for all that a piece of work asks for.

Inside ``stoppable(flag)`` searches end gracefully once the flag is set, with what they have found;
solvers, counts and checks end with ``StoppedError``, about ten milliseconds later.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from moonflower._core import StopFlag, StoppedError, watch_stop

__all__ = ["StopFlag", "StoppedError", "stop_flag", "stoppable"]

_CURRENT: Final[ContextVar[StopFlag | None]] = ContextVar("moonflower_stop_flag", default=None)


@contextmanager
def stoppable(flag: StopFlag) -> Iterator[None]:
    """Whatever this thread begins inside ends when the flag is set."""
    before = _CURRENT.get()
    _CURRENT.set(flag)
    watch_stop(flag)
    try:
        yield
    finally:
        _CURRENT.set(before)
        watch_stop(before)


def stop_flag() -> StopFlag:
    """The flag of the work this belongs to, or a new one."""
    return _CURRENT.get() or StopFlag()
