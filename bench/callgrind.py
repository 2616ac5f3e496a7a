"""Instructions per unit of work in the hot loops: the same on every run, however busy the machine.

    python bench/callgrind.py [GAME ...]     # needs valgrind

Each loop runs twice under callgrind, once with few and once with more units; the difference of the
instruction counts, divided by the difference of the units, has no start-up in it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from moonflower.positions import games
from timing import RESULTS, machine, short

FEW = 6  # pieces of work: once over the fixed positions
ENOUGH = 200_000_000  # instructions, so that what start-up still varies by does not show
PARTS = {"playouts": "playout", "search": "simulation", "perft": "leaf"}

LOOP = """
import sys
import moonflower as mf
from moonflower.bench.speed import work_of
work = work_of(mf.Game(sys.argv[1]), sys.argv[2])
print(sum(work()[0] for _ in range(int(sys.argv[3]))))
"""


def run(game: str, part: str, rounds: int) -> tuple[float, int]:
    """Units done and instructions executed."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-line=no",
            sys.executable, "-c", LOOP, game, part, str(rounds),
        ]  # fmt: skip
        # Start-up must be the same in both runs, to the last string that is hashed.
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if done.returncode != 0:
            sys.exit(f"callgrind: {game} {part} failed\n{done.stderr[-2000:]}")
        found = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
        assert found is not None
        return float(done.stdout), int(found[1])


def per_unit(game: str, part: str) -> float:
    rounds = FEW
    while True:
        (few, before), (more, after) = run(game, part, rounds), run(game, part, 2 * rounds)
        if after - before >= ENOUGH:
            return (after - before) / (more - few)
        rounds *= 4


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="default: all that are played")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    args = parser.parse_args()
    subprocess.run(
        [sys.executable, "-c", "import moonflower.bench.speed"], check=True
    )  # compiled once
    if shutil.which("valgrind") is None:
        sys.exit("callgrind: valgrind is not installed")
    path = RESULTS / "callgrind.json"
    kept = json.loads(path.read_text()) if path.exists() else {"instructions": {}}
    for game in args.games or [info.name for info in games()]:
        for part in args.parts:
            count = per_unit(game, part)
            kept["instructions"].setdefault(game, {})[part] = round(count, 1)
            print(f"{game:16} {short(count):>8} instructions a {PARTS[part]}", flush=True)
            path.write_text(json.dumps({**kept, "machine": machine()}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
