"""Numbered samples of long work, kept as they come: a file of JSON lines that a run goes on from.

What a sample is follows from the work and its number alone, so it does not matter which process
made it, or when. Samples are read as a run of numbers from 0 on: taking those that came first would
prefer short games.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import multiprocessing
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

__all__ = ["Row", "Sampler", "Samples", "Work"]

Row: TypeAlias = dict[str, Any]
Sampler: TypeAlias = Callable[[int], Row]

_AHEAD: Final = 2  # numbers in hand for each process


class Work(Protocol):
    """What samples are made of; it is sent to every process that makes some."""

    def about(self) -> dict[str, object]:
        """All that its samples follow from."""

    def open(self) -> Sampler:
        """Ready to make them."""


class Samples:
    """The samples of one work, in memory and, with a folder, on disk."""

    def __init__(self, work: Work, folder: Path | None = None) -> None:
        self.work, self.about = work, work.about()
        self._found: dict[int, Row] = {}
        self._path: Path | None = None
        if folder is not None:
            about = json.dumps(self.about, sort_keys=True)
            digest = hashlib.blake2b(about.encode(), digest_size=8).hexdigest()
            folder.mkdir(parents=True, exist_ok=True)
            self._path = folder / f"{type(work).__name__}-{digest}.jsonl"
            self._load(about)

    def _load(self, about: str) -> None:
        """What earlier runs have left; a line that was cut short is made anew."""
        assert self._path is not None
        if not self._path.exists():
            self._path.write_text(about + "\n")
            return
        lines = self._path.read_bytes()
        if not lines.endswith(b"\n"):
            self._path.write_bytes(lines[: lines.rfind(b"\n") + 1])
        for line in lines.splitlines()[1:]:
            with contextlib.suppress(ValueError):
                row = json.loads(line)
                self._found[row["number"]] = row

    @property
    def rows(self) -> list[Row]:
        """From number 0 on, as far as there is none missing."""
        numbers = itertools.takewhile(self._found.__contains__, itertools.count())
        return [self._found[number] for number in numbers]

    def gather(self, enough: Callable[[list[Row]], bool], *, workers: int = 1) -> list[Row]:
        """Make samples until there are enough; asked each time a twentieth more are there."""
        rows, asked = self.rows, 0
        made = self._made(workers)
        with contextlib.closing(made):
            while True:
                if len(rows) >= asked + max(1, asked // 20):
                    asked = len(rows)
                    if enough(rows):
                        return rows
                self._keep(next(made))
                while len(rows) in self._found:
                    rows.append(self._found[len(rows)])

    def _keep(self, row: Row) -> None:
        self._found[row["number"]] = row
        if self._path is not None:
            with self._path.open("a") as file:  # one write of a whole line
                file.write(json.dumps(row) + "\n")

    def _missing(self) -> Iterator[int]:
        return (number for number in itertools.count() if number not in self._found)

    def _made(self, workers: int) -> Generator[Row, None, None]:
        """New samples without end."""
        if workers == 1:
            sampler = self.work.open()
            for number in self._missing():
                yield _timed(sampler, number)
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(self.work,))
        try:
            numbers = self._missing()
            running: set[Future[Row]] = set()
            while True:
                for number in itertools.islice(numbers, _AHEAD * workers - len(running)):
                    running.add(pool.submit(_make, number))
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _timed(sampler: Sampler, number: int) -> Row:
    begun = time.process_time()
    row = sampler(number)
    return {"number": number, "cpu": round(time.process_time() - begun, 6), **row}


_of_this_process: list[Sampler] = []


def _begin(work: Work) -> None:
    _of_this_process.append(work.open())


def _make(number: int) -> Row:
    return _timed(_of_this_process[0], number)
