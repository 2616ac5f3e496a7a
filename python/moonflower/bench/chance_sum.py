"""The sum of the chances told to all seats: 1 where one win is shared out, whatever the engine.

At any moment each seat has a next decision, at which it is told its chance. If all are told the
truth these chances add up to 1 on average, for each is the mean of what its seat will get, given
less than everything. No game has to be played to its end for it, and no luck of an end spreads it:
the quick test of optimism. Who has no decision any more counts with what it got, for leaving such
games out would choose among ends.

A moment is before any of the first half of a game's usual number of decisions; the sum is a mean
over moments, its error over games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from moonflower.bench.estimate import Estimate, ratio
from moonflower.bench.reported import ReportedGames, typical_decisions
from moonflower.bench.samples import Row, Samples
from moonflower.engine import EngineOptions
from moonflower.positions import Game

__all__ = ["BROKEN", "ChanceSum", "chance_sum", "measure_sum"]

BROKEN: Final = 0.75
"""How far from 1 no sum can be that is merely optimistic: the furthest measured was 0.51. A payoff
in other units, doubled or lost is further away."""

_SURE: Final = 3.0  # standard errors
_LEAST_GAMES: Final = 40
_STAGES: Final = 3


@dataclass(frozen=True, slots=True)
class ChanceSum:
    """What was found for one game."""

    game: str
    nodes: int
    sum: Estimate
    stages: tuple[Estimate, ...]  # the first third of the moments, the second, the last
    cpu: float  # seconds
    behaviour: str

    @property
    def is_broken(self) -> bool:
        """No number, or surely further from 1 than optimism explains."""
        off = abs(self.sum.mean - 1) - (_SURE * self.sum.error if self.sum.clusters > 1 else 0)
        return not off <= BROKEN


def sums_of(row: Row, players: int, moments: int) -> list[tuple[int, float]]:
    """The sum at each moment of one game, the last first."""
    ahead: list[float] = list(row["returns"] or [float("nan")] * players)
    found = []
    for at, seat, value in reversed(row["values"]):
        ahead[seat] = value
        if at < moments:
            found.append((at, sum(ahead)))
    return found


def chance_sum(
    rows: Sequence[Row], players: int, moments: int, *, first: int = 0, last: int | None = None
) -> Estimate:
    """The mean sum of some games of ours against itself, at all moments or some.

    >>> row = {"values": [(0, 0, 0.6), (1, 1, 0.5), (2, 0, 0.7)], "returns": [1.0, 0.0]}
    >>> chance_sum([row, row], 2, 2)
    Estimate(mean=1.15, error=0.0, clusters=2)
    """
    last = moments if last is None else last
    of_games = [
        [one for at, one in sums_of(row, players, moments) if first <= at < last] for row in rows
    ]
    return ratio([sum(sums) for sums in of_games], [len(sums) for sums in of_games])


def measure_sum(  # noqa: PLR0913 - keyword-only beyond the first
    spec: str,
    *,
    nodes: int,
    error: float,
    seconds: float,
    options: EngineOptions | None = None,
    folder: Path | None = None,
    workers: int = 1,
) -> ChanceSum:
    """Play until the standard error is reached or so many CPU seconds are spent."""
    game = Game(spec)
    moments = max(1, typical_decisions(game) // 2)
    work = ReportedGames(spec, nodes, most=moments)
    if options is not None:
        work = replace(work, options=options)

    def enough(rows: Sequence[Row]) -> bool:
        if sum(row["cpu"] for row in rows) >= seconds:
            return True
        found = chance_sum(rows, game.players, moments)
        return len(rows) >= _LEAST_GAMES and found.error <= error

    samples = Samples(work, folder)
    rows = samples.gather(enough, workers=workers)
    ends = [moments * stage // _STAGES for stage in range(_STAGES + 1)]
    return ChanceSum(
        spec,
        nodes,
        chance_sum(rows, game.players, moments),
        tuple(
            chance_sum(rows, game.players, moments, first=first, last=last)
            for first, last in pairwise(ends)
            if first < last
        ),
        sum(row["cpu"] for row in rows),
        str(samples.about["behaviour"]),
    )
