"""Boards and recaps, which the engine draws in English, in other languages.

A word in a column keeps its width, so that what stands below it stays below it.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from moonflower.words.texts.fr.boards import BOARDS

__all__ = ["translated"]

_RULES: Final = MappingProxyType(
    {"fr": tuple((re.compile(pattern, re.MULTILINE), text) for pattern, text in BOARDS)}
)


def translated(drawing: str, language: str) -> str:
    """The drawing with its words in that language.

    >>> translated("turn 2, p1 places a tile or spies", "fr")
    'tour 2, p1 pose une tuile ou espionne'
    """
    for pattern, text in _RULES.get(language, ()):
        drawing = pattern.sub(text, drawing)
    return drawing
