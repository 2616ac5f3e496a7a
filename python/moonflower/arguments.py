"""Arguments of the wrong kind are refused where they come in, in the words of the caller."""

from __future__ import annotations

import reprlib
from types import UnionType
from typing import Final

from moonflower.errors import OptionError

__all__ = ["expect", "expect_text", "expect_whole"]

_MOST: Final = 2**31 - 1  # of a count or a seat


def expect(value: object, kind: type | UnionType, where: str, accepted: str) -> None:
    """Refuse a value that is not of the kind; ``accepted`` names what is."""
    if not isinstance(value, kind):
        msg = f"{where}: {reprlib.repr(value)} is of the wrong kind; {accepted} is accepted"
        raise OptionError(msg)


def expect_text(value: object, where: str) -> None:
    """Refuse what is no text."""
    expect(value, str, where, "a text")


def expect_whole(
    value: object, where: str, *, least: int | None = None, most: int | None = _MOST
) -> None:
    """Refuse what is no whole number, or one out of range."""
    expect(value, int, where, "a whole number")
    assert isinstance(value, int)
    if least is not None and value < least:
        msg = f"{where} must be at least {least}, got {reprlib.repr(value)}"
        raise OptionError(msg)
    if most is not None and abs(value) > most:
        msg = f"{where} must be at most {most}, got {reprlib.repr(value)}"
        raise OptionError(msg)
