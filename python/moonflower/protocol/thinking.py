"""What ``go`` starts: searches, counts, checks. Each runs in a job and says its lines as it goes.

A task returns its last line, which the loop says when the engine is idle again: the next command
may come right upon it. What a task raises is said by the loop too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from moonflower import _core
from moonflower.bench.signature import DEFAULT_NODES, bench
from moonflower.engine import Engine, Limit
from moonflower.engine.report import PlayResult, Report, share
from moonflower.engine.stopping import stoppable
from moonflower.history import History
from moonflower.history.refusal import refuse
from moonflower.positions import Game, State, View, perft
from moonflower.protocol.commands import Bench, Go
from moonflower.protocol.jobs import Job
from moonflower.protocol.options import SOLVERS
from moonflower.protocol.replies import Style, bestmove_line, info_lines
from moonflower.words import spelled_for

__all__ = [
    "BELIEF_WORLDS",
    "EVAL_NODES",
    "Say",
    "Search",
    "evaluate",
    "run_beliefs",
    "run_bench",
    "run_hint",
    "run_perft",
    "run_selftest",
    "run_solve",
    "think_ahead",
]

Say: TypeAlias = Callable[..., None]

BELIEF_WORLDS: Final = 2000
EVAL_NODES: Final = 1000
_SELFTEST_GAMES: Final = 20


@dataclass(frozen=True, slots=True)
class Search:
    """One search: where, how long, and how it is told."""

    engine: Engine
    history: History
    style: Style
    limit: Limit
    only: tuple[str, ...] = ()
    game: object = None  # names the game whose earlier searches may be built on
    early_stop: bool = False
    is_pondering: bool = False  # thinks on until hit, then for as long as the limit says
    holds: bool = False  # says its move only when told to stop
    expects: Callable[[str, str], bool] | None = None  # may the reply be announced?

    def run(self, job: Job, say: Say) -> str:
        """Search and report; the line with the move."""
        final = self._ponder(job, say) if self.is_pondering else None
        if final is None:
            final = self._search(self.limit, say, early_stop=self.early_stop)
        if self.holds:
            job.wait_until_stopped()
        result = PlayResult.of(final)
        move, reply = str(result.move), result.ponder
        if self.expects is None or reply is None or not self.expects(move, reply):
            reply = None
        return bestmove_line(move, reply)

    def _search(self, limit: Limit, say: Say, *, early_stop: bool = False) -> Report:
        visits: dict[str, int] = {}

        def tell(report: Report) -> None:
            say(*info_lines(report, self.style, currmove=_busiest(report, visits)))

        final = self.engine.analyse(
            self.history,
            limit,
            multipv=max(self.style.multipv, 1),
            game=self.game,
            only=self.only,
            early_stop=early_stop,
            on_report=tell,
        )
        say(*info_lines(final, self.style))
        return final

    def _ponder(self, job: Job, say: Say) -> Report | None:
        """Think without an end; the report if stopped, nothing if the search is to go on."""
        with stoppable(job.told_flag()):
            final = self._search(Limit(depth=self.limit.depth), say)
        job.wait_until_told()
        return None if job.is_hit and not job.is_stopped else final


def _busiest(report: Report, visits: dict[str, int]) -> str | None:
    """The move that has got most of the work since the last report, kept in ``visits``."""
    now = {str(line.move): line.visits for line in report.lines}
    gained = {move: count - visits.get(move, 0) for move, count in now.items()}
    visits.update(now)
    best = max(gained, key=gained.__getitem__, default=None)
    return best if best is not None and gained[best] > 0 else None


def think_ahead(engine: Engine, seen: History, game: object, job: Job) -> str:
    """Ponder for a seat that is not on turn: what is found is used when it is."""
    with stoppable(job.told_flag()):
        engine.ponder_here(seen, game=game)
    job.wait_until_told()
    return bestmove_line(None)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hint is to be like."""

    limit: Limit | None
    level: int
    language: str


def run_hint(engine: Engine, asked: History, wanted: Advice, say: Say) -> str:
    """What to play and why; level 1 names no move."""
    level = wanted.level
    hint = engine.hint(asked, wanted.limit, level=level, language=wanted.language)
    move = None if hint.move is None else str(hint.move)
    text = " ".join(spelled_for(hint.text, "ascii").replace('"', "'").split())
    say(f'hint level {level} move {move or "(none)"} text "{text}"')
    return bestmove_line(move)


def run_solve(engine: Engine, place: State | View, limit: Limit, say: Say) -> str:
    """What a position is worth, with its certificate. A mixture is drawn from as a search does."""
    found = engine.solve(place, limit)
    info = place.game.info
    span = (info.highest_payoff - info.lowest_payoff) or 1
    if found.note:
        say(f"info string {' '.join(found.note.split())}")
    policy = {str(move): part for move, part in found.policy}
    if len(policy) > 1:
        say("info policy " + ",".join(f"{move}={part:.4f}" for move, part in policy.items()))
    best = max(policy, key=policy.__getitem__, default=None)
    if len(policy) > 1 and not engine.options.greedy:
        key = (place if isinstance(place, View) else place.view(found.seat)).key
        best = list(policy)[_core.drawn(list(policy.values()), engine.options.seed, key)]
    if best is None:
        best = found.line[0] if found.line else None
    say(
        f"solution {found.kind} value {share(found.value, info):.6f} "
        f"bound {found.bound / span:.6f} exact {int(found.exact)} nodes {found.nodes} "
        f"time {round(1000 * found.time)} pv {' '.join(found.line) or best or '(none)'}"
    )
    return bestmove_line(best)


def run_beliefs(view: View, worlds: int, seed: int, say: Say) -> str:
    """A line for each hidden slot: what may lie there, and how likely that is."""
    found = view.beliefs(worlds=worlds, seed=seed)
    told = found.supposition
    for slot in found.slots:
        faces = ",".join(f"{face}={odds:.6f}" for face, odds in slot.faces.items())
        say(
            f"belief {slot.slot} {faces or '-'} worlds {told.worlds} exact {int(told.exact)} "
            f"given {told.given}"
        )
    return bestmove_line(None)


def run_perft(place: State | View, command: Go, say: Say) -> str:
    """Count move sequences; perft plays nothing, so its move is none."""
    if isinstance(place, View):
        refuse("view", "perft counts moves of a full position, not of a view")
    depth, total = command.depth or 0, 0
    begun = time.perf_counter()
    if command.split and depth > 0:
        for move in place.legal_moves() or [move for move, _ in place.outcomes()]:
            count = perft(place.play(move), depth - 1)
            total += count
            say(f"perft {move} {count}")
    else:
        total = perft(place, depth)
    seconds = max(time.perf_counter() - begun, 1e-6)
    say(f"perft {depth} nodes {total} time {round(1000 * seconds)} nps {round(total / seconds)}")
    return bestmove_line(None)


def evaluate(engine: Engine, asked: History, style: Style) -> str:
    """The value of the position for the seat to move, by a short search of a fixed size."""
    report = engine.analyse(asked, Limit(nodes=EVAL_NODES), multipv=1)
    lines = info_lines(report, style)
    if not lines:
        refuse("eval", f"{report.algorithm} plays without judging; choose another Algorithm")
    unit = "nodes" if report.algorithm in SOLVERS else "simulations"
    what = f"eval of p{report.seat + 1} by {report.algorithm}, {report.nodes} {unit}"
    return f"{lines[0]}{',' if report.note else ' string'} {what}"


def run_bench(game: Game, command: Bench) -> str:
    """Fixed work on the session's game, with a checksum of what was done."""
    result = bench(game, nodes=command.size or DEFAULT_NODES, threads=command.threads or 1)
    milliseconds = round(1000 * result.seconds)
    return (
        f"bench signature {result.signature} nodes {result.nodes} nps {result.nps} "
        f"time {milliseconds}"
    )


def run_selftest(game: Game, say: Say) -> str:
    """Hold the session's game to the engine's contract."""
    report = _core.conformance(game._inner, _SELFTEST_GAMES, 1)
    for finding in report.findings:
        say(f"info string finding {finding}")
    state = "failed" if report.findings else "passed"
    return f"selftest {state} games {report.games} moves {report.moves}"
