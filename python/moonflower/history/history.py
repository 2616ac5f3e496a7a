"""A game in progress: what has happened since it began, as the truth or as one seat saw it."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from moonflower.arguments import expect, expect_whole
from moonflower.errors import IllegalMoveError
from moonflower.history.refusal import refuse
from moonflower.history.step import Event, Step, bare, masked_commit, next_position, seen_step
from moonflower.history.words import shown
from moonflower.positions import CHANCE, OVER, Game, Move, State, View

__all__ = ["History", "seed_of"]


def seed_of(*parts: int) -> int:
    """64 bits that follow from the parts and from nothing else."""
    text = ",".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class _Entry:
    """Some tokens as they were given, and what they did; an announcement does nothing."""

    given: tuple[str, ...]
    step: Step | None
    after: State | View
    draws: int  # of chance so far


class History:
    """A game in progress: where it began, every move and chance outcome since, and taking back.

    Without a ``seat`` it holds the truth, with one what that seat saw. An engine takes a history
    in place of a position; searches are handed what the asking seat saw of it and nothing else.

    >>> import moonflower as mf
    >>> history = mf.History("kuhn_poker", seed=1)
    >>> history.draw_all()
    ['*K', '*Q']
    >>> history.play("p")
    >>> [step.seen_by(1) for step in history.steps]
    ['*?', '*Q', 'p']
    >>> history.seen_by(1).tokens
    ('*?', '*Q', 'p')
    """

    def __init__(
        self,
        game: Game | str,
        *,
        position: str | None = None,
        seat: int | None = None,
        deal: int | None = None,
        seed: int = 0,
    ) -> None:
        """``position`` is a position string (a seat's view string), or None for the start.

        ``deal`` is the seed of a deal as ``Game.deal`` gives it, ``seed`` that of the luck
        ``draw`` brings.
        """
        game = game if isinstance(game, Game) else Game(game)
        expect_whole(seed, "history seed", most=None)
        self.begin: State | View  # before the first token
        if seat is None:
            self.begin = game.start() if position is None else game.parse(position)
        elif position is None:
            self.begin = game.start_view(seat)
        else:
            self.begin = game.parse_view(position, seat)
        self.is_from_start = position is None
        self.seed = seed
        self._entries: list[_Entry] = []
        self._dealt = 0  # of these; they are not taken back
        if deal is not None:
            self.extend(game.deal_tokens(deal))
            self._dealt = len(self._entries)

    def _with(self, entries: list[_Entry]) -> History:
        new = copy(self)
        new._entries, new._dealt = entries, min(self._dealt, len(entries))
        return new

    # --- what is there

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.begin.game

    @property
    def seat(self) -> int | None:
        """Whose eyes it is seen with; None for the truth."""
        return self.begin.seat if isinstance(self.begin, View) else None

    def begin_view(self, seat: int) -> View:
        """What a seat knew at the beginning."""
        return self._as_view(self.begin, seat)

    @property
    def position(self) -> State | View:
        """The position now."""
        return self._entries[-1].after if self._entries else self.begin

    @property
    def state(self) -> State:
        """The position now, of a history that holds the truth."""
        position = self.position
        if isinstance(position, View):
            msg = f"history: it holds what p{position.seat + 1} saw; the truth is accepted"
            raise ValueError(msg)
        return position

    @property
    def turn(self) -> int:
        """The seat to act, ``CHANCE`` or ``OVER``."""
        return self.position.turn

    @property
    def is_over(self) -> bool:
        """Nobody acts any more."""
        return self.turn == OVER

    @property
    def tokens(self) -> tuple[str, ...]:
        """Everything since the beginning, without seats in front and announcements."""
        return tuple(step.token for step in self.steps)

    @property
    def steps(self) -> list[Step]:
        """The same with the positions in which it happened."""
        return [entry.step for entry in self._entries if entry.step is not None]

    def __len__(self) -> int:
        return sum(entry.step is not None for entry in self._entries)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        base = "" if self.is_from_start else f", position={str(self.begin)!r}"
        seat = "" if self.seat is None else f", seat={self.seat}"
        return f"<History of {self.game.spec!r}{base}{seat}: {len(self)} steps>"

    # --- playing on

    def play(self, move: str | Move) -> None:
        """One move or chance outcome, or what the seat saw; a refused one changes nothing."""
        token, before = str(move), self.position
        if isinstance(before, View):
            self.extend([token])
        else:
            after = next_position(before, token)
            self._add((token,), Step(before, bare(token), before.turn), after)

    def extend(self, tokens: Sequence[str]) -> None:
        """All tokens of a record or none of them.

        What a move announces to everybody (a round's secrets, ``!46``) may stand in a full record
        too: it is checked and changes nothing.
        """
        expect(tokens, list | tuple, "history tokens", "a list of texts")
        count = len(self._entries)
        try:
            self._follow(deque(tokens))
        except ValueError:
            del self._entries[count:]
            raise

    def _follow(self, rest: deque[str]) -> None:
        announced: list[str] = []
        while rest:
            token, position = rest[0], self.position
            if token not in announced and isinstance(position, View):
                step, after, given = seen_step(position, rest)
                self._add(given, step, after)
                continue
            rest.popleft()
            if token in announced:
                announced.remove(token)
                self._add((token,), None, position)
            elif isinstance(position, State):
                step = Step(position, bare(token), position.turn)
                self._add((token,), step, _after_all_said(position, token, announced))
                announced = step.seen_by(0).split()[1:]

    def _add(self, given: tuple[str, ...], step: Step | None, after: State | View) -> None:
        draws = step is not None and step.actor == CHANCE
        self._entries.append(_Entry(given, step, after, self._draws + draws))

    @property
    def _draws(self) -> int:
        return self._entries[-1].draws if self._entries else 0

    def draw(self) -> str:
        """Let chance act once; what came.

        The n-th draw follows from the seed and n alone, so taking moves back does not change it,
        nor does another way of playing.
        """
        if (turn := self.turn) != CHANCE:
            who = "nobody" if turn == OVER else f"p{turn + 1}"
            msg = f"{self.game.name}: chance is not on turn; {who} is"
            raise IllegalMoveError(msg)
        token = str(self.state.random_move(seed_of(self.seed, 0, self._draws)))
        self.play(token)
        return token

    def draw_all(self) -> list[str]:
        """Let chance act until a seat is on turn; what came."""
        tokens = []
        while self.turn == CHANCE:
            tokens.append(self.draw())
        return tokens

    @property
    def drawn_for(self) -> tuple[int, ...]:
        """At a chance turn: the seats that will see what comes, all of them if it is open."""
        if self.turn != CHANCE:
            return ()
        position = self.position
        state = position if isinstance(position, State) else position.sample(0)
        token = str(state.random_move(0))
        seats = range(self.game.players)
        return tuple(seat for seat in seats if state.seen_by(seat, token) == token)

    # --- taking back

    def undo(self, count: int = 1) -> None:
        """Take back the last tokens; an event of two words goes as a whole."""
        expect_whole(count, "undo")
        given = sum(len(entry.given) for entry in self._entries[self._dealt :])
        if count > given:
            refuse("position", f"undo: {count} tokens to take back, {given} were given")
        while count > 0:
            count -= len(self._entries.pop().given)

    def take_back(self, seat: int) -> None:
        """Back to the last choice of a seat, whatever has happened since."""
        index = self.last_choice(seat)
        if index is None:
            msg = f"undo: p{seat + 1} has not chosen yet; nothing can be taken back"
            raise ValueError(msg)
        self._entries = self._first(index)

    def last_choice(self, seat: int) -> int | None:
        """The step in which a seat chose last; a move it had to make is no choice."""
        expect_whole(seat, "history seat")
        steps = self.steps
        for index in range(len(steps) - 1, -1, -1):
            if steps[index].actor == seat and not steps[index].is_forced:
                return index
        return None

    def until(self, count: int) -> History:
        """The history as it was after ``count`` steps."""
        expect_whole(count, "history steps", least=0)
        return self._with(self._first(count))

    def _first(self, count: int) -> list[_Entry]:
        ends = [index for index, entry in enumerate(self._entries) if entry.step is not None]
        return self._entries[: ends[count]] if count < len(ends) else self._entries[:]

    # --- who saw what

    def view(self, seat: int) -> View:
        """What a seat knows now."""
        return self._as_view(self.position, seat)

    @staticmethod
    def _as_view(position: State | View, seat: int) -> View:
        if isinstance(position, State):
            return position.view(seat)
        if seat != position.seat:
            msg = f"history: it holds what p{position.seat + 1} saw, not p{seat + 1}"
            raise ValueError(msg)
        return position

    def events(self, seat: int) -> tuple[str, ...]:
        """What a seat saw, as words of the protocol."""
        if self.seat == seat:
            return tuple(word for entry in self._entries for word in entry.given)
        return tuple(word for step in self.steps for word in step.words(seat))

    def past(self, seat: int) -> tuple[View, list[tuple[int, str]]]:
        """What a search for a seat is handed: a view to begin with and, for every step since that
        the seat saw, who acted and what it saw."""
        seen = ((step.actor, step.seen_by(seat)) for step in self.steps)
        return self.begin_view(seat), [event for event in seen if event[1]]

    def seen_by(self, seat: int) -> History:
        """The game as one seat saw it: nothing else is in it."""
        seen = self._with([])
        seen.begin = self.begin_view(seat)
        for step in self.steps:
            view = seen.view(seat)
            if told := step.seen_by(seat):
                seen._add(step.words(seat), Step(view, told, step.actor), view.observe(told))
        return seen

    def told(self, seat: int, since: int = 0) -> list[Event]:
        """What a seat saw of the steps from a number on, in a history of the truth."""
        events = []
        for step in self.steps[since:]:
            text, recap = step.seen_by(seat), step.recap
            if isinstance(step.before, State) and (text or recap):
                events.append(Event(step.actor, text, recap, seat, step.before))
        return events

    def at_choice(self) -> History:
        """The history with the choices others are making right now counted as made.

        In a view the seat may choose while its own choice is missing: what others have chosen
        before it is hidden.
        """
        ready = self
        while isinstance(view := ready.position, View) and (masked := masked_commit(view)):
            ready = ready._with(ready._entries[:])
            step = Step(view, masked, view.turn)
            ready._add((f"p{view.turn + 1}:{masked}",), step, view.observe(masked))
        return ready


def _after_all_said(state: State, token: str, announced: Sequence[str]) -> State | View:
    """After a token; if it is refused and looks like an announcement, the wrong one."""
    try:
        return next_position(state, token)
    except ValueError:
        if announced and token[0] == announced[0][0]:
            msg = f"{shown(token)} does not agree with the game; it says {announced[0]!r}"
            raise IllegalMoveError(msg) from None
        raise
