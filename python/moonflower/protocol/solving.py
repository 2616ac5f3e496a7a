"""``go`` by the solvers: alpha-beta where all is known, regret minimisation where it is small.

Both report like a search does, so that whoever asks need not know which one answered. They import
their solvers when they run, in the job's thread: numpy takes longer to load than all the rest, and
the reader must answer meanwhile.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from moonflower.engine import Limit
from moonflower.engine.report import share
from moonflower.engine.stopping import StopFlag, StoppedError, stoppable
from moonflower.history.refusal import refuse
from moonflower.positions import State, View
from moonflower.protocol.jobs import Job
from moonflower.protocol.replies import Style, bestmove_line, centipawns, moves_to_end
from moonflower.protocol.thinking import Choice, Say

if TYPE_CHECKING:
    from moonflower.solve.open_cards import OpenSolution
    from moonflower.solve.trees import Tree

__all__ = ["AlphaBeta", "Regret", "Solver", "solver_named"]

_DEEPEST: Final = 1000
_NASH_CONV: Final = 1e-4  # an equilibrium this close is close enough
_MEMORY_MB: Final = 128  # larger trees take too long between two looks at the stop flag
_FIRST_BATCH: Final = 16
_MOST_ITERATIONS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Solver:
    """A position for a solver, and when to stop."""

    place: State | View
    style: Style
    limit: Limit  # of this move: no clocks
    only: tuple[str, ...] = ()
    choice: Choice = field(default_factory=Choice)
    holds: bool = False

    def check(self) -> None:
        """Refuse what this solver does not solve, before anything is begun."""

    def run(self, job: Job, say: Say) -> str:
        """Solve and report; the line with the move."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class AlphaBeta(Solver):
    """Iterative deepening over open positions of two seats."""

    def check(self) -> None:
        """Refuse a game with secrets: its states are known to nobody."""
        info = self.style.info
        if info.hidden or info.simultaneous or self.place.game.players != 2:  # noqa: PLR2004
            refuse(
                "algorithm",
                f"alphabeta: {info.name} is not an open game of two seats; "
                "auto, ismcts, pimc, cfr and flat are accepted",
            )
        if self.only:
            refuse("algorithm", "alphabeta: searchmoves is not offered; auto and mcts are")

    def run(self, job: Job, say: Say) -> str:
        """One depth after the other until all is settled; the line with the move."""
        from moonflower.solve.open_cards import solve_open  # noqa: PLC0415

        state = self.place if isinstance(self.place, State) else self.place.sample(0)
        begun, found = time.perf_counter(), None
        left = self.limit.nodes
        with _OutOfTime(job, self.limit.time) as flag:
            for depth in range(1, (self.limit.depth or _DEEPEST) + 1):
                try:
                    with stoppable(StopFlag() if found is None else flag):
                        latest = solve_open(state, depth=depth, nodes=left, every_move=False)
                except StoppedError:
                    break
                if found is None or latest.depth > found.depth or latest.exact:
                    found = latest
                    say(self._line(state, found, time.perf_counter() - begun))
                left = None if left is None else left - latest.nodes
                if found.exact or flag.is_set or (left is not None and left < 1):
                    break
        if self.holds:
            job.wait_until_stopped()
        return bestmove_line(str(found.line[0]) if found and found.line else None)

    def _line(self, state: State, found: OpenSolution, seconds: float) -> str:
        value = found.value if state.turn == 0 else -found.value
        ev = share((value + 1) / 2, self.style.info)
        pv = tuple(str(move) for move in found.line)
        score, proven = f"score cp {centipawns(ev)}", ""
        if found.exact:
            kind = {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(value, "value")
            proven = f"proven {kind} "
            moves = moves_to_end(state, pv)
            if kind in ("win", "loss") and moves:
                score = f"score mate {moves if kind == 'win' else -moves}"
        nps = round(found.nodes / seconds) if seconds > 0 else 0
        return (
            f"info depth {found.depth} seldepth {len(pv)} multipv 1 {score} ev {ev:.4f} {proven}"
            f"nodes {found.nodes} nps {nps} time {round(1000 * seconds)} pv {' '.join(pv)}"
        )


@dataclass(frozen=True, slots=True)
class Regret(Solver):
    """An equilibrium of the whole tree behind a position, from the view of the seat to move."""

    def check(self) -> None:
        """Any game may be small enough; the tree tells."""
        if self.only:
            refuse("algorithm", "cfr: searchmoves is not offered; auto and ismcts are")

    def run(self, job: Job, say: Say) -> str:
        """Solve until the policy is close to equilibrium; the line with a move drawn from it."""
        from moonflower.solve.trees import flatten  # noqa: PLC0415

        view = self.place if isinstance(self.place, View) else self.place.view(self.place.turn)
        policy = {str(move): 1.0 for move in view.legal_moves()}
        with _OutOfTime(job, self.limit.time) as flag:
            try:
                with stoppable(flag):
                    tree = flatten(view, memory_mb=_MEMORY_MB)
            except StoppedError:
                say("info string cfr was stopped before it had a tree; any move is as good")
            else:
                policy = self._solve(tree, view, flag, say)
        if self.holds:
            job.wait_until_stopped()
        return bestmove_line(self.choice.of(policy))

    def _solve(self, tree: Tree, view: View, flag: StopFlag, say: Say) -> dict[str, float]:
        """Iterate in growing batches, each with its certificate, until one is good enough."""
        from moonflower.solve.equilibrium import CfrSolver, certify  # noqa: PLC0415

        solver, begun = CfrSolver(tree, method="pcfr+"), time.perf_counter()
        most = _MOST_ITERATIONS
        if self.limit.nodes is not None:
            most = max(1, self.limit.nodes // tree.nodes)
        while True:
            with suppress(StoppedError), stoppable(flag):
                solver.run(min(max(solver.iterations, _FIRST_BATCH), most - solver.iterations))
            found = solver.average()
            policy, certificate = found.at(view), certify(tree, found)
            spent, nodes = time.perf_counter() - begun, tree.nodes * max(solver.iterations, 1)
            value = self._payoff(certificate.values[view.seat])
            likely = max(policy, key=policy.__getitem__)
            say(
                f"info depth {solver.iterations} multipv 1 score cp {centipawns(value)} "
                f"ev {value:.4f} nodes {nodes} nps {round(nodes / max(spent, 1e-6))} "
                f"time {round(1000 * spent)} pv {likely} string nashconv "
                f"{certificate.nash_conv:.6f}",
                "info policy " + ",".join(f"{m}={p:.4f}" for m, p in policy.items() if p > 0),
            )
            is_done = certificate.nash_conv <= _NASH_CONV or solver.iterations >= most
            if is_done or flag.is_set:
                return policy

    def _payoff(self, score: float) -> float:
        """Scores of trees are payoffs, or 2p - 1 where two seats share 1."""
        info = self.style.info
        is_shared = info.payoff_sum == 1 and self.place.game.players == 2  # noqa: PLR2004
        return share((score + 1) / 2 if is_shared else score, info)


class _OutOfTime:
    """A flag that is set by the job's stop or when the time is up."""

    def __init__(self, job: Job, seconds: float | None) -> None:
        self._flag = StopFlag()
        job.when_told(self._flag.set)
        self._timer = None if seconds is None else threading.Timer(seconds, self._flag.set)

    def __enter__(self) -> StopFlag:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self._flag

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()


def solver_named(algorithm: str) -> type[Solver]:
    """The solver behind an algorithm's name."""
    return {"alphabeta": AlphaBeta, "cfr": Regret}[algorithm]
