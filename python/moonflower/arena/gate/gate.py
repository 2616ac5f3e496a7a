"""The gate: two builds play the same deals in every seating until a test says which is better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from moonflower.arena.backends import Backend
from moonflower.arena.budget import Spent
from moonflower.arena.gate.sides import Side
from moonflower.arena.gate.verdict import Bounds, Deal, Estimate, bootstrap, elo_at, judge
from moonflower.arena.match import Match, MatchResult, Round
from moonflower.arena.rating import PAIR_SCORES, SprtResult
from moonflower.positions import Game

__all__ = ["VERDICTS", "Gate", "GateResult"]

VERDICTS: Final = {"H1": "passed", "H0": "failed", None: "undecided"}
_PAIR: Final = 2
OnDeal = Callable[[int, int, str], object]


@dataclass(frozen=True, slots=True)
class Gate:
    """One game's gate."""

    game: Game
    old: Side
    new: Side
    bounds: Bounds = field(default_factory=Bounds)
    seed: int = 1
    openings: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.game.players < _PAIR:
            msg = f"{self.game.spec}: nobody to play against; games of 2 to 5 seats are accepted"
            raise ValueError(msg)

    @property
    def match(self) -> Match:
        """All seatings of a deal: one new among old ones, one old among new ones.

        Players of a match come first the new ones, then the old ones, enough of each for a field.
        """
        field_size = self.game.players - 1
        players = (self.new.spec,) * field_size + (self.old.spec,) * field_size
        alone = [(0, range(field_size, 2 * field_size)), (field_size, range(field_size))]
        orders = [
            (*others[:seat], one, *others[seat:])
            for one, others in ((one, tuple(others)) for one, others in alone)
            for seat in range(self.game.players)
        ]
        return Match(
            self.game, players, self.seed, tuple(dict.fromkeys(orders)), openings=self.openings
        )

    def play(
        self,
        deals: int,
        *,
        backend: Backend | None = None,
        folder: Path | None = None,
        on_game: OnDeal | None = None,
    ) -> GateResult:
        """Play until the test has decided, or ``deals`` deals; what is kept is not played again."""
        for side in {self.old.spec: self.old, self.new.spec: self.new}.values():
            side.check(self.game)
        found: list[Deal] = []
        test: SprtResult | None = None

        def look(so_far: MatchResult) -> bool:
            nonlocal test
            found.append(self._deal(so_far.rounds[-1]))
            test = judge([deal.score for deal in found], self.game.players, self.bounds)
            return test.accepted is None

        def told(done: int, total: int) -> None:
            if on_game and test:
                on_game(done, total, f"llr {test.llr:+.2f} [{test.lower:.2f}, {test.upper:.2f}]")

        result = self.match.play(deals, backend=backend, folder=folder, on_game=told, on_round=look)
        assert test is not None
        return GateResult(self, tuple(found), result, test)

    def _deal(self, played: Round) -> Deal:
        info = self.game.info
        span = (info.highest_payoff - info.lowest_payoff) or 1
        field_size = self.game.players - 1

        def mean_of(one: int) -> float:
            is_new = one == 0
            games = [
                game
                for game in played.games
                if one in game.order and sum((p < field_size) == is_new for p in game.order) == 1
            ]
            payoffs = [(game.payoff(one) - info.lowest_payoff) / span for game in games]
            return sum(payoffs) / len(payoffs)

        return Deal(mean_of(0), mean_of(field_size))


@dataclass(frozen=True, slots=True)
class GateResult:
    """What a gate has found."""

    gate: Gate
    deals: tuple[Deal, ...]
    games: MatchResult
    test: SprtResult

    @property
    def verdict(self) -> str:
        """``passed``, ``failed`` or ``undecided``.

        Sides that have played every deal alike have shown no difference: then there is none.
        """
        return "undecided" if self.is_alike else VERDICTS[self.test.accepted]

    @property
    def is_alike(self) -> bool:
        """Every deal was the same game in all its seatings."""
        return all(len({game.digest for game in deal.games}) == 1 for deal in self.games.rounds)

    @property
    def score(self) -> Estimate:
        """Of the new build, 1/2 for equals."""
        return bootstrap([deal.score for deal in self.deals])

    @property
    def elo(self) -> Estimate:
        """The same as a difference in rating."""
        score, seats = self.score, self.gate.game.players
        return Estimate(*(elo_at(part, seats) for part in (score.mean, score.low, score.high)))

    @property
    def alone(self) -> tuple[Estimate, Estimate]:
        """The payoff of one new among old ones, and of one old among new ones."""
        return (
            bootstrap([deal.new_alone for deal in self.deals]),
            bootstrap([deal.old_alone for deal in self.deals]),
        )

    @property
    def pairs(self) -> list[int] | None:
        """Counts of pair scores 0, 1/4, 1/2, 3/4, 1: two seats."""
        scores = [deal.score for deal in self.deals]
        if self.gate.game.players != _PAIR or not set(scores) <= set(PAIR_SCORES):
            return None
        return [scores.count(kind) for kind in PAIR_SCORES]

    def spent(self, *, new: bool) -> Spent:
        """What a side has used."""
        field_size = self.gate.game.players - 1
        total = Spent()
        for game in self.games.games:
            for player, spent in zip(game.order, game.spent, strict=True):
                if (player < field_size) == new:
                    total += spent
        return total

    def faults(self, *, new: bool) -> dict[str, int]:
        """Games a side lost by its own fault, by kind."""
        field_size = self.gate.game.players - 1
        counts: dict[str, int] = {}
        for game in self.games.faults:
            assert game.fault is not None
            if (game.order[game.fault.seat] < field_size) == new:
                counts[game.fault.kind] = counts.get(game.fault.kind, 0) + 1
        return counts
