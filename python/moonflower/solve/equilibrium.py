"""Equilibria of finite games: flattened trees, the CFR family, best responses and certificates.

A position is unrolled once (``flatten``); solvers then run over its arrays. Every answer carries a
certificate, computed apart from the solver: what each seat gets, and what it could still gain.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.positions import Game, State, View
from moonflower.solve.solution import Solution
from moonflower.solve.trees import Policy, Tree, flatten, probabilities_for

__all__ = [
    "Certificate",
    "CfrSolver",
    "McCfrSolver",
    "Method",
    "Progress",
    "best_response",
    "certify",
    "expected_values",
    "exploitability",
    "find_equilibrium",
    "nash_conv",
]

Method: TypeAlias = Literal["cfr", "cfr+", "dcfr", "pcfr+"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """How far a policy is from equilibrium, whoever made it."""

    values: tuple[float, ...]  # expected score of each seat
    best_responses: tuple[float, ...]  # the most each seat could get against the others
    nash_conv: float  # the sum of what the seats leave on the table
    exploitability: float  # NashConv divided by the number of seats

    @classmethod
    def _of(cls, core: _core.Certificate) -> Certificate:
        return cls(
            tuple(core.values), tuple(core.best_responses), core.nash_conv, core.exploitability
        )


class _Solver:
    """Iterations over a tree, as many as are asked for."""

    __slots__ = ("_inner", "tree")

    def __init__(self, tree: Tree, inner: _core.CfrSolver | _core.McCfrSolver) -> None:
        self._inner = inner
        self.tree = tree

    def run(self, iterations: int) -> None:
        """Go on; Ctrl-C stops between two iterations and loses nothing."""
        self._inner.run(_count("iterations", iterations))

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self._inner.iterations

    def average(self) -> Policy:
        """The policy that goes to equilibrium."""
        return self.tree.policy(self._inner.average())

    def current(self) -> Policy:
        """What the next iteration plays."""
        return self.tree.policy(self._inner.current())


class CfrSolver(_Solver):
    """Counterfactual regret minimisation; each iteration updates the seats in turn."""

    __slots__ = ("method",)

    def __init__(self, tree: Tree, *, method: Method = "cfr+") -> None:
        expect(tree, Tree, "tree", "a Tree")
        super().__init__(tree, _core.CfrSolver(tree._inner, method))
        self.method = method


class McCfrSolver(_Solver):
    """External-sampling Monte Carlo CFR: cheap, noisy iterations, each with one walk per seat.

    Same seed, same policy.
    """

    __slots__ = ()

    def __init__(self, tree: Tree, *, seed: int = 0) -> None:
        expect(tree, Tree, "tree", "a Tree")
        super().__init__(tree, _core.McCfrSolver(tree._inner, seed))


def _count(name: str, number: int) -> int:
    expect_whole(number, name, least=0)
    return number


def certify(tree: Tree, policy: Policy) -> Certificate:
    """Expected scores, exact best responses and NashConv of any policy."""
    arrays = probabilities_for(tree, policy)
    return Certificate._of(_core.certify(tree._inner, arrays))


def nash_conv(tree: Tree, policy: Policy) -> float:
    """What all seats together could gain by playing best responses."""
    return certify(tree, policy).nash_conv


def exploitability(tree: Tree, policy: Policy) -> float:
    """NashConv divided by the number of seats."""
    return certify(tree, policy).exploitability


def expected_values(tree: Tree, policy: Policy) -> tuple[float, ...]:
    """Expected score of each seat when all follow the policy."""
    arrays = probabilities_for(tree, policy)
    return tuple(_core.expected_values(tree._inner, arrays))


def best_response(tree: Tree, policy: Policy, *, seat: int) -> tuple[float, Policy]:
    """The most a seat can get against the others, and the policy with that seat playing so."""
    arrays = probabilities_for(tree, policy)
    expect_whole(seat, "seat")
    value, arrays[seat] = _core.best_response(tree._inner, arrays, seat)
    return value, tree.policy(arrays)


@dataclass(frozen=True, slots=True)
class Progress:
    """Where ``find_equilibrium`` stands."""

    iterations: int
    value: float  # of the first seat
    nash_conv: float
    seconds: float


def find_equilibrium(
    position: Tree | Game | State | View,
    *,
    method: Method = "pcfr+",
    nash_conv: float = 1e-6,
    iterations: int = 1_000_000,
    progress: Callable[[Progress], bool | None] | None = None,
) -> Solution:
    """Solve until NashConv is at most ``nash_conv``, ``iterations`` are done or progress says stop.

    ``progress`` is called with each new certificate (after ten iterations, later every twentieth
    part); ``False`` from it stops the run, and the best policy so far comes back, for all seats as
    ``strategy``. Only a zero-sum game of two seats is sure to get there, and ``exact`` when it has;
    any other may stay above. Values are scores of the first seat.
    """
    start = time.perf_counter()
    tree = position if isinstance(position, Tree) else flatten(position)

    def report(done: int, certificate: _core.Certificate) -> bool:
        if progress is None:
            return True
        seconds = time.perf_counter() - start
        now = Progress(done, certificate.values[0], certificate.nash_conv, seconds)
        return progress(now) is not False

    arrays, done, certificate, reached = _core.find_equilibrium(
        tree._inner,
        method,
        nash_conv,
        _count("iterations", iterations),
        None if progress is None else report,
    )
    values = tuple(certificate.values)
    has_value = tree.is_zero_sum and len(values) == 2  # noqa: PLR2004
    return Solution(
        value=values[0],
        values=values,
        exact=reached and has_value,
        bound=certificate.nash_conv,
        moves=(),
        line=(),
        nodes=tree.nodes,
        time=time.perf_counter() - start,
        method=method,
        kind="value" if has_value else "unknown",
        seat=0,
        margin=None,
        note=f"{done} iterations",
        measure="score",
        iterations=done,
        strategy=tree.policy(arrays),
        certificate=Certificate._of(certificate),
    )
