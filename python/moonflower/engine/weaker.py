"""Weaker play on purpose: fewer simulations and now and then a move at random."""

from __future__ import annotations

import random
from typing import Final

from moonflower.engine.report import Report
from moonflower.errors import OptionError

__all__ = ["FULL_STRENGTH", "choose", "node_cap", "random_share"]

FULL_STRENGTH: Final = 20

_LEAST_NODES: Final = 8
_DOUBLINGS: Final = 0.6  # of the simulations, for each step
_NODES_PER_MOVE: Final = 16
_WORST_SHARE: Final = 0.95
_FALL: Final = 1.3  # of the share with the level: steps of about the same size in all games


def node_cap(strength: int, moves: int = 0) -> int | None:
    """The most simulations a strength may spend on a choice; ``None`` at full strength.

    A search that looks at each of many moves but a few times is worse than none, so wide choices
    get more.

    >>> node_cap(0), node_cap(10), node_cap(10, 50), node_cap(19), node_cap(20)
    (8, 512, 800, 21619, None)
    """
    if not isinstance(strength, int) or not 0 <= strength <= FULL_STRENGTH:
        msg = f"strength: {strength!r} is no strength; whole numbers 0 to {FULL_STRENGTH} are"
        raise OptionError(msg)
    if strength == FULL_STRENGTH:
        return None
    return max(round(_LEAST_NODES * 2 ** (_DOUBLINGS * strength)), _NODES_PER_MOVE * moves)


def random_share(strength: int) -> float:
    """The share of moves made at random: 0.95 at strength 0, falling to none at 20."""
    return _WORST_SHARE * float((1 - strength / FULL_STRENGTH) ** _FALL)


def choose(report: Report, strength: int, *, seed: int, key: int) -> Report:
    """The report with the move this strength plays as its best.

    Which moves are made at random follows from seed and position alone.
    """
    if strength == FULL_STRENGTH:
        return report
    source = random.Random(f"{seed} {key}")
    if source.random() >= random_share(strength):
        return report
    moves = sorted((move for move, _ in report.policy), key=int)
    return report.__replace__(best=source.choice(moves))
