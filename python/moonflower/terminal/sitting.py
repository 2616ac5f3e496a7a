"""All it takes to go on with a game: the game so far, who plays, how, and by what luck."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from moonflower.engine import Limit
from moonflower.engine.weaker import FULL_STRENGTH
from moonflower.history import History, read_record, record_text, written_record
from moonflower.positions import Game
from moonflower.words import LANGUAGES

__all__ = ["FINISHED", "Seating", "Sitting", "read_sitting"]

FINISHED: Final = '"over": true'
_MARK: Final = "# play "  # a comment to every other reader of records


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where and how the engine plays."""

    people: frozenset[int]  # seats; the engine has the others
    strength: int
    limit: Limit
    threads: int = 1
    language: str = "en"

    def shares_secrets(self, game: Game) -> bool:
        """Several people at one keyboard have something to hide from each other."""
        return len(self.people) > 1 and (game.info.hidden or game.info.simultaneous)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A game at the terminal as a file keeps it."""

    history: History
    seating: Seating
    is_over: bool = False

    def text(self, *notes: str) -> str:
        """A record with one more line, a comment that holds the rest."""
        seating = self.seating
        facts = {
            "people": [f"p{seat + 1}" for seat in sorted(seating.people)],
            "strength": seating.strength,
            "time": seating.limit.time,
            "nodes": seating.limit.nodes,
            "threads": seating.threads,
            "language": seating.language,
            "seed": self.history.seed,
            "over": self.is_over,
        }
        return written_record(self.history, notes=notes) + f"{_MARK}{json.dumps(facts)}\n"


def read_sitting(path: Path) -> Sitting:
    """Read what ``Sitting.text`` has written; ``ValueError`` says what is damaged."""
    lines = [line for line in record_text(path).splitlines() if line.startswith(_MARK)]
    if not lines:
        msg = f"{str(path)!r} does not say who plays; --load goes on with a record alone"
        raise ValueError(msg)
    try:
        history = read_record(path)
        facts = json.loads(lines[-1][len(_MARK) :])
        if not isinstance(facts, dict):
            facts = {}
        seating = _seating(facts, history.game)
        history.seed = _whole(facts, "seed", -math.inf, math.inf)
        return Sitting(
            history=history,
            seating=seating,
            is_over=bool(facts.get("over")) or history.is_over,
        )
    except ValueError as error:
        is_json = isinstance(error, json.JSONDecodeError)
        what = f"no JSON behind {_MARK.strip()!r}" if is_json else str(error)
        msg = f"{str(path)!r} is damaged ({what}); a file kept by moonflower play is accepted"
        raise ValueError(msg) from None


def _seating(facts: Mapping[str, object], game: Game) -> Seating:
    names = {f"p{seat + 1}": seat for seat in range(game.players)}
    people = facts.get("people")
    if not isinstance(people, list) or any(name not in list(names) for name in people):
        _refuse("people", people, f"p1 to p{game.players}")
    language = facts.get("language", "en")
    if language not in LANGUAGES:
        _refuse("language", language, " and ".join(LANGUAGES))
    time = facts.get("time")
    if time is not None and not isinstance(time, int | float):
        _refuse("time", time, "seconds from 0 up")
    nodes = None if facts.get("nodes") is None else _whole(facts, "nodes", 1, math.inf)
    limit = Limit(time=time, nodes=nodes)
    return Seating(
        people=frozenset(names[name] for name in people),
        strength=_whole(facts, "strength", 0, FULL_STRENGTH),
        limit=Limit(time=1.0) if limit.is_infinite else limit,
        threads=_whole(facts, "threads", 1, 1024),
        language=str(language),
    )


def _whole(facts: Mapping[str, object], name: str, least: float, most: float) -> int:
    value = facts.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        _refuse(name, value, "a whole number in range")
    return value


def _refuse(name: str, value: object, accepted: str) -> NoReturn:
    msg = f"{name}: {value!r} does not fit; accepted: {accepted}"
    raise ValueError(msg)
