"""``moonflower bench truth``: what the engine reports, held against what is so."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from moonflower.arena.players import EngineSpec
from moonflower.arena.specs import parse_player
from moonflower.arena.tables import grid
from moonflower.bench.calibration import measure_calibration
from moonflower.bench.chance_sum import BROKEN, measure_sum
from moonflower.bench.nash_gap import GAMES, measure_gap
from moonflower.bench.own_moves import measure_own_moves
from moonflower.bench.problems import SECRET, SETS
from moonflower.bench.regret import find_problems, measure_regret, read_problems
from moonflower.bench.reported import OURS, SPECS
from moonflower.bench.results import keep
from moonflower.commands.numbers import seconds, whole
from moonflower.engine import EngineOptions
from moonflower.folders import data_folder

__all__ = ["FORMS", "PARTS", "add_to", "run"]

FORMS: Final = """\
truth: what the engine reports, held against what is so; docs/calibration.md
  bench truth sum [GAME...]    the chances reported to all seats must sum to 1
  bench truth calibration [GAME...]
                               chances against results, in self-play or against others
  bench truth regret [SET...]  what chosen moves give away against exact answers
  bench truth exploitability [GAME...]
                               NashConv of what is played, in small games
  bench truth own-moves [GAME...]
                               simulations that count at the asking seat's own moves
"""

Row = dict[str, Any]

_OPPONENTS: Final = (OURS, "random", "greedy", "flat", "pimc", "so-ismcts")


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("truth")
    group.add_argument("--nodes", type=whole(1), default=2000, help="simulations a decision (2000)")
    group.add_argument(
        "--error", type=seconds, default=0.005, help="standard error to reach (0.005)"
    )
    group.add_argument(
        "--rounds", type=whole(1), default=1000, help="calibration: games (default 1000)"
    )
    group.add_argument(
        "--against",
        nargs="+",
        default=[OURS],
        choices=_OPPONENTS,
        metavar="ALGORITHM",
        help=f"calibration: {', '.join(_OPPONENTS)} (default {OURS}: against itself)",
    )
    group.add_argument(
        "--budgets",
        type=whole(1),
        nargs="+",
        default=[100, 1000, 10_000],
        metavar="NODES",
        help="regret, exploitability: simulations a move (100 1000 10000)",
    )
    group.add_argument("--count", type=whole(1), default=30, help="regret: problems (default 30)")
    group.add_argument("--positions", type=Path, help="regret: sets in this folder, not made anew")
    group.add_argument(
        "--secret", action="store_true", help=f"regret: problems from number {SECRET} on"
    )
    group.add_argument("--engine", default="auto", help="auto,OPTION=VALUE,... (default auto)")
    group.add_argument("--workers", type=whole(1), default=1, help="processes (default 1)")
    group.add_argument(
        "--out", type=Path, help="keep samples here, go on from there (default: the data folder)"
    )
    group.add_argument("--results", type=Path, help="add the figures to this file of JSON lines")


def _sum(options: argparse.Namespace, specs: list[str]) -> Iterator[Row]:
    """The chances reported to all seats."""
    for spec in specs or SPECS:
        found = measure_sum(spec, error=options.error, **_common(options))
        told = "" if not found.is_broken else f"broken: further than {BROKEN} from 1"
        shown = [spec, found.sum.clusters, f"{found.sum.mean:.3f}", f"{found.sum.error:.3f}"]
        stages = [f"{stage.mean:.3f}" for stage in found.stages]
        shown += [""] * (3 - len(stages)) + stages  # hardly any decisions: none is early
        facts = asdict(found) | {"is_broken": found.is_broken}
        yield facts | {"shown": [*map(str, shown), f"{found.cpu:.1f}", told]}


def _calibration(options: argparse.Namespace, specs: list[str]) -> Iterator[Row]:
    """Chances against results."""
    for spec in specs or SPECS:
        for opponent in options.against:
            found = measure_calibration(
                spec, games=options.rounds, opponent=opponent, **_common(options)
            )
            every = found.all
            shown = [spec, opponent, every.games, every.decisions, str(every.difference)]
            shown += [f"{every.calibration_error:.3f}", f"{every.floor[0]:.3f}"]
            shown += [f"{every.brier:.3f}", str(every.slope), f"{found.cpu:.1f}"]
            yield asdict(found) | {"shown": [str(one) for one in shown]}


def _regret(options: argparse.Namespace, names: list[str]) -> Iterator[Row]:
    """Loss of the chosen move."""
    for name in names or SETS:
        if name not in SETS:
            msg = f"regret: unknown set {name!r}; sets are {', '.join(SETS)}"
            raise ValueError(msg)
        if options.positions:
            rows = read_problems(options.positions / f"{name}.jsonl")[: options.count]
        else:
            rows = find_problems(
                name,
                options.count,
                first=SECRET if options.secret else 0,
                folder=_folder(options),
                workers=options.workers,
            )
        for nodes in options.budgets:
            found = measure_regret(name, rows, nodes=nodes, options=_engine(options))
            shown = [name, nodes, len(rows), f"{found.loss.mean:.4f}", f"{found.loss.error:.4f}"]
            shown += [f"{found.at_random:.3f}", f"{100 * found.mistakes:.0f}"]
            shown += [f"{found.worst:.3f}", f"{found.bound:.4f}"]
            yield asdict(found) | {"shown": [str(one) for one in shown]}


def _exploitability(options: argparse.Namespace, specs: list[str]) -> Iterator[Row]:
    """NashConv of the played policy."""
    for spec in specs or GAMES:
        for nodes in options.budgets:
            found = measure_gap(spec, nodes=nodes, options=_engine(options))
            shown = [spec, nodes, found.info_sets, f"{found.nash_conv:.4f}"]
            shown += [f"{found.uniform:.4f}", f"{found.values[0]:+.4f}"]
            yield asdict(found) | {"shown": [str(one) for one in shown]}


def _own_moves(options: argparse.Namespace, specs: list[str]) -> Iterator[Row]:
    """Share of simulations at the asking seat's own moves."""
    for spec in specs or SPECS:
        found = measure_own_moves(spec, nodes=options.nodes, options=_engine(options))
        shares = [f"{100 * found.shares[seat]:.1f}" for seat in found.shares]
        shown = [spec, str(found.decisions), ", ".join(shares)]
        yield asdict(found) | {"shown": shown}


PARTS: Final[dict[str, tuple[Callable[[argparse.Namespace, list[str]], Iterator[Row]], str]]] = {
    "sum": (_sum, "game | games | sum | error | early | middle | late | CPU s | "),
    "calibration": (
        _calibration,
        "game | against | games | decisions | told - real | ECE | floor | Brier | slope | CPU s",
    ),
    "regret": (
        _regret,
        "set | nodes | problems | loss | error | at random | mistakes, % | worst | answers' gap",
    ),
    "exploitability": (
        _exploitability,
        "game | nodes | information sets | NashConv | of random play | value for p1",
    ),
    "own-moves": (_own_moves, "game | kinds of decision | least share p1, p2, ... %"),
}


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code: 1 when something is broken."""
    part, *specs = options.games[1:] or [""]
    if part not in PARTS:
        msg = f"truth: unknown part {part!r}; parts are {', '.join(PARTS)}"
        raise ValueError(msg)
    measure, head = PARTS[part]
    rows, facts = [head.split(" | ")], []
    for row in measure(options, specs):
        rows.append(row.pop("shown"))
        facts.append({"part": part, **row})
        if options.results:
            keep(options.results, facts[-1:])
        if sys.stderr.isatty():
            print(*rows[-1], file=sys.stderr)
    print(json.dumps(facts) if options.json else grid(rows))
    return 1 if any(fact.get("is_broken") for fact in facts) else 0


def _common(options: argparse.Namespace) -> dict[str, Any]:
    """What every part that plays is told."""
    return {
        "nodes": options.nodes,
        "seconds": options.seconds,
        "options": _engine(options),
        "folder": _folder(options),
        "workers": options.workers,
    }


def _engine(options: argparse.Namespace) -> EngineOptions:
    spec = parse_player(options.engine)
    if not isinstance(spec, EngineSpec):
        msg = f"--engine: {options.engine!r} is no engine of ours; auto,OPTION=VALUE is accepted"
        raise ValueError(msg)
    return spec.options


def _folder(options: argparse.Namespace) -> Path:
    return Path(options.out) if options.out else data_folder() / "truth"
