"""Long work beside the reader: one thread, stopped or told of a hit from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable

from moonflower.engine.stopping import StopFlag, stoppable

__all__ = ["Job"]


class Job:
    """A piece of work in a thread of its own. It may be stopped before it has begun."""

    def __init__(
        self,
        work: Callable[[Job], None],
        *,
        is_bounded: bool,
        is_bounded_when_hit: bool,
        is_search: bool,
    ) -> None:
        self.flag = StopFlag()
        self.is_search = is_search  # begun by a go
        self.is_bounded = is_bounded  # it ends by itself
        self._is_bounded_when_hit = is_bounded_when_hit
        self.is_hit = False  # what was pondered on has come
        self._changed = (
            threading.Condition()
        )  # re-entrant: a signal may stop in the midst of a stop
        self._hooks: list[Callable[[], None]] = []
        self._work = work
        self._thread = threading.Thread(target=self._run, name="moonflower-job", daemon=True)

    def start(self) -> None:
        """Begin; the work runs inside ``stoppable``."""
        self._thread.start()

    def _run(self) -> None:
        with stoppable(self.flag):
            self._work(self)

    @property
    def is_stopped(self) -> bool:
        """It was told to stop."""
        return self.flag.is_set

    def stop(self) -> None:
        """End the work, from any thread; it still says what it has."""
        self.flag.set()
        self._tell()

    def hit(self) -> None:
        """What was pondered on has come: the work goes on as a search like any other."""
        self.is_hit = True
        self.is_bounded = self._is_bounded_when_hit
        self._tell()

    @property
    def _is_told(self) -> bool:
        return self.is_stopped or self.is_hit

    def _tell(self) -> None:
        with self._changed:
            hooks, self._hooks = self._hooks, []
            self._changed.notify_all()
        for hook in hooks:
            hook()

    def when_told(self, hook: Callable[[], None]) -> None:
        """Call the hook at the next stop or hit; at once when there has been one."""
        with self._changed:
            if not self._is_told:
                self._hooks.append(hook)
                return
        hook()

    def told_flag(self) -> StopFlag:
        """A flag that the next stop or hit sets; set already when there has been one."""
        flag = StopFlag()
        self.when_told(flag.set)
        return flag

    def wait_until_told(self) -> None:
        """Block until a stop or a hit."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_told)

    def wait_until_stopped(self) -> None:
        """Block until a stop."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_stopped)

    def join(self) -> None:
        """Wait for the end."""
        self._thread.join()
