"""How many simulations of a search tell something about the moves of the seat that asks.

Where seats choose in secret one after the other, a simulation may leave the tree before it comes to
the last of them, and says nothing about the moves that are to be chosen from.
"""

from __future__ import annotations

from dataclasses import dataclass

from moonflower.bench.decisions import kinds_of_decision
from moonflower.bench.reported import behaviour
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.positions import Game

__all__ = ["OwnMoves", "measure_own_moves"]


@dataclass(frozen=True, slots=True)
class OwnMoves:
    """The least share for each seat over the kinds of decisions random games come by."""

    game: str
    nodes: int
    decisions: int
    shares: dict[str, float]  # by seat; what is proven or answered exactly has none
    behaviour: str


def measure_own_moves(
    spec: str, *, nodes: int, games: int = 2, options: EngineOptions | None = None
) -> OwnMoves:
    """Ask at each kind of decision of some random games."""
    game = Game(spec)
    options = (options or EngineOptions()).with_changes(hash_mb=16, seed=1)
    shares: dict[str, float] = {}
    count = 0
    with Engine(game, options=options) as engine:
        for state in kinds_of_decision(spec, games):
            count += 1
            report = engine.analyse(state, Limit(nodes=nodes))
            if report.algorithm == "exact" or report.stop == "proven":
                continue
            own = sum(line.visits for line in report.lines) / nodes
            seat = f"p{state.turn + 1}"
            shares[seat] = min(own, shares.get(seat, own))
    found = dict(sorted(shares.items()))
    return OwnMoves(spec, nodes, count, found, behaviour(game, options, nodes))
