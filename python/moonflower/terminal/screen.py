"""Where the game is shown: plain text, or rich on a terminal where it is installed."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final, Protocol

from moonflower.words import spelled_for

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["WIDTH", "PlainScreen", "RichScreen", "Screen", "columns", "open_screen", "wrapped"]

WIDTH: Final = 80
_WIDEST: Final = 100  # of frames
_NARROWEST: Final = 20
_SCREENFUL: Final = 60  # blank lines that hide what stood there where nothing can be wiped


class Screen(Protocol):
    """What the client needs of a terminal."""

    @property
    def width(self) -> int:
        """Columns that text may take."""

    @property
    def can_wipe(self) -> bool:
        """``wipe`` leaves nothing that could be read by scrolling back."""

    def board(self, title: str, drawing: str) -> None:
        """A board, already drawn in text."""

    def say(self, text: str) -> None:
        """A line, or more, of plain speech."""

    def hint(self, text: str) -> None:
        """Advice."""

    def refuse(self, text: str) -> None:
        """What was wrong with what was typed."""

    def ask(self, prompt: str) -> str:
        """A typed line; ``EOFError`` at the end of input."""

    def thinking(self, sign: str) -> AbstractContextManager[None]:
        """A sign that stands while somebody thinks."""

    def wipe(self) -> None:
        """Hide everything shown and forget everything typed so far."""


def wrapped(text: str, width: int = WIDTH) -> str:
    """Each line broken at the width, further lines indented; 60 % is not torn apart."""
    lines = text.replace(" %", "\N{NO-BREAK SPACE}%").splitlines()
    fill = [textwrap.fill(line, width, subsequent_indent="    ") for line in lines]
    return "\n".join(fill).replace("\N{NO-BREAK SPACE}%", " %")


def columns(words: Sequence[str], width: int = WIDTH) -> list[str]:
    """Words in columns of one width, read along the lines."""
    cell = max(map(len, words), default=0) + 2
    per_line = max(1, width // cell)
    rows = [words[i : i + per_line] for i in range(0, len(words), per_line)]
    return ["".join(word.ljust(cell) for word in row).rstrip() for row in rows]


class PlainScreen:
    """Text alone: pipes, scripts, terminals without rich."""

    _has_told_width = False

    def __init__(self, *, remembers: bool = True) -> None:
        # Line editing keeps lines for the arrow keys and cut text for pasting. People who share a
        # keyboard and have secrets must do without: the next one could bring them back.
        self._remembers = remembers

    @property
    def width(self) -> int:
        """That of the terminal, within reason."""
        if not sys.stdout.isatty():
            return WIDTH
        return max(_NARROWEST, min(shutil.get_terminal_size().columns, WIDTH))

    @property
    def can_wipe(self) -> bool:
        """A terminal that knows more than lines."""
        default = "" if sys.platform == "win32" else "dumb"  # Windows names no terminal
        return sys.stdout.isatty() and os.environ.get("TERM", default) != "dumb"

    def board(self, title: str, drawing: str) -> None:
        """Title and board."""
        self.say(f"\n--- {title} ---\n{drawing.rstrip()}")
        widest = max(map(len, drawing.splitlines()), default=0)
        if widest > self.width and not self._has_told_width:
            self._has_told_width = True
            self.say(wrapped(f"(too narrow: this board needs {widest} columns)", self.width))

    def say(self, text: str) -> None:
        """As it is, in what the terminal can write."""
        sys.stdout.write(f"{_written(text)}\n")
        sys.stdout.flush()

    def hint(self, text: str) -> None:
        """Wrapped."""
        self.say(wrapped(text, self.width))

    def refuse(self, text: str) -> None:
        """Wrapped, with a mark."""
        self.say(wrapped(f"! {printable(text)}", self.width))

    def ask(self, prompt: str) -> str:
        """The built-in way, or without line editing."""
        if self._remembers:
            return input(_written(prompt))
        sys.stdout.write(_written(prompt))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    @contextlib.contextmanager
    def thinking(self, sign: str) -> Iterator[None]:
        """A line that goes away again; nothing in a file."""
        if not sys.stdout.isatty():
            yield
            return
        sign = _written(sign)
        sys.stdout.write(sign)
        sys.stdout.flush()
        try:
            yield
        finally:
            sys.stdout.write(f"\r{' ' * len(sign)}\r")
            sys.stdout.flush()

    def wipe(self) -> None:
        """A terminal is cleared, then its scroll-back; anything else scrolls away."""
        # In this order: some terminals push what is cleared into the scroll-back.
        self.say("\x1b[H\x1b[2J\x1b[3J" if self.can_wipe else "\n" * _SCREENFUL)
        drop_typed()


class RichScreen(PlainScreen):
    """The same in colour and frames."""

    def __init__(self, console: Console, *, remembers: bool = True) -> None:
        super().__init__(remembers=remembers)
        self._console = console

    def board(self, title: str, drawing: str) -> None:
        """In a frame as wide as the board."""
        from rich.panel import Panel  # noqa: PLC0415 - rich is an extra
        from rich.text import Text  # noqa: PLC0415

        body = Text(drawing.rstrip("\n"), no_wrap=True)
        needed = max(len(title) + 2, *map(len, drawing.splitlines()), 0) + 4
        if needed > self._console.width:  # a frame would break the lines
            super().board(title, drawing)
            return
        self._console.print(Panel(body, title=Text(title), title_align="left", expand=False))

    def hint(self, text: str) -> None:
        """Green."""
        self._console.print(wrapped(text, self.width), style="green", markup=False, highlight=False)

    def refuse(self, text: str) -> None:
        """Red."""
        text = wrapped(printable(text), self.width)
        self._console.print(text, style="red", markup=False, highlight=False)


def _written(text: str) -> str:
    return spelled_for(text, sys.stdout.encoding or "utf-8")


def printable(text: str) -> str:
    """Control characters written out: what was typed or read must not steer the terminal."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" else sign.encode("unicode_escape").decode()
        for sign in text
    )


def drop_typed() -> None:
    """Forget what was typed ahead: it was not meant for the next question."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import termios  # noqa: PLC0415 - POSIX alone

        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def open_screen(*, plain: bool = False, remembers: bool = True) -> Screen:
    """The best screen there is; plain where output is no terminal or rich is missing.

    ``remembers``: lines typed before can be brought back with the arrow keys.
    """
    for stream in (sys.stdin, sys.stdout):  # odd bytes and missing letters must end no game
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if remembers:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives input() a history
    if not plain and sys.stdout.isatty():
        with contextlib.suppress(ImportError):
            from rich.console import Console  # noqa: PLC0415 - an extra

            width = max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))
            return RichScreen(Console(width=width, highlight=False), remembers=remembers)
    return PlainScreen(remembers=remembers)
