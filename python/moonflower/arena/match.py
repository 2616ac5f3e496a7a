"""Matches with paired deals: the same chance for every seating, seats in every order.

A *round* is one deal played once for every order of the players. Games are kept as they end, so a
stopped match goes on where it was and never plays a game twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from moonflower import __version__
from moonflower.arena.backends import Backend, Threads
from moonflower.arena.games import PlayedGame, Task
from moonflower.arena.players import Spec
from moonflower.arena.rating import PAIR_SCORES, Score, mean_of
from moonflower.arena.schedule import Pairing
from moonflower.arena.shards import Shard
from moonflower.positions import Game

__all__ = ["Match", "MatchResult", "Round"]


@dataclass(frozen=True, slots=True)
class Round:
    """One deal in all its seatings."""

    deal: int
    games: tuple[PlayedGame, ...]

    @property
    def score(self) -> float:
        """The first player's mean payoff over the seatings."""
        return self.payoff(0)

    def payoff(self, player: int) -> float:
        """A player's mean payoff over the seatings."""
        return sum(game.payoff(player) for game in self.games) / len(self.games)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match has shown so far: its complete rounds, in order."""

    rounds: tuple[Round, ...]

    @property
    def games(self) -> list[PlayedGame]:
        """All games."""
        return [game for played in self.rounds for game in played.games]

    @property
    def pairs(self) -> tuple[int, ...]:
        """Counts of pair scores 0, 1/4, 1/2, 3/4, 1: two seats, payoffs that add up to 1."""
        counts = [0] * len(PAIR_SCORES)
        for played in self.rounds:
            counts[min(range(5), key=lambda i: abs(PAIR_SCORES[i] - played.score))] += 1
        return tuple(counts)

    @property
    def score(self) -> Score:
        """Mean payoff of the first player with its 95 % interval, from the means of rounds."""
        return self.score_of(0)

    def score_of(self, player: int) -> Score:
        """Mean payoff of a player with its 95 % interval, from the means of rounds."""
        return mean_of([played.payoff(player) for played in self.rounds])

    @property
    def faults(self) -> list[PlayedGame]:
        """Games lost by a broken player."""
        return [game for game in self.games if game.fault]

    def faults_of(self, player: int) -> dict[str, int]:
        """How often a player broke its game, by kind."""
        counts: dict[str, int] = {}
        for game in self.faults:
            assert game.fault is not None
            if game.order[game.fault.seat] == player:
                counts[game.fault.kind] = counts.get(game.fault.kind, 0) + 1
        return counts


OnRound = Callable[[MatchResult], bool | None]
OnGame = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Match:
    """The players of one table and a seed from which all deals follow."""

    game: Game
    players: tuple[Spec, ...]
    seed: int = 1
    orders: tuple[tuple[int, ...], ...] = ()  # the seatings of a deal; (): every order of all
    openings: tuple[tuple[str, ...], ...] = ()  # in turns, a deal each; (): from the start

    @classmethod
    def of(cls, game: Game, players: Sequence[Spec], *, seed: int = 1) -> Match:
        """A table of all players, or of one against a field of the other."""
        return cls(game, Pairing.of(players, game.players).players, seed)

    @property
    def about(self) -> dict[str, object]:
        """What tells this match from others: the head of its file."""
        return {
            "game": self.game.spec,
            "players": [json.loads(player.key()) for player in self.players],
            "names": [player.name for player in self.players],
            "seed": self.seed,
            "version": __version__,
            **({"orders": self.orders} if self.orders else {}),
            **({"openings": _digest(self.openings)} if self.openings else {}),
        }

    def task(self, deal: int, order: tuple[int, ...], *, records: bool = False) -> Task:
        """One game of it."""
        opening = self.openings[deal % len(self.openings)] if self.openings else ()
        return Task(self.game.spec, self.players, order, self.seed, deal, records, opening)

    def play(  # noqa: PLR0913 - keyword-only beyond the first
        self,
        rounds: int,
        *,
        backend: Backend | None = None,
        folder: Path | None = None,
        records: bool = False,
        on_game: OnGame | None = None,
        on_round: OnRound | None = None,
    ) -> MatchResult:
        """Play ``rounds`` deals; ``on_round`` may end the match early by returning ``False``.

        With ``folder`` every game is kept there as soon as it is over, and games that are there
        already are not played again. ``on_game`` is told how many games are done, of how many.
        Rounds are looked at in the order of their deals, so that an early end does not depend on
        which worker was faster.
        """
        if rounds < 1:
            msg = f"rounds: {rounds} is out of range; whole numbers from 1 up are accepted"
            raise ValueError(msg)
        if folder is None:
            return self._play(rounds, None, backend or Threads(1), records, on_game, on_round)
        with Shard(folder, self.about) as shard:
            return self._play(rounds, shard, backend or Threads(1), records, on_game, on_round)

    def _play(  # noqa: PLR0913, PLR0917 - play's arguments, handed on
        self,
        rounds: int,
        shard: Shard | None,
        backend: Backend,
        records: bool,
        on_game: OnGame | None,
        on_round: OnRound | None,
    ) -> MatchResult:
        board = _Board(self.orders or Pairing(self.players).orders, rounds)
        if shard is not None:
            for game in shard.games():
                board.add(game)
        total = rounds * len(board.orders)
        done = total - len(board.missing)
        if board.advance(on_round):
            tasks = [self.task(deal, order, records=records) for deal, order in board.missing]
            playing = backend.play(tasks)
            try:
                for game in playing:
                    if shard is not None:
                        shard.append(game)
                    board.add(game)
                    done += 1
                    if on_game:
                        on_game(done, total)
                    if not board.advance(on_round):
                        break
            finally:
                playing.close()  # type: ignore[attr-defined]
        return MatchResult(tuple(board.rounds))


def _digest(openings: tuple[tuple[str, ...], ...]) -> str:
    return hashlib.blake2b(json.dumps(openings).encode(), digest_size=8).hexdigest()


class _Board:
    """The games of a match as they come in, and the rounds that are complete from the first on."""

    def __init__(self, orders: tuple[tuple[int, ...], ...], rounds: int) -> None:
        self.orders = orders
        self.rounds: list[Round] = []
        self._wanted = rounds
        self._games: dict[tuple[int, tuple[int, ...]], PlayedGame] = {}

    def add(self, game: PlayedGame) -> None:
        if game.deal < self._wanted and game.order in self.orders:
            self._games[game.place] = game

    @property
    def missing(self) -> list[tuple[int, tuple[int, ...]]]:
        places = ((deal, order) for deal in range(self._wanted) for order in self.orders)
        return [place for place in places if place not in self._games]

    def advance(self, on_round: OnRound | None) -> bool:
        """Take the next complete rounds; whether to go on."""
        while len(self.rounds) < self._wanted:
            deal = len(self.rounds)
            games = [self._games.get((deal, order)) for order in self.orders]
            if any(game is None for game in games):
                break
            self.rounds.append(Round(deal, tuple(game for game in games if game)))
            if on_round and on_round(MatchResult(tuple(self.rounds))) is False:
                return False
        return True
