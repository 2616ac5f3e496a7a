"""The lines a record is made of, which the protocol shares: ``game``, ``position``, ``apply``."""

from __future__ import annotations

from dataclasses import dataclass

from moonflower.history.history import History
from moonflower.history.refusal import refuse
from moonflower.history.words import Words, parse_seat, shown
from moonflower.positions import Game

__all__ = ["Apply", "Position", "SetGame", "parse_apply", "parse_game", "parse_position"]

CHANCE_WORD = "chance"


@dataclass(frozen=True, slots=True)
class SetGame:
    """``game SPEC``."""

    spec: str


@dataclass(frozen=True, slots=True)
class Position:
    """``position``: a base and what has happened since, for one seat's eyes or in full."""

    seat: int | None = None  # the viewer, or None for a full position
    text: str | None = None  # a position string, or None for the start
    seed: int | None = None  # deals a start position
    tokens: tuple[str, ...] = ()

    def history(self, game: Game, *, seed: int = 0) -> History:
        """The game in progress it describes; ``seed`` is that of the luck to come."""
        if self.seat is not None and self.seed is not None:
            refuse("position", "position view: a seed deals what the seat cannot know; give events")
        history = History(game, position=self.text, seat=self.seat, deal=self.seed, seed=seed)
        history.extend(self.tokens)
        return history


@dataclass(frozen=True, slots=True)
class Apply:
    """``apply``: more moves on the position that is set, or one draw of chance."""

    tokens: tuple[str, ...]

    @property
    def is_draw(self) -> bool:
        """Chance is to be drawn."""
        return self.tokens == (CHANCE_WORD,)


def parse_game(words: Words) -> SetGame:
    """What stands behind ``game``."""
    return SetGame(words.take("a game"))


def parse_apply(words: Words) -> Apply:
    """What stands behind ``apply``."""
    return Apply(words.rest("moves"))


def parse_position(words: Words) -> Position:
    """What stands behind ``position``."""
    seat = None
    if words.peek() == "view":
        words.take("view")
        seat = parse_seat(words.take("a seat"), "position view")
    text, seed = None, None
    base = words.take("startpos or pos")
    if base == "startpos":
        if words.peek() == "seed":
            words.take("seed")
            seed = words.number("position startpos seed")
    elif base == "pos":
        parts = words.until("moves", "events")
        if not parts:
            refuse("syntax", "position pos: expected a position string, got nothing")
        text = " ".join(parts)
    else:
        refuse("syntax", f"position: expected startpos or pos, got {shown(base)}")
    if not words:
        return Position(seat, text, seed)
    kind = words.take("moves or events")
    if kind not in ("moves", "events"):
        refuse("syntax", f"position: expected moves or events, got {shown(kind)}")
    return Position(seat, text, seed, words.until())
