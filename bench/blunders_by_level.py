"""How large the mistakes of each level of strength are, against exact answers.

    python bench/blunders_by_level.py --page          # renews the table of docs/play.md

Every problem of the sets of bench/positions/regret is played by each level with some seeds; told
are the mean loss, how often more than a tenth and more than three tenths of the payoff are given
away, and the largest loss.
"""

from __future__ import annotations

import argparse

import numpy as np

from moonflower.arena.tables import grid
from moonflower.bench.regret import loss_at, read_problems
from moonflower.engine import Engine
from timing import ROOT, put_in_docs

FOLDER = ROOT / "bench" / "positions" / "regret"
SETS = ("hanamikoji-2", "terraflip-last", "flower_power-ending", "shields-duel")
LEVELS = (0, 5, 6, 10, 15, 20)


def losses(name: str, level: int, *, count: int, nodes: int, seeds: int) -> list[float]:
    """Of each problem with each seed; the search alone, without the game's own solver."""
    found = []
    for row in read_problems(FOLDER / f"{name}.jsonl")[:count]:
        with Engine(row["game"], strength=level, hash_mb=4, algorithm="ismcts") as engine:
            for seed in range(seeds):
                engine.configure(seed=seed)
                found.append(loss_at(engine, row, nodes))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET")
    parser.add_argument("--count", type=int, default=30, help="problems of a set")
    parser.add_argument("--nodes", type=int, default=2000, help="most simulations a move")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--page", action="store_true", help="renew docs/play.md")
    options = parser.parse_args()
    rows = [["set", "level", "mean loss", "over 0.1, %", "over 0.3, %", "largest"]]
    for name in options.sets:
        for level in LEVELS:
            how = {"count": options.count, "nodes": options.nodes, "seeds": options.seeds}
            found = np.array(losses(name, level, **how))
            shares = [f"{100 * np.mean(found > size):.0f}" for size in (0.1, 0.3)]
            rows.append([name, str(level), f"{found.mean():.3f}", *shares, f"{found.max():.2f}"])
    print(grid(rows))
    if options.page:
        put_in_docs(ROOT / "docs" / "play.md", "blunders", grid(rows))


if __name__ == "__main__":
    main()
