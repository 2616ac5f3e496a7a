"""Problems with exact answers for ``moonflower bench truth regret``, made and kept.

    python bench/regret_positions.py                       # the public half of every set
    python bench/regret_positions.py hanamikoji-2 --count 30

Writes bench/positions/regret/SET.jsonl, numbers from 0 on. A run that was stopped goes on from
$MOONFLOWER_DATA/truth. The other half, ``moonflower bench truth regret --secret``, is made where it
is asked for and kept nowhere but there.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from moonflower.bench.problems import SETS
from moonflower.bench.regret import find_problems

FOLDER = Path(__file__).parent / "positions" / "regret"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=list(SETS), metavar="SET", help="default: all")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    data = os.environ.get("MOONFLOWER_DATA")
    for name in options.sets:
        rows = find_problems(name, options.count, folder=Path(data) / "truth" if data else None)
        kept = [{key: row[key] for key in row if key not in ("number", "cpu")} for row in rows]
        options.out.mkdir(parents=True, exist_ok=True)
        path = options.out / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in kept))
        spent = sum(row["cpu"] for row in rows)
        print(f"{name}: {len(kept)} problems, {spent:.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    main()
