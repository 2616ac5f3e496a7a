"""``moonflower gate``: may a change of play land? Two builds play until a test has decided."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from moonflower.arena.backends import BACKENDS, open_backend
from moonflower.arena.clocks import Control
from moonflower.arena.gate.builds import ACCEPTED, FROZEN
from moonflower.arena.gate.gate import Gate, GateResult
from moonflower.arena.gate.openings import FOLDER, read_openings
from moonflower.arena.gate.sides import find_side
from moonflower.arena.gate.telling import facts_of, line_of
from moonflower.arena.gate.verdict import Bounds
from moonflower.arena.progress import Progress
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import whole
from moonflower.engine import Limit
from moonflower.folders import data_folder
from moonflower.positions import Game

__all__ = ["MANUAL", "add_to", "run"]

GAMES: Final = (
    "hanamikoji",
    "terraflip",
    "terraflip:players=3",
    "flower_power",
    "flower_power:players=3",
    "shields:mode=ffa,players=3",
    "skud_paisho",
)
_RESULTS: Final = Path("bench") / "results" / "gate.jsonl"
_EXITS: Final = {"passed": 0, "undecided": 3, "failed": 1}

MANUAL = Manual(
    about="""
Two builds play each other over the protocol, each in processes of its own, until a sequential test
says that the new one is stronger (passed) or not (failed). Every deal is played in every seating.
Both sides have the same CPU time a move, measured in their processes, or the same nodes.

With two seats the test is the pentanomial one over pairs; with more, every deal is played by one
new among old ones and one old among new ones in every seat, and deals are the units. Games are kept
as they end: the same line goes on where it was stopped, and after the verdict tells it again.""",
    notes=f"""
builds: {ACCEPTED}; the rungs are {", ".join(FROZEN)}.
py:module:function and published are players in Python. Revisions are built once, and every package
is copied, so that a tree may be worked on while its gate runs.

options of a side: key=value,... engine options (exploration=0.9,leaf=cutoff), limits of this side
alone (nodes=400, cpu_ms=40), options of the protocol by their names (Threads=2).

bounds: --sprt 0 20 asks for a gain, --sprt -15 5 that nothing is lost (a simpler form).""",
    examples=(
        (
            "moonflower gate this this phantom_ttt --nodes 200 --old-options algorithm=random "
            "--sprt 0 200",
            "an option that tells the sides of one build apart",
        ),
        (
            "moonflower gate this this phantom_ttt --cpu-ms 5 --old-options nodes=1 --sprt 0 200 "
            "--json",
            "a limit of one side alone, for machines",
        ),
    ),
    exits={
        0: "passed in every game",
        1: "failed in one game at least",
        3: "no verdict yet in one game at least, and none failed",
    },
    see="docs/gate.md, moonflower match",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("old", help="a build, see below")
    parser.add_argument("new", help="the build that is to be better")
    parser.add_argument("games", nargs="*", metavar="GAME", help="with options; default: seven")
    parser.add_argument("--cpu-ms", type=float, help="of CPU a move for each side (default 20)")
    parser.add_argument("--nodes", type=whole(1), help="equal nodes instead: the same every time")
    parser.add_argument("--old-options", default="", metavar="K=V,...", help="of the old side")
    parser.add_argument("--new-options", default="", metavar="K=V,...", help="of the new side")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        default=(0.0, 20.0),
        metavar=("ELO0", "ELO1"),
        help="no gain, and the gain that is looked for (default 0 20)",
    )
    parser.add_argument("--alpha", type=float, default=0.05, help="odds to pass wrongly (0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="odds to fail wrongly (0.05)")
    parser.add_argument("--deals", type=whole(1), default=2000, help="at most (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of all deals (default 1)")
    parser.add_argument("--workers", type=whole(1), default=1, help="games at once (default 1)")
    parser.add_argument("--backend", choices=BACKENDS, default="threads", help="where they run")
    parser.add_argument("--address", help="of a Ray cluster; without it Ray starts here")
    parser.add_argument("--out", type=Path, help="where games are kept (MOONFLOWER_DATA/gate)")
    parser.add_argument(
        "--openings", default=str(FOLDER), help=f"folder of openings, or none (default {FOLDER})"
    )
    parser.add_argument(
        "--append",
        type=Path,
        nargs="?",
        const=_RESULTS,
        metavar="FILE",
        help=f"add the results to a file (default {_RESULTS})",
    )
    parser.add_argument("--progress", action="store_true", help="a bar even without a terminal")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each game")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    control = _control(options)
    old = find_side(options.old, options.old_options, control)
    new = find_side(options.new, options.new_options, control)
    elo0, elo1 = options.sprt
    bounds = Bounds(elo0, elo1, options.alpha, options.beta)
    folder = None if options.openings == "none" else Path(options.openings)
    gates = []
    for spec in options.games or GAMES:
        game = Game(spec)
        openings = read_openings(folder, game, seed=options.seed) if folder else ()
        gates.append(Gate(game, old, new, bounds, options.seed, openings))
    codes = [_EXITS[_played(gate, options).verdict] for gate in gates]
    return 1 if 1 in codes else max(codes)


def _control(options: argparse.Namespace) -> Control:
    if options.nodes is not None:
        if options.cpu_ms is not None:
            msg = "--cpu-ms and --nodes are two limits; one of them is accepted"
            raise ValueError(msg)
        return Control(Limit(nodes=options.nodes))
    milliseconds = 20.0 if options.cpu_ms is None else options.cpu_ms
    if not 0 < milliseconds < float("inf"):
        msg = f"--cpu-ms: {milliseconds:g} is out of range; numbers above 0 are accepted"
        raise ValueError(msg)
    return Control(Limit(), cpu=milliseconds / 1000)


def _played(gate: Gate, options: argparse.Namespace) -> GateResult:
    bar = Progress(sys.stderr, force=options.progress)
    backend = open_backend(options.backend, options.workers, address=options.address)
    folder = options.out or data_folder() / "gate"
    result = gate.play(options.deals, backend=backend, folder=folder, on_game=bar)
    bar.close()
    facts = facts_of(result)
    print(json.dumps(facts) if options.json else line_of(result), flush=True)
    if options.append:
        facts = {"time": datetime.now(UTC).isoformat(timespec="seconds"), **facts}
        options.append.parent.mkdir(parents=True, exist_ok=True)
        with options.append.open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")
    return result
