"""Does the tree pay? Ours against flat Monte Carlo and random play at equal CPU time a move.

    python bench/against_flat.py
    python bench/against_flat.py terraflip --ms 20 --deals 200

Each side gets as many nodes as its own speed allows in that time, measured before the match on the
game's own positions, so that a busy machine does not decide it. Paired deals, both seats; told are
the score of ours with its 95 % interval over deals and what that says.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import moonflower as mf
from moonflower.arena.backends import Threads
from moonflower.arena.ladder import OURS, nodes_in, step
from moonflower.arena.match import Match

FIELDS = ("flat", "random")


@dataclass(frozen=True)
class Case:
    """What a game can afford."""

    spec: str
    ms: float  # CPU time a move
    deals: int


CASES = [
    Case("flower_power", 5, 150),
    Case("hanamikoji", 2, 500),
    Case("terraflip", 5, 400),
    Case("shields", 2, 500),
    Case("skud_paisho:max_plies=200", 20, 25),
]


def verdict(low: float, high: float) -> str:
    if low > 0.5:  # noqa: PLR2004
        return "stronger"
    return "weaker" if high < 0.5 else "not told apart"  # noqa: PLR2004


def compare(case: Case, field: str, deals: int, seed: int) -> str:
    game = mf.Game(case.spec)
    names = (OURS, field)
    nodes = [1 if one == "random" else nodes_in(game, one, case.ms / 1000) for one in names]
    players = tuple(step(one, nodes=count) for one, count in zip(names, nodes, strict=True))
    score = Match.of(game, players, seed=seed).play(deals, backend=Threads(2)).score
    return (
        f"{case.spec:26} {field:7} {case.ms:4g} ms ({nodes[0]:,} against {nodes[1]:,} nodes)  "
        f"{score.mean:.3f} ({max(score.low, 0):.3f} to {min(score.high, 1):.3f}), {deals} deals: "
        f"{verdict(score.low, score.high)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="specs; all five games without any")
    parser.add_argument("--ms", type=float, default=math.nan, help="CPU time a move")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--field", choices=FIELDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    known = {case.spec: case for case in CASES}
    for spec in args.games or known:
        case = known.get(spec, Case(spec, 5, 100))
        if not math.isnan(args.ms):
            case = Case(spec, args.ms, case.deals)
        for field in args.field or FIELDS:
            deals = args.deals or (case.deals if field == "flat" else max(10, case.deals // 5))
            print(compare(case, field, deals, args.seed), flush=True)


if __name__ == "__main__":
    main()
