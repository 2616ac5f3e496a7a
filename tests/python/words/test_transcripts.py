"""Whole games in words, line by line as tests/golden/transcripts.py has written them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from moonflower.history import read_record
from moonflower.words import LANGUAGES

GOLDEN = Path(__file__).parents[2] / "golden"
sys.path.insert(0, str(GOLDEN))
from transcripts import GAMES, path_of, record_of, transcript  # noqa: E402


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_games_are_told_as_recorded(game: str, language: str) -> None:
    told = transcript(read_record(record_of(game)), language)
    assert told == path_of(game, language).read_text(encoding="utf-8")
