"""What a person types, read: a command word or a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["COMMANDS", "Typed", "read_typed"]

COMMANDS: Final = (
    "help",
    "board",
    "moves [TEXT]",
    "more",
    "? ?? ???",
    "go",
    "undo",
    "save FILE",
    "export FILE",
    "load FILE",
    "resign",
    "quit",
)
"""As ``help`` lists them; what they mean stands in the catalogue."""

_WORDS: Final = ("help", "board", "moves", "more", "hint", "go", "undo", "save", "export", "load",
                 "resign", "quit")  # fmt: skip
_ALIASES: Final = {
    **{"h": "help", "exit": "quit", "q": "quit", "list": "moves"},
    # In French. A legal move is a move all the same.
    **{"aide": "help", "plateau": "board", "coups": "moves", "suite": "more", "indice": "hint"},
    **{"joue": "go", "annuler": "undo", "sauver": "save", "exporter": "export"},
    **{"charger": "load", "abandonner": "resign", "quitter": "quit"},
}
_TAKES: Final = (
    "board",
    "moves",
    "hint",
    "save",
    "export",
    "load",
)  # words that may have something behind them


@dataclass(frozen=True, slots=True)
class Typed:
    """A command with what stands behind it, or ``move`` with a token."""

    word: str
    rest: str = ""


def read_typed(line: str, legal: frozenset[str] = frozenset()) -> Typed:
    """Read a line; a legal move is a move even if it looks like a command.

    >>> read_typed(" ?? "), read_typed("moves gift")
    (Typed(word='hint', rest='2'), Typed(word='moves', rest='gift'))
    >>> read_typed("g245")
    Typed(word='move', rest='g245')
    """
    text = line.strip()
    if text in legal:
        return Typed("move", text)
    if text and set(text) == {"?"} and len(text) <= 3:  # noqa: PLR2004
        return Typed("hint", str(len(text)))
    word, _, rest = text.partition(" ")
    word = _ALIASES.get(word.lower(), word.lower())
    if word in _WORDS and (not rest or word in _TAKES):
        return Typed(word, rest.strip())
    return Typed("move", text)
