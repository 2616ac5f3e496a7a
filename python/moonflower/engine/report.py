"""What a search tells: its lines, the whole report, the move to play."""

from __future__ import annotations

from dataclasses import dataclass

from moonflower._core import Line, Report
from moonflower.arguments import expect
from moonflower.positions import Move

__all__ = ["Line", "PlayResult", "Report"]


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A move, with the report behind it."""

    move: Move
    ponder: str | None  # what the engine expects to see next
    report: Report

    @classmethod
    def of(cls, report: Report) -> PlayResult:
        """What a report says to play."""
        expect(report, Report, "report", "a Report")
        pv = report.best_line.pv
        return cls(report.best, pv[1] if len(pv) > 1 else None, report)
