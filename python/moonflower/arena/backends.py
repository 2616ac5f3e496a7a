"""Where games are played: threads of this process, processes, or the workers of a Ray cluster.

All keep one promise: every task comes back once, in whatever order. A worker that dies gives its
task to another; what it had finished is not played again.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from typing import Any, Final, Protocol

from moonflower.arena.games import PlayedGame, Task, close_players, run_task

__all__ = ["BACKENDS", "Backend", "Processes", "RayWorkers", "Threads", "open_backend"]

_AHEAD: Final = 2  # tasks in hand for each worker, so that none waits and few are wasted at a stop
_MOST_DEATHS: Final = 5  # of workers in a row with nothing played: something is wrong for good


class Backend(Protocol):
    """Plays tasks on some workers."""

    def play(self, tasks: Sequence[Task]) -> Iterator[PlayedGame]:
        """The games as they are done. Closing the iterator drops what is not."""


class Threads:
    """Threads of this process: the engine thinks in C++ without the GIL. The default."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, tasks: Sequence[Task]) -> Iterator[PlayedGame]:
        """See ``Backend``."""
        executor = ThreadPoolExecutor(self._workers, thread_name_prefix="arena")
        try:
            yield from _windowed(executor, iter(tasks), self._workers)
        finally:
            # Each thread gives back its own players before it ends.
            barrier = threading.Barrier(self._workers)
            for _ in range(self._workers):
                executor.submit(_close_at, barrier)
            executor.shutdown(wait=True)


def _close_at(barrier: threading.Barrier) -> None:
    with contextlib.suppress(threading.BrokenBarrierError):
        barrier.wait(60)
    close_players()


def _windowed(executor: Executor, tasks: Iterator[Task], workers: int) -> Iterator[PlayedGame]:
    """Hands out a few tasks ahead and yields results as they come."""
    running: set[Future[PlayedGame]] = set()
    try:
        while True:
            for task in itertools.islice(tasks, _AHEAD * workers - len(running)):
                running.add(executor.submit(run_task, task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in running:
            future.cancel()


class Processes:
    """Processes of their own: a player that takes its process down costs no other game."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def play(self, tasks: Sequence[Task]) -> Iterator[PlayedGame]:
        """See ``Backend``."""
        open_tasks = {task.place: task for task in tasks}
        deaths = 0
        while open_tasks:
            pool = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_end_with_the_parent,
            )
            try:
                for played in _windowed(pool, iter(list(open_tasks.values())), self._workers):
                    deaths = 0
                    del open_tasks[played.place]
                    yield played
            except BrokenProcessPool:
                deaths += 1
                if deaths == _MOST_DEATHS:
                    raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)


def _end_with_the_parent() -> None:
    """In a worker: a match that is killed leaves no process behind, for nobody would tell it."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class RayWorkers:
    """Actors of a Ray cluster: this machine, or the one at ``address``."""

    def __init__(self, workers: int, *, address: str | None = None) -> None:
        try:
            import ray  # noqa: PLC0415 - an extra
        except ImportError:
            msg = 'arena: ray is not installed; pip install "moonflower[dist]"'
            raise ValueError(msg) from None
        self._ray, self._workers, self._address = ray, workers, address

    def play(self, tasks: Sequence[Task]) -> Iterator[PlayedGame]:
        """See ``Backend``."""
        ray = self._ray
        is_ours = not ray.is_initialized()
        if is_ours:
            os.environ.setdefault("RAY_worker_niceness", "0")  # else workers run at nice 15
            local: dict[str, Any] = {"num_cpus": self._workers, "include_dashboard": False}
            ray.init(
                address=self._address,
                log_to_driver=False,
                logging_level="error",
                **({} if self._address else local),
            )
        try:
            yield from self._play(list(tasks))
        finally:
            if is_ours:
                ray.shutdown()

    def _play(self, left: list[Task]) -> Iterator[PlayedGame]:
        ray = self._ray
        worker = ray.remote(_RayWorker)
        left.reverse()
        running: dict[Any, tuple[Any, Task]] = {}
        idle = [worker.remote() for _ in range(self._workers)]
        deaths = 0
        try:
            while left or running:
                while left and idle:
                    actor, task = idle.pop(), left.pop()
                    running[actor.play.remote(task)] = (actor, task)
                done, _ = ray.wait(list(running), num_returns=1)
                actor, task = running.pop(done[0])
                try:
                    played = ray.get(done[0])
                except ray.exceptions.RayActorError:
                    deaths += 1
                    if deaths == _MOST_DEATHS:
                        raise
                    left.append(task)
                    actor = worker.remote()
                else:
                    deaths = 0
                idle.append(actor)
                if deaths == 0:
                    yield played
        finally:
            for actor in [*idle, *(one for one, _ in running.values())]:
                ray.kill(actor)


class _RayWorker:
    """Lives in a process of the cluster."""

    def play(self, task: Task) -> PlayedGame:
        return run_task(task)


BACKENDS: Final = ("threads", "processes", "ray")


def open_backend(name: str, workers: int, *, address: str | None = None) -> Backend:
    """A back end by its name."""
    if workers < 1:
        msg = f"workers: {workers} is out of range; whole numbers from 1 up are accepted"
        raise ValueError(msg)
    if address is not None and name != "ray":
        msg = f"address: only ray has one, not {name}"
        raise ValueError(msg)
    if name == "threads":
        return Threads(workers)
    if name == "processes":
        return Processes(workers)
    if name == "ray":
        return RayWorkers(workers, address=address)
    msg = f"unknown back end {name!r}; back ends are {', '.join(BACKENDS)}"
    raise ValueError(msg)
