"""Timing shared by the bench scripts: two sides in one run, in turns, by CPU time.

A busy machine slows both sides of a repeat alike, so a ratio is taken inside each repeat and told
as its median with the lowest and the highest. Rates are per CPU second of this process; the work
must run on one thread.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"


def percentile(ordered: Sequence[float], share: int) -> float:
    """The least of them that ``share`` percent do not exceed."""
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)]


@dataclass
class Side:
    """One side of a comparison. ``work()`` does some and returns how many units it did."""

    work: Callable[[], float]
    rates: list[float] = field(default_factory=list)  # units per CPU second, one per repeat

    def run(self, seconds: float) -> None:
        """One repeat of at least so many CPU seconds."""
        units, start = 0.0, time.process_time()
        while True:
            units += self.work()
            spent = time.process_time() - start
            if spent >= seconds:
                self.rates.append(units / spent)
                return

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


@dataclass
class Pair:
    """The same work done here and elsewhere."""

    name: str
    unit: str  # "playouts"
    ours: Side
    theirs: Side
    target: float | None = None  # the ratio we want at least
    notes: dict[str, object] = field(default_factory=dict)

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours.rates, self.theirs.rates, strict=True)]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    def record(self) -> dict[str, object]:
        return {
            "name": self.name,
            "unit": self.unit,
            "ours": self.ours.rates,
            "theirs": self.theirs.rates,
            "ratio": self.ratio,
            "ratio_low": min(self.ratios),
            "ratio_high": max(self.ratios),
            "target": self.target,
            **self.notes,
        }


def measure(pairs: Sequence[Pair], *, repeats: int, seconds: float) -> None:
    """Every pair once, then all again: both sides of a pair right after each other."""
    for pair in pairs:  # warm up
        pair.ours.work()
        pair.theirs.work()
    for repeat in range(repeats):
        for pair in pairs:
            sides = (pair.ours, pair.theirs)
            for side in sides if repeat % 2 == 0 else reversed(sides):
                side.run(seconds)


def machine() -> dict[str, object]:
    """What a figure must be read with."""
    return {
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "revision": _revision(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _cpu_name() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _revision() -> str:
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def write_results(name: str, pairs: Sequence[Pair], **about: object) -> Path:
    """Every figure of a run as ``bench/results/<name>.json``."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    content = {**about, "machine": machine(), "pairs": [pair.record() for pair in pairs]}
    path.write_text(json.dumps(content, indent=1) + "\n")
    return path


def put_in_docs(page: Path, mark: str, text: str) -> None:
    """Replaces what stands between the marks ``<!-- mark: begin -->`` and ``end`` of a page."""
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->"
    content = page.read_text()
    if begin not in content or end not in content:
        msg = f"{page}: the marks of {mark} are missing"
        raise ValueError(msg)
    before, _, rest = content.partition(begin)
    _, _, after = rest.partition(end)
    page.write_text(f"{before}{begin}{text}\n{end}{after}")


def short(number: float) -> str:
    """Three figures and a unit: 16.3 M, 216 k, 41.

    >>> short(16_251_000), short(216_400), short(41.2)
    ('16.3 M', '216 k', '41.2')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def table(pairs: Sequence[Pair], *, theirs: str, markdown: bool, ours: str = "moonflower") -> str:
    """One line per pair: both rates, the ratio, its spread and what was wanted."""
    head = ["", f"{ours} /s", f"{theirs} /s", "ratio", "spread", "wanted"]
    rows = [head]
    for pair in pairs:
        rows.append(
            [
                f"{pair.name}, {pair.unit}",
                short(pair.ours.rate),
                short(pair.theirs.rate),
                f"{pair.ratio:.1f}x",
                f"{min(pair.ratios):.1f} to {max(pair.ratios):.1f}",
                f">= {pair.target:g}x" if pair.target else "",
            ]
        )
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join([lines[0], "|---|" + "---:|" * (len(head) - 1), *lines[1:]])
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, len(row)))])
        for row in rows
    )
