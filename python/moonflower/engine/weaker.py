"""Weaker play on purpose: fewer simulations, and moves misjudged rather than drawn by lot.

A weak player overlooks and misjudges; a game thrown away by an absurd move is no fun to win. So
what the search says of each move is blurred in proportion to how far apart the moves are: close
ones are mixed up, a blunder that stands out is seen. Nothing is played that the search itself takes
for a loss of more than ``most_loss``.
"""

from __future__ import annotations

import math
import random
from typing import Final

from moonflower.engine.report import Report
from moonflower.errors import OptionError

__all__ = ["FULL_STRENGTH", "blur", "choose", "most_loss", "node_cap"]

FULL_STRENGTH: Final = 20

_LEAST_NODES: Final = 8
_DOUBLINGS: Final = 0.6  # of the simulations, for each step
_NODES_PER_MOVE: Final = 16
_WORST_BLUR: Final = 4.0  # standard deviations of the moves' values
_DRAWS: Final = 12  # of a uniform number: their sum is as good as normal, and equal everywhere


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


def blur(strength: int) -> float:
    """How much values are blurred, in standard deviations of the values of the moves.

    >>> [round(blur(strength), 2) for strength in (0, 5, 10, 15, 20)]
    [4.0, 3.0, 2.0, 1.0, 0.0]
    """
    return _WORST_BLUR * (1 - strength / FULL_STRENGTH)


def most_loss(strength: int) -> float:
    """The most a move may lose by the search's own word, in payoff from 0 to 1.

    >>> [round(most_loss(strength), 2) for strength in (0, 5, 10, 15, 20)]
    [1.0, 0.56, 0.25, 0.06, 0.0]
    """
    left = 1 - strength / FULL_STRENGTH
    return left * left


def choose(report: Report, strength: int, *, seed: int, key: int, span: float) -> Report:
    """The report with the move this strength plays as its best.

    What is misjudged follows from seed and position alone; ``span`` is the game's highest payoff
    less its lowest.
    """
    seen = [(line.move, line.value) for line in report.all_lines if line.value is not None]
    top = next((value for move, value in seen if move == report.best), None)
    if strength == FULL_STRENGTH or top is None:
        return report
    mean = math.fsum(value for _, value in seen) / len(seen)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for _, value in seen) / len(seen))
    source = random.Random(f"{seed} {key}")
    width = blur(strength) * spread
    blurred = {
        move: value + width * (sum(source.random() for _ in range(_DRAWS)) - _DRAWS / 2)
        for move, value in sorted(seen, key=lambda one: int(one[0]))
    }
    allowed = [move for move, value in seen if value >= top - most_loss(strength) * span]
    return report.__replace__(best=max(allowed, key=blurred.__getitem__))
