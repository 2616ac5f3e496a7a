"""Phrases of the engine (core/phrase.hpp) turned into sentences of a language.

A template of the catalogue holds, beside text:

- ``{cards}`` an argument; ``{n:a}`` a number in letters, ``{n:f}`` the same for a feminine noun;
  ``{who:of}`` a seat as an owner; ``{claims:then}``, ``{sides:semi}``, ``{totals:comma}`` how a
  list is joined;
- ``[card|cards]`` the form for the last number written, or for the argument ``n`` before any;
- ``<draw|drew>`` the verb of a sentence: for a move to be made, and told of one that was made
  behind its subject.

``key.you`` is the text where the subject or owner is the reader, ``key.self`` where an owner is
the subject of the sentence, ``key.to_you`` where the target is the reader, ``key.short`` the short
form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from moonflower.words.catalogue import Catalogue, table_of
from moonflower.words.typography import typeset

__all__ = ["Names", "Phrase", "Speaker", "read_phrase", "read_phrases", "seat_name"]

Phrase: TypeAlias = dict[str, object]
"""A key and named arguments: numbers, texts, ``{"seat": 0}``, phrases, lists of phrases."""

Names: TypeAlias = Mapping[int, str] | Sequence[str]
"""What seats are called, by seat."""

_PART: Final = re.compile(
    r"\{(?P<name>\w+)(?::(?P<how>\w+))?\}"
    r"|\[(?P<one>[^\[\]|]*)\|(?P<many>[^\[\]|]*)\]"
    r"|<(?P<plain>[^<>|]*)\|(?P<told>[^<>|]*)>"
)
_LETTERS: Final = 12  # numbers written in letters


def read_phrases(text: str) -> list[Phrase]:
    """What the engine hands over."""
    phrases: list[Phrase] = json.loads(text)
    return phrases


def read_phrase(text: str) -> Phrase | None:
    """The same for one phrase, which may be missing."""
    phrase: Phrase | None = json.loads(text) if text else None
    return phrase


def seat_name(seat: int, names: Names | None = None) -> str:
    """The player's name, or p1, p2, ..."""
    if names is None:
        return f"p{seat + 1}"
    if isinstance(names, Mapping):
        return names.get(seat, f"p{seat + 1}")
    return names[seat] if seat < len(names) else f"p{seat + 1}"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says phrases in a language to a reader, who may sit at the table."""

    language: str = "en"
    reader: int | None = None
    names: Names | None = None
    short: bool = False

    def choice(self, phrase: Phrase) -> str:
        """A move that may be made, as the one who makes it reads it: "draw a 5"."""
        reader = _seat(phrase.get("who"))
        speaker = Speaker(self.language, reader, self.names, self.short)
        return typeset(speaker._say(phrase, told=False), self.language)

    def told(self, phrases: Sequence[Phrase]) -> str:
        """What has happened: "p2 drew a card"."""
        said = [self._say(phrase, told=True) for phrase in phrases]
        return typeset(
            "; ".join(said) if self.language == "en" else " ; ".join(said), self.language
        )

    def _say(self, phrase: Phrase, *, told: bool) -> str:
        key, text = self._text(phrase, None)
        if key.endswith(".short") and told and "who" in phrase:
            return f"{seat_name(_seat(phrase['who']) or 0, self.names)}: {self._fill(text, phrase)}"
        said = self._fill(text, phrase, told=told)
        if not told or "<" not in text:
            return said
        table = table_of(self.language)
        is_reader = _seat(phrase.get("who")) == self.reader is not None
        subject = table["subject.you" if is_reader else "subject"]
        return self._fill(subject, phrase) + said

    def _text(self, phrase: Phrase, subject: int | None) -> tuple[str, str]:
        """The text of a phrase inside a sentence with that subject."""
        table, key = table_of(self.language), str(phrase["key"])
        who = _seat(phrase.get("who"))
        wanted = []
        if self.short:
            wanted.append(f"{key}.short")
        if self.reader is not None and _seat(phrase.get("target")) == self.reader:
            wanted.append(f"{key}.to_you")
        if self.reader is not None and who == self.reader:
            wanted.append(f"{key}.you")
        if who is not None and who == subject and who != self.reader:
            wanted.append(f"{key}.self")
        found = next((name for name in wanted if name in table), key)
        return found, table[found]

    def _fill(self, text: str, phrase: Phrase, *, told: bool = False) -> str:
        """A template with its places filled in, from left to right."""
        number = phrase.get("n")
        subject = _seat(phrase.get("who")) if "<" in text else None

        def part(found: re.Match[str]) -> str:
            nonlocal number
            if name := found["name"]:
                value = phrase[name]
                number = value if isinstance(value, int) else number
                return self._value(value, found["how"] or "", subject)
            if found["one"] is not None:
                is_one = Catalogue(self.language).is_singular(str(number))
                return found["one"] if is_one else found["many"]
            return found["told"] if told else found["plain"]

        return _PART.sub(part, text)

    def _value(self, value: object, how: str, subject: int | None) -> str:
        if isinstance(value, int):
            return self._number(value, how)
        if isinstance(value, list):
            return self._list([self._value(item, "", subject) for item in value], how)
        if isinstance(value, dict) and "key" in value:
            _, text = self._text(value, subject)
            return self._fill(text, value)
        seat = _seat(value)
        return str(value) if seat is None else self._seat_text(seat, how)

    def _number(self, number: int, how: str) -> str:
        table = table_of(self.language)
        if not how or not 1 <= number <= _LETTERS:
            return str(number)
        if number == 1:
            return table["words.one_f" if how == "f" else "words.one"]
        return table["words.numbers"].split()[number - 2]

    def _list(self, words: list[str], how: str) -> str:
        if how == "semi":
            return (" ; " if self.language == "fr" else "; ").join(words)
        if how == "comma":
            return ", ".join(words)
        if how == "then":
            return f", {table_of(self.language)['then']} ".join(words)
        return Catalogue(self.language).listed(words, how or "and")

    def _seat_text(self, seat: int, how: str) -> str:
        table = table_of(self.language)
        if seat == self.reader:
            return table["your" if how == "of" else "you"]
        name = seat_name(seat, self.names)
        return table["of"].format(name=name) if how == "of" else name


def _seat(value: object) -> int | None:
    return value["seat"] if isinstance(value, dict) and isinstance(value.get("seat"), int) else None
