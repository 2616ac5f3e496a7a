"""Results as pictures. Needs matplotlib: the extra ``plot``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from moonflower.arena.standings import Standings

__all__ = ["plot_curves", "plot_standings"]


def _pyplot() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
    except ImportError:
        msg = 'arena: matplotlib is not installed; pip install "moonflower[plot]"'
        raise ValueError(msg) from None
    mpl.use("Agg")
    from matplotlib import pyplot  # noqa: PLC0415

    return pyplot


def plot_standings(table: Standings, path: Path, *, title: str) -> None:
    """Ratings with their intervals, the strongest on top."""
    plt = _pyplot()
    ratings = table.ratings[::-1]
    figure, axes = plt.subplots(figsize=(7, 1 + 0.4 * len(ratings)), layout="constrained")
    axes.errorbar(
        [rating.elo for rating in ratings],
        range(len(ratings)),
        xerr=[rating.error for rating in ratings],
        fmt="o",
        capsize=3,
    )
    axes.set_yticks(range(len(ratings)), [rating.name for rating in ratings])
    axes.set_xlabel("Elo (mean 0), 95 % intervals")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=110)
    plt.close(figure)


Curve = Sequence[tuple[float, float, float, float]]  # x, y, low, high


def plot_curves(
    curves: Mapping[str, Curve], path: Path, *, title: str, x_label: str, y_label: str
) -> None:
    """Lines with intervals over a logarithmic axis, one for each name."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for name, points in curves.items():
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        errors = [[y - low for _, y, low, _ in points], [high - y for _, y, _, high in points]]
        axes.errorbar(xs, ys, yerr=errors, marker="o", capsize=3, label=name)
    axes.set_xscale("log", base=2)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_title(title)
    axes.grid(alpha=0.3)
    axes.legend(loc="upper left")
    figure.savefig(path, dpi=110)
    plt.close(figure)
