"""Moves, events, reasons and prompts in words: one catalogue of texts, in English and French."""

from moonflower.words.catalogue import LANGUAGES, Catalogue, usual_language
from moonflower.words.phrases import Names, Phrase, Speaker, seat_name
from moonflower.words.typography import spelled_for, typeset

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "Names",
    "Phrase",
    "Speaker",
    "seat_name",
    "spelled_for",
    "typeset",
    "usual_language",
]
