"""Has a frozen rung changed? Games that each rung plays against itself, against what they were.

    python bench/rungs.py                # compare with bench/rungs.json
    python bench/rungs.py published      # one rung alone: needs no build
    python bench/rungs.py --write        # they are new, or have changed on purpose

The wheel of the ladder auto-0.1, so-ismcts-0.1, ... is built from its revision where it is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

from moonflower.arena.clocks import Control
from moonflower.arena.gate.builds import FROZEN
from moonflower.arena.gate.sides import find_side
from moonflower.arena.match import Match
from moonflower.engine import Limit
from moonflower.positions import Game

FILE = Path(__file__).parent / "rungs.json"
PUBLISHED = "published"
NODES = 30
GAMES = (
    "hanamikoji:max_rounds=1",
    "terraflip",
    "flower_power:petals=6,max_turns=12",
    "skud_paisho:max_plies=16",
    "shields:mode=ffa,players=3,lives=2",
)
NOT_WRITTEN = "shields"  # the published players leave it out


def signature(rung: str, spec: str) -> str:
    """A checksum of one deal that the rung plays in every seat."""
    game = Game(spec)
    player = find_side(rung, "", Control(Limit(nodes=NODES))).spec
    players = [player] + [replace(player, name="field")] * (game.players - 1)
    result = Match.of(game, players).play(1)
    if result.faults:
        msg = f"{rung} in {spec}: {result.faults[0].fault}"
        raise ValueError(msg)
    text = " ".join(played.digest for played in result.games)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def signatures(rungs: list[str]) -> dict[str, dict[str, str]]:
    return {
        rung: {
            spec: signature(rung, spec)
            for spec in GAMES
            if not (rung == PUBLISHED and spec.startswith(NOT_WRITTEN))
        }
        for rung in rungs
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rungs", nargs="*", help="default: all")
    parser.add_argument("--write", action="store_true", help="keep what is found")
    options = parser.parse_args()
    found = signatures(options.rungs or [PUBLISHED, *FROZEN])
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if options.write:
        FILE.write_text(json.dumps({**known, **found}, indent=1) + "\n")
    changed = [
        f"{rung} {spec}"
        for rung, of_games in found.items()
        for spec, value in of_games.items()
        if known.get(rung, {}).get(spec) != value
    ]
    print("\n".join([*changed, f"rungs: {len(found)}, {len(changed)} changed"]))
    return 1 if changed and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
