"""Behaviour has a checksum: recomputes bench/signature.json and compares.

Each game has two: of its playouts on fixed positions (rules, order of moves, playout policy), and
of its search (the visits of every root move, the moves chosen).

With --write the file is brought up to date; a commit that does so names the games and why.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import moonflower as mf
from moonflower import _core
from moonflower.bench.signature import bench

ROOT = Path(__file__).parents[1]
POSITIONS = ROOT / "bench" / "positions"
FILE = ROOT / "bench" / "signature.json"
SEED = 1
NODES = 500  # of a search


def positions(game: str) -> list[mf.State]:
    """The fixed positions of a game: each line a specification and a position string."""
    path = POSITIONS / f"{game}.txt"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is missing; give the game a few fixed positions")
    states = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            spec, _, text = line.partition(" ")
            states.append(mf.Game(spec).parse(text.strip()))
    return states


def playouts(game: str) -> str:
    """One number over all fixed positions, in hexadecimal."""
    total = 0
    for index, state in enumerate(positions(game)):
        word = _core.playout_signature(state._inner, SEED + index)
        total = (total * 0x9E3779B97F4A7C15 + word) % 2**64
    return f"{total:016x}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="bring the file up to date")
    write = parser.parse_args().write
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found = {}
    for info in mf.games(lab=True):
        found[info.name] = playouts(info.name)
        found[f"{info.name} search"] = bench(mf.Game(info.name), nodes=NODES).signature
    changed = [name for name in sorted({*kept, *found}) if kept.get(name) != found.get(name)]
    for name in changed:
        print(f"Signature: {name} {kept.get(name, 'new')} -> {found.get(name, 'gone')}")
    if write:
        FILE.write_text(json.dumps(found, indent=4, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    print(f"signature: {len(found)} checksums, {len(changed)} changed")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
