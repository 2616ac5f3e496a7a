"""Where the game is shown: plain text, or rich on a terminal where it is installed."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["WIDTH", "PlainScreen", "RichScreen", "Screen", "columns", "open_screen", "wrapped"]

WIDTH: Final = 80
_SCREENFUL: Final = 60  # blank lines that hide what stood there where nothing can be wiped


class Screen(Protocol):
    """What the client needs of a terminal."""

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

    def wipe(self) -> None:
        """Hide everything shown so far."""


def wrapped(text: str) -> str:
    """Each line broken at the width, further lines indented; 60 % is not torn apart."""
    lines = text.replace(" %", "\N{NO-BREAK SPACE}%").splitlines()
    fill = [textwrap.fill(line, WIDTH, subsequent_indent="    ") for line in lines]
    return "\n".join(fill).replace("\N{NO-BREAK SPACE}%", " %")


def columns(words: Sequence[str]) -> list[str]:
    """Words in columns of one width, read along the lines."""
    cell = max(map(len, words), default=0) + 2
    per_line = max(1, WIDTH // cell)
    rows = [words[i : i + per_line] for i in range(0, len(words), per_line)]
    return ["".join(word.ljust(cell) for word in row).rstrip() for row in rows]


class PlainScreen:
    """Text alone: pipes, scripts, terminals without rich."""

    def board(self, title: str, drawing: str) -> None:
        """Title and board."""
        self.say(f"\n--- {title} ---\n{drawing.rstrip()}")

    def say(self, text: str) -> None:
        """As it is."""
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def hint(self, text: str) -> None:
        """Wrapped."""
        self.say(wrapped(text))

    def refuse(self, text: str) -> None:
        """Wrapped, with a mark."""
        self.say(wrapped(f"! {text}"))

    def ask(self, prompt: str) -> str:
        """The built-in way."""
        return input(prompt)

    def wipe(self) -> None:
        """A terminal is cleared, anything else scrolls away."""
        self.say("\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * _SCREENFUL)


class RichScreen(PlainScreen):
    """The same in colour and frames."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def board(self, title: str, drawing: str) -> None:
        """In a frame as wide as the board."""
        from rich.panel import Panel  # noqa: PLC0415 - rich is an extra
        from rich.text import Text  # noqa: PLC0415

        body = Text(drawing.rstrip("\n"), no_wrap=True)
        fits = max(map(len, drawing.splitlines()), default=0) + 4 <= self._console.width
        if not fits:  # a frame would break the lines
            super().board(title, drawing)
            return
        self._console.print(Panel(body, title=title, title_align="left", expand=False))

    def hint(self, text: str) -> None:
        """Green."""
        self._console.print(wrapped(text), style="green", markup=False, highlight=False)

    def refuse(self, text: str) -> None:
        """Red."""
        self._console.print(wrapped(text), style="red", markup=False, highlight=False)


def open_screen(*, plain: bool = False) -> Screen:
    """The best screen there is; plain where output is no terminal or rich is missing."""
    for stream in (sys.stdin, sys.stdout):  # odd bytes and missing letters must end no game
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401, PLC0415 - gives input() a history
    if not plain and sys.stdout.isatty():
        with contextlib.suppress(ImportError):
            from rich.console import Console  # noqa: PLC0415 - an extra

            width = min(max(shutil.get_terminal_size().columns, WIDTH), 100)
            return RichScreen(Console(width=width, highlight=False))
    return PlainScreen()
