"""Strength, measured: the ladders, scaling curves and thread matches of docs/strength.md.

    python bench/strength.py            # measures what is missing, then renews the page
    python bench/strength.py --scale 4  # four times the deals: half the intervals
    python bench/strength.py --docs     # renews the page from what is there

Games are kept under build/strength, so a run may be stopped at any time and goes on where it was.
What was found is kept in bench/results/strength.json, with the machine and the revision.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

from moonflower.arena.backends import Threads
from moonflower.arena.ladder import OURS, Ladder, step
from moonflower.arena.match import Match
from moonflower.arena.progress import Progress
from moonflower.positions import Game
from timing import RESULTS, ROOT, machine

FILE = RESULTS / "strength.json"


@dataclass(frozen=True)
class Case:
    """A game and what it can afford: nodes and CPU time a move, deals a match."""

    spec: str
    nodes: int
    deals: int
    cpu_ms: float = 0.0  # 0: no ladder by time
    cpu_deals: int = 0
    base: int = 0  # nodes of the lowest point of the scaling curve; 0: none
    curve_deals: int = 0


CASES = [
    Case("hanamikoji", 1000, 100, 1.0, 60, 25, 60),
    Case("terraflip", 200, 60, 1.0, 30, 12, 30),
    Case("flower_power", 200, 30, 2.0, 15, 12, 20),
    Case("shields", 200, 100, 0.5, 50),  # two seats are solved: more nodes change nothing
    Case("skud_paisho:max_plies=200", 100, 8, 2.0, 5, 8, 6),
    Case("terraflip:players=3", 100, 6),
    Case("flower_power:players=3,petals=5", 100, 6),
    Case("shields:players=4", 100, 10),
    Case("shields:mode=ffa,players=3,lives=5", 100, 5),
    Case("terraflip:players=4", 50, 3),
]
DOUBLINGS = 6
PAIR = (0, 1)


@dataclass(frozen=True)
class Job:
    """One match of a table."""

    table: str  # "nodes", "cpu", "scaling", "threads"
    case: Case
    match: Match
    deals: int

    @property
    def place(self) -> tuple[str, ...]:
        keys = [player.key() for player in self.match.players]
        return (self.table, self.match.game.spec, *keys)


def ladder_jobs(case: Case, table: str, ladder: Ladder) -> Iterator[Job]:
    for match in ladder.matches:
        yield Job(table, case, match, case.cpu_deals if table == "cpu" else case.deals)


def scaling_jobs(case: Case) -> Iterator[Job]:
    for doubling in range(DOUBLINGS):
        low = case.base << doubling
        players = [step(OURS, nodes=nodes, name=f"{nodes} nodes") for nodes in (2 * low, low)]
        yield Job("scaling", case, Match.of(Game(case.spec), players), case.curve_deals)


def thread_jobs(case: Case) -> Iterator[Job]:
    """Two threads with twice the nodes: what a second free core gives. And with as many."""
    one = step(OURS, nodes=case.nodes, name="1 thread")
    for factor in (2, 1):
        two = step(OURS, nodes=factor * case.nodes, name=f"2 threads, {factor}x nodes")
        two = replace(two, options=two.options.with_changes(threads=2))
        yield Job("threads", case, Match.of(Game(case.spec), [two, one]), case.curve_deals)


def jobs(known: dict[str, int]) -> Iterator[Job]:
    """The most telling first. Node counts by CPU time are measured once and then kept."""
    for case in CASES:
        yield from ladder_jobs(case, "nodes", Ladder.at_nodes(Game(case.spec), case.nodes))
    for case in CASES:
        if case.base:
            yield from scaling_jobs(case)
    for case in CASES:
        if case.cpu_ms:
            yield from ladder_jobs(case, "cpu", by_cpu_time(case, known))
    for case in CASES:
        if case.base:
            yield from thread_jobs(case)


def by_cpu_time(case: Case, known: dict[str, int]) -> Ladder:
    names = [f"{case.spec} {case.cpu_ms} {one.name}" for one in _steps(case)]
    if not all(name in known for name in names):
        ladder = Ladder.at_cpu_time(Game(case.spec), case.cpu_ms / 1000)
        for name, player in zip(names, ladder.players, strict=True):
            known[name] = player.control.limit.nodes or 1
    players = [
        step(one.name, nodes=known[name]) for name, one in zip(names, _steps(case), strict=True)
    ]
    return Ladder(Game(case.spec), tuple(players))


def _steps(case: Case):
    return Ladder.at_nodes(Game(case.spec), 1).players


def record(job: Job, deals: int, seconds: float) -> dict[str, object]:
    result = job.match.play(deals, folder=ROOT / "build" / "strength")
    games = result.games
    return {
        "table": job.table,
        "game": job.match.game.spec,
        "nodes": job.case.nodes,
        "cpu_ms": job.case.cpu_ms,
        "players": [player.name for player in job.match.players],
        "limits": [player.control.limit.nodes for player in job.match.players],
        "score": asdict(result.score),
        "pairs": result.pairs if len(job.match.players) == len(PAIR) else None,
        "games": len(games),
        "moves": sum(game.moves for game in games),
        "faults": len(result.faults),
        "rankings": _rankings(job, result),
        "cpu_seconds": round(seconds, 1),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": machine()["revision"],
    }


def _rankings(job: Job, result) -> list[list[float]]:
    """Payoffs by player, with how often: all a rating needs."""
    counts: dict[tuple[float, ...], int] = {}
    seats = range(job.match.game.players)
    for game in result.games:
        payoffs = tuple(game.payoff(player) for player in seats)
        counts[payoffs] = counts.get(payoffs, 0) + 1
    return [[*payoffs, count] for payoffs, count in sorted(counts.items())]


def load() -> dict[str, object]:
    if FILE.exists():
        return json.loads(FILE.read_text())
    return {"machine": machine(), "nodes_by_time": {}, "matches": []}


def save(data: dict[str, object]) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    scratch = FILE.with_suffix(".tmp")
    scratch.write_text(json.dumps(data, indent=1) + "\n")
    scratch.replace(FILE)


def measure(minutes: float, only: list[str], scale: int, backend: Threads) -> None:
    data = load()
    done = {tuple(entry["place"]): entry for entry in data["matches"]}
    begun = time.process_time()
    for job in jobs(data["nodes_by_time"]):
        deals = scale * job.deals
        if job.place in done and done[job.place]["score"]["pairs"] >= deals:
            continue
        if only and job.match.game.name not in only:
            continue
        if time.process_time() - begun > 60 * minutes:
            print("time is up; run again to go on", file=sys.stderr)
            return
        names = " against ".join(dict.fromkeys(player.name for player in job.match.players))
        print(f"{job.table} {job.match.game.spec}: {names}", file=sys.stderr, flush=True)
        before = time.process_time()
        bar = Progress(sys.stderr)
        job.match.play(deals, backend=backend, folder=ROOT / "build" / "strength", on_game=bar)
        bar.close()
        entry = record(job, deals, time.process_time() - before)
        done[job.place] = {"place": job.place, **entry}
        data["matches"] = list(done.values())
        save(data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--minutes", type=float, default=60.0, help="of CPU at most")
    parser.add_argument("--scale", type=int, default=1, help="times the deals of every match")
    parser.add_argument("--workers", type=int, default=1, help="games at a time")
    parser.add_argument("--docs", action="store_true", help="measure nothing")
    args = parser.parse_args()
    if not args.docs:
        measure(args.minutes, args.games, args.scale, Threads(args.workers))
    from strength_page import write_page  # noqa: PLC0415 - needs matplotlib

    write_page(load(), ROOT / "docs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
