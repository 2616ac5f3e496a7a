"""Boards in French: every word that is drawn is translated, and columns stay where they are."""

from __future__ import annotations

import random
import re

import pytest

import moonflower as mf
from moonflower.words import LANGUAGES, spelled_for, usual_language
from moonflower.words.boards import translated

SPECS = [
    spec
    for info in mf.games()
    for spec in (info.name, *(f"{info.name}:{variant}" for variant in info.variants))
]
SAME = {"points", "secret", "secrets", "geisha", "geishas", "actions", "accuse", "bonus", "camp"}
TOKENS = re.compile("[hs]{4}|[sdgc]{4}")  # claims, actions used
MOST = 150  # moves of a game


def english_words(drawing: str) -> set[str]:
    found = re.findall(r"[a-z]{4,}", drawing)
    return {word for word in found if not TOKENS.fullmatch(word)}


@pytest.mark.parametrize("spec", SPECS)
def test_no_english_word_is_left(spec: str) -> None:
    rng = random.Random(f"{spec} boards")
    state = mf.Game(spec).start()
    for _ in range(MOST):
        if state.is_over:
            break
        move = state.random_move(rng)
        recap = state.recap(move)
        for drawing in (state.view(rng.randrange(state.players)).drawing(), recap):
            french = translated(drawing, "fr")
            left = english_words(drawing) & english_words(spelled_for(french, "ascii"))
            assert left <= SAME, (left, french)
            assert len(french.splitlines()) == len(drawing.splitlines())
            widths = [max(map(len, text.splitlines()), default=0) for text in (drawing, french)]
            assert widths[1] <= max(80, widths[0] + 6)
        state = state.play(move)
    drawing = state.drawing()
    assert english_words(drawing) & english_words(translated(drawing, "fr")) <= SAME


def test_english_is_left_alone() -> None:
    drawing = mf.Game("shields").start().drawing()
    assert translated(drawing, "en") == drawing


def test_columns_keep_their_width() -> None:
    drawing = mf.Game("hanamikoji").deal(1).drawing()
    pairs = zip(drawing.splitlines(), translated(drawing, "fr").splitlines(), strict=True)
    for line, french in list(pairs)[1:6]:
        assert re.sub(r"[^\d.-]", " ", line)[9:] == re.sub(r"[^\d.-]", " ", french)[9:]


def test_the_language_of_the_system() -> None:
    assert usual_language({}) == "en"
    assert usual_language({"LANG": "C.UTF-8"}) == "en"
    assert usual_language({"LANG": "en_GB", "LC_ALL": "fr_FR.UTF-8"}) == "fr"
    assert set(LANGUAGES) == {"en", "fr"}
