"""One catalogue of texts for each language: all with the same keys and the same places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from moonflower.errors import OptionError
from moonflower.words.texts import en, fr
from moonflower.words.typography import typeset

__all__ = ["LANGUAGES", "Catalogue", "table_of", "usual_language"]

_TABLES: Final = MappingProxyType({"en": en.TEXTS, "fr": fr.TEXTS})
LANGUAGES: Final = tuple(_TABLES)

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_FORMS: Final = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def table_of(language: str) -> Mapping[str, str]:
    """The texts of a language by key."""
    if language not in _TABLES:
        msg = f"language: {language!r} is not spoken; {', '.join(LANGUAGES)} are"
        raise OptionError(msg)
    return _TABLES[language]


def usual_language(environment: Mapping[str, str]) -> str:
    """The language a system is set to, English where it is not spoken here.

    >>> usual_language({"LANG": "fr_CA.UTF-8"}), usual_language({"LANG": "de_DE", "LC_ALL": ""})
    ('fr', 'en')
    """
    set_to = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    spoken = set_to[:2].lower()
    return spoken if spoken in LANGUAGES else LANGUAGES[0]


class Catalogue:
    """The sentences of one language, and numbers as it writes them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._table = table_of(language)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def say(self, key: str, **values: str) -> str:
        """The sentence of that key with its places filled in.

        ``[point|points]`` is the first word where the ``value`` asks for the singular.
        """
        number = 0 if self.is_singular(values.get("value", "")) else 1
        text = _FORMS.sub(lambda found: found[1 + number], self._table[key])
        return typeset(text.format(**values), self.language)

    def is_singular(self, number: str) -> bool:
        """Whether a number takes the singular."""
        return re.fullmatch(self._table["singular"], number) is not None

    def number(self, value: float, digits: int = 1) -> str:
        """Rounded, whole numbers without a point."""
        text = f"{value:.{digits}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return ("0" if text == "-0" else text).replace(".", self._table["decimal"])

    def percent(self, share: float) -> str:
        """A share of one as per cent."""
        return f"{self.number(100 * share, 0)} %"

    def listed(self, words: list[str], last: str = "and") -> str:
        """ "a, b and c"."""
        if len(words) < 2:  # noqa: PLR2004
            return "".join(words)
        return f"{', '.join(words[:-1])} {self._table[last]} {words[-1]}"
