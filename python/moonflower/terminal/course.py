"""The course of one game: every state since it began, who did what, and taking moves back."""

from __future__ import annotations

import random
from dataclasses import dataclass

from moonflower.history.record import Record
from moonflower.positions import CHANCE, State

__all__ = ["Course", "Event", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One token: the state it was played in, by a seat or by chance."""

    before: State
    token: str

    @property
    def actor(self) -> int:
        """The seat, or ``CHANCE``."""
        return self.before.turn

    @property
    def is_forced(self) -> bool:
        """A seat had nothing to choose."""
        return self.actor >= 0 and len(self.before.legal_moves()) == 1


@dataclass(frozen=True, slots=True)
class Event:
    """One step as a seat saw it."""

    actor: int
    text: str
    recap: str  # how the part of the game came out that ended with it


class Course:
    """A game being played. Luck follows from the seed and the place in the game, so that taking a
    move back does not change it."""

    def __init__(self, record: Record, seed: int) -> None:
        self._record, self.seed = record, seed
        self.state = record.begin
        self.steps: list[Step] = []
        for token in record.tokens:
            self.play(token)

    @property
    def record(self) -> Record:
        """The game so far."""
        tokens = tuple(step.token for step in self.steps)
        return Record(self._record.game, self._record.position, tokens)

    def play(self, token: str) -> None:
        """One move or outcome; refused ones leave the game as it was."""
        after = self.state.play(token)
        self.steps.append(Step(self.state, token))
        self.state = after

    def draw(self) -> None:
        """Let chance act until it is somebody's turn."""
        while self.state.turn == CHANCE:
            source = random.Random(f"{self.seed} {len(self.steps)}")
            self.play(str(self.state.random_move(source)))

    def take_back(self, seat: int) -> None:
        """Back to the last choice of a seat, whatever has happened since."""
        index = self.last_choice(seat)
        if index is None:
            msg = f"undo: p{seat + 1} has not chosen yet; nothing can be taken back"
            raise ValueError(msg)
        self.state = self.steps[index].before
        del self.steps[index:]

    def last_choice(self, seat: int) -> int | None:
        """Where a seat chose last; a move it had to make is no choice."""
        for index in range(len(self.steps) - 1, -1, -1):
            step = self.steps[index]
            if step.actor == seat and not step.is_forced:
                return index
        return None

    def told(self, seat: int, since: int) -> list[Event]:
        """What a seat saw of the steps from a number on."""
        events = [
            Event(
                step.actor,
                step.before.seen_by(seat, step.token),
                step.before.recap(step.token),
            )
            for step in self.steps[since:]
        ]
        return [event for event in events if event.text or event.recap]
