"""Why a line was refused: a code for machines and a text for people."""

from __future__ import annotations

from typing import NoReturn

__all__ = ["Refusal", "refuse"]


class Refusal(ValueError):
    """Answered as ``info string error CODE text``; the session carries on."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def refuse(code: str, text: str) -> NoReturn:
    """Raise the refusal."""
    raise Refusal(code, text)
