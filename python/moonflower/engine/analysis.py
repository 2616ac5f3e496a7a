"""A request to an engine, and the search in the background that answers it bit by bit."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field

from moonflower import _core
from moonflower.engine.report import Report
from moonflower.engine.stopping import stop_flag
from moonflower.positions import Move, View

__all__ = ["Analysis", "Ask"]


@dataclass(slots=True, kw_only=True)
class Ask:
    """A request, apart from position and limit."""

    multipv: int | None = None
    game: object = None
    only: Sequence[Move | str] = ()
    early_stop: bool = False
    ponder: bool = False
    told: int = 1  # lines told beyond their first move when all are asked for
    is_full: bool = False  # at full strength, whatever the option says
    on_report: Callable[[Report], object] | None = None
    past: tuple[View, list[tuple[int, str]]] | None = None  # what the asking seat saw
    stop: _core.StopFlag = field(default_factory=stop_flag)

    def history(self) -> _core.History | None:
        """What a search is handed of the past: events played on a view, nothing hidden."""
        if self.past is None:
            return None
        begin, events = self.past
        return begin._inner.history(events)


class Analysis:
    """A search in the background: iterate over its reports, plainly or with ``async for``.

    The last report is final. Leaving a ``with`` block stops the search.
    """

    def __init__(self, run: Callable[[Callable[[], None]], Report | None], ask: Ask) -> None:
        """``run`` does the work; it calls what it is given as soon as it has begun."""
        self._stop = ask.stop
        self._reports: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self._last: Report | None = None
        self._error: BaseException | None = None
        ask.on_report = None if ask.ponder else self._put
        ready = threading.Event()
        begun = False

        def begin() -> None:
            nonlocal begun
            begun = True
            ready.set()

        def work() -> None:
            try:
                report = run(begin)
                if report is not None:
                    self._put(report)
            except BaseException as error:  # handed to whoever waits
                self._error = error
            finally:
                ready.set()
                self._reports.put(None)

        self._thread = threading.Thread(target=work, name="moonflower-analysis", daemon=True)
        self._thread.start()
        ready.wait()
        if not begun:  # busy or closed: say so at once
            self.wait()

    def _put(self, report: Report) -> None:
        self._last = report
        self._reports.put(report)

    @property
    def report(self) -> Report | None:
        """The latest report."""
        return self._last

    def stop(self) -> None:
        """End the search; the final report is still to come."""
        self._stop.set()

    def wait(self) -> Report:
        """Wait for the end and return the final report."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._last is not None
        return self._last

    def __iter__(self) -> Iterator[Report]:
        return self

    def __next__(self) -> Report:
        report = self._reports.get()
        if report is not None:
            return report
        self._reports.put(None)  # for whoever asks again
        self.wait()
        raise StopIteration

    def __aiter__(self) -> AsyncIterator[Report]:
        return self

    async def __anext__(self) -> Report:
        report = await asyncio.to_thread(self._reports.get)
        if report is not None:
            return report
        self._reports.put(None)
        self.wait()
        raise StopAsyncIteration

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._thread.join()
