"""Async twins: a blocking method of an engine, for those who have an event loop to keep running."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from moonflower.engine.stopping import StopFlag, stoppable

__all__ = ["async_twin"]

_LOOK_SECONDS: Final = 0.02


class _TakesTurns(Protocol):
    _turns: threading.Lock


Owner = TypeVar("Owner", bound=_TakesTurns)
Params = ParamSpec("Params")
Result = TypeVar("Result")


def async_twin(
    method: Callable[Concatenate[Owner, Params], Result],
) -> Callable[Concatenate[Owner, Params], Coroutine[Any, Any, Result]]:
    """The method in a thread of its own; cancelling it stops the work and waits for its end.

    Several at once on one owner wait for each other; a cancelled one stops no other.
    """

    @functools.wraps(method)
    async def twin(owner: Owner, /, *args: Params.args, **options: Params.kwargs) -> Result:
        flag = StopFlag()

        def work() -> Result:
            while not owner._turns.acquire(timeout=_LOOK_SECONDS):
                if flag.is_set:
                    raise asyncio.CancelledError
            try:
                with stoppable(flag):
                    return method(owner, *args, **options)
            finally:
                owner._turns.release()

        task = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            flag.set()
            with contextlib.suppress(Exception, asyncio.CancelledError):
                await task
            raise

    twin.__name__ = f"{method.__name__}_async"
    twin.__qualname__ = f"{method.__qualname__}_async"
    twin.__doc__ = f"``{method.__name__}`` without blocking the event loop; cancelling it stops it."
    return twin
