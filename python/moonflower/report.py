"""What a search tells: its lines, the whole report, the move to play."""

from __future__ import annotations

from dataclasses import dataclass

from moonflower import _core
from moonflower.positions import Move

__all__ = ["Line", "PlayResult", "Report", "report_of"]


@dataclass(frozen=True, slots=True)
class Line:
    """One move of the root and what the search thinks of it."""

    move: Move
    visits: int
    value: float | None  # expected payoff of the seat to move
    values: tuple[float, ...]  # of every seat; empty before the first visit
    error: float  # standard error of the value
    win: float  # shares of the simulations: sole win, shared or drawn, lost
    draw: float
    loss: float
    prior: float | None  # the game's own guess, where it has one
    policy: float  # share of being played
    proven: str | None  # "win", "draw", "loss" or "value"
    pv: tuple[str, ...]  # what is expected to be seen, the move itself first


@dataclass(frozen=True, slots=True)
class Report:
    """What a search has found so far, or in the end."""

    seat: int
    algorithm: str
    best: Move  # the move to play
    lines: tuple[Line, ...]  # the best first
    policy: tuple[tuple[Move, float], ...]  # of every legal move, the likeliest first
    is_mixed: bool  # the policy is meant to be drawn from
    value: float | None  # expected payoff of the seat
    values: tuple[float, ...]  # of every seat
    proven: str | None
    nodes: int  # simulations
    worlds: int  # sampled
    ess: float  # effective number of them
    kept: int  # visits an earlier search of the same game had left
    depth: float  # moves inside the tree: mean and most
    seldepth: int
    time: float  # seconds
    tree_nodes: int
    recycled: int  # nodes dropped to make room
    hash_full: float  # share of the table in use
    stop: str  # running, nodes, time, worlds, stopped, proven, settled, forced, instant
    is_final: bool

    @property
    def nps(self) -> int:
        """Simulations per second."""
        return round(self.nodes / self.time) if self.time > 0 else 0


@dataclass(frozen=True, slots=True)
class PlayResult:
    """A move, with the report behind it."""

    move: Move
    ponder: str | None  # what the engine expects to see next
    report: Report

    @classmethod
    def of(cls, report: Report) -> PlayResult:
        """What a report says to play."""
        pv = next((line.pv for line in report.lines if line.move == report.best), ())
        return cls(report.best, pv[1] if len(pv) > 1 else None, report)


def _line(line: _core.SearchLine) -> Line:
    return Line(
        move=line.move,
        visits=line.visits,
        value=line.value,
        values=tuple(line.values),
        error=line.error,
        win=line.win,
        draw=line.draw,
        loss=line.loss,
        prior=line.prior,
        policy=line.policy,
        proven=line.proof or None,
        pv=tuple(line.pv),
    )


def report_of(report: _core.SearchReport, multipv: int | None = None) -> Report:
    """The engine's own report as a value, with the best ``multipv`` lines or all of them."""
    lines = report.lines
    policy = sorted(((line.move, line.policy) for line in lines), key=lambda share: -share[1])
    return Report(
        seat=report.seat,
        algorithm=report.algorithm,
        best=lines[report.best].move,
        lines=tuple(map(_line, lines if multipv is None else lines[:multipv])),
        policy=tuple(policy),
        is_mixed=report.is_mixed,
        value=report.value,
        values=tuple(report.values),
        proven=report.proof or None,
        nodes=report.nodes,
        worlds=report.worlds,
        ess=report.ess,
        kept=report.kept,
        depth=report.depth,
        seldepth=report.seldepth,
        time=report.time_ms / 1000,
        tree_nodes=report.tree_nodes,
        recycled=report.recycled,
        hash_full=report.hash_full,
        stop=report.stop,
        is_final=report.is_final,
    )
