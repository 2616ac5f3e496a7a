"""How fast a game's parts are, per CPU second of one thread: playouts, search, perft.

Every figure comes from the fixed positions of ``benchmark``, so two builds do the same work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

from moonflower.bench.signature import bench, bench_positions
from moonflower.engine import Engine, Limit
from moonflower.positions import Game, State, perft, playouts

__all__ = ["Speed", "measure", "rates", "work_of"]

_SIMULATIONS = 2000
_PLAYOUTS = 200
_PERFT_NODES = 20_000  # enough that a call costs nothing


@dataclass(frozen=True, slots=True)
class Speed:
    """Units per CPU second, and the checksum of what was done."""

    game: str
    signature: str
    playouts: float  # from a world, to the end of the game
    simulations: float  # of the search the game gets by itself
    nodes: float  # that these add to the tree
    perft: float  # leaves counted


Work = Callable[[], tuple[float, ...]]


def measure(game: Game, *, seconds: float = 0.3) -> Speed:
    """Each part for about ``seconds`` of CPU time."""
    (played,) = rates(work_of(game, "playouts"), seconds)
    simulations, nodes = rates(work_of(game, "search"), seconds)
    (leaves,) = rates(work_of(game, "perft"), seconds)
    return Speed(game.spec, bench(game).signature, played, simulations, nodes, leaves)


def work_of(game: Game, part: str) -> Work:
    """A part (playouts, search, perft) as work: each call does a piece and tells its units."""
    return {"playouts": _playouts, "search": _search, "perft": _perft}[part](game)


def rates(work: Work, seconds: float) -> list[float]:
    """Units per CPU second."""
    work()  # memory is fetched and tables are made
    totals: list[float] = []
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds or not totals:
        units = work()
        totals = [a + b for a, b in zip(totals or [0.0] * len(units), units, strict=True)]
    return [total / spent for total in totals]


def _turns(game: Game) -> Iterator[State]:
    return cycle(list(bench_positions(game)))


def _playouts(game: Game) -> Work:
    states, seeds = _turns(game), iter(range(2**62))
    return lambda: (float(len(playouts(next(states), _PLAYOUTS, seed=next(seeds)))),)


def _search(game: Game) -> Work:
    views = cycle([state.view(state.turn) for state in bench_positions(game)])
    engine = Engine(game, seed=1, hash_mb=16, solve=False)

    def work() -> tuple[float, ...]:
        report = engine.analyse(next(views), Limit(nodes=_SIMULATIONS), multipv=1)
        return float(report.nodes), float(report.tree_nodes)

    return work


def _perft(game: Game) -> Work:
    """Each position to the depth at which there is enough to count."""
    depths = [(state, _depth(state)) for state in bench_positions(game)]
    turns = cycle(depths)

    def work() -> tuple[float, ...]:
        state, depth = next(turns)
        return (float(perft(state, depth)),)

    return work


def _depth(state: State) -> int:
    depth, before, count = 1, 1, perft(state, 1)
    while count < _PERFT_NODES and count > before:
        growth = count / before
        if count * growth > 100 * _PERFT_NODES:
            break
        depth, before, count = depth + 1, count, perft(state, depth + 1)
    return depth
