"""The fixed ladder: from random play to an engine that sees the cards, with ours in between.

Steps are compared at equal nodes, or at equal CPU time: then each gets as many nodes as its own
speed allows, measured before the match, so that a busy machine does not decide it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from moonflower.arena.backends import Backend
from moonflower.arena.clocks import Control
from moonflower.arena.match import Match, MatchResult, OnGame
from moonflower.arena.players import EngineSpec
from moonflower.arena.standings import Standings, standings
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.history import History
from moonflower.positions import Game

__all__ = ["OURS", "STEPS", "Ladder", "nodes_in", "step"]

OURS: Final = "auto"
STEPS: Final = ("random", "greedy", "flat", "pimc", "so-ismcts", OURS, "cheat")
"""Weak to strong. ``so-ismcts`` is frozen; ``cheat`` knows everything: a ceiling, no opponent."""

_INSTANT: Final = ("random", "greedy")
_HASH_MB: Final = 16
_SAMPLE_NODES: Final = 400
_SAMPLE_MOVES: Final = 60


def step(algorithm: str, *, nodes: int, name: str | None = None) -> EngineSpec:
    """A step of the ladder."""
    limit = Limit(nodes=1 if algorithm in _INSTANT else nodes)
    options = EngineOptions(algorithm=algorithm, hash_mb=_HASH_MB)
    return EngineSpec(name or algorithm, options, Control(limit))


def nodes_in(game: Game, algorithm: str, cpu_seconds: float, *, games: int = 2) -> int:
    """How many nodes an algorithm searches in so much CPU time, over its own games.

    Decisions are sampled along whole games and weigh alike, as they do in a match; those that the
    game's solver answers without a search do not count.
    """
    spent, nodes, moves = 0.0, 0, 0
    with Engine(game, algorithm=algorithm, hash_mb=_HASH_MB) as engine:
        for number in range(games):
            history = History(game, seed=number)
            history.draw_all()
            while not history.is_over and moves < _SAMPLE_MOVES * (number + 1):
                begun = time.thread_time()
                result = engine.play(history.state, Limit(nodes=_SAMPLE_NODES))
                if result.report.nodes > 0:
                    spent += time.thread_time() - begun
                    nodes += result.report.nodes
                moves += 1
                history.play(result.move)
                history.draw_all()
    if nodes == 0:  # solved from the first move on
        return _SAMPLE_NODES
    return max(1, round(cpu_seconds * nodes / max(spent, 1e-9)))


@dataclass(frozen=True, slots=True)
class Ladder:
    """Ours against every step, and every step against the next.

    With more than two seats, one player sits against a field of the other, both ways round.
    """

    game: Game
    players: tuple[EngineSpec, ...]
    seed: int = 1

    @classmethod
    def at_nodes(cls, game: Game, nodes: int, *, seed: int = 1) -> Ladder:
        """Everybody searches as many nodes."""
        return cls(game, tuple(step(one, nodes=nodes) for one in _steps(game)), seed)

    @classmethod
    def at_cpu_time(cls, game: Game, seconds: float, *, seed: int = 1) -> Ladder:
        """Everybody searches as long, by its own mean speed in this game."""
        players = []
        for one in _steps(game):
            nodes = 1 if one in _INSTANT else nodes_in(game, one, seconds)
            players.append(step(one, nodes=nodes))
        return cls(game, tuple(players), seed)

    @classmethod
    def at_time(cls, game: Game, seconds: float, *, seed: int = 1) -> Ladder:
        """Everybody has as long by the wall clock: for a machine that does nothing else."""
        players = cls.at_nodes(game, 1, seed=seed).players
        control = Control(Limit(time=seconds))
        return cls(
            game,
            tuple(
                one if one.name in _INSTANT else replace(one, control=control) for one in players
            ),
            seed,
        )

    @property
    def matches(self) -> list[Match]:
        """Who plays whom."""
        names = [player.name for player in self.players]
        ours = names.index(OURS)
        pairs = {(ours, i) for i in range(len(names)) if i != ours}
        pairs |= {(i + 1, i) for i in range(len(names) - 1) if ours not in (i, i + 1)}
        if self.game.players > 2:  # noqa: PLR2004
            pairs |= {(i, ours) for i in range(len(names)) if i != ours}
        return [
            Match.of(self.game, (self.players[a], self.players[b]), seed=self.seed)
            for a, b in sorted(pairs)
        ]

    def play(
        self,
        rounds: int,
        *,
        backend: Backend | None = None,
        folder: Path | None = None,
        on_game: OnGame | None = None,
    ) -> LadderResult:
        """Play ``rounds`` deals in every match."""
        played = []
        done_before = 0
        matches = self.matches
        for number, match in enumerate(matches):
            before, left = done_before, len(matches) - number

            def count(done: int, of: int, before: int = before, left: int = left) -> None:
                if on_game:
                    on_game(before + done, before + of * left)

            result = match.play(rounds, backend=backend, folder=folder, on_game=count)
            done_before += len(result.games)
            played.append((tuple(player.name for player in match.players), result))
        return LadderResult(self, tuple(played))


@dataclass(frozen=True, slots=True)
class LadderResult:
    """The matches of a ladder, each with the names of its players."""

    ladder: Ladder
    matches: tuple[tuple[Sequence[str], MatchResult], ...]

    @property
    def standings(self) -> Standings:
        """Ratings over all matches."""
        return standings(self.matches)


def _steps(game: Game) -> tuple[str, ...]:
    """Where nothing is hidden, cheating is what everybody does."""
    info = game.info
    return STEPS if info.hidden or info.simultaneous else STEPS[:-1]
