"""NashConv of what a search plays, over whole small games.

The policy is what is played at each information set: the mean over some seeds of the move chosen
there, or of the mixture where a search reports one. What it leaves to best responses is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from moonflower.bench.reported import behaviour
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.positions import CHANCE, Game, State
from moonflower.solve.equilibrium import Certificate, certify
from moonflower.solve.trees import Tree, flatten

__all__ = [
    "GAMES", "Asked", "Chooser", "NashGap", "asked_in", "engine_chooser", "gap_of", "measure_gap",
]  # fmt: skip

GAMES: Final = ("kuhn_poker", "leduc_poker", "liars_dice:dice_sides=3", "goofspiel:cards=4")
"""What is small enough to be solved whole. Of phantom_ttt no ending is: no position but the first
is known to both seats, so what is below one is no game of its own."""

_HASH_MB: Final = 16
_SEEDS: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """An information set: a state in it, and the ids of the moves that lead there."""

    state: State
    path: tuple[int, ...]


Chooser: TypeAlias = Callable[[Asked], dict[int, float]]
"""How often each move is played, by its id."""


@dataclass(frozen=True, slots=True)
class NashGap:
    """What was found for one game and number of nodes."""

    game: str
    nodes: int
    nash_conv: float
    uniform: float  # the same of play at random
    values: tuple[float, ...]  # what the policy gets against itself
    info_sets: int
    behaviour: str


def asked_in(root: State) -> dict[tuple[int, int], Asked]:
    """Every information set below a state, by seat and key."""
    found: dict[tuple[int, int], Asked] = {}
    waiting = [Asked(root, ())]
    while waiting:
        here = waiting.pop()
        state = here.state
        if state.is_over:
            continue
        if state.turn == CHANCE:
            moves = [move for move, _ in state.outcomes()]
        else:
            moves = state.legal_moves()
            found.setdefault((state.turn, state.view(state.turn).key), here)
        waiting += [Asked(state.play(move), (*here.path, int(move))) for move in moves]
    return found


def gap_of(tree: Tree, asked: dict[tuple[int, int], Asked], choose: Chooser) -> Certificate:
    """What a policy leaves on the table."""
    arrays = [array.copy() for array in tree.uniform().probabilities]
    for seat, sets in enumerate(tree._sets):
        chosen: dict[int, dict[int, float]] = {}
        for index, key in enumerate(sets.keys.tolist()):
            first, count = int(sets.firsts[index]), int(sets.counts[index])
            if count > 1:
                if key not in chosen:
                    chosen[key] = choose(asked[seat, key])
                moves = sets.moves[first : first + count].tolist()
                arrays[seat][first : first + count] = [chosen[key].get(one, 0.0) for one in moves]
    return certify(tree, tree.policy(arrays))


def engine_chooser(engine: Engine, nodes: int, *, seeds: int = _SEEDS) -> Chooser:
    """What an engine plays, over some seeds."""

    def choose(asked: Asked) -> dict[int, float]:
        total: dict[int, float] = {}
        for seed in range(seeds):
            engine.configure(seed=seed)
            report = engine.analyse(asked.state, Limit(nodes=nodes), multipv=1)
            played = report.policy if report.is_mixed else ((report.best, 1.0),)
            for move, share in played:
                total[int(move)] = total.get(int(move), 0.0) + share / seeds
        return total

    return choose


def measure_gap(
    spec: str, *, nodes: int, options: EngineOptions | None = None, seeds: int = _SEEDS
) -> NashGap:
    """Ask the engine at every information set of a game."""
    root = Game(spec).start()
    options = (options or EngineOptions()).with_changes(hash_mb=_HASH_MB)
    tree = flatten(root)
    with Engine(root.game, options=options) as engine:
        chooser = engine_chooser(engine, nodes, seeds=seeds)
        found = gap_of(tree, asked_in(root), chooser)
    return NashGap(
        spec,
        nodes,
        found.nash_conv,
        certify(tree, tree.uniform()).nash_conv,
        found.values,
        sum(tree.info_sets),
        behaviour(root.game, options, nodes),
    )
