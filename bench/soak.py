"""Random games of every game and variant against all invariants, for as long as wanted.

    python bench/soak.py --cpu-minutes 60                  # until every game has had an hour in all
    python bench/soak.py --cpu-minutes 60 --game shields   # this one only

Each seed is sixteen games of the engine's own check (``moonflower selftest``) and one game of
``soak_walk.py`` from Python. A fault is printed with all that repeats it, kept, and the soak goes
on; faults kept from earlier are tried first and forgotten when they are mended. Ctrl-C or SIGTERM
stop it after the game at hand. Exit code 1 while any fault is known.

What was done is kept in MOONFLOWER_DATA (one file a game) every few seconds, and in
bench/results/soak.json at the end; the next run goes on from whichever knows more, so a clone
elsewhere continues too. ``--page`` renews the table of docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import moonflower as mf
from moonflower import _core
from moonflower.arena.tables import grid
from soak_walk import Walk
from timing import RESULTS, ROOT, put_in_docs, short

SUMMARY = RESULTS / "soak.json"
PAGE = ROOT / "docs" / "benchmarks.md"
GAMES = 16  # of the engine's check a seed; it plays the first of them twice
SLICE = 5.0  # CPU seconds of one child
STUCK = 900.0  # seconds without a finished seed after which a child is killed
MOST_FAULTS = 20  # kept of one variant


@dataclass(frozen=True)
class Fault:
    """A broken promise: ``command`` repeats it."""

    spec: str
    seed: int
    kind: str  # engine, walk, or crash: the process died or hung
    what: str
    moves: str = ""
    position: str = ""

    @property
    def command(self) -> str:
        if self.kind == "engine":
            return f"moonflower selftest {self.spec!r} --games {GAMES} --seed {self.seed}"
        return f"python bench/soak.py --spec {self.spec!r} --seed {self.seed}"

    def __str__(self) -> str:
        parts = [f"{self.spec}, seed {self.seed}: {self.what}"]
        parts += [f"    moves: {self.moves}"] if self.moves else []
        parts += [f"    position: {self.position}"] if self.position else []
        return "\n".join([*parts, f"    again: {self.command}"])


@dataclass
class Count:
    """What one variant has behind it."""

    cpu: float = 0.0  # seconds
    games: int = 0
    moves: int = 0
    checks: int = 0  # of the walk; the engine's own are not counted
    worlds: int = 0
    next_seed: int = 1
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def read(cls, facts: dict[str, Any]) -> Count:
        faults = [Fault(**fault) for fault in facts.get("faults", [])]
        return cls(**{**facts, "faults": faults})

    def add(self, result: Count) -> None:
        for name in ("cpu", "games", "moves", "checks", "worlds"):
            setattr(self, name, getattr(self, name) + getattr(result, name))
        self.next_seed = max(self.next_seed, result.next_seed)
        self.faults = [*self.faults, *result.faults][:MOST_FAULTS]


def specs_of(name: str) -> list[str]:
    info = next(info for info in mf.games(lab=True) if info.name == name)
    return [name, *(f"{name}:{variant}" for variant in info.variants)]


# --- one seed


def run_seed(spec: str, seed: int) -> Count:
    """All checks on the random games of a seed."""
    game = mf.Game(spec)
    begin = time.process_time()
    report = _core.conformance(game._inner, GAMES, seed)
    faults = [Fault(spec, seed, "engine", finding) for finding in report.findings]
    walk = Walk(game, seed)
    try:
        walk.play()
    except Exception as error:  # whatever a legal game raises is a fault
        what = f"{type(error).__name__}: {error}"
        faults.append(Fault(spec, seed, "walk", what, " ".join(walk.tokens), str(walk.state)))
    return Count(
        cpu=time.process_time() - begin,
        games=report.games + 1,
        moves=report.moves + len(walk.tokens),
        checks=walk.checks,
        worlds=report.worlds_sampled,
        next_seed=seed + 1,
        faults=faults,
    )


# --- a child process: a crash of the engine must not end the soak


def work(pipe: Connection, spec: str, first: int, seconds: float) -> None:
    """Seeds from ``first`` on, each result sent as soon as it is there."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group
    begin, seed = time.process_time(), first
    while True:
        pipe.send(run_seed(spec, seed))
        seed += 1
        if stopped or time.process_time() - begin >= seconds:
            return


def run_slice(spec: str, count: Count, seconds: float, stop: list[int]) -> None:
    """Adds what a child finds to ``count``; a child that dies or hangs is a fault of its seed."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=work, args=(there, spec, count.next_seed, seconds))
    child.start()
    there.close()
    since = time.monotonic()
    try:
        while True:
            if stop and child.is_alive():
                child.terminate()
            if here.poll(0.2):
                note(count, here.recv())
                since = time.monotonic()
            elif time.monotonic() - since > STUCK:
                note(count, crash(spec, count.next_seed, f"no end after {STUCK:g} seconds"))
                return
    except EOFError:
        child.join()
        if child.exitcode:
            note(count, crash(spec, count.next_seed, f"died with exit code {child.exitcode}"))
    finally:
        child.kill()
        child.join()


def note(count: Count, result: Count) -> None:
    """Counts a result and prints its faults."""
    count.add(result)
    for fault in result.faults:
        print(fault, flush=True)


def crash(spec: str, seed: int, what: str) -> Count:
    return Count(next_seed=seed + 1, faults=[Fault(spec, seed, "crash", what)])


# --- what is kept


def folder() -> Path:
    place = Path(os.environ.get("MOONFLOWER_DATA", ROOT / "build" / "data")) / "soak"
    place.mkdir(parents=True, exist_ok=True)
    return place


def read_counts(path: Path) -> dict[str, Count]:
    """The counts by variant; a file that is missing has none."""
    if not path.exists():
        return {}
    facts = json.loads(path.read_text(encoding="utf-8"))
    return {spec: Count.read(count) for spec, count in facts.items()}


def write_counts(path: Path, counts: dict[str, Count]) -> None:
    """A cut never leaves half a file."""
    content = {spec: asdict(count) for spec, count in counts.items()}
    for count in content.values():
        count["cpu"] = round(count["cpu"], 2)
    new = path.with_suffix(f".{os.getpid()}.new")
    new.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    new.replace(path)


def merged(one: dict[str, Count], other: dict[str, Count]) -> dict[str, Count]:
    """Of each variant the count that has gone further."""
    return {
        spec: max(
            (counts[spec] for counts in (one, other) if spec in counts),
            key=lambda count: count.next_seed,
        )
        for spec in [*one, *(spec for spec in other if spec not in one)]
    }


@contextlib.contextmanager
def locked(name: str, *, wait: bool) -> Iterator[None]:
    """Holds a lock of the folder; the system frees it when the process ends, however it ends."""
    with (folder() / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"a soak of {name} runs already in {folder()}; one at a time is accepted")
        yield


def summarise(path: Path, counts: dict[str, Count]) -> None:
    """The variants of this run into the committed file, next to what other runs have put there."""
    with locked("summary", wait=True):
        write_counts(path, {**read_counts(path), **counts})


@dataclass
class Soak:
    """The variants of one game, with their file."""

    name: str
    counts: dict[str, Count]

    @classmethod
    def of(cls, name: str, summary: Path) -> Soak:
        known = merged(read_counts(folder() / f"{name}.json"), read_counts(summary))
        return cls(name, {spec: known.get(spec, Count()) for spec in specs_of(name)})

    @property
    def cpu(self) -> float:
        return sum(count.cpu for count in self.counts.values())

    @property
    def faults(self) -> list[Fault]:
        return [fault for count in self.counts.values() for fault in count.faults]

    def keep(self) -> None:
        write_counts(folder() / f"{self.name}.json", self.counts)

    def retry_faults(self, stop: list[int]) -> None:
        """Forgets the faults that no longer happen."""
        for spec, count in self.counts.items():
            for seed in sorted({fault.seed for fault in count.faults}):
                if stop:
                    return
                again = Count(next_seed=seed)
                run_slice(spec, again, 0, stop)
                count.faults = [fault for fault in count.faults if fault.seed != seed]
                count.faults += again.faults
                print(f"{spec}, seed {seed}: {'still there' if again.faults else 'mended'}")
                self.keep()

    def go_on(self, seconds: float, stop: list[int]) -> None:
        """A slice of the variant that has had least."""
        spec, count = min(self.counts.items(), key=lambda item: item[1].cpu)
        run_slice(spec, count, seconds, stop)
        self.keep()


def soak(soaks: Sequence[Soak], seconds: float, stop: list[int]) -> None:
    """Slices of the game that has had least, until all have had their seconds."""
    for one in soaks:
        one.retry_faults(stop)
    while not stop:
        least = min(soaks, key=lambda one: one.cpu)
        if least.cpu >= seconds:
            break
        share = (seconds - least.cpu) / len(least.counts)
        least.go_on(max(0.5, min(SLICE, share)), stop)


# --- what is told


def rows_of(counts: dict[str, Count]) -> list[list[str]]:
    rows = [["game", "variants", "CPU minutes", "games", "moves", "worlds", "faults"]]
    for info in mf.games(lab=True):
        own = [count for spec, count in counts.items() if spec.partition(":")[0] == info.name]
        if own:
            sums = [sum(getattr(count, key) for count in own) for key in ("games", "moves")]
            worlds = sum(count.worlds for count in own)
            minutes = sum(count.cpu for count in own) / 60
            faults = sum(len(count.faults) for count in own)
            rows.append(
                [info.name, str(len(own)), f"{minutes:.1f}"]
                + [short(number) for number in (*sums, worlds)]
                + [str(faults)]
            )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [info.name for info in mf.games(lab=True)]
    parser.add_argument("--cpu-minutes", type=float, default=60, help="of each game, in all")
    parser.add_argument("--game", choices=names, action="append", help="only these, repeatable")
    parser.add_argument("--spec", help="with --seed: this variant once, to repeat a fault")
    parser.add_argument("--seed", type=int, help="see --spec")
    parser.add_argument("--summary", type=Path, default=SUMMARY, help="another file than usual")
    parser.add_argument(
        "--page", action="store_true", help="renew docs/benchmarks.md, play nothing"
    )
    args = parser.parse_args()
    if args.spec and args.seed is not None:
        faults = run_seed(args.spec, args.seed).faults
        print(*faults or [f"{args.spec}, seed {args.seed}: no fault"], sep="\n")
        return 1 if faults else 0
    if args.page:
        put_in_docs(PAGE, "soak", grid(rows_of(read_counts(args.summary))))
        return 0
    stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.append(1))
    with contextlib.ExitStack() as locks:
        for name in dict.fromkeys(args.game or names):
            locks.enter_context(locked(name, wait=False))
        soaks = [Soak.of(name, args.summary) for name in dict.fromkeys(args.game or names)]
        soak(soaks, 60 * args.cpu_minutes, stop)
        counts = {spec: count for one in soaks for spec, count in one.counts.items()}
        summarise(args.summary, counts)
    print(grid(rows_of(counts)))
    return 1 if any(one.faults for one in soaks) else 0


if __name__ == "__main__":
    sys.exit(main())
