"""Rules about endings: the end of input, quit, signals. Each needs an engine of its own."""

from __future__ import annotations

import signal

from moonflower.protocol.conformance.rules import Bench, rule
from moonflower.protocol.conformance.talk import Talk, need
from moonflower.protocol.conformance.wire import ProcessWire

SECONDS = 10.0


def left_well(talk: Talk, wire: ProcessWire, *, moves: int = 1) -> None:
    """It ends with code 0, having said so many bestmoves in all."""
    code = wire.wait(SECONDS)
    need(code == 0, "it does not end" if code is None else f"the exit code is {code}")
    said = [line for line in talk.rest() if line.startswith("bestmove")]
    need(len(said) == moves, f"{len(said)} bestmoves, not {moves}")


def searching(bench: Bench, go: str) -> tuple[Talk, ProcessWire]:
    """A new engine in the midst of a search."""
    talk, wire = bench.fresh_process()
    talk.tell(f"game {bench.games.hidden}", "position startpos seed 7")
    talk.send(go)
    return talk, wire


@rule("end-bounded", "at the end of input a bounded search finishes and prints; exit 0")
def _end_bounded(bench: Bench) -> None:
    talk, wire = searching(bench, "go nodes 20000")
    wire.end_input()
    left_well(talk, wire)


@rule("end-unbounded", "at the end of input an unbounded search stops and prints; exit 0")
def _end_unbounded(bench: Bench) -> None:
    for go in ("go infinite", "go ponder movetime 10"):
        talk, wire = searching(bench, go)
        wire.end_input()
        left_well(talk, wire)


@rule("end-idle", "at the end of input an idle engine leaves; exit 0")
def _end_idle(bench: Bench) -> None:
    talk, wire = bench.fresh_process()
    talk.tell()
    wire.end_input()
    left_well(talk, wire, moves=0)


@rule("quit", "quit ends a search with its bestmove and leaves; exit 0")
def _quit(bench: Bench) -> None:
    talk, wire = searching(bench, "go infinite")
    talk.tell()
    talk.send("quit")
    left_well(talk, wire)


@rule("sigint", "an interrupt stops the search, and the engine listens on; two of them quit")
def _sigint(bench: Bench) -> None:
    talk, wire = searching(bench, "go infinite")
    talk.tell()
    wire.signal(signal.SIGINT)
    talk.until("bestmove")
    need(not talk.tell(), "something follows the bestmove")
    wire.signal(signal.SIGINT)
    left_well(talk, wire, moves=0)


@rule("sigterm", "a termination quits, with the bestmove that is due")
def _sigterm(bench: Bench) -> None:
    talk, wire = searching(bench, "go infinite")
    talk.tell()
    wire.signal(signal.SIGTERM)
    left_well(talk, wire)
