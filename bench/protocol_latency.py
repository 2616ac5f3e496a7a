"""How quickly the protocol answers: start to uciok, isready during a search, stop to bestmove.

python bench/protocol_latency.py [--repeats 20] [--games hanamikoji hex]
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

    def until(self, line: str, word: str) -> float:
        """Milliseconds from sending a line to an answer that begins with the word."""
        assert self.engine.stdin is not None
        assert self.engine.stdout is not None
        begun = time.perf_counter()
        self.engine.stdin.write(f"{line}\n")
        for answer in self.engine.stdout:
            if answer.startswith(word):
                return 1000 * (time.perf_counter() - begun)
        msg = f"no {word}"
        raise RuntimeError(msg)


def show(name: str, times: list[float]) -> None:
    times = sorted(times)
    tail = times[min(len(times) - 1, round(0.95 * len(times)))]
    middle = statistics.median(times)
    print(f"{name:32} median {middle:6.1f}  95 % {tail:6.1f}  most {times[-1]:6.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--games", nargs="*", default=["hanamikoji", "skud_paisho", "hex"])
    options = parser.parse_args()
    starts = []
    for _ in range(options.repeats):
        begun = time.perf_counter()
        wire = Wire()
        wire.until("uci", "uciok")
        starts.append(1000 * (time.perf_counter() - begun))
        wire.engine.communicate("quit\n")
    show("start to uciok", starts)
    for game in options.games:
        wire = Wire()
        wire.until(f"game {game}\nposition startpos seed 7\nisready", "readyok")
        ready, stops = [], []
        for _ in range(options.repeats):
            wire.until("go infinite", "info")
            ready.append(wire.until("isready", "readyok"))
            stops.append(wire.until("stop", "bestmove"))
        wire.engine.communicate("quit\n")
        show(f"{game}: isready in a search", ready)
        show(f"{game}: stop to bestmove", stops)


if __name__ == "__main__":
    main()
