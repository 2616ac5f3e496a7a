"""One game of a match as a piece of work and as a result: both can be sent and stored."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from moonflower.arena.budget import Spent
from moonflower.arena.faults import Fault
from moonflower.arena.players import Player, Spec
from moonflower.arena.referee import play_game
from moonflower.history import seed_of
from moonflower.positions import Game

__all__ = ["PlayedGame", "Task", "close_players", "run_task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: it follows from this and from nothing else (fixed nodes)."""

    game: str
    players: tuple[Spec, ...]
    order: tuple[int, ...]  # which player sits in seat 0, 1, ...
    seed: int  # of the match
    deal: int
    records: bool = False  # keep the tokens
    opening: tuple[str, ...] = ()  # played before anybody chooses

    @property
    def place(self) -> tuple[int, tuple[int, ...]]:
        """Which game of the match it is."""
        return self.deal, self.order


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A finished game of a match. Payoffs are by seat; ``order`` says who sat there."""

    deal: int
    order: tuple[int, ...]
    returns: tuple[float, ...]
    moves: int
    digest: str  # of all that happened
    fault: Fault | None = None
    tokens: tuple[str, ...] = ()
    spent: tuple[Spent, ...] = field(default=(), compare=False)  # by seat

    @property
    def place(self) -> tuple[int, tuple[int, ...]]:
        """Which game of the match it is."""
        return self.deal, self.order

    def payoff(self, player: int) -> float:
        """What a player of the match got."""
        return self.returns[self.order.index(player)]


def run_task(task: Task) -> PlayedGame:
    """Play a game in this thread, with players that are kept for the next one."""
    game = Game(task.game)
    players = _players(game, task.players)
    seating = [players[player] for player in task.order]
    before = [player.spent for player in seating]
    result = play_game(
        game,
        seed_of(task.seed, task.deal),
        seating,
        controls=[task.players[player].control for player in task.order],
        opening=task.opening,
    )
    return PlayedGame(
        deal=task.deal,
        order=task.order,
        returns=result.returns,
        moves=result.moves,
        digest=result.digest,
        fault=result.fault,
        tokens=result.tokens if task.records else (),
        spent=tuple(player.spent - then for player, then in zip(seating, before, strict=True)),
    )


class _Kept(threading.local):
    """The players of this thread, made once: an engine's table costs more than a game."""

    key: tuple[str, ...] = ()
    players: list[Player]


_kept = _Kept()


def _players(game: Game, specs: tuple[Spec, ...]) -> list[Player]:
    key = (game.spec, *(spec.key() for spec in specs))
    if _kept.key != key:
        close_players()
        _kept.players = [spec.open(game) for spec in specs]
        _kept.key = key
    return _kept.players


def close_players() -> None:
    """Give back what this thread keeps."""
    if _kept.key:
        _kept.key = ()
        for player in _kept.players:
            player.close()
