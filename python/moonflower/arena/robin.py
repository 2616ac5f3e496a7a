"""Round robins: every set of players that fits a table plays a match."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from moonflower.arena.backends import Backend
from moonflower.arena.match import Match, MatchResult, OnGame
from moonflower.arena.players import Spec
from moonflower.arena.standings import Standings, standings
from moonflower.positions import Game

__all__ = ["RoundRobin"]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """All tables of as many different players as the game has seats."""

    game: Game
    players: tuple[Spec, ...]
    seed: int = 1

    @property
    def matches(self) -> list[Match]:
        """One match for each set of players."""
        names = [player.name for player in self.players]
        if len(set(names)) != len(names):
            msg = f"round robin: players need names of their own, got {', '.join(names)}"
            raise ValueError(msg)
        if len(names) < self.game.players:
            msg = f"round robin: {len(names)} players for {self.game.players} seats; give more"
            raise ValueError(msg)
        return [
            Match(self.game, table, self.seed)
            for table in itertools.combinations(self.players, self.game.players)
        ]

    def play(
        self,
        rounds: int,
        *,
        backend: Backend | None = None,
        folder: Path | None = None,
        on_game: OnGame | None = None,
        on_match: Callable[[Match, MatchResult], object] | None = None,
    ) -> Standings:
        """Play ``rounds`` deals at every table; the standings of all."""
        played: list[tuple[Sequence[str], MatchResult]] = []
        matches = self.matches
        total = 0
        for number, match in enumerate(matches):
            done_before = total

            def count(done: int, of: int, number: int = number, before: int = done_before) -> None:
                if on_game:
                    on_game(before + done, before + of * (len(matches) - number))

            result = match.play(rounds, backend=backend, folder=folder, on_game=count)
            total += len(result.games)
            played.append(([player.name for player in match.players], result))
            if on_match:
                on_match(match, result)
        return standings(played)
