"""The line to an engine under test: what is sent, what comes back, with time-outs."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from typing import IO, Protocol

__all__ = ["ProcessWire", "Wire"]


_MOST_OUTPUT = 1 << 26  # bytes of one process; what more it says is not read
_PATIENCE = 1.0  # seconds for an engine to take what is sent
_LINE_COST = 64  # bytes to hold a line, however short


def _lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """What an engine says, until it has said far too much."""
    left = _MOST_OUTPUT
    while left > 0 and (line := stream.readline(left)):
        left -= len(line) + _LINE_COST
        yield line


class Wire(Protocol):
    """One engine that listens."""

    def send(self, data: bytes) -> None:
        """Write raw bytes."""

    def read(self, seconds: float) -> bytes | None:
        """The next line without its end; None when none came in time or the output has ended."""

    def end_input(self) -> None:
        """Close the engine's input."""

    def wait(self, seconds: float) -> int | None:
        """The exit code; None when the engine is still there."""

    def close(self) -> None:
        """End it, by force if need be."""


class ProcessWire:
    """An engine as a process of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        # Its own session: an interrupt typed at the tester is not the engine's business.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.errors: list[bytes] = []  # what it wrote to stderr
        self._sent: queue.Queue[bytes | None] = queue.Queue()
        self._readers = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self._writer = threading.Thread(
            target=self._write, args=(self._process.stdin,), daemon=True
        )
        self._writer.start()

    def _read_lines(self, stream: IO[bytes]) -> None:
        for line in _lines_of(stream):
            self._lines.put(line.rstrip(b"\n"))

    def _read_errors(self, stream: IO[bytes]) -> None:
        self.errors.extend(_lines_of(stream))

    def _write(self, sink: IO[bytes]) -> None:
        while (data := self._sent.get()) is not None:
            with contextlib.suppress(OSError, ValueError):
                sink.write(data)
                sink.flush()
            self._sent.task_done()
        with contextlib.suppress(OSError, ValueError):
            sink.close()
        self._sent.task_done()

    def send(self, data: bytes | None) -> None:
        """Write raw bytes, or the end of input; an engine that is gone is found out by silence.

        One that does not read is not waited for: it will be silent, too.
        """
        if not self._writer.is_alive():
            return  # the input has ended already
        self._sent.put(data)
        with self._sent.all_tasks_done:
            self._sent.all_tasks_done.wait_for(lambda: not self._sent.unfinished_tasks, _PATIENCE)

    def read(self, seconds: float) -> bytes | None:
        """The next line, or None."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                # Short waits, so that an engine that has died is not waited for.
                return self._lines.get(timeout=min(0.05, max(deadline - time.monotonic(), 0.001)))
            except queue.Empty:
                has_ended = not self._readers[0].is_alive() and self._lines.empty()
                if has_ended or time.monotonic() >= deadline:
                    return None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def end_input(self) -> None:
        """Close the engine's input."""
        self.send(None)

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None; then all it has written can be read."""
        try:
            code = self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        for reader in self._readers:
            reader.join(timeout=seconds)
        return code

    def close(self) -> None:
        """Let it go, by force if need be, with all it has started."""
        self.end_input()
        if self.wait(1.0) is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()
