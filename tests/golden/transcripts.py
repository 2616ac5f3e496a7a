"""Whole games told in words: writes tests/golden/<game>/transcript_<language>.txt.

    python tests/golden/transcripts.py           # the recorded games in today's words
    python tests/golden/transcripts.py --play    # other games, which the engine plays first

One game of each of the five, told to p2 as it would be told at the table.
tests/python/words/test_transcripts.py compares them line by line.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Final

import moonflower as mf
from moonflower.history import History, read_record, write_record
from moonflower.words import LANGUAGES

GAMES: Final = {
    "flower_power": "flower_power:players=2,petals=8",
    "hanamikoji": "hanamikoji:max_rounds=2",
    "shields": "shields:players=3,lives=5,deck=faces32",
    "skud_paisho": "skud_paisho:max_plies=60",
    "terraflip": "terraflip",
}
"""A game of each, short enough to be read."""

READER: Final = 1
NODES: Final = 40


def played(spec: str) -> History:
    """The game, by the engine's choices and seeded luck."""
    history = History(mf.Game(spec), deal=3, seed=3)
    rng = random.Random(3)
    with mf.Engine(history.game, seed=3) as engine:
        while not history.state.is_over:
            history.draw_all()
            state = history.state
            if state.is_over:
                break
            view = state.view(state.turn)
            move = (
                engine.play(view, mf.Limit(nodes=NODES)).move
                if rng.random() < 0.9
                else state.random_move(rng)
            )
            history.play(str(move))
    return history


def transcript(history: History, language: str) -> str:
    """All that p2 is told, the token behind each sentence, and how it ended."""
    lines = []
    for event in history.told(READER):
        if event.text:
            lines.append(f"{event.words(language=language)} [{event.text}]")
    lines.append(history.state.ending(seat=READER, language=language))
    return "\n".join(lines) + "\n"


def path_of(game: str, language: str) -> Path:
    """Where a transcript lies."""
    return Path(__file__).parent / game / f"transcript_{language}.txt"


def record_of(game: str) -> Path:
    """Where the game that is told lies."""
    return Path(__file__).parent / game / "transcript_game.txt"


def main() -> None:
    """Write all of them."""
    for game, spec in GAMES.items():
        if "--play" in sys.argv:
            write_record(record_of(game), played(spec))
        history = read_record(record_of(game))
        for language in LANGUAGES:
            path_of(game, language).write_text(transcript(history, language), encoding="utf-8")
        print(f"{game}: {len(history)} steps")


if __name__ == "__main__":
    main()
