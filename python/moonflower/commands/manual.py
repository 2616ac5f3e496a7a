"""What ``--help`` says beyond the options: a manual page of each command, as data."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Manual"]

_WIDTH: Final = 80
_ALWAYS: Final = {
    2: "bad input; the reason is on standard error",
    130: "interrupted",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual:
    """One page. Every example runs as a test, in a folder with the record ``game.txt``."""

    about: str  # paragraphs, broken at the width; lines that begin with a blank stay as they are
    examples: tuple[tuple[str, str], ...]  # a line for the shell, and what it does
    exits: dict[int, str] = field(default_factory=lambda: {0: "done"})
    notes: str = ""  # after the options: forms, formats
    see: str = ""

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Write the page into the parser of its command."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.description = _broken(self.about)
        parser.epilog = "\n\n".join(part for part in self._parts() if part)

    def _parts(self) -> list[str]:
        examples = [f"  {line}\n      {meaning}" for line, meaning in self.examples]
        exits = [f"  {code:<4}{meaning}" for code, meaning in {**_ALWAYS, **self.exits}.items()]
        return [
            _broken(self.notes),
            "\n".join(["examples:", *examples]),
            "\n".join(["exit codes:", *sorted(exits, key=lambda line: int(line.split()[0]))]),
            f"see also: {self.see}" if self.see else "",
        ]


def _broken(text: str) -> str:
    """Paragraphs at the width of a screen; indented lines are tables and stay."""
    paragraphs = text.strip("\n").split("\n\n")
    return "\n\n".join(
        part if part.startswith(" ") or "\n " in part else textwrap.fill(part, _WIDTH)
        for part in paragraphs
    )
