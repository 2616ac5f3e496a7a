"""One thing that happened in a game: a move, a chance outcome, or what a seat saw of it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from moonflower.errors import IllegalMoveError, ParseError
from moonflower.history.words import shown
from moonflower.positions import CHANCE, OVER, State, View
from moonflower.words import Names, Speaker

__all__ = ["Event", "Step", "bare", "masked_commit", "next_position", "seen_step"]

_MOST_WORDS: Final = 3  # of an event
_FEW_MOVES: Final = 16  # enough to tell whether an event depends on the move


@dataclass(frozen=True, slots=True)
class Step:
    """A token and the position it was played in, by a seat or by chance.

    In a view the token is what its seat saw, in one word or two.
    """

    before: State | View
    token: str
    actor: int  # the seat, or ``CHANCE``
    _seen: dict[int, str] = field(default_factory=dict, repr=False, compare=False)
    _words: dict[int, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_forced(self) -> bool:
        """A seat had nothing to choose."""
        return self.actor >= 0 and len(self.before.legal_moves()) == 1

    @property
    def recap(self) -> str:
        """How the part of the game came out that ended with it; a view tells none."""
        return self.before.recap(self.token) if isinstance(self.before, State) else ""

    def seen_by(self, seat: int) -> str:
        """What a seat saw of it; empty when it saw nothing."""
        if isinstance(self.before, View):
            return self.token
        if seat not in self._seen:
            self._seen[seat] = self.before.seen_by(seat, self.token)
        return self._seen[seat]

    def words(self, seat: int) -> tuple[str, ...]:
        """The same as words of the protocol.

        A choice made together with others is nobody's unless its seat is named.
        """
        if seat not in self._words:
            words = self.seen_by(seat).split()
            is_masked = bool(words) and self.actor >= 0 and "?" in words[0]
            if is_masked and self.before.game.info.simultaneous:
                words[0] = f"p{self.actor + 1}:{words[0]}"
            self._words[seat] = tuple(words)
        return self._words[seat]


@dataclass(frozen=True, slots=True)
class Event:
    """One step as a seat saw it."""

    actor: int
    text: str
    recap: str  # how the part of the game came out that ended with it
    seat: int  # who saw it
    before: State  # what it happened to

    def words(
        self, *, language: str = "en", names: Names | None = None, result: bool = False
    ) -> str:
        """The event in a sentence, from nothing but what the seat saw.

        With ``result`` only what came of it, for those who know what was done.
        """
        phrases = self.before.view(self.seat).phrases(self.text)
        return Speaker(language, self.seat, names).told(phrases[1:] if result else phrases)


def bare(token: str) -> str:
    """The token without the seat in front."""
    return re.sub(r"^p[1-5]:", "", token)


def next_position(position: State | View, token: str) -> State | View:
    """The position after a token, which may name its seat."""
    rest = bare(token)
    if rest != token:
        _check_seat(position, token)
    if isinstance(position, State):
        return position.play(rest)
    return _observed(position, (rest,))[0]


def seen_step(view: View, tokens: deque[str]) -> tuple[Step, View, tuple[str, ...]]:
    """What the next of the tokens shows a seat: the step, the view after it, the tokens it took."""
    token, rest = tokens[0], bare(tokens[0])
    if rest != token:
        _check_seat(view, token)
    after, seen, count = _observed(view, (rest, *islice(tokens, 1, _MOST_WORDS)))
    given = tuple(tokens.popleft() for _ in range(count))
    actor = view.turn if rest == token else int(token[1]) - 1
    return Step(view, seen, actor), after, given


def _observed(view: View, words: Sequence[str]) -> tuple[View, str, int]:
    """The view after the first of the words, or after as many as it takes to show anything.

    A joint choice may show in several words (``p2:? >``: another's bid, and that it was higher).
    What hides a choice is read as ``?``, whatever mask the rule book has.
    """
    try:
        return view.observe(words[0]), words[0], 1
    except ParseError as error:
        for count in range(2, len(words) + 1):
            seen = " ".join(words[:count])
            with suppress(ValueError):
                return view.observe(seen), seen, count
        if words[0] != "?" or (masked := masked_commit(view)) is None:
            raise error from None
    return view.observe(masked), masked, 1


def _check_seat(position: State | View, token: str) -> None:
    # Where choices are made together, a view has its own seat on turn until it has chosen.
    is_open = isinstance(position, View) and position.game.info.simultaneous
    if position.turn >= 0 and int(token[1]) - 1 != position.turn and not is_open:
        msg = f"{shown(token)}: {token[:2]} is not on turn; p{position.turn + 1} is"
        raise IllegalMoveError(msg)


def masked_commit(view: View) -> str | None:
    """What the seat would see of another's choice before its own: one event for all choices.

    None when nobody else chooses, when something of the choice shows, or after the seat's own.
    """
    if view.turn in (CHANCE, OVER, view.seat) or not view.game.info.simultaneous:
        return None
    world = view.sample(0)
    events = {world.seen_by(view.seat, move) for move in world.legal_moves()[:_FEW_MOVES]}
    event = events.pop() if len(events) == 1 else ""
    # More words: the last choice was forced, and with it all of them show.
    return event if "?" in event and " " not in event else None
