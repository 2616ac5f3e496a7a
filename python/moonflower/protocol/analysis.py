"""The second face: requests and reports as lines of JSON, several at once, the urgent ones first.

One reader, one worker, one output lock. A request is answered by its id; partial reports come while
it is searched if it asks for them. The end of input ends what has no end of its own.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, TextIO

from moonflower import __version__
from moonflower.engine import Engine
from moonflower.engine.report import Line, Report, share
from moonflower.engine.stopping import StopFlag, stoppable
from moonflower.protocol.lines import read_line
from moonflower.protocol.replies import moves_to_end, permille
from moonflower.protocol.requests import Action, Analyse, Fault, parse_request

__all__ = ["AnalysisLoop", "report_facts", "serve_analysis"]


@dataclass(order=True)
class _Entry:
    """A request that waits; the highest priority first, then the oldest."""

    rank: tuple[int, int]
    request: Analyse | None = field(compare=False)  # None: nothing more will come
    flag: StopFlag = field(compare=False, default_factory=StopFlag)
    is_terminated: bool = field(compare=False, default=False)


class AnalysisLoop:
    """Reads requests until the end of input; every one of them is answered."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source = source
        self._sink = sink
        self._output = threading.Lock()
        self._queue: queue.PriorityQueue[_Entry] = queue.PriorityQueue()
        self._pending: dict[str, _Entry] = {}
        self._count = 0
        self._engine: Engine | None = None
        self._engine_of: object = None
        self._worker = threading.Thread(target=self._work, name="moonflower-analysis", daemon=True)

    def run(self) -> int:
        """Serve; 0 at the end of input."""
        self._worker.start()
        try:
            while line := read_line(self._source):
                if line.strip():
                    self._answer(line)
        finally:
            self._finish()
        return 0

    def _finish(self) -> None:
        """What is bounded is still searched; the rest ends now."""
        for entry in list(self._pending.values()):
            if entry.request is not None and entry.request.limit.is_infinite:
                entry.flag.set()
        self._queue.put(_Entry((2**63, self._count), None))
        self._worker.join()

    # --- requests

    def _answer(self, line: str) -> None:
        try:
            request = parse_request(line)
            if isinstance(request, Action):
                self._act(request)
            else:
                self._enqueue(request)
        except Fault as fault:
            self._say({"id": fault.request_id, "error": str(fault), "field": fault.field})
        except Exception as error:  # as below
            self._say({"id": None, "error": str(error) or type(error).__name__, "field": None})

    def _enqueue(self, request: Analyse) -> None:
        if request.id in self._pending:
            msg = f"id: {request.id!r} is still being served; use another"
            raise Fault(msg, "id", request.id)
        self._count += 1
        entry = _Entry((-request.priority, self._count), request)
        self._pending[request.id] = entry
        self._queue.put(entry)

    def _act(self, action: Action) -> None:
        facts: dict[str, Any] = {"id": action.id, "action": action.action}
        if action.action == "version":
            self._say({**facts, "version": __version__, "protocol": "ugi-h 1"})
            return
        if action.action == "terminate":
            facts["terminateId"] = action.terminate_id
        self._say(facts)
        for entry in list(self._pending.values()):
            assert entry.request is not None
            if action.terminate_id in (None, entry.request.id):
                entry.is_terminated = True
                entry.flag.set()

    # --- answers

    def _say(self, facts: dict[str, Any]) -> None:
        with self._output:
            self._sink.write(json.dumps(facts, allow_nan=False) + "\n")
            self._sink.flush()

    def _work(self) -> None:
        while (entry := self._queue.get()).request is not None:
            request = entry.request
            try:
                self._serve(request, entry)
            except Exception as error:  # every fault is answered; none ends the session
                self._say({"id": request.id, "error": str(error), "field": _field(error)})
            finally:
                self._pending.pop(request.id, None)
        if self._engine is not None:
            self._engine.close()

    def _serve(self, request: Analyse, entry: _Entry) -> None:
        if entry.is_terminated:  # before it has begun
            self._say({"id": request.id, "isDuringSearch": False, "noResults": True})
            return
        last = time.monotonic()

        def partial(report: Report) -> None:
            nonlocal last
            now = time.monotonic()
            if request.report_every is not None and now - last >= request.report_every:
                last = now
                self._say({"id": request.id, **report_facts(report, request.history.position)})

        with stoppable(entry.flag):
            final = self._engine_for(request).analyse(
                request.history,
                request.limit,
                only=request.searchmoves,
                multipv=request.multipv,
                on_report=partial,
            )
        self._say({"id": request.id, **report_facts(final, request.history.position)})

    def _engine_for(self, request: Analyse) -> Engine:
        """The engine of the last request if it had the same game and options."""
        wanted = (request.history.game.spec, tuple(request.settings.values.items()))
        if self._engine is None or wanted != self._engine_of:
            if self._engine is not None:
                self._engine.close()
            self._engine = Engine(request.history.game, **request.settings.engine_options())
            self._engine_of = wanted
        return self._engine


def _field(error: Exception) -> str | None:
    return "searchmoves" if isinstance(error, ValueError) else None


def report_facts(report: Report, place: Any) -> dict[str, Any]:
    """A report as an answer: what the root is worth, and its lines."""
    info = place.game.info
    root: dict[str, Any] = {
        "seat": f"p{report.seat + 1}",
        "move": str(report.best),
        "ev": None if report.value is None else round(share(report.value, info), 6),
        "evs": [round(share(value, info), 6) for value in report.values],
        "nodes": report.nodes,
        "nps": report.nps,
        "time": round(1000 * report.time),
        "worlds": report.worlds,
        "ess": round(report.ess),
        "depth": round(report.depth),
        "seldepth": report.seldepth,
        "hashfull": round(1000 * report.hash_full),
        "proven": report.proven,
        "algorithm": report.algorithm,
        "stop": report.stop,
    }
    if report.is_mixed:
        root["policy"] = {str(move): round(part, 6) for move, part in report.policy if part > 0}
    lines = [_line_facts(line, place) for line in report.lines if line.value is not None]
    return {"isDuringSearch": not report.is_final, "root": root, "lines": lines}


def _line_facts(line: Line, place: Any) -> dict[str, Any]:
    info = place.game.info
    span = (info.highest_payoff - info.lowest_payoff) or 1
    facts: dict[str, Any] = {
        "move": str(line.move),
        "visits": line.visits,
        "ev": round(share(line.value or 0.0, info), 6),
        "sd": round(line.error / span, 6),
        "wdl": list(permille(line)),
        "prior": None if line.prior is None else round(line.prior, 6),
        "pv": list(line.pv) or [str(line.move)],
    }
    if line.proven is not None:
        facts["proven"] = line.proven
        facts["movesToEnd"] = moves_to_end(place, line.pv)
    return facts


def serve_analysis() -> int:
    """The JSON face on this process's own standard input and output."""
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="ascii", newline="\n")  # type: ignore[union-attr]
    return AnalysisLoop(sys.stdin, sys.stdout).run()
