"""What a rule is, and how an engine is held to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from moonflower.protocol.conformance.talk import Talk, need
from moonflower.protocol.conformance.wire import ProcessWire, Wire

__all__ = ["Bench", "Games", "Rule", "Skip", "rule", "rules_of"]


class Skip(Exception):
    """The rule cannot be tried on this engine; the text says why."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games a check plays; each must be small."""

    open: str = "tic_tac_toe"  # nothing hidden, no chance
    hidden: str = "kuhn_poker"  # dealt cards
    together: str = "goofspiel:cards=4"  # choices made together


class Bench:
    """Where an engine is tried: one long conversation, and new ones on demand."""

    def __init__(
        self, open_wire: Callable[[tuple[str, ...]], Wire], games: Games, patience: float
    ) -> None:
        self._open_wire = open_wire
        self._patience = patience
        self.games = games
        self._talk: Talk | None = None
        self._extra: list[Talk] = []

    @property
    def talk(self) -> Talk:
        """The long conversation, begun anew when it was lost."""
        if self._talk is None:
            self._talk = Talk(self._open_wire(()), self._patience)
        return self._talk

    def fresh(self, *arguments: str) -> Talk:
        """A new engine, with more arguments if given."""
        talk = Talk(self._open_wire(arguments), self._patience)
        self._extra.append(talk)
        return talk

    def fresh_process(self, *arguments: str) -> tuple[Talk, ProcessWire]:
        """A new engine that can be sent signals and watched as it leaves."""
        talk = self.fresh(*arguments)
        if not isinstance(talk.wire, ProcessWire):
            msg = "needs an engine that runs as a process of its own"
            raise Skip(msg)
        return talk, talk.wire

    def at(self, game: str, position: str = "startpos") -> Talk:
        """The long conversation with a game and a position set."""
        talk = self.talk
        talk.quietly(f"game {game}", f"position {position}")
        return talk

    def in_middle_of_search(self, game: str, position: str = "startpos") -> Talk:
        """The long conversation with an endless search going on; the caller stops it."""
        talk = self.at(game, position)
        talk.send("go infinite")
        return talk

    @cached_property
    def handshake(self) -> list[str]:
        """What ``uci`` says."""
        self.talk.send("uci")
        return self.talk.until("uciok")

    @cached_property
    def options(self) -> dict[str, list[str]]:
        """The words behind ``type`` of every announced option, by its name."""
        found = {}
        for line in self.handshake:
            words = line.split()
            if words[:2] == ["option", "name"]:
                need("type" in words, f"an option without a type: {line!r}")
                at = words.index("type")
                found[" ".join(words[2:at])] = words[at + 1 :]
        return found

    def tidy(self, *, is_lost: bool) -> None:
        """Close what a rule has opened; after a broken one the long conversation too."""
        for talk in self._extra:
            talk.wire.close()
        self._extra.clear()
        if is_lost and self._talk is not None:
            self._talk.wire.close()
            self._talk = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of the page, and how it is tried."""

    id: str
    text: str
    check: Callable[[Bench], None] = field(compare=False)


_RULES: dict[str, Rule] = {}


def rule(name: str, text: str) -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """Make a function the check of a rule."""

    def keep(check: Callable[[Bench], None]) -> Callable[[Bench], None]:
        assert name not in _RULES, name
        _RULES[name] = Rule(name, text, check)
        return check

    return keep


def rules_of() -> tuple[Rule, ...]:
    """All rules that have been declared, in their order."""
    return tuple(_RULES.values())
