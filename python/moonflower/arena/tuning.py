"""Tuning of engine options by play: SPSA (Spall 1992) over declared parameters.

Each step plays a short match between two engines, every parameter moved up in one and down in the
other, at random; the result says which way to go for all of them at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from moonflower.arena.backends import Backend
from moonflower.arena.match import Match
from moonflower.arena.players import EngineSpec
from moonflower.engine.options import OPTIONS
from moonflower.positions import Game

__all__ = ["PARAMETERS", "Parameter", "Step", "Tuning"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option that may be tuned: its range, and whether ratios count instead of differences."""

    name: str
    low: float
    high: float
    is_whole: bool = False
    by_ratio: bool = False

    def at(self, share: float) -> float:
        """The value at a share of the range."""
        share = min(max(share, 0.0), 1.0)
        if self.by_ratio:
            value = self.low * (self.high / self.low) ** share
        else:
            value = self.low + (self.high - self.low) * share
        return float(round(value)) if self.is_whole else round(float(value), 3)

    def share(self, value: float) -> float:
        """Where a value lies in the range."""
        if not self.low <= value <= self.high:
            msg = f"tune {self.name}: {value:g} is out of range; {self.low:g} to {self.high:g}"
            raise ValueError(msg)
        if self.by_ratio:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


PARAMETERS: Final = {
    name: Parameter(name, *option.tuning[:2], option.kind == "integer", option.tuning[2])
    for name, option in OPTIONS.items()
    if option.tuning is not None
}
"""What may be tuned, by the names of ``EngineOptions``."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what was compared, how it ended, where it led."""

    number: int
    plus: Mapping[str, float]
    minus: Mapping[str, float]
    score: float  # of plus
    values: Mapping[str, float]  # after the step


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """A tuning to be run. The same seed gives the same steps at fixed nodes."""

    game: Game
    player: EngineSpec  # what is tuned, with the options that stay
    start: Mapping[str, float]  # by the names of PARAMETERS
    seed: int = 1
    reach: float = 0.15  # how far apart the two are at first, in shares of the range
    pace: float = 0.10  # how far a first step leads when one wins everything

    def __post_init__(self) -> None:
        for name in self.start:
            if name not in PARAMETERS:
                msg = f"tune: unknown parameter {name!r}; known are {', '.join(PARAMETERS)}"
                raise ValueError(msg)
        if not self.start:
            msg = f"tune: no parameter given; known are {', '.join(PARAMETERS)}"
            raise ValueError(msg)

    def with_values(self, values: Mapping[str, float], *, name: str) -> EngineSpec:
        """The player with these values set."""
        typed = {
            name: int(value) if PARAMETERS[name].is_whole else value
            for name, value in values.items()
        }
        options = self.player.options.with_changes(**typed)
        return replace(self.player, name=name, options=options)

    def run(
        self,
        steps: int,
        *,
        deals: int = 8,
        backend: Backend | None = None,
        folder: Path | None = None,
        on_step: Callable[[Step], object] | None = None,
    ) -> list[Step]:
        """Take ``steps``, each of a match over ``deals``; the last one holds the values found."""
        names = list(self.start)
        place = [PARAMETERS[name].share(self.start[name]) for name in names]
        source = random.Random(self.seed)
        taken: list[Step] = []
        for number in range(steps):
            signs = [source.choice((-1, 1)) for _ in names]
            reach = self.reach / (number + 1) ** 0.101  # Spall's exponents
            plus, minus = (
                self._values(
                    names, [x + side * reach * d for x, d in zip(place, signs, strict=True)]
                )
                for side in (1, -1)
            )
            pair = [self.with_values(plus, name="plus"), self.with_values(minus, name="minus")]
            match = Match.of(self.game, pair, seed=self.seed + 1000 * (number + 1))
            score = match.play(deals, backend=backend, folder=folder).score.mean
            even = 1 / self.game.players
            pace = self.pace / ((number + 1 + 0.1 * steps) / (1 + 0.1 * steps)) ** 0.602
            lead = pace * (score - even) / (1 - even)
            place = [min(max(x + lead * d, 0.0), 1.0) for x, d in zip(place, signs, strict=True)]
            step = Step(number, plus, minus, score, self._values(names, place))
            taken.append(step)
            if on_step:
                on_step(step)
        return taken

    @staticmethod
    def _values(names: Sequence[str], place: Sequence[float]) -> dict[str, float]:
        return {name: PARAMETERS[name].at(x) for name, x in zip(names, place, strict=True)}
