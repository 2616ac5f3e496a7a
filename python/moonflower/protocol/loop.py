"""The protocol on standard input and output: one reader, one search thread, one output lock."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Final, TextIO

from moonflower.engine.stopping import StoppedError
from moonflower.errors import (
    IllegalMoveError,
    OptionError,
    ParseError,
    TooLargeError,
    UnknownGameError,
)
from moonflower.history.refusal import Refusal, refuse
from moonflower.protocol import commands as c
from moonflower.protocol.grammar import parse_line
from moonflower.protocol.jobs import Job
from moonflower.protocol.lines import read_line
from moonflower.protocol.options import Settings
from moonflower.protocol.orders import Order, order_for
from moonflower.protocol.replies import NO_RESPONSE, ascii_text, bestmove_line, error_line
from moonflower.protocol.session import Session

__all__ = ["Loop", "serve"]

_CODES: Final = {
    ParseError: "parse",
    IllegalMoveError: "move",
    OptionError: "option",
    UnknownGameError: "game",
    TooLargeError: "size",
}
_WHILE_SEARCHING: Final = (
    c.IsReady, c.Query, c.Show, c.Help, c.Stop, c.PonderHit, c.Quit, c.Nothing, c.Debug,
)  # fmt: skip


class Loop:
    """Reads lines until the end of input or ``quit``; answers every line, never dies of one."""

    def __init__(
        self,
        source: TextIO,
        sink: TextIO,
        *,
        strict: bool = False,
        engine: Mapping[str, object] | None = None,
    ) -> None:
        self._source = source
        self._sink = sink
        self._strict = strict
        self._output = threading.RLock()
        self._session = Session(self._say, Settings(engine=dict(engine or {})))
        self._job: Job | None = None  # what is being thought about
        self._last_job: Job | None = None
        self._interrupts = 0  # since the last go
        self._is_reading = False
        self._is_quitting = False
        self._is_debugging = False

    def run(self) -> int:
        """Serve until the input ends; 0, or 2 at the first error when strict."""
        try:
            code = self._read()
        except _Quit:
            self._stop()
            code = 0
        self.wait()
        return code

    def _read(self) -> int:
        while True:
            line = self._next_line()
            if not line:
                job = self._job
                if job is not None and not job.is_bounded:
                    self._stop()
                return 0
            if not self._answer(line):
                self._stop()
                return 2
            if self._is_quitting:
                self._stop()
                return 0

    def _next_line(self) -> str:
        """A line; a signal that quits gets through only here, when no command is half done."""
        self._is_reading = True
        try:
            if self._is_quitting:
                raise _Quit
            return read_line(self._source)
        finally:
            self._is_reading = False

    def _answer(self, line: str) -> bool:
        """Do what the line says; False when it was refused and that is to be the end."""
        try:
            self._handle(parse_line(line))
        except BrokenPipeError:
            self._is_quitting = True  # nobody listens any more
        except Exception as error:  # every fault is answered; none ends the session
            job = self._job  # read once: it may end at any time
            is_searching = job is not None and job.is_search
            word = line.split(maxsplit=1)[0]
            owed = [bestmove_line(None)] if word == "go" and not is_searching else []
            owed += [NO_RESPONSE] if word == "query" else []
            self._say_error(error, *owed)
            return not self._strict
        return True

    def interrupt(self) -> None:
        """What a signal does: the first one stops, a second one quits."""
        self._interrupts += 1
        self._stop()
        if self._interrupts > 1:
            self.quit()

    def quit(self) -> None:
        """Leave as soon as no command is half done."""
        self._is_quitting = True
        if self._is_reading:
            raise _Quit

    def wait(self) -> None:
        """Wait until the last bestmove is said."""
        if self._last_job is not None:
            self._last_job.join()

    # --- the loop's own business

    def _say(self, *lines: str) -> None:
        with self._output:
            self._sink.write("".join(f"{ascii_text(line)}\n" for line in lines))
            self._sink.flush()

    def _say_error(self, error: Exception, *owed: str) -> None:
        """The refusal, then what the asker still waits for."""
        lines = [error_line(_code(error), str(error) or type(error).__name__)]
        if self._is_debugging and not isinstance(error, ValueError):
            traceback.print_exception(error, file=sys.stderr)
        self._say(*lines, *owed)

    def _handle(self, command: c.Command) -> None:
        job = self._job
        if job is not None and not isinstance(command, _WHILE_SEARCHING):
            if job.is_search:
                refuse("busy", "a search is running; stop ends it")
            job.join()  # an eval, bench or selftest ends by itself
        match command:
            case c.Nothing():
                pass
            case c.Quit():
                self._is_quitting = True
            case c.Stop():
                self._stop()
            case c.PonderHit():
                if job is not None:
                    job.hit()
            case c.Debug():
                self._is_debugging = command.on
            case c.Go() | c.Bench() | c.SelfTest() | c.Evaluate():
                self._interrupts = 0
                order = order_for(self._session, command)
                if order is None:
                    self._say("info string the game is over", bestmove_line(None))
                else:
                    self._start(order)
            case _:
                self._session.answer(command)

    def _start(self, order: Order) -> None:
        job = Job(
            lambda job: self._work(job, order),
            is_bounded=order.is_bounded,
            is_bounded_when_hit=order.is_bounded_when_hit,
            is_search=order.is_go,
        )
        self._job = self._last_job = job
        job.start()

    def _work(self, job: Job, order: Order) -> None:
        """Runs in the job's thread; says exactly one bestmove for a go, whatever happens."""
        last = bestmove_line(None) if order.is_go else None
        try:
            last = order.run(job)
        except BrokenPipeError:
            self._is_quitting = True
        except Exception as error:
            self._say_error(error)
        finally:
            # Idle before it is said: the next go may come right upon it.
            with self._output:
                self._job = None
                if last is not None:
                    self._say_if_heard(last)

    def _say_if_heard(self, line: str) -> None:
        try:
            self._say(line)
        except (BrokenPipeError, ValueError):  # the other end, or our own, is closed
            self._is_quitting = True

    def _stop(self) -> None:
        job = self._job
        if job is not None:
            job.stop()


def _code(error: Exception) -> str:
    if isinstance(error, Refusal):
        return error.code
    if isinstance(error, StoppedError):
        return "stopped"
    found = (code for kind, code in _CODES.items() if isinstance(error, kind))
    return next(found, "value" if isinstance(error, ValueError) else "internal")


def serve(*, strict: bool = False, engine: Mapping[str, object] | None = None) -> int:
    """The protocol on this process's own standard input and output.

    ``engine`` are engine options that the session cannot change.
    The first interrupt stops a search, the second quits; a termination quits.
    """
    # Lines end at \\n alone: a \\r before it is white space. Whatever is no UTF-8 is refused later.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="ascii", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    loop = Loop(sys.stdin, sys.stdout, strict=strict, engine=engine)
    handlers: dict[signal.Signals, Callable[[], None]] = {
        signal.SIGINT: loop.interrupt,
        signal.SIGTERM: loop.quit,
    }

    def on_signal(number: int, _: FrameType | None) -> None:
        handlers[signal.Signals(number)]()

    for number in handlers:
        signal.signal(number, on_signal)
    code = loop.run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at its end; give it something to write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


class _Quit(BaseException):
    """Leaves the reader from a signal handler."""
