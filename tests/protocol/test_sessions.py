"""Typed lines and expected replies: every ``*.session`` file here is played through the loop.

``> line`` is typed, ``< line`` must be answered next, in order; ``...`` in an answer stands for
anything. A line is typed when the answers before it have come; then the input ends.
"""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from moonflower.protocol.loop import Loop

SESSIONS = sorted(Path(__file__).parent.glob("*.session"))


def answers(lines: list[str], *, strict: bool = False) -> tuple[list[str], int]:
    sink = io.StringIO()
    code = Loop(io.StringIO("".join(f"{line}\n" for line in lines)), sink, strict=strict).run()
    return sink.getvalue().splitlines(), code


def matches(answer: str, expected: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, answer) is not None


class Script:
    """Both ends of a session: a line is typed when all answers due before it have come."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = [line for line in lines if line[:2] in ("> ", "< ")]
        self._due = 0
        self.said: list[str] = []
        self._changed = threading.Condition()

    def readline(self, _size: int = -1) -> str:
        while self._lines:
            line = self._lines.pop(0)
            if line.startswith("> "):
                return f"{line[2:]}\n"
            self._due += 1
            with self._changed:
                came = self._changed.wait_for(lambda: len(self.said) >= self._due, timeout=30)
            if not came:
                return ""  # the answers tell what is missing
        return ""

    def write(self, text: str) -> None:
        with self._changed:
            self.said += text.splitlines()
            self._changed.notify_all()

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_session(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    script = Script(lines)
    assert Loop(script, script).run() == 0  # type: ignore[arg-type]
    expected = [line[2:] for line in lines if line.startswith("< ")]
    for number, (answer, wanted) in enumerate(zip(script.said, expected, strict=False)):
        assert matches(answer, wanted), f"answer {number + 1}: {answer!r} is not {wanted!r}"
    assert len(script.said) == len(expected), script.said


def test_strict_ends_at_the_first_error() -> None:
    said, code = answers(["isready", "nonsense", "isready"], strict=True)
    assert code == 2
    assert said == ["readyok", "info string error unknown unknown command 'nonsense'; try help"]


def test_same_seed_same_transcript() -> None:
    lines = ["game leduc_poker", "setoption name Seed value 3", "position startpos seed 5"]
    runs = [answers([*lines, "go nodes 2000"])[0] for _ in range(2)]
    timeless = [
        [re.sub(r"(nps|time) \d+", "", line) for line in run if "pv" in line][-1:] for run in runs
    ]
    assert timeless[0] == timeless[1]
    assert runs[0][-1] == runs[1][-1]


def test_a_pipe_gets_the_protocol_and_exactly_one_bestmove() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "moonflower"],
        input="game leduc_poker\nposition startpos seed 7\ngo nodes 1000\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("bestmove") == 1
    assert done.stderr == ""


def test_an_endless_search_ends_with_the_input() -> None:
    said, code = answers(["game tic_tac_toe", "position startpos moves b2 a1", "go infinite"])
    assert code == 0
    assert sum(line.startswith("bestmove") for line in said) == 1


def open_engine() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "moonflower", "uci"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


@pytest.mark.parametrize("algorithm", ["auto", "alphabeta", "cfr"])
def test_a_go_has_one_thread_beside_the_reader(algorithm: str) -> None:
    seen: set[str] = set()

    class Sink(io.StringIO):
        def write(self, text: str) -> int:
            seen.update(thread.name for thread in threading.enumerate())
            return super().write(text)

    sink = Sink()
    lines = ("game tic_tac_toe", f"setoption name Algorithm value {algorithm}",
             "position startpos moves b2 a2", "go nodes 20000", "go ponder", "stop")  # fmt: skip
    assert Loop(io.StringIO("\n".join(lines) + "\n"), sink).run() == 0
    assert sink.getvalue().count("bestmove") >= 1
    assert {name for name in seen if name.startswith("moonflower")} == {"moonflower-job"}


def test_infinite_holds_its_bestmove_until_stop() -> None:
    """Also where all is known at once."""
    engine = open_engine()
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write("game tic_tac_toe\nposition startpos moves b2 a2 a1\n")
    for mode in ("", "search", "solve", "hint", "hint level 1"):
        engine.stdin.write(f"go {mode} infinite\n")
        time.sleep(0.2)
        engine.stdin.write("isready\n")
        while (line := engine.stdout.readline()) != "readyok\n":
            assert line.split()[0] in ("info", "hint", "solution")
        engine.stdin.write("stop\n")
        while not (line := engine.stdout.readline()).startswith("bestmove"):
            assert line.split()[0] in ("info", "hint", "solution")
    out, _ = engine.communicate("quit\n", timeout=20)
    assert out == ""


def test_an_interrupt_stops_the_search_and_a_second_one_quits() -> None:
    engine = open_engine()
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write("game hex\nposition startpos\ngo infinite\n")
    assert engine.stdout.readline().startswith("info")
    engine.send_signal(signal.SIGINT)
    while not (line := engine.stdout.readline()).startswith("bestmove"):
        assert line.startswith("info")
    engine.stdin.write("isready\n")
    assert engine.stdout.readline() == "readyok\n"
    engine.send_signal(signal.SIGINT)
    assert engine.wait(timeout=20) == 0
    engine.communicate()


def test_a_termination_quits_with_its_bestmove() -> None:
    engine = open_engine()
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write("game hex\nposition startpos\ngo infinite\n")
    assert engine.stdout.readline().startswith("info")
    engine.send_signal(signal.SIGTERM)
    out, _ = engine.communicate(timeout=20)
    assert engine.returncode == 0
    assert out.splitlines()[-1].startswith("bestmove")
