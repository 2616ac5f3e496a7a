"""Random and damaged protocol lines against the engine: no crash, no hang, no lost bestmove.

    python tests/fuzz/protocol_lines.py --lines 100000 [--seed 1] [--process] [--growth 30]

Every ``go`` must be answered by exactly one bestmove, within the patience after a ``stop``; the
session must answer ``isready`` at its end and leave with code 0.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import moonflower as mf
from moonflower.protocol.loop import Loop

PATIENCE = 60.0
SPECS = [info.name for info in mf.games(lab=True)] + [
    "shields:mode=ffa,players=3", "terraflip:players=3", "flower_power:players=3", "hex:size=4",
    "goofspiel:cards=4",
]  # fmt: skip
LIMITS = [
    "nodes 1", "nodes 40", "movetime 1", "depth 1", "worlds 3", "infinite", "p1time 5 p2time 5",
    "wtime 9 btime 9 winc 1", "nodes 20 searchmoves {move}", "ponder nodes 5", "",
]  # fmt: skip
LINES = [
    "uci", "ugi", "isready", "ucinewgame", "query turn", "query legal", "query view p1",
    "query view p2", "query pos", "query public", "query key", "query returns", "query result",
    "query islegal {move}", "query spec", "d", "d p1", "d p2", "eval", "bench 1", "help",
    "query outcomes", "apply chance", "help go", "debug on", "debug off", "stop", "ponderhit",
    "undo", "undo 2", "apply {move}",
    "apply {move}", "apply p1:{move}", "apply p2:{move}", "position startpos",
    "position startpos seed {n}", "position view p1 startpos",
    "position view p2 startpos events ? ?", "position pos {pos}", "position view p1 pos {view}",
    "position startpos seed {n} moves {move} {move}", "setoption name Hash value 1",
    "setoption name Threads value 2", "setoption name MultiPV value {n}",
    "setoption name Ponder value true", "setoption name Strength value {n}",
    "setoption name Algorithm value {algorithm}", "setoption name Cheat value true",
    "setoption name Greedy value true", "setoption name Clear_Hash",
    "setoption name Seed value {n}", "# nothing", "",
]  # fmt: skip
ALGORITHMS = ["auto", "ismcts", "pimc", "mcts", "alphabeta", "cfr", "flat", "greedy", "random"]
ALPHABET = "0123456789-+/?#*=;:,.x!@&|^~()<>_ \t\rABCDHKQRSTabcdfghstuwé\x00"


class Generator:
    """An endless stream of lines that are right, nearly right or nonsense."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._state = mf.Game("tic_tac_toe").start()

    def line(self) -> str:
        """The next line; never one that ends the session."""
        roll = self._random.random()
        if roll < 0.06:
            text = self._new_game()
        elif roll < 0.30:
            text = self._filled(f"go {self._mode()} {self._random.choice(LIMITS)}")
        else:
            text = self._filled(self._random.choice(LINES))
        if self._random.random() < 0.35:
            text = self._damaged(text)
        text = text.replace("\n", " ")
        return text if is_harmless(text) else "isready"

    def _mode(self) -> str:
        return self._random.choice(["", "", "search", "hint", "hint level 1", "solve", "perft 2"])

    def _new_game(self) -> str:
        spec = self._random.choice(SPECS)
        self._state = mf.Game(spec).deal(self._random.randrange(100))
        for _ in range(self._random.randrange(12)):
            if self._state.is_over:
                break
            self._state = self._state.play(self._state.random_move(self._random.randrange(9999)))
        return f"game {spec}"

    def _filled(self, text: str) -> str:
        state, numbers = self._state, self._random
        moves = state.legal_moves() or [move for move, _ in state.outcomes()[:20]]
        for place, value in (
            ("{move}", str(numbers.choice(moves)) if moves else "?"),
            ("{pos}", str(state)),
            ("{view}", str(state.view(0))),
            ("{n}", str(numbers.randrange(25))),
            ("{algorithm}", numbers.choice(ALGORITHMS)),
        ):
            text = text.replace(place, value)
        return text

    def _damaged(self, text: str) -> str:
        for _ in range(self._random.randint(1, 4)):
            at = self._random.randrange(len(text) + 1)
            new = "".join(self._random.choices(ALPHABET, k=self._random.randrange(4)))
            text = text[:at] + new + text[at + self._random.randrange(4) :]
        return text * (self._random.randrange(200) if self._random.random() < 0.01 else 1)


def is_harmless(text: str) -> bool:
    """It does not end the session, and asks for no more memory or work than a test may take."""
    words = text.split()
    first = words[0] if words else ""
    if first in ("quit", "selftest") or (first == "bench" and words[1:2] != ["1"]):
        return False
    has_large = any(word.isdigit() and int(word) > 64 for word in words)
    return not (
        first == "setoption" and ({"hash", "threads"} & set(text.lower().split())) and has_large
    )


@dataclass
class Listener:
    """What the engine has said: counts, and a way to wait for more."""

    bestmoves: int = 0
    ready: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def write(self, text: str) -> None:
        """Take lines, as a file would."""
        if not text.isascii():
            msg = f"output that is no ASCII: {text!r}"
            raise AssertionError(msg)
        with self.changed:
            for line in text.splitlines():
                self.bestmoves += line.startswith("bestmove")
                self.ready += line == "readyok"
            self.changed.notify_all()

    def flush(self) -> None:
        """As a file would."""

    def wait_for(self, count: int, seconds: float) -> bool:
        """Whether so many bestmoves come in time."""
        with self.changed:
            return self.changed.wait_for(lambda: self.bestmoves >= count, timeout=seconds)


def feed(lines: int, seed: int, write: IO[str], heard: Listener) -> int:
    """Type the lines; the number of go lines. Raises when a bestmove is lost or one too many."""
    generator, numbers = Generator(seed), random.Random(seed)
    goes = 0
    for number in range(lines):
        line = generator.line()
        write.write(f"{line}\n")
        write.flush()
        if line.split()[:1] == ["go"]:
            goes += 1
            for _ in range(numbers.randrange(3)):  # meanwhile
                write.write(
                    numbers.choice(["isready\n", "query turn\n", "d\n", "position startpos\n"])
                )
            write.flush()
            if not heard.wait_for(goes, 0.1):
                write.write("stop\n")
                write.flush()
                if not heard.wait_for(goes, PATIENCE):
                    msg = f"line {number}: {line!r} lost its bestmove"
                    raise AssertionError(msg)
        if heard.bestmoves > goes:
            msg = f"line {number}: {line!r} gave one bestmove too many"
            raise AssertionError(msg)
    before = heard.ready
    write.write("isready\n")
    write.flush()
    with heard.changed:
        assert heard.changed.wait_for(lambda: heard.ready > before, timeout=PATIENCE)
    return goes


def fuzz_here(lines: int, seed: int) -> int:
    """In this process: fast, and a sanitizer sees all of it."""
    read_end, write_end = os.pipe()
    source = io.TextIOWrapper(os.fdopen(read_end, "rb"), "utf-8", "replace", newline="\n")
    heard, codes = Listener(), []
    loop = Loop(source, heard)  # type: ignore[arg-type]
    thread = threading.Thread(target=lambda: codes.append(loop.run()), daemon=True)
    thread.start()
    with os.fdopen(write_end, "w", encoding="utf-8", newline="\n") as write:
        goes = feed(lines, seed, write, heard)
    thread.join(PATIENCE)
    source.close()
    assert codes == [0], codes
    assert heard.bestmoves == goes
    return goes


def fuzz_process(lines: int, seed: int) -> int:
    """Against ``moonflower uci`` as a process; nothing may appear on stderr."""
    engine = subprocess.Popen(
        [sys.executable, "-m", "moonflower", "uci"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert engine.stdin is not None
    assert engine.stdout is not None
    assert engine.stderr is not None
    heard = Listener()
    out = engine.stdout
    listening = threading.Thread(
        target=lambda: [heard.write(line.decode()) for line in out], daemon=True
    )
    listening.start()
    write = io.TextIOWrapper(engine.stdin, "utf-8", newline="\n")
    goes = feed(lines, seed, write, heard)
    write.close()
    assert engine.wait(PATIENCE) == 0
    listening.join(PATIENCE)
    engine.stdout.close()
    engine.stderr.close()
    assert heard.bestmoves == goes
    return goes


def resident_mb() -> float:
    """Memory this process has in use, in megabytes; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    pages = int(status.read_text().split()[1]) if status.exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--process", action="store_true", help="against a process, not in this one")
    parser.add_argument(
        "--growth", type=float, metavar="MB", help="fail if memory grows by more, warmed up"
    )
    options = parser.parse_args()
    begun, goes, done, warm = time.monotonic(), 0, 0, 0.0
    while done < options.lines:
        size = min(2000, options.lines - done)
        fuzz = fuzz_process if options.process else fuzz_here
        goes += fuzz(size, options.seed + done)
        done += size
        memory = resident_mb()
        warm = warm or (memory if 4 * done >= options.lines else 0.0)
        seconds = time.monotonic() - begun
        sys.stderr.write(f"\r{done} lines, {goes} go, {seconds:.0f} s, {memory:.0f} MB ")
    sys.stderr.write(f"\n{memory - warm:+.1f} MB since the first quarter\n")
    if options.growth is not None and memory - warm > options.growth:
        sys.exit(1)


if __name__ == "__main__":
    main()
