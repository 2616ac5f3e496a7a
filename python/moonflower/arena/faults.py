"""What a player may do wrong. A fault costs its own game and is counted; the match goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["KINDS", "Fault", "PlayerFault"]

KINDS: Final = ("illegal", "crash", "time", "hang")
"""A move that is not one, an exception or a dead process, too slow, no answer at all."""


class PlayerFault(Exception):
    """Raised by a player about itself."""

    def __init__(self, *, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Fault:
    """Who broke a game, and how. That seat has lost."""

    seat: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"p{self.seat + 1} {self.kind}: {self.text}"
