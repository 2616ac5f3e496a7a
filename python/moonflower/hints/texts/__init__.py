"""What hints say, one table of sentences per language, all with the same keys and places."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from moonflower.errors import OptionError
from moonflower.hints.texts import en, fr

__all__ = ["LANGUAGES", "Texts"]

_TABLES: Final = MappingProxyType({"en": en.TEXTS, "fr": fr.TEXTS})
LANGUAGES: Final = tuple(_TABLES)

_FORMS: Final = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


class Texts:
    """The sentences of one language, and numbers as it writes them."""

    def __init__(self, language: str) -> None:
        if language not in _TABLES:
            msg = f"hint language: {language!r} is not spoken; {', '.join(LANGUAGES)} are"
            raise OptionError(msg)
        self._table = _TABLES[language]

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def say(self, key: str, **values: str) -> str:
        """The sentence of that key with its places filled in.

        ``[point|points]`` is the first word where the ``value`` asks for the singular.
        """
        number = 0 if self._is_singular(values.get("value", "")) else 1
        text = _FORMS.sub(lambda found: found[1 + number], self._table[key])
        return text.format(**values)

    def _is_singular(self, number: str) -> bool:
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

    def listed(self, words: list[str]) -> str:
        """ "a, b and c"."""
        if len(words) < 2:  # noqa: PLR2004
            return "".join(words)
        return f"{', '.join(words[:-1])} {self._table['and']} {words[-1]}"
