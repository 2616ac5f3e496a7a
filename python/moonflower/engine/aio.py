"""Async twins: a blocking method of an engine, for those who have an event loop to keep running."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

__all__ = ["async_twin"]


class _Stoppable(Protocol):
    def stop(self) -> None: ...


Owner = TypeVar("Owner", bound=_Stoppable)
Params = ParamSpec("Params")
Result = TypeVar("Result")


def async_twin(
    method: Callable[Concatenate[Owner, Params], Result],
) -> Callable[Concatenate[Owner, Params], Coroutine[Any, Any, Result]]:
    """The method in a thread of its own; cancelling it stops the work and waits for its end."""

    @functools.wraps(method)
    async def twin(owner: Owner, /, *args: Params.args, **options: Params.kwargs) -> Result:
        task = asyncio.ensure_future(asyncio.to_thread(method, owner, *args, **options))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            owner.stop()
            with contextlib.suppress(Exception):
                await task
            raise

    twin.__name__ = f"{method.__name__}_async"
    twin.__qualname__ = f"{method.__qualname__}_async"
    twin.__doc__ = f"``{method.__name__}`` without blocking the event loop; cancelling it stops it."
    return twin
