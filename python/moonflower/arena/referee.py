"""One game: the referee holds the truth, draws chance, keeps clocks, shows each its own view."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from moonflower.arena.clocks import Clocks, Control
from moonflower.arena.faults import Fault, PlayerFault
from moonflower.arena.players import Player, Turn
from moonflower.history import History, seed_of
from moonflower.positions import CHANCE, Game

__all__ = ["GameResult", "play_game"]

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game. With a fault, the seat it names has lost."""

    returns: tuple[float, ...]
    moves: int
    tokens: tuple[str, ...]  # a complete record, chance with its star
    fault: Fault | None = None

    @property
    def digest(self) -> str:
        """Equal games have equal digests."""
        return hashlib.blake2b(" ".join(self.tokens).encode(), digest_size=8).hexdigest()


def play_game(
    game: Game,
    seed: int,
    seating: Sequence[Player],
    *,
    controls: Sequence[Control] | None = None,
    opening: Sequence[str] = (),
) -> GameResult:
    """One game. The n-th draw of chance follows from the seed and n, whoever sits where.

    So two games of one seed have the same luck as long as the same is played. ``opening`` is what
    has been played, chance included, when the players sit down.
    """
    referee = _Referee(game, seed, seating, controls or [Control()] * len(seating))
    return referee.play(opening)


class _Referee:
    def __init__(
        self, game: Game, seed: int, seating: Sequence[Player], controls: Sequence[Control]
    ) -> None:
        if len(seating) != game.players:
            msg = f"{game.spec}: {len(seating)} players for {game.players} seats"
            raise ValueError(msg)
        self._game, self._seed, self._seating = game, seed, seating
        self._clocks = Clocks(controls)
        self._history = History(game, seed=seed)
        self._moves = 0

    def play(self, opening: Sequence[str]) -> GameResult:
        self._history.extend(opening)
        seat = 0
        try:
            for seat, player in enumerate(self._seating):
                self._ask(partial(player.begin, seat, seed_of(self._seed, 1, seat)))
            while not self._history.is_over:
                if (seat := self._history.turn) == CHANCE:
                    self._history.draw()
                else:
                    self._move(seat)
        except PlayerFault as fault:
            return self._lost(Fault(seat, fault.kind, str(fault)))
        returns = tuple(self._history.state.returns or ())
        return GameResult(returns, self._moves, self._history.tokens)

    def _move(self, seat: int) -> None:
        player = self._seating[seat]
        turn = Turn(
            view=self._history.view(seat),
            events=self._history.events(seat) if player.wants_events else (),
            limit=self._clocks.limit(seat),
            patience=self._clocks.patience(seat),
            truth=self._history.state if player.is_cheat else None,
        )
        begun = time.perf_counter()
        token = self._ask(partial(player.choose, turn))
        self._clocks.charge(seat, time.perf_counter() - begun)
        try:
            self._history.play(token)
        except ValueError as error:
            raise PlayerFault(kind="illegal", text=str(error)) from None
        self._moves += 1

    @staticmethod
    def _ask(call: Callable[[], Answer]) -> Answer:
        """Whatever a player raises is its own fault."""
        try:
            return call()
        except PlayerFault:
            raise
        except Exception as error:
            raise PlayerFault(kind="crash", text=f"{type(error).__name__}: {error}") from error

    def _lost(self, fault: Fault) -> GameResult:
        """The lowest payoff for the one at fault; the others share what there is to win."""
        info = self._game.info
        total = info.highest_payoff if info.payoff_sum is None else info.payoff_sum
        others = (total - info.lowest_payoff) / max(self._game.players - 1, 1)
        returns = tuple(
            float(info.lowest_payoff) if seat == fault.seat else others
            for seat in range(self._game.players)
        )
        return GameResult(returns, self._moves, self._history.tokens, fault)
