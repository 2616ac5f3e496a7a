"""docs/benchmarks.md from the JSON files of bench/results: tables and pictures.

python bench/vs_openspiel.py             # renews its own file
python bench/callgrind.py                # and this its own
python .ci/build_cost.py --write         # and this
python bench/benchmarks_page.py --measure
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from moonflower.arena.tables import grid
from moonflower.bench.speed import measure
from moonflower.positions import Game, games
from timing import RESULTS, ROOT, machine, put_in_docs, short

PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = ROOT / "docs" / "images"
SPEEDS = RESULTS / "speed.json"


def load(name: str) -> dict[str, Any]:
    path = RESULTS / f"{name}.json"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is missing; see the head of {__file__}")
    return json.loads(path.read_text())


def measured(about: dict[str, Any], extra: str = "") -> str:
    revision = str(about["revision"]).removesuffix("-dirty")
    return (
        f"Measured {about['time'][:10]} at {revision} on {about['cpu']}, {about['cores']} cores,"
        f" Python {about['python']}{extra}."
    )


def measure_speeds(seconds: float) -> None:
    speeds = [asdict(measure(Game(info.name), seconds=seconds)) for info in games(lab=True)]
    content = {"machine": machine(), "seconds": seconds, "speeds": speeds}
    SPEEDS.write_text(json.dumps(content, indent=1) + "\n")


def speed_table() -> str:
    data = load("speed")
    rows = [["game", "signature", "playouts", "simulations", "nodes", "perft"]]
    for one in data["speeds"]:
        parts = (one[key] for key in ("playouts", "simulations", "nodes", "perft"))
        rows.append([one["game"], one["signature"], *map(short, parts)])
    extra = f": {data['seconds']:g} CPU seconds a figure"
    return f"{grid(rows)}\n\n{measured(data['machine'], extra)}"


def ratio_table() -> str:
    data = load("vs_openspiel")
    theirs = f"OpenSpiel {data['open_spiel']} /s"
    rows = [["", "moonflower /s", theirs, "ratio", "spread", "wanted"]]
    for pair in data["pairs"]:
        ours, other = (sorted(pair[side])[len(pair[side]) // 2] for side in ("ours", "theirs"))
        rows.append(
            [
                f"{pair['name']}, {pair['unit']}",
                short(ours),
                short(other),
                f"{pair['ratio']:.1f}x",
                f"{pair['ratio_low']:.1f} to {pair['ratio_high']:.1f}",
                f">= {pair['target']:g}x" if pair["target"] else "",
            ]
        )
    extra = f": {data['repeats']} repeats of {data['seconds']:g} CPU seconds a side"
    plot_ratios(data["pairs"])
    picture = "![Ratios to OpenSpiel](images/vs_openspiel.png)"
    return f"{grid(rows)}\n\n{picture}\n\n{measured(data['machine'], extra)}"


def plot_ratios(pairs: list[dict[str, Any]]) -> None:
    import matplotlib as mpl  # noqa: PLC0415 - the extra plot

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    pairs = pairs[::-1]
    figure, axes = plt.subplots(figsize=(8, 1 + 0.32 * len(pairs)), layout="constrained")
    ratios = [pair["ratio"] for pair in pairs]
    low = [pair["ratio"] - pair["ratio_low"] for pair in pairs]
    high = [pair["ratio_high"] - pair["ratio"] for pair in pairs]
    axes.barh(range(len(pairs)), ratios, xerr=[low, high], capsize=2, color="#7a9cc6")
    wanted = [(i, pair["target"]) for i, pair in enumerate(pairs) if pair["target"]]
    axes.plot([x for _, x in wanted], [i for i, _ in wanted], "k|", markersize=12, label="wanted")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(pairs)), [f"{pair['name']}, {pair['unit']}" for pair in pairs])
    axes.set_xscale("log")
    axes.set_xlabel("times OpenSpiel's speed, lowest to highest of the repeats")
    axes.legend()
    axes.grid(axis="x", alpha=0.3)
    IMAGES.mkdir(exist_ok=True)
    figure.savefig(IMAGES / "vs_openspiel.png", dpi=110)
    plt.close(figure)


def callgrind_table() -> str:
    data = load("callgrind")
    rows = [["game", "a playout", "a simulation", "a leaf of perft"]]
    for game, counts in data["instructions"].items():
        parts = (counts.get(part) for part in ("playouts", "search", "perft"))
        rows.append([game, *("" if count is None else short(count) for count in parts)])
    return f"{grid(rows)}\n\n{measured(data['machine'])}"


def build_table() -> str:
    data = load("build_cost")
    before, now = data["before"], data["files"]
    rows = [["compiled as one", "before", "now"], ["all", data["before_total"], data["total"]]]
    names = sorted(before | now, key=lambda name: -max(before.get(name, 0), now.get(name, 0)))
    rows += [[name, before.get(name, ""), now.get(name, "")] for name in names]
    return grid([[str(cell) for cell in row] for row in rows])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true", help="speeds of all games first")
    parser.add_argument("--seconds", type=float, default=0.5, help="of CPU for each figure")
    args = parser.parse_args()
    if args.measure:
        measure_speeds(args.seconds)
    put_in_docs(PAGE, "speed", speed_table())
    put_in_docs(PAGE, "vs_openspiel", ratio_table())
    put_in_docs(PAGE, "callgrind", callgrind_table())
    put_in_docs(PAGE, "build", build_table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
