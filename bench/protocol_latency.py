"""How quickly the protocol answers: start to uciok, isready during a search, stop to bestmove.

python bench/protocol_latency.py [--repeats 20] [--game hanamikoji]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

COMMAND = [sys.executable, "-m", "moonflower", "uci"]


class Wire:
    def __init__(self) -> None:
        self.engine = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, line: str) -> None:
        """Type a line."""
        assert self.engine.stdin is not None
        self.engine.stdin.write(f"{line}\n")

    def until(self, line: str, word: str) -> float:
        """Milliseconds from sending a line to an answer that begins with the word."""
        assert self.engine.stdout is not None
        begun = time.perf_counter()
        self.send(line)
        for answer in self.engine.stdout:
            if answer.startswith(word):
                return 1000 * (time.perf_counter() - begun)
        msg = f"no {word}"
        raise RuntimeError(msg)


def show(name: str, times: list[float]) -> None:
    times = sorted(times)
    tail = times[min(len(times) - 1, round(0.95 * len(times)))]
    middle = statistics.median(times)
    print(f"{name:46} median {middle:6.1f}  95 % {tail:6.1f}  most {times[-1]:6.1f} ms")


def starts(repeats: int) -> list[float]:
    """Milliseconds from starting a process to its uciok."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        wire = Wire()
        wire.until("uci", "uciok")
        times.append(1000 * (time.perf_counter() - begun))
        wire.engine.communicate("quit\n")
    return times


def meanwhile(game: str, go: str, repeats: int, setup: str = "") -> None:
    """isready and stop while a go runs that does not end by itself."""
    wire = Wire()
    wire.until(f"game {game}\n{setup}position startpos seed 7\nisready", "readyok")
    ready, stops = [], []
    for turn in range(repeats):
        wire.send(go)
        time.sleep(0.02 + 0.13 * (turn % 3))  # in its beginning, and well under way
        ready.append(wire.until("isready", "readyok"))
        stops.append(wire.until("stop", "bestmove"))
    wire.engine.communicate("quit\n")
    show(f"{game}, {go}: isready", ready)
    show(f"{game}, {go}: stop", stops)


ENDLESS = (
    ("hanamikoji", "go infinite", ""),
    ("hanamikoji", "go solve infinite", ""),
    ("hanamikoji", "go hint level 3 infinite", ""),
    ("hanamikoji", "go ponder", ""),
    ("hanamikoji", "go perft 9", ""),
    ("terraflip", "go infinite", ""),
    ("terraflip", "go solve infinite", ""),
    ("shields", "go infinite", "setoption name Algorithm value ismcts\n"),
    ("shields:mode=ffa", "go solve infinite", ""),
    ("skud_paisho", "go infinite", ""),
    ("skud_paisho", "go solve infinite", ""),
    ("skud_paisho", "go infinite", "setoption name Algorithm value alphabeta\n"),
    ("flower_power", "go infinite", ""),
    ("flower_power:players=5", "go infinite", ""),
    ("hex", "go infinite", "setoption name Threads value 2\n"),
    ("leduc_poker", "go infinite", "setoption name Algorithm value cfr\n"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--game", help="this game only")
    options = parser.parse_args()
    show("start to uciok", starts(options.repeats))
    for game, go, setup in ENDLESS:
        if options.game in (None, game.partition(":")[0]):
            meanwhile(game, go, options.repeats, setup)


if __name__ == "__main__":
    main()
