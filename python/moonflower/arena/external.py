"""Programs that speak the protocol, as players: a process, a pipe, and no trust.

The program gets ``position view pN startpos events ...``: what its seat has seen, never the truth.
It may hang, print rubbish or die; that costs the game it sits in, and it is started again for the
next one.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import IO

from moonflower.arena.budget import Budget, Spent, clock_of
from moonflower.arena.clocks import Control
from moonflower.arena.faults import PlayerFault
from moonflower.arena.players import Player, Turn
from moonflower.engine import Limit
from moonflower.positions import Game

__all__ = ["CommandSpec"]

_LONGEST_LINE = 1 << 16  # a longer one is rubbish and is left out
_MOST_LINES = 10_000  # of chatter before an answer
_MOST_WAITING = 256  # lines in either direction that nobody has read yet


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A program that speaks the protocol. ``options`` are sent as ``setoption``."""

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    control: Control = field(default_factory=Control)
    patience: float = 60.0  # seconds for an answer that no clock limits, the handshake included
    environment: tuple[tuple[str, str], ...] = ()  # added to ours

    @classmethod
    def of(cls, name: str, command: str, **rest: object) -> CommandSpec:
        """From a command line as a shell would read it."""
        return cls(name, tuple(shlex.split(command)), **rest)  # type: ignore[arg-type]

    def key(self) -> str:
        """Command, options and limits."""
        facts = {
            "command": self.command,
            "options": self.options,
            "control": self.control.key(),
            **({"environment": self.environment} if self.environment else {}),
        }
        return json.dumps(facts, sort_keys=True)

    def open(self, game: Game) -> Player:
        """A player whose process starts with its first game."""
        return _CommandPlayer(game, self)


class _CommandPlayer:
    is_cheat = False
    wants_events = True

    def __init__(self, game: Game, spec: CommandSpec) -> None:
        self._game, self._spec = game, spec
        self._process: _Process | None = None
        self._seat = 0
        self._budget = None if spec.control.cpu is None else Budget(spec.control.cpu)
        self._cpu: Callable[[], float] = float
        self.spent = Spent()

    def begin(self, seat: int, seed: int) -> None:
        self._seat = seat
        if self._budget:
            self._budget.begin()
        with self._restarting_on_fault() as process:
            process.say(f"setoption name Seed value {seed % 2**31}")
            process.say("ucinewgame")
            self._wait_until_ready(process, self._spec.patience)
            self._cpu = process.cpu_clock() if self._budget else process.cpu_clock_if_any()

    def choose(self, turn: Turn) -> str:
        patience = self._spec.patience if turn.patience is None else turn.patience
        with self._restarting_on_fault() as process:
            events = " events " + " ".join(turn.events) if turn.events else ""
            process.say(f"position view p{self._seat + 1} startpos{events}")
            begun = time.monotonic()
            self._wait_until_ready(process, patience)  # a move told before `go` answers nothing
            answer = _Answer()

            def search(nodes: int | None) -> tuple[int | None, float]:
                answer.nodes = None
                before = self._cpu()
                process.say(_go(turn.limit if nodes is None else replace(turn.limit, nodes=nodes)))
                process.wait_for(answer.is_last, patience, begun)
                return answer.nodes, self._cpu() - before

            if self._budget:
                self.spent += self._budget.choose(search)
            else:
                self.spent += Spent.of(turn.limit.nodes, *search(None))
        words = answer.words
        token = words[1] if len(words) > 1 else "(none)"
        return re.sub(r"^p[1-5]:", "", token)

    def close(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    @contextlib.contextmanager
    def _restarting_on_fault(self) -> Iterator[_Process]:
        """The running process; one that fails is put down, and the next game gets a new one."""
        try:
            if self._process is None:
                self._process = _Process(self._spec.command, self._spec.environment)
                self._greet(self._process)
            yield self._process
        except PlayerFault:
            self.close()
            raise

    def _greet(self, process: _Process) -> None:
        process.say("uci")
        process.wait_for(lambda line: line in ("uciok", "ugiok"), self._spec.patience)
        for name, value in self._spec.options:
            process.say(f"setoption name {name} value {value}")
        process.say(f"game {self._game.spec}")
        refused: list[str] = []

        def is_ready(line: str) -> bool:
            if line.startswith("info string error"):
                refused.append(line.removeprefix("info string error").strip())
            return line == "readyok"

        process.say("isready")
        process.wait_for(is_ready, self._spec.patience)
        if refused:  # what it was to be it is not
            raise PlayerFault(kind="crash", text=f"it refuses: {refused[0]}")

    @staticmethod
    def _wait_until_ready(process: _Process, patience: float) -> None:
        process.say("isready")
        process.wait_for(lambda line: line == "readyok", patience)


class _Answer:
    """What a program says of one search: the nodes of its last report, its move."""

    def __init__(self) -> None:
        self.nodes: int | None = None
        self.words: list[str] = []

    def is_last(self, line: str) -> bool:
        """Take a line; whether it is the one with the move."""
        self.words = line.split()
        if self.words[:1] == ["info"]:
            with contextlib.suppress(ValueError, IndexError):
                self.nodes = int(self.words[self.words.index("nodes") + 1])
        return self.words[:1] == ["bestmove"]


def _go(limit: Limit) -> str:
    words = ["go"]
    for name in ("nodes", "depth", "worlds"):
        if (value := getattr(limit, name)) is not None:
            words.append(f"{name} {value}")
    if limit.time is not None:
        words.append(f"movetime {round(1000 * limit.time)}")
    for seat, left in enumerate(limit.clocks or ()):
        if left is not None:
            words.append(f"p{seat + 1}time {round(1000 * left)}")
    for seat, added in enumerate(limit.increments):
        if added:
            words.append(f"p{seat + 1}inc {round(1000 * added)}")
    return " ".join(words)


class _Process:
    """A child with the lines of both directions in queues, so that no wait is without an end."""

    def __init__(
        self, command: tuple[str, ...], environment: tuple[tuple[str, str], ...] = ()
    ) -> None:
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **dict(environment)},
                start_new_session=True,  # an interrupt at the terminal is ours to handle
            )
        except OSError as error:
            msg = f"{shlex.join(command)} does not start; {error.strerror}"
            raise PlayerFault(kind="crash", text=msg) from None
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._said: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        assert self._child.stdout is not None
        assert self._child.stdin is not None
        self._reader = threading.Thread(target=self._read, args=(self._child.stdout,), daemon=True)
        self._writer = threading.Thread(target=self._write, args=(self._child.stdin,), daemon=True)
        self._reader.start()
        self._writer.start()

    def _read(self, source: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError):  # closed while reading
            is_whole = True
            while raw := source.readline(_LONGEST_LINE):
                begins_line, is_whole = is_whole, raw.endswith(b"\n")
                if begins_line and is_whole and not self._is_ended:
                    self._lines.put(raw.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def _write(self, sink: IO[bytes]) -> None:
        with contextlib.suppress(ValueError, OSError):  # the reader finds out how it died
            while (line := self._said.get()) is not None:
                sink.write(line.encode() + b"\n")
                sink.flush()
        with contextlib.suppress(ValueError, OSError):
            sink.close()

    _is_ended = False

    def say(self, line: str | None) -> None:
        """Handed on when the program reads it; None ends its input."""
        try:
            self._said.put_nowait(line)
        except queue.Full:
            text = f"it reads nothing: {_MOST_WAITING} lines wait for it"
            raise PlayerFault(kind="hang", text=text) from None

    def wait_for(
        self, is_wanted: Callable[[str], bool], patience: float, begun: float | None = None
    ) -> str:
        """The next line that is wanted; chatter before it is passed over.

        ``begun`` is since when it is waited for, on the monotonic clock; now if it is not given.
        """
        until = (time.monotonic() if begun is None else begun) + patience
        for _ in range(_MOST_LINES):
            try:
                line = self._lines.get(timeout=max(until - time.monotonic(), 0))
            except queue.Empty:
                raise PlayerFault(kind="hang", text=f"no answer within {patience:g} s") from None
            if line is None:
                raise PlayerFault(kind="crash", text=self._how_it_died())
            if line and is_wanted(line):
                return line
        raise PlayerFault(kind="hang", text=f"{_MOST_LINES} lines and no answer")

    def cpu_clock(self) -> Callable[[], float]:
        """What the program has used so far."""
        return clock_of(self._child.pid)

    def cpu_clock_if_any(self) -> Callable[[], float]:
        """The same, or a clock that stands where the system tells nothing."""
        with contextlib.suppress(PlayerFault):
            return self.cpu_clock()
        return float

    def _how_it_died(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"the program ended with code {self._child.wait(1)}"
        return "the program closed its output"

    def end(self) -> None:
        """Politely, then not."""
        self._is_ended = True
        with contextlib.suppress(PlayerFault):
            self.say("quit")
            self.say(None)
        self._drain()
        try:
            self._child.wait(0.2)
        except subprocess.TimeoutExpired:
            self._kill()
        self._drain()
        self._reader.join(1)
        self._drain_said()
        self._writer.join(1)
        assert self._child.stdout is not None
        if not self._reader.is_alive():  # closing what another thread reads would wait for it
            self._child.stdout.close()

    def _kill(self) -> None:
        """The program and whatever it has started."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        self._child.wait()

    def _drain(self) -> None:
        """Room for the reader, which may be waiting to put what nobody wants."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._lines.get_nowait()

    def _drain_said(self) -> None:
        """The writer's last word, in place of all it could not say."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._said.get_nowait()
        self._said.put(None)
