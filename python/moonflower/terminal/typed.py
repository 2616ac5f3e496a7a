"""What a person types, read: a command word or a move."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

__all__ = ["COMMANDS", "Typed", "read_typed"]

COMMANDS: Final = MappingProxyType(
    {
        "help": "this list",
        "board": "draw the board again",
        "moves [TEXT]": "legal moves: all, of a kind, or those that contain TEXT",
        "more": "the next page of them",
        "? ?? ???": "hints: a nudge, a move and why, numbers (or hint 1, 2, 3)",
        "go": "let the engine make this move for you, as well as it can",
        "undo": "take your last move back, and all that came after it",
        "save FILE": "keep the game in a file, the secrets of every seat included",
        "export FILE": "keep what you have seen of it, and no more",
        "load FILE": "go on with a game from a file",
        "resign": "give up",
        "quit": "leave without an end",
    }
)

_WORDS: Final = ("help", "board", "moves", "more", "hint", "go", "undo", "save", "export", "load",
                 "resign", "quit")  # fmt: skip
_ALIASES: Final = {"h": "help", "exit": "quit", "q": "quit", "list": "moves"}
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
