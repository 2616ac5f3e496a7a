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
from moonflower.positions import CHANCE, Game, State

__all__ = ["GameResult", "play_game", "seed_of"]

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


def seed_of(*parts: int) -> int:
    """64 bits that follow from the parts and from nothing else."""
    text = ",".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def play_game(
    game: Game,
    seed: int,
    seating: Sequence[Player],
    *,
    controls: Sequence[Control] | None = None,
) -> GameResult:
    """One game. The n-th draw of chance follows from the seed and n, whoever sits where.

    So two games of one seed have the same luck as long as the same is played.
    """
    return _Table(game, seed, seating, controls or [Control()] * len(seating)).play()


class _Table:
    def __init__(
        self, game: Game, seed: int, seating: Sequence[Player], controls: Sequence[Control]
    ) -> None:
        if len(seating) != game.players:
            msg = f"{game.spec}: {len(seating)} players for {game.players} seats"
            raise ValueError(msg)
        self._game, self._seed, self._seating = game, seed, seating
        self._clocks = Clocks(controls)
        self._state = game.start()
        self._tokens: list[str] = []
        self._seen: dict[int, list[str]] = {}
        self._moves = self._draws = 0

    def play(self) -> GameResult:
        for seat, player in enumerate(self._seating):
            if player.wants_events:
                self._seen[seat] = []
        seat = 0
        try:
            for seat, player in enumerate(self._seating):
                self._ask(partial(player.begin, seat, seed_of(self._seed, 1, seat)))
            while not self._state.is_over:
                if (seat := self._state.turn) == CHANCE:
                    self._draw()
                else:
                    self._move(seat)
        except PlayerFault as fault:
            return self._lost(Fault(seat, fault.kind, str(fault)))
        returns = tuple(self._state.returns or ())
        return GameResult(returns, self._moves, tuple(self._tokens))

    def _draw(self) -> None:
        outcome = self._state.random_move(seed_of(self._seed, 0, self._draws))
        self._draws += 1
        self._apply(str(outcome), self._state.play(outcome))

    def _move(self, seat: int) -> None:
        player = self._seating[seat]
        turn = Turn(
            view=self._state.view(seat),
            events=tuple(self._seen.get(seat, ())),
            limit=self._clocks.limit(seat),
            patience=self._clocks.patience(seat),
            truth=self._state if player.is_cheat else None,
        )
        begun = time.perf_counter()
        token = self._ask(partial(player.choose, turn))
        self._clocks.charge(seat, time.perf_counter() - begun)
        try:
            after = self._state.play(token)
        except ValueError as error:
            raise PlayerFault(kind="illegal", text=str(error)) from None
        self._moves += 1
        self._apply(token, after)

    @staticmethod
    def _ask(call: Callable[[], Answer]) -> Answer:
        """Whatever a player raises is its own fault."""
        try:
            return call()
        except PlayerFault:
            raise
        except Exception as error:
            raise PlayerFault(kind="crash", text=f"{type(error).__name__}: {error}") from error

    def _apply(self, token: str, after: State) -> None:
        for seat, seen in self._seen.items():
            seen.extend(self._state.seen_by(seat, token).split())
        self._tokens.append(token)
        self._state = after

    def _lost(self, fault: Fault) -> GameResult:
        """The lowest payoff for the one at fault; the others share what there is to win."""
        info = self._game.info
        total = info.highest_payoff if info.payoff_sum is None else info.payoff_sum
        others = (total - info.lowest_payoff) / max(self._game.players - 1, 1)
        returns = tuple(
            float(info.lowest_payoff) if seat == fault.seat else others
            for seat in range(self._game.players)
        )
        return GameResult(returns, self._moves, tuple(self._tokens), fault)
