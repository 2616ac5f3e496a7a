"""An engine that breaks one rule of the protocol on purpose: ``broken_engine.py RULE [--strict]``.

It is our own engine between two filters, one for what it hears and one for what it says. Each fault
is as small as can be, so that it breaks its own rule and no other.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from moonflower.protocol.loop import Loop, serve


@dataclass
class Memory:
    """What a fault may know of the conversation."""

    heard: list[str] = field(default_factory=list)  # the last lines, the latest last
    said: str = ""
    game: str = ""
    seed: str = ""
    algorithm: str = ""
    is_searching: bool = False
    count: int = 0
    marked: bool = False

    @property
    def last(self) -> str:
        """The last line heard that was not ``isready``."""
        return next((line for line in reversed(self.heard) if line != "isready"), "")

    def note(self, line: str) -> None:
        """Remember a line."""
        self.heard = [*self.heard[-3:], line]
        words = line.split()
        if words[:1] == ["game"]:
            self.game = words[1] if len(words) > 1 else ""
        if "seed" in words:
            self.seed = words[-1]
        if words[:3] == ["setoption", "name", "Algorithm"]:
            self.algorithm = words[-1]
        if words[:1] == ["go"]:
            self.is_searching = True

    def remember(self, line: str) -> None:
        """Remember what was said."""
        self.said = line
        if line.startswith("bestmove"):
            self.is_searching = False

    @property
    def is_hidden(self) -> bool:
        """The game is the one with dealt cards."""
        return self.game.startswith("kuhn")

    @property
    def is_together(self) -> bool:
        """The game is the one with joint choices."""
        return self.game.startswith("goofspiel")


Hear = Callable[[Memory, str], list[str]]
Say = Callable[[Memory, str], list[str]]


def hear(test: Callable[[Memory, str], bool], *instead: str) -> tuple[Hear | None, Say | None]:
    """Lines of a kind are heard as others, or not at all."""
    return (lambda memory, line: list(instead) if test(memory, line) else [line]), None


def say(
    test: Callable[[Memory, str], bool], change: Callable[[str], str | list[str]]
) -> tuple[Hear | None, Say | None]:
    """Lines of a kind are said otherwise."""

    def changed(memory: Memory, line: str) -> list[str]:
        if not test(memory, line):
            return [line]
        new = change(line)
        return [new] if isinstance(new, str) else new

    return None, changed


def is_line(text: str) -> Callable[[Memory, str], bool]:
    return lambda _, line: line == text


def starts(text: str) -> Callable[[Memory, str], bool]:
    return lambda _, line: line.startswith(text)


def answers(asked: str, starts_with: str = "") -> Callable[[Memory, str], bool]:
    return lambda memory, line: memory.last.startswith(asked) and line.startswith(starts_with)


def once(memory: Memory, test: bool) -> bool:
    """True at the first time the test is."""
    if test and not memory.marked:
        memory.marked = True
        return True
    return False


def second_seed(memory: Memory, line: str) -> bool:
    memory.count += line == "position startpos seed 7"
    return line == "position startpos seed 7" and memory.count > 1


def after_long_line(memory: Memory, line: str) -> bool:
    if len(line) > 100_000:
        memory.marked = True
    return memory.marked and line == "query spec"


def drop_last(_: Memory, line: str) -> list[str]:
    is_list = line.startswith("position startpos moves ") and len(line) < 1000
    if is_list and "*" not in line and ":" not in line and len(line.split()) > 4:
        return [line.rsplit(" ", 1)[0]]
    return [line]


def strip_prefix(_: Memory, line: str) -> list[str]:
    return [line.replace("moves p2:", "moves ")]


def any_move(_: Memory, line: str) -> list[str]:
    if line.startswith("go nodes 50 searchmoves") and "???" not in line:
        return ["go nodes 50"]
    return [line]


def no_events(memory: Memory, line: str) -> list[str]:
    is_view = line.startswith("position view") and " events " in line and memory.is_hidden
    if is_view and not line.rsplit(maxsplit=1)[-1].startswith("*"):
        return [line.partition(" events ")[0]]
    return [line]


def too_early(memory: Memory, line: str) -> list[str]:
    if line == "isready" and memory.heard[-2:-1] == ["go infinite"]:
        return [line, "stop"]
    return [line]


def counted(pattern: str) -> Say:
    def change(memory: Memory, line: str) -> list[str]:
        memory.count += 1
        return [re.sub(pattern, lambda found: f"{found[1]}{memory.count}", line)]

    return change


def numbered_infos(memory: Memory, line: str) -> list[str]:
    if memory.is_hidden and memory.last == "go nodes 3000" and " pv " in line:
        memory.count += 1
        return [f"{line} string {memory.count}"]
    return [line]


def tell_seed(memory: Memory, line: str) -> list[str]:
    if memory.is_hidden and memory.last == "go nodes 300" and " pv " in line:
        return [f"{line} string seed {memory.seed}"]
    return [line]


def greeting(memory: Memory, line: str) -> list[str]:
    if once(memory, line == "readyok" and memory.heard == ["", "isready"]):
        return ["info string hello", line]
    return [line]


def accent(memory: Memory, line: str) -> list[str]:
    return [line if all(heard.isascii() for heard in memory.heard) else f"{line} é"]


FAULTS: dict[str, tuple[Hear | None, Say | None]] = {
    "ready": (None, greeting),
    "line-ends": hear(lambda _, line: line.endswith("\r") and "query" in line, "castle"),
    "white-space": hear(lambda _, line: "\t" in line, "castle"),
    "comments": hear(starts("#"), "castle"),
    "ascii": (None, accent),
    "long-lines": hear(after_long_line),
    "uci": say(is_line("id protocol ugi-h 1"), lambda _: []),
    "ugi": say(answers("ugi", "id author"), lambda _: []),
    "option-form": say(starts("option name Hash "), lambda line: line.replace("min 1 ", "")),
    "option-names": say(
        starts("option name Hash "), lambda line: [line, "option name Two Words type button"]
    ),
    "options": say(starts("option name MoveOverhead "), lambda _: []),
    "algorithms": say(starts("option name Algorithm "), lambda line: line.replace(" var cfr", "")),
    "rule-options": hear(lambda _, line: line.startswith("setoption") and "." in line),
    "option-case": hear(starts("setoption name hASH"), "castle"),
    "option-values": hear(is_line("setoption name Hash value big")),
    "game": hear(is_line("game no_such_game")),
    "unknown": hear(is_line("Uci")),
    "refusals": hear(is_line("undo x")),
    "help": hear(is_line("d p1")),
    "startpos": say(answers("query p1turn", "response"), lambda _: "response yes"),
    "seed": hear(second_seed, "position startpos seed 1"),
    "pos": hear(
        lambda _, line: line.startswith("position pos ") and "???" not in line,
        "position startpos",
    ),
    "moves": (drop_last, None),
    "undo": hear(is_line("undo 2"), "undo 1"),
    "seat-prefix": (strip_prefix, None),
    "chance": say(
        lambda memory, line: memory.is_hidden and line.strip() == "response", lambda _: "response b"
    ),
    "outcomes": say(answers("query outcomes", "response *"), lambda line: f"{line} *Z=0.5"),
    "apply-chance": say(answers("apply chance", "response"), lambda _: "response *Z"),
    "query-refused": say(is_line("response (none)"), lambda _: []),
    "refused-position": hear(is_line("position pos ???"), "castle"),
    "query-moves": say(answers("query islegal ???", "response"), lambda _: "response true"),
    "query-facts": say(answers("query public", "response"), lambda line: [line, line]),
    "beliefs": say(
        lambda memory, line: memory.last.startswith("go beliefs") and line.startswith("bestmove"),
        lambda line: ["belief nowhere A=1 worlds 1 exact 1 given rules", line],
    ),
    "finished": say(
        lambda memory, line: memory.last == "query result" and line != "response none",
        lambda line: "response over" if line.startswith("response") else line,
    ),
    "view-events": (no_events, None),
    "view-string": hear(lambda _, line: re.match("position view p. pos", line) is not None, "x"),
    "view-hides": say(
        lambda memory, line: (
            memory.is_hidden and memory.seed == "0" and line.startswith("response view")
        ),
        lambda line: line.replace("?", "Z"),
    ),
    "view-is-one-seat": hear(is_line("d p2")),
    "together": hear(lambda _, line: line.startswith("position") and "p1:?" in line, "castle"),
    "go-limits": say(answers("go worlds", "bestmove"), lambda _: "bestmove zz"),
    "one-bestmove": say(answers("go nodes 1 movetime 0", "bestmove"), lambda line: [line, line]),
    "searchmoves": (any_move, None),
    "stop": say(
        lambda memory, line: (
            memory.is_hidden and memory.last == "stop" and line.startswith("bestmove")
        ),
        lambda line: [line, "info string bye"],
    ),
    "infinite": (too_early, None),
    "stop-idle": hear(lambda memory, line: line == "stop" and not memory.is_searching, "castle"),
    "over": say(
        lambda memory, _: memory.said == "info string the game is over",
        lambda _: "bestmove a1",
    ),
    "asked-meanwhile": hear(lambda memory, line: line == "d" and memory.is_searching),
    "busy": hear(
        lambda memory, line: memory.is_searching and line.startswith("setoption name Hash")
    ),
    "ponder": hear(is_line("go ponder movetime 20"), "go movetime 20"),
    "ponder-word": say(starts("bestmove"), lambda line: line.partition(" ponder ")[0]),
    "info-form": say(
        lambda memory, _: memory.is_together, lambda line: re.sub(r" nps \d+", "", line)
    ),
    "values": say(
        lambda memory, _: memory.is_hidden and memory.last == "go nodes 300",
        lambda line: re.sub(r"wdl (\d+)", lambda found: f"wdl {int(found[1]) + 1}", line),
    ),
    "mate": say(
        answers("go nodes 3000"), lambda line: re.sub(r"score mate (\d)", r"score mate -\1", line)
    ),
    "multipv": hear(is_line("setoption name MultiPV value 3")),
    "show-wdl": hear(is_line("setoption name UCI_ShowWDL value false")),
    "policy": say(starts("info policy"), lambda line: f"{line},zz=0.5"),
    "same-transcript": (None, numbered_infos),
    "no-peeking": (None, tell_seed),
    "hint": say(starts("hint level 3"), lambda line: line.replace('"', "")),
    "solve": say(starts("solution"), lambda line: re.sub(" exact [01]", "", line)),
    "perft": say(
        answers("go perft 2 split", "perft"),
        lambda line: line + ("1" if len(line.split()) == 3 else ""),
    ),
    "bench": (None, counted(r"(bench signature )[0-9a-f]+")),
    "strength": hear(is_line("setoption name Strength value 10"), "castle"),
    "algorithm-choice": say(
        lambda memory, line: (
            memory.last == "go nodes 2000"
            and memory.algorithm == "random"
            and line.startswith("bestmove")
        ),
        lambda _: "bestmove zz",
    ),
    "eval": say(answers("eval"), lambda line: re.sub(r" ev [0-9.]+", "", line)),
}
# These break how the process ends, or what it does beside the line.
PROCESS_FAULTS = (
    "stderr", "strict", "end-bounded", "end-unbounded", "end-idle", "quit", "sigint", "sigterm",
)  # fmt: skip


class Ears:
    """The engine's input with a fault."""

    def __init__(self, source: io.TextIOBase, memory: Memory, change: Hear | None) -> None:
        self._source, self._memory, self._change = source, memory, change
        self._waiting: list[str] = []

    def readline(self, _size: int = -1, /) -> str:
        while not self._waiting:
            line = self._source.readline()
            if not line:
                return ""
            line = line.removesuffix("\n")
            self._memory.note(line)
            self._waiting = self._change(self._memory, line) if self._change else [line]
        return self._waiting.pop(0) + "\n"


class Mouth:
    """The engine's output with a fault."""

    def __init__(self, sink: io.TextIOBase, memory: Memory, change: Say | None) -> None:
        self._sink, self._memory, self._change = sink, memory, change

    def write(self, text: str) -> None:
        for line in text.removesuffix("\n").split("\n"):
            for new in self._change(self._memory, line) if self._change else [line]:
                self._sink.write(f"{new}\n")
            self._memory.remember(line)

    def flush(self) -> None:
        self._sink.flush()


class Shadows:
    """All faults beside a sound engine: which of them would have changed what is heard or said."""

    def __init__(self) -> None:
        self.stirred: set[str] = set()
        self._memories = {rule: Memory() for rule in FAULTS}

    def hear(self, line: str) -> None:
        """A line typed to the engine."""
        for rule, memory in self._memories.items():
            memory.note(line)
            self._try(rule, FAULTS[rule][0], line)

    def say(self, line: str) -> None:
        """A line the engine says."""
        for rule, memory in self._memories.items():
            self._try(rule, FAULTS[rule][1], line)
            memory.remember(line)

    def _try(self, rule: str, change: Hear | Say | None, line: str) -> None:
        if change is not None and change(self._memories[rule], line) != [line]:
            self.stirred.add(rule)


def shadowed_loop(source: io.TextIOBase, sink: io.TextIOBase, shadows: Shadows) -> Loop:
    """Our engine as it is, watched by all faults."""

    def heard(_: Memory, line: str) -> list[str]:
        shadows.hear(line)
        return [line]

    def said(_: Memory, line: str) -> list[str]:
        shadows.say(line)
        return [line]

    memory = Memory()
    return Loop(Ears(source, memory, heard), Mouth(sink, memory, said))  # type: ignore[arg-type]


def broken_loop(rule: str, source: io.TextIOBase, sink: io.TextIOBase) -> Loop:
    """Our engine with the fault that breaks the rule."""
    memory = Memory()
    change_heard, change_said = FAULTS.get(rule, (None, None))
    return Loop(Ears(source, memory, change_heard), Mouth(sink, memory, change_said))  # type: ignore[arg-type]


class Leaving(io.TextIOBase):
    """Standard input for faults about the end."""

    def __init__(self, rule: str) -> None:
        self._rule, self._go = rule, ""

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        line = sys.__stdin__.readline()
        if line.startswith("go"):
            self._go = line
        leaves = {
            "end-bounded": not line and "nodes" in self._go,
            "end-unbounded": not line and ("infinite" in self._go or "ponder" in self._go),
            "end-idle": not line and not self._go,
            "quit": line == "quit\n" and bool(self._go),
        }
        if leaves.get(self._rule):
            os._exit(3 if self._rule == "end-idle" else 0)
        return line

    def reconfigure(self, **_: object) -> None:
        """As the real one."""


def main(rule: str, *, strict: bool) -> int:
    """Serve as a process."""
    if rule in FAULTS:
        return broken_loop(rule, sys.stdin, sys.stdout).run()
    if rule == "stderr":
        sys.stderr.write("loading\n")
    sys.stdin = Leaving(rule)
    if rule in ("sigint", "sigterm"):
        real = signal.signal
        signal.signal = lambda number, handler: (  # type: ignore[assignment]
            None if number == getattr(signal, rule.upper()) else real(number, handler)
        )
        if rule == "sigint":
            real(signal.SIGINT, signal.SIG_IGN)
    return serve(strict=strict and rule != "strict")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], strict="--strict" in sys.argv))
