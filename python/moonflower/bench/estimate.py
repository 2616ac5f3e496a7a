"""Means of clusters with their standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Estimate", "ratio"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its standard error, from so many independent clusters."""

    mean: float
    error: float
    clusters: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ±{self.error:.3f}"


def ratio(totals: Sequence[float], counts: Sequence[float]) -> Estimate:
    """The mean of what lies in clusters, such as the decisions of games: their totals and counts.

    The error takes clusters as independent and what lies in one as anything but (the linearised
    variance of a ratio).

    >>> ratio([1.0, 0.0, 2.0, 1.0], [2, 2, 2, 2])
    Estimate(mean=0.5, error=0.2041..., clusters=4)
    """
    total, count = np.asarray(totals, dtype=float), np.asarray(counts, dtype=float)
    clusters = int(np.count_nonzero(count))
    weight = count.sum()
    if not weight:
        return Estimate(float("nan"), float("inf"), 0)
    mean = total.sum() / weight
    if clusters < 2:  # noqa: PLR2004 - no spread
        return Estimate(float(mean), float("inf"), clusters)
    rest: npt.NDArray[np.float64] = total - mean * count
    error = np.sqrt((rest**2).sum() * clusters / (clusters - 1)) / weight
    return Estimate(float(mean), float(error), clusters)
