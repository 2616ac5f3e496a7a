"""The same work here and in OpenSpiel: playouts, ISMCTS, UCT, CFR, NashConv, call latency.

Cases for vs_openspiel.py; each makes a ``Pair``. OpenSpiel's
side always runs in its own C++ loop, one call from Python for many units.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import moonflower as mf
from moonflower import _core, solve
from timing import Pair, Side

try:
    import pyspiel
except ImportError:
    sys.exit('bench: pyspiel is not installed; pip install ".[bench]"')

Work = Callable[[], float]
MOVES_PER_CALL = 40_000  # some milliseconds a call on their side, so that a call costs nothing
SIMULATIONS = 10_000
STEPS = 1_000  # of a loop in Python, between two looks at the clock


def title(name: str) -> str:
    return "hex 11x11" if name == "hex" else name


def times(count: float, call: Callable[[], object]) -> Work:
    """Work of so many units, done by one call."""

    def work() -> float:
        call()
        return count

    return work


# --- positions


def first_decision(game: Any, rng: random.Random) -> Any:
    """OpenSpiel's state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, odds)[0])
    return state


def mean_moves(state: Any, rng: random.Random, games: int = 300) -> float:
    """Moves of a random playout in OpenSpiel, chance included."""
    moves = 0
    for _ in range(games):
        playout = state.clone()
        while not playout.is_terminal():
            if playout.is_chance_node():
                actions, odds = zip(*playout.chance_outcomes(), strict=True)
                playout.apply_action(rng.choices(actions, odds)[0])
            else:
                playout.apply_action(rng.choice(playout.legal_actions()))
            moves += 1
    return moves / games


# --- playouts


def playouts(name: str, target: float | None = None) -> Pair:
    rng = random.Random(1)
    game = pyspiel.load_game(name)
    theirs = first_decision(game, rng)
    moves = mean_moves(theirs, rng)
    count = max(20, round(MOVES_PER_CALL / moves))
    ours = mf.Game(name).deal(seed=1)
    sample = 20_000
    our_moves = _core.playouts(ours._inner, sample, 1)[1] / sample
    seeds = iter(range(sys.maxsize))
    # The root evaluation of a one-simulation MCTSBot is so many calls of the rollout's inner loop.
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 64, False, 3, False)
    return Pair(
        name=title(name),
        unit="playouts",
        ours=Side(times(10 * count, lambda: mf.playouts(ours, 10 * count, seed=next(seeds)))),
        theirs=Side(times(count, lambda: bot.step(theirs))),
        target=target,
        notes={"moves_ours": round(our_moves, 2), "moves_theirs": round(moves, 2)},
    )


# --- search


def our_search(name: str, **options: object) -> Work:
    state = mf.Game(name).deal(seed=1)
    view = state.view(state.turn)
    engine = mf.Engine(state.game, seed=1, **options)
    limit = mf.Limit(nodes=SIMULATIONS)
    return times(SIMULATIONS, lambda: engine.analyse(view, limit, multipv=1))


def ismcts(name: str, target: float | None = None) -> Pair:
    state = first_decision(pyspiel.load_game(name), random.Random(1))
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 2),
        1.4,
        SIMULATIONS,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    theirs = Side(times(SIMULATIONS, lambda: bot.step(state)))
    return Pair(title(name), "ISMCTS simulations", Side(our_search(name)), theirs, target)


def uct(name: str, target: float | None = None) -> Pair:
    game = pyspiel.load_game(name)
    state = first_decision(game, random.Random(1))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 2)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 2000, False, 3, False)
    theirs = Side(times(SIMULATIONS, lambda: bot.step(state)))
    ours = Side(our_search(name, solve=False))
    return Pair(title(name), "UCT simulations", ours, theirs, target)


# --- solvers


def cfr(name: str, method: str, target: float | None = None) -> Pair:
    tree = solve.flatten(mf.Game(name))
    solver = solve.CfrSolver(tree, method=method)
    kinds = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}
    theirs = kinds[method](pyspiel.load_game(name))
    batch = max(1, 200_000 // tree.nodes)
    return Pair(
        name,
        f"{method.upper()} iterations",
        Side(times(batch, lambda: solver.run(batch))),
        Side(times(1, theirs.evaluate_and_update_policy)),
        target,
    )


def mccfr(name: str) -> Pair:
    tree = solve.flatten(mf.Game(name))
    solver = solve.McCfrSolver(tree, seed=1)
    theirs = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game(name), 1)
    return Pair(
        name,
        "MCCFR iterations",
        Side(times(1000, lambda: solver.run(1000))),
        Side(times(1, theirs.run_iteration)),
    )


def nash_conv(name: str, target: float | None = None, *, flattens: bool = False) -> Pair:
    """Of the uniform policy; with ``flattens`` our tree is built anew for every call."""
    game = mf.Game(name)
    tree = solve.flatten(game)
    uniform = tree.uniform()
    theirs = pyspiel.load_game(name)
    policy = pyspiel.UniformRandomPolicy(theirs)

    def ours() -> float:
        if not flattens:
            return solve.nash_conv(tree, uniform)
        again = solve.flatten(game)
        return solve.nash_conv(again, again.uniform())

    return Pair(
        name,
        "NashConv, tree made anew" if flattens else "NashConv calls",
        Side(times(1, ours)),
        Side(times(1, lambda: pyspiel.nash_conv(theirs, policy))),
        target,
    )


# --- latency


def latency(name: str, target: float | None = None) -> Pair:
    """What a step in Python costs: list the moves, play the first into a new state."""
    begin = mf.Game(name).deal(seed=1)
    root = first_decision(pyspiel.load_game(name), random.Random(1))

    def ours() -> None:
        for _ in range(STEPS):
            begin.play(begin.legal_moves()[0])

    def theirs() -> None:
        for _ in range(STEPS):
            root.child(root.legal_actions()[0])

    return Pair(
        title(name),
        "list and play, from Python",
        Side(times(STEPS, ours)),
        Side(times(STEPS, theirs)),
        target,
    )


def steps(name: str, target: float | None = None) -> Pair:
    """Whole games step by step in Python, the way each is meant to be used: theirs in place."""
    begin = mf.Game(name).deal(seed=1)
    root = first_decision(pyspiel.load_game(name), random.Random(1))

    def ours() -> float:
        state, count = begin, 0
        while not state.is_over:
            moves = state.legal_moves() or [move for move, _ in state.outcomes()]
            state = state.play(moves[count % len(moves)])
            count += 1
        return count

    def theirs() -> float:
        state, count = root.clone(), 0
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[count % len(moves)])
            count += 1
        return count

    return Pair(title(name), "steps of games, from Python", Side(ours), Side(theirs), target)
