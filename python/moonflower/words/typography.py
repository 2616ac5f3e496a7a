"""How a language is set: spaces, quotation marks and elisions of French; plain text elsewhere."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["spelled_for", "typeset"]

_THIN: Final = "\N{NARROW NO-BREAK SPACE}"
_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"
_RULES: Final = (
    (re.compile(r"(?<=\w)'(?=\w)"), _APOSTROPHE),
    # de Alice: d'Alice. Numbers and the h of names are left as they are.
    (
        re.compile(r"\b([Dd])e (?=[aeiouAEIOUàâäéèêëîïôöûüœÀÂÉÈÊËÎÏÔÖÛÜŒ])"),
        rf"\1{_APOSTROPHE}",
    ),
    (re.compile(r"\bde le (?=\w)"), "du "),
    (re.compile(r"\bde les (?=\w)"), "des "),
    (re.compile(r"\bà le (?=\w)"), "au "),
    (re.compile(r"\bà les (?=\w)"), "aux "),
    (re.compile(r" (?=[;:!?»%])"), _THIN),
    (re.compile(r"« "), f"«{_THIN}"),
)


def typeset(text: str, language: str) -> str:
    """The text as the language writes it."""
    if language == "fr":
        for pattern, written in _RULES:
            text = pattern.sub(written, text)
    return text


def spelled_for(text: str, encoding: str) -> str:
    """The text in what an encoding can write: without accents and fine spaces if it must."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        plain = text.translate({ord(_THIN): " ", ord(_APOSTROPHE): "'", ord("œ"): "oe"})
        plain = plain.translate({ord("«"): '"', ord("»"): '"', ord("\N{MULTIPLICATION SIGN}"): "x"})
        return unicodedata.normalize("NFKD", plain).encode(encoding, "ignore").decode(encoding)
    return text
