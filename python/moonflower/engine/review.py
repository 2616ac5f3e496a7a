"""A game looked at afterwards: what each move was worth, what it gave away, what was better.

Each move is judged from what its seat knew, never from the truth. Values go from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from moonflower.arguments import expect
from moonflower.engine.engine import Engine
from moonflower.engine.limit import Limit
from moonflower.engine.report import Line, share
from moonflower.history import History, Step

__all__ = ["MoveReview", "review", "worst"]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move of a game. Ply 1 is the first token of the record."""

    ply: int
    seat: int
    move: str
    best: str
    before: float  # what the position was worth with the best move
    after: float  # with the move that was played
    loss: float  # the difference; never below 0
    error: float  # standard error of the loss
    proven: bool  # both values are


def review(
    history: History,
    limit: Limit,
    *,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[MoveReview]:
    """Judge every move of a seat; of a view, the moves of its own seat."""
    expect(history, History, "review", "a History, such as parse_record makes of a game's text,")
    expect(limit, Limit, "limit", "a Limit, such as Limit(nodes=1000),")
    return _reviews(history, limit, seed, progress)


def _reviews(
    history: History, limit: Limit, seed: int, progress: Callable[[int, int], object] | None
) -> Iterator[MoveReview]:
    steps = history.steps
    with Engine(history.game, seed=seed) as engine:
        for ply, step in enumerate(steps, start=1):
            if progress is not None:
                progress(ply, len(steps))
            if history.seat in (None, step.actor) and step.actor >= 0:
                yield _judged(engine, history.until(ply - 1), step, limit, ply)


def _judged(engine: Engine, history: History, step: Step, limit: Limit, ply: int) -> MoveReview:
    view = history.view(step.actor)
    info = view.game.info
    span = (info.highest_payoff - info.lowest_payoff) or 1
    move = str(view.parse_move(step.token.split()[0]))
    best = engine.analyse(history, limit).lines[0]
    played = best
    if str(best.move) != move:
        played = engine.analyse(history, limit, only=[move]).lines[0]
    before, after = (share(line.value or 0.0, info) for line in (best, played))
    spread = 0.0 if played is best else (best.error**2 + played.error**2) ** 0.5 / span
    # A move that turns out better than the best one is as good, within the noise.
    return MoveReview(
        ply,
        view.seat,
        move,
        move if after > before else str(best.move),
        max(before, after),
        after,
        max(0.0, before - after),
        spread,
        _is_proven(best) and _is_proven(played),
    )


def _is_proven(line: Line) -> bool:
    return line.proven is not None


def worst(reviews: list[MoveReview], count: int) -> list[MoveReview]:
    """The moves that gave most away, beyond what two standard errors explain."""
    for move in reviews:
        expect(move, MoveReview, "reviews", "what review makes")
    mistakes = [move for move in reviews if move.loss > 2 * move.error and move.loss > 0]
    return sorted(mistakes, key=lambda move: -move.loss)[:count]
