"""Openings: balanced positions from which games begin that deals do not vary, kept as data.

A file of ``bench/openings`` begins with ``game SPEC``; every other line is what has been played,
chance included, in words of the protocol. ``#`` begins a remark.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from moonflower.history import History
from moonflower.positions import Game

__all__ = ["FOLDER", "read_openings"]

FOLDER: Final = Path("bench") / "openings"


def read_openings(folder: Path, game: Game, *, seed: int) -> tuple[tuple[str, ...], ...]:
    """The openings of a game in an order that follows from the seed; none where there is no file.

    Each is played through once here, so that a bad line is found before the first game.
    """
    found: list[tuple[str, ...]] = []
    for path in sorted(folder.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        kept = [line.split() for line in lines if line.strip() and not line.startswith("#")]
        if not kept or kept[0][0] != "game" or len(kept[0]) != 2:  # noqa: PLR2004
            msg = f"{path}: its first line is no game; game SPEC is accepted"
            raise ValueError(msg)
        if Game(kept[0][1]) == game:
            found += [_checked(path, game, tuple(words)) for words in kept[1:]]
    random.Random(seed).shuffle(found)
    return tuple(found)


def _checked(path: Path, game: Game, words: tuple[str, ...]) -> tuple[str, ...]:
    history = History(game)
    try:
        history.extend(words)
    except ValueError as error:
        msg = f"{path}: opening {' '.join(words)[:40]!r}: {error}"
        raise ValueError(msg) from None
    if history.is_over:
        msg = (
            f"{path}: opening {' '.join(words)[:40]!r}: the game is over; positions to play on from"
        )
        raise ValueError(msg)
    return words
