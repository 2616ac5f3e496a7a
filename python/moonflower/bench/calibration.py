"""Chances reported against results: by bins, seats and stages, beside a teller of the truth.

Decisions of one game share its result, so errors are over games, and so is the noise floor: the
figure that a teller of the truth would get from as many games by luck alone. It is simulated from
the reported chances themselves: a game draws one number for a seat, and each of its decisions is
won whose chance is above it. So each is won as often as was reported, and decisions of one game
still stand or fall together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from moonflower.bench.estimate import Estimate, ratio
from moonflower.bench.reported import OURS, ReportedGames, typical_decisions
from moonflower.bench.samples import Row, Samples
from moonflower.engine import EngineOptions
from moonflower.positions import Game

__all__ = ["Bin", "Calibration", "Decisions", "Figures", "figures", "measure_calibration"]

_BINS: Final = 10
_STAGES: Final = ("early", "middle", "late")
_EDGE: Final = 0.005  # chances nearer to 0 or 1 say no more to the slope than this
_SIMULATIONS: Final = 200
_STEPS: Final = 30  # of Newton's method; it needs about six
_LEAST_GAMES: Final = 20

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Decisions:
    """One entry a decision, in arrays."""

    game: _Ints
    at: _Ints  # decisions before it
    seat: _Ints
    chance: _Floats
    result: _Floats

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Decisions:
        """Of whole games."""
        flat = [
            (number, at, seat, chance, row["returns"][seat])
            for number, row in enumerate(rows)
            for at, seat, chance in row["values"]
        ]
        game, at, seat, chance, result = zip(*flat, strict=True) if flat else ((),) * 5
        return cls(
            np.array(game, dtype=np.int64),
            np.array(at, dtype=np.int64),
            np.array(seat, dtype=np.int64),
            np.array(chance, dtype=np.float64),
            np.array(result, dtype=np.float64),
        )

    def where(self, chosen: npt.NDArray[np.bool_]) -> Decisions:
        """Some of them."""
        return Decisions(*(array[chosen] for array in vars(self).values()))


@dataclass(frozen=True, slots=True)
class Bin:
    """The decisions with about one chance."""

    decisions: int
    chance: float
    result: Estimate


@dataclass(frozen=True, slots=True)
class Figures:
    """What some decisions say."""

    decisions: int
    games: int
    difference: Estimate  # mean chance less mean result
    calibration_error: float  # expected: mean distance of chance and result over the bins
    floor: tuple[float, float]  # the same of a teller of the truth: mean, 95th percentile
    brier: float
    truthful_brier: float  # what the chances would score if they were true
    slope: Estimate  # of the result's logit over the chance's: 1; above, chances are too flat
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was found for one game and opponent."""

    game: str
    opponent: str
    nodes: int
    behaviour: str
    cpu: float
    all: Figures
    seats: dict[str, Figures]
    stages: dict[str, Figures]


def figures(given: Decisions, *, seed: int = 1) -> Figures:
    """Every figure of some decisions."""
    error = given.chance - given.result
    return Figures(
        len(given.game),
        len(np.unique(given.game)),
        _by_game(given, error),
        _calibration_error(given.chance, given.result),
        _floor(given, seed),
        float(np.mean(error**2)),
        float(np.mean(given.chance * (1 - given.chance))),
        _slope(given),
        tuple(_bins(given)),
    )


def _by_game(given: Decisions, values: _Floats) -> Estimate:
    games = int(given.game.max(initial=-1)) + 1
    totals = np.bincount(given.game, values, games)
    return ratio(totals.tolist(), np.bincount(given.game, minlength=games).tolist())


def _bin_of(chance: _Floats) -> _Ints:
    return np.clip((chance * _BINS).astype(np.int64), 0, _BINS - 1)


def _calibration_error(chance: _Floats, result: _Floats) -> float:
    off = np.bincount(_bin_of(chance), chance - result, _BINS)
    return float(np.abs(off).sum() / len(chance))


def _floor(given: Decisions, seed: int) -> tuple[float, float]:
    """A teller of the truth, many times."""
    source = np.random.default_rng(seed)
    games, seats = int(given.game.max()) + 1, int(given.seat.max()) + 1
    found = []
    for _ in range(_SIMULATIONS):
        draw = source.random((games, seats))
        if seats == 2:  # noqa: PLR2004 - what one seat wins the other loses
            draw[:, 1] = 1 - draw[:, 0]
        won = draw[given.game, given.seat] < given.chance
        found.append(_calibration_error(given.chance, won.astype(np.float64)))
    return float(np.mean(found)), float(np.quantile(found, 0.95))


def _bins(given: Decisions) -> list[Bin]:
    number = _bin_of(given.chance)
    found = []
    for each in range(_BINS):
        inside = given.where(number == each)
        if len(inside.game):
            result = _by_game(inside, inside.result)
            found.append(Bin(len(inside.game), float(np.mean(inside.chance)), result))
    return found


def _slope(given: Decisions) -> Estimate:
    """Logistic regression of results on the logit of chances, its error over games (sandwich)."""
    chance = np.clip(given.chance, _EDGE, 1 - _EDGE)
    design = np.column_stack([np.ones(len(chance)), np.log(chance / (1 - chance))])
    fit = np.array([0.0, 1.0])
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-np.clip(design @ fit, -30, 30)))
        curvature = (design * (expected * (1 - expected))[:, None]).T @ design
        if not np.linalg.cond(curvature) < 1 / np.finfo(float).eps:
            return Estimate(math.nan, math.inf, 0)  # all chances alike, or all results
        change = np.linalg.solve(curvature, design.T @ (given.result - expected))
        fit += change
        if np.abs(change).max() < 1e-9:  # noqa: PLR2004 - converged
            break
    games = int(given.game.max()) + 1
    residual = design * (given.result - expected)[:, None]
    scores = np.column_stack([np.bincount(given.game, column, games) for column in residual.T])
    bread = np.linalg.inv(curvature)
    spread = bread @ (scores.T @ scores) @ bread
    return Estimate(float(fit[1]), float(np.sqrt(spread[1, 1])), len(np.unique(given.game)))


def measure_calibration(  # noqa: PLR0913 - keyword-only beyond the first
    spec: str,
    *,
    nodes: int,
    games: int,
    seconds: float,
    opponent: str = OURS,
    options: EngineOptions | None = None,
    folder: Path | None = None,
    workers: int = 1,
) -> Calibration:
    """Play so many games, or as many as so many CPU seconds bring."""
    work = ReportedGames(spec, nodes, opponent=opponent)
    if options is not None:
        work = replace(work, options=options)

    def enough(rows: Sequence[Row]) -> bool:
        spent = sum(row["cpu"] for row in rows)
        return len(rows) >= games or (spent >= seconds and len(rows) >= _LEAST_GAMES)

    samples = Samples(work, folder)
    rows = samples.gather(enough, workers=workers)
    given = Decisions.of(rows)
    stage = np.minimum(given.at * len(_STAGES) // typical_decisions(Game(spec)), len(_STAGES) - 1)

    def split(keys: _Ints, name: Callable[[int], str]) -> dict[str, Figures]:
        return {name(key): figures(given.where(keys == key)) for key in np.unique(keys).tolist()}

    return Calibration(
        spec,
        opponent,
        nodes,
        str(samples.about["behaviour"]),
        sum(row["cpu"] for row in rows),
        figures(given),
        split(given.seat, lambda seat: f"p{seat + 1}"),
        split(stage, _STAGES.__getitem__),
    )
