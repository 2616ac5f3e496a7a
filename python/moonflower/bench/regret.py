"""What chosen moves give away against exact answers, by the nodes spent on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from moonflower.bench.estimate import Estimate, ratio
from moonflower.bench.problems import Problems, keeps_win, position_of, problems_of
from moonflower.bench.reported import behaviour
from moonflower.bench.samples import Row, Samples
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.positions import Game, State

__all__ = ["Regret", "find_problems", "loss_at", "measure_regret", "read_problems"]

_SEARCHED: Final = {"algorithm": "ismcts", "hash_mb": 16}
_SHARE: Final = 0.01  # what counts as a mistake


@dataclass(frozen=True, slots=True)
class Regret:
    """What was found for one set at one number of nodes."""

    set: str
    nodes: int
    loss: Estimate  # mean payoff given away, from 0 to 1
    at_random: float  # the same of a move drawn by chance
    mistakes: float  # how often more than a hundredth is given away
    worst: float
    bound: float  # of the answers: no loss is known better than this
    behaviour: str


def find_problems(
    name: str, count: int, *, first: int = 0, folder: Path | None = None, workers: int = 1
) -> list[Row]:
    """So many problems of a set, made now where they are not kept."""
    samples = Samples(Problems(name, first), folder)
    rows = samples.gather(lambda rows: len(problems_of(rows)) >= count, workers=workers)
    return problems_of(rows)[:count]


def read_problems(path: Path) -> list[Row]:
    """The problems of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def loss_at(engine: Engine, row: Row, nodes: int) -> float:
    """What the engine gives away at a problem; of a mixture, on average."""
    position = position_of(row)
    if not row["losses"]:
        assert isinstance(position, State)
        return _loss_of_turn(engine, position, nodes)
    report = engine.analyse(position, Limit(nodes=nodes))
    if report.is_mixed:
        return sum(share * float(row["losses"][str(move)]) for move, share in report.policy)
    return float(row["losses"][str(report.best)])


def _loss_of_turn(engine: Engine, before: State, nodes: int) -> float:
    """A whole turn, step by step; what is no longer proved won counts as lost."""
    after = before
    while not after.is_over and after.turn == before.turn:
        after = after.play(engine.analyse(after, Limit(nodes=nodes)).best)
    return 0.0 if keeps_win(before, after) else 1.0


def measure_regret(
    name: str, rows: Sequence[Row], *, nodes: int, options: EngineOptions | None = None
) -> Regret:
    """The search alone: what the game's own solver could answer is searched as well."""
    options = (options or EngineOptions()).with_changes(**_SEARCHED)
    engines = {spec: Engine(spec, options=options) for spec in {row["game"] for row in rows}}
    losses = [loss_at(engines[row["game"]], row, nodes) for row in rows]
    even = [float(np.mean(list(row["losses"].values() or [1.0]))) for row in rows]
    return Regret(
        name,
        nodes,
        ratio(losses, [1] * len(losses)),
        float(np.mean(even)),
        float(np.mean([loss > _SHARE for loss in losses])),
        max(losses),
        max(row["bound"] for row in rows),
        behaviour(Game(rows[0]["game"]), options, nodes),
    )
