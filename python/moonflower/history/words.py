"""The words of a line, taken from the front one by one; errors name the place."""

from __future__ import annotations

import re
from typing import Final

from moonflower.history.refusal import refuse

__all__ = ["LONGEST", "MAX_SEATS", "Words", "parse_seat", "shown"]

LONGEST: Final = 1 << 24
"""Characters of a line or a record; more is refused before it fills the memory."""
MAX_SEATS: Final = 5
_LONGEST_SHOWN: Final = 60  # a refusal quotes no more of a word


class Words:
    """What is left of a line. A line may be very long: nothing is copied while it is read."""

    def __init__(self, words: list[str], place: str) -> None:
        self._words = words
        self._next = 0
        self.place = place

    def __bool__(self) -> bool:
        return self._next < len(self._words)

    def peek(self) -> str:
        """The next word, empty at the end."""
        return self._words[self._next] if self else ""

    def take(self, what: str) -> str:
        """The next word; ``what`` says what was expected when there is none."""
        if not self:
            refuse("syntax", f"{self.place}: expected {what}, got nothing")
        self._next += 1
        return self._words[self._next - 1]

    def number(self, place: str, least: int = 0, most: int = 10**18 - 1) -> int:
        """A whole number in a range."""
        word = self.take("a whole number")
        if not re.fullmatch(r"[0-9]{1,18}", word):
            refuse("syntax", f"{place}: expected a whole number, got {shown(word)}")
        if not least <= int(word) <= most:
            bound = f"at least {least}" if int(word) < least else f"at most {most}"
            refuse("syntax", f"{place}: expected {bound}, got {word}")
        return int(word)

    def until(self, *ends: str) -> tuple[str, ...]:
        """The words before one of ``ends``, or all that are left; may be none."""
        first = self._next
        while self and self._words[self._next] not in ends:
            self._next += 1
        return tuple(self._words[first : self._next])

    def rest(self, what: str) -> tuple[str, ...]:
        """All that is left, at least one word."""
        if not self:
            refuse("syntax", f"{self.place}: expected {what}, got nothing")
        return self.until()

    def end(self) -> None:
        """Nothing may be left."""
        if self:
            refuse(
                "syntax", f"{self.place}: expected the end of the line, got {shown(self.peek())}"
            )


def shown(word: str) -> str:
    """A word as a refusal quotes it."""
    return repr(word if len(word) <= _LONGEST_SHOWN else f"{word[:_LONGEST_SHOWN]}...")


def parse_seat(word: str, place: str) -> int:
    """``p1`` is seat 0."""
    if not re.fullmatch(rf"p[1-{MAX_SEATS}]", word):
        refuse("syntax", f"{place}: expected a seat p1 to p{MAX_SEATS}, got {shown(word)}")
    return int(word[1]) - 1
