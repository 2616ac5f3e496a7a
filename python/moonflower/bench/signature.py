"""A fixed piece of search work: how fast it is, and a checksum of what it did.

The positions are dealt and played on by fixed seeds, so nothing but the package is needed. The
signature covers move generation, playouts, the visits of every root move and the moves chosen; with
one thread, or several in deterministic mode, it is equal on every machine.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from moonflower import _core
from moonflower.engine import Engine, Limit
from moonflower.positions import CHANCE, Game, State

__all__ = ["DEFAULT_NODES", "BenchResult", "bench", "bench_positions"]

DEFAULT_NODES: Final = 2000
_SEED: Final = 1
_PLIES: Final = (0, 2, 5, 9, 14, 20)  # how far the positions are played on


@dataclass(frozen=True, slots=True)
class BenchResult:
    """What a bench found; ``signature`` is 16 hexadecimal digits."""

    game: str
    signature: str
    nodes: int
    seconds: float

    @property
    def nps(self) -> int:
        """Simulations per second."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


def bench_positions(game: Game) -> Iterator[State]:
    """Positions with a decision to make, from the first on."""
    for number, plies in enumerate(_PLIES):
        state = game.deal(_SEED + number)
        for ply in range(plies):
            if state.is_over:
                break
            after = state.play(state.random_move(1000 * number + ply))
            state = _to_decision(after, 1000 * number + ply)
        if state.turn >= 0:
            yield state


def _to_decision(state: State, seed: int) -> State:
    while state.turn == CHANCE:
        seed += 1
        state = state.draw(seed)
    return state


def bench(game: Game, *, nodes: int = DEFAULT_NODES, threads: int = 1) -> BenchResult:
    """Search each position for ``nodes`` simulations from what the seat to move knows.

    >>> import moonflower as mf
    >>> from moonflower.bench.signature import bench
    >>> bench(mf.Game("tic_tac_toe"), nodes=50).signature == bench(
    ...     mf.Game("tic_tac_toe"), nodes=50
    ... ).signature
    True
    """
    digest = hashlib.blake2b(digest_size=8)
    total, seconds = 0, 0.0
    limit = Limit(nodes=nodes)
    options = {"seed": _SEED, "threads": threads, "deterministic": threads > 1}
    with Engine(game, **options) as engine:  # type: ignore[arg-type]
        for state in bench_positions(game):
            digest.update(_core.playout_signature(state._inner, _SEED).to_bytes(8, "big"))
            begun = time.perf_counter()
            report = engine.analyse(state, limit)
            seconds += time.perf_counter() - begun
            total += report.nodes
            visits = sorted((str(line.move), line.visits) for line in report.lines)
            digest.update(repr((str(report.best), visits)).encode())
    return BenchResult(game.spec, digest.hexdigest(), total, seconds)
