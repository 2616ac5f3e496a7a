"""Results as text: markdown that is also readable in a terminal. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from moonflower.arena.rating import Score
from moonflower.arena.standings import Standings

__all__ = ["cross_table", "grid", "percent"]


def grid(rows: Sequence[Sequence[str]]) -> str:
    """A markdown table, the first row its head; columns line up in a terminal as well.

    >>> print(grid([["player", "Elo"], ["auto", "+31"]]))
    | player | Elo |
    |--------|----:|
    | auto   | +31 |
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("| " + " | ".join(cells) + " |")
    rule = ["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])]
    return "\n".join([lines[0], "|" + "|".join(rule) + "|", *lines[1:]])


def percent(score: Score) -> str:
    """A mean payoff with half its interval, in hundredths: ``62.5 ±3.1``."""
    return f"{100 * score.mean:.1f} ±{50 * (score.high - score.low):.1f}"


def cross_table(table: Standings) -> str:
    """Ratings from the strongest down, and the payoff of each row at tables with each column."""
    names = [rating.name for rating in table.ratings]
    rows = [["player", "Elo", "±", "payoff %", *names]]
    for rating in table.ratings:
        row = [rating.name, f"{rating.elo:+.0f}", f"{rating.error:.0f}", percent(rating.score)]
        for other in names:
            found = table.cross.get((rating.name, other))
            row.append("" if found is None else f"{100 * found.mean:.1f}")
        rows.append(row)
    return grid(rows)
