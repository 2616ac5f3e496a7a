"""Makes docs/calibration.md from bench/results/truth.jsonl: what was found last of each figure.

    python bench/calibration_page.py

``moonflower bench truth PART --results bench/results/truth.jsonl`` adds figures to the file; those
of earlier revisions stay there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from moonflower.arena.tables import grid
from timing import RESULTS, ROOT, put_in_docs

PAGE = ROOT / "docs" / "calibration.md"
Row = dict[str, Any]


def with_error(found: Row, digits: int = 3) -> str:
    return f"{found['mean']:.{digits}f} ±{found['error']:.{digits}f}"


def sums(rows: list[Row]) -> list[list[str]]:
    table = [["game", "nodes", "games", "sum", "early", "middle", "late", "CPU s"]]
    for row in rows:
        stages = [f"{one['mean']:.3f}" for one in row["stages"]]
        stages = [""] * (3 - len(stages)) + stages
        counts = [str(row["nodes"]), str(row["sum"]["clusters"])]
        table.append([row["game"], *counts, with_error(row["sum"]), *stages, f"{row['cpu']:.0f}"])
    return table


def calibration(rows: list[Row]) -> list[list[str]]:
    head = ["game", "against", "nodes", "games", "decisions", "told - real", "ECE", "floor"]
    table = [[*head, "Brier", "if true", "slope"]]
    for row in rows:
        cells = [row["game"], row["opponent"], str(row["nodes"])]
        table.append([*cells, *figures_of(row["all"])])
    return table


def figures_of(found: Row) -> list[str]:
    mean, late = found["floor"]
    return [
        str(found["games"]),
        f"{found['decisions']:,}",
        with_error(found["difference"]),
        f"{found['calibration_error']:.3f}",
        f"{mean:.3f} ({late:.3f})",
        f"{found['brier']:.3f}",
        f"{found['truthful_brier']:.3f}",
        with_error(found["slope"], 2),
    ]


def splits(rows: list[Row]) -> list[list[str]]:
    table = [["game", "part", "decisions", "told - real", "ECE", "slope"]]
    for row in rows:
        if row["opponent"] != "auto":
            continue
        for name, found in (row["seats"] | row["stages"]).items():
            _, decisions, difference, error, _, _, _, slope = figures_of(found)
            table.append([row["game"], name, decisions, difference, error, slope])
    return table


def bins(rows: list[Row]) -> list[list[str]]:
    """Told and real by tenths, in self-play."""
    table = [["game", *(f"{each / 10:.1f} to {(each + 1) / 10:.1f}" for each in range(10))]]
    for row in rows:
        if row["opponent"] != "auto":
            continue
        cells = [""] * 10
        for found in row["all"]["bins"]:
            real = f"{found['chance']:.2f}: {with_error(found['result'], 2)}"
            cells[min(9, int(10 * found["chance"]))] = real
        table.append([row["game"], *cells])
    return table


def regret(rows: list[Row]) -> list[list[str]]:
    head = ["set", "nodes", "problems", "loss", "at random", "mistakes, %", "worst"]
    table = [[*head, "answers' gap"]]
    for row in rows:
        loss = row["loss"]
        cells = [row["set"], f"{row['nodes']:,}", str(loss["clusters"]), with_error(loss, 4)]
        cells += [f"{row['at_random']:.3f}", f"{100 * row['mistakes']:.0f}"]
        table.append([*cells, f"{row['worst']:.3f}", f"{row['bound']:.4f}"])
    return table


def exploitability(rows: list[Row]) -> list[list[str]]:
    theirs = {(row["game"], row["nodes"]): row["theirs"] for row in rows if "theirs" in row}
    table = [["game", "nodes", "NashConv", "OpenSpiel's ISMCTS", "random play"]]
    for row in rows:
        if "nash_conv" not in row:
            continue
        beside = theirs.get((row["game"], row["nodes"]))
        cells = [row["game"], f"{row['nodes']:,}", f"{row['nash_conv']:.3f}"]
        cells += ["" if beside is None else f"{beside:.3f}", f"{row['uniform']:.3f}"]
        table.append(cells)
    return table


def own_moves(rows: list[Row]) -> list[list[str]]:
    table = [["game", "kinds of decision", "p1, p2, ... %"]]
    for row in rows:
        shares = ", ".join(f"{100 * share:.1f}" for share in row["shares"].values())
        table.append([row["game"], str(row["decisions"]), shares or "answered exactly"])
    return table


SECTIONS: dict[str, tuple[str, Callable[[list[Row]], list[list[str]]]]] = {
    "sum": ("sum", sums),
    "calibration": ("calibration", calibration),
    "splits": ("calibration", splits),
    "bins": ("calibration", bins),
    "regret": ("regret", regret),
    "exploitability": ("exploitability", exploitability),
    "own_moves": ("own-moves", own_moves),
}


def main() -> None:
    lines = (RESULTS / "truth.jsonl").read_text().splitlines()
    latest: dict[tuple[object, ...], Row] = {}
    for row in map(json.loads, lines):
        keys = ("part", "game", "set", "opponent", "nodes")
        latest[tuple(row.get(key) for key in keys)] = row
    for mark, (part, table) in SECTIONS.items():
        rows = [row for row in latest.values() if row["part"].split()[0] == part]
        if rows:
            revisions = ", ".join(sorted({row["revision"] for row in rows}))
            put_in_docs(PAGE, mark, f"{grid(table(rows))}\n\nRevision {revisions}.")


if __name__ == "__main__":
    main()
