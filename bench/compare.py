"""Two builds of the package against each other: in turns, in one run, by CPU time.

    python bench/compare.py OLD NEW [GAME ...]

A side is a checkout with a built extension, or a wheel. Each runs in a process of its own; both do
the same pieces of work (``moonflower.bench.speed``). Told are the rates, the ratio new/old with its
spread, and whether the signatures agree.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from timing import Pair, Side, measure, table, write_results

PARTS = {"playouts": "playouts", "search": "simulations", "perft": "leaves"}


class Build:
    """One side: a process that does pieces of work when told to."""

    def __init__(self, path: Path, scratch: Path) -> None:
        self.path = path
        package = _package_of(path, scratch)
        environment = {**os.environ, "PYTHONPATH": str(package)}
        self._child = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def ask(self, **question: object) -> dict[str, object]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        answer = ""
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(json.dumps(question) + "\n")
            self._child.stdin.flush()
            answer = self._child.stdout.readline()
        if not answer:
            sys.exit(f"compare: {self.path} failed; see above")
        return json.loads(answer)

    def close(self) -> None:
        self._child.kill()
        self._child.wait()


def _package_of(path: Path, scratch: Path) -> Path:
    """The folder that holds the package."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(scratch)
        return scratch
    folder = path / "python"
    if not [*folder.glob("moonflower/_core*.so"), *folder.glob("moonflower/_core*.pyd")]:
        sys.exit(f"compare: {path} is no wheel and no checkout with a built extension")
    return folder.resolve()


@dataclass
class FarSide(Side):
    """A side whose clock runs in another process."""

    build: Build | None = None
    question: dict[str, object] = field(default_factory=dict)

    def run(self, seconds: float) -> None:
        assert self.build is not None
        answer = self.build.ask(**self.question, seconds=seconds)
        self.rates.append(float(answer["rate"]))


def far_side(build: Build, game: str, part: str) -> FarSide:
    question = {"game": game, "part": part}
    return FarSide(
        lambda: float(build.ask(**question, seconds=0.0)["rate"]), build=build, question=question
    )


# --- the other process


def worker() -> int:
    """Answers questions until the input ends."""
    import moonflower as mf  # noqa: PLC0415 - the side's own

    speed, signature = _module("bench.speed", "speed"), _module("bench.signature", "benchmark")
    parts: dict[tuple[str, str], object] = {}
    for line in sys.stdin:
        question = json.loads(line)
        game = mf.Game(question["game"])
        if question.get("part") is None:
            print(json.dumps({"signature": signature.bench(game).signature}), flush=True)
            continue
        key = (question["game"], question["part"])
        if key not in parts:
            parts[key] = speed.work_of(game, question["part"])
        rate = speed.rates(parts[key], question["seconds"])[0]
        print(json.dumps({"rate": rate}), flush=True)
    return 0


def _module(*names: str):
    """The first of these modules that the side's package has."""
    for name in names:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(f"moonflower.{name}")
    sys.exit(
        f"compare: this build has no module {names[0]}; revision 66ed9b7 and later are accepted"
    )


# --- this one


@contextlib.contextmanager
def builds(old: Path, new: Path) -> Iterator[list[Build]]:
    with tempfile.TemporaryDirectory() as scratch:
        both = [Build(path, Path(scratch) / str(i)) for i, path in enumerate((old, new))]
        try:
            yield both
        finally:
            for build in both:
                build.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="a checkout or a wheel")
    parser.add_argument("new", type=Path)
    parser.add_argument("games", nargs="*", help="default: all that are played")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of a side and repeat")
    args = parser.parse_args()
    import moonflower as mf  # noqa: PLC0415

    games = args.games or [info.name for info in mf.games()]
    with builds(args.old, args.new) as (old, new):
        pairs = [
            Pair(game, unit, far_side(new, game, part), far_side(old, game, part))
            for game in games
            for part, unit in PARTS.items()
        ]
        measure(pairs, repeats=args.repeats, seconds=args.seconds)
        signatures = {
            game: [build.ask(game=game)["signature"] for build in (old, new)] for game in games
        }
    print(table(pairs, ours="new", theirs="old", markdown=False))
    for game, (before, after) in signatures.items():
        print(f"{game}: signature {before}", "unchanged" if before == after else f"-> {after}")
    write_results("compare", pairs, old=str(args.old), new=str(args.new), signatures=signatures)
    return 0


if __name__ == "__main__":
    sys.exit(worker() if sys.argv[1:] == ["--worker"] else main())
