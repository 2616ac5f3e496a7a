"""Rules have addresses: every clause of seeds/<game>.md is cited by a test, every cited id exists.

A clause is defined where its id stands in bold (**HK-14**). A test cites it by its name
(test_hk_14_...) or in its text (HK-14). Games that are not written yet are listed as open.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PREFIXES = {
    "flower_power": "FP",
    "hanamikoji": "HK",
    "terraflip": "TF",
    "shields": "SH",
    "skud_paisho": "SP",
}


def ids(pattern: str, prefix: str, text: str) -> set[int]:
    return {int(n) for n in re.findall(pattern.replace("XX", prefix), text, re.IGNORECASE)}


def sources(game: str) -> list[Path]:
    folders = [ROOT / "cpp" / "games" / game, ROOT / "cpp" / "solve", ROOT / "docs" / "games"]
    files = [path for folder in folders if folder.is_dir() for path in folder.rglob("*.*")]
    return [*files, *(ROOT / "tests").rglob(f"*{game}*.py")]


def check(game: str, prefix: str) -> tuple[str, bool]:
    book = (ROOT / "seeds" / f"{game}.md").read_text(encoding="utf-8")
    defined = ids(r"\*\*XX-(\d+)\*\*", prefix, book)
    if not (ROOT / "cpp" / "games" / game).is_dir():
        return f"{game}: open, not written yet ({len(defined)} clauses)", True
    test = ROOT / "tests" / "rules" / f"test_{game}.py"
    text = test.read_text(encoding="utf-8") if test.exists() else ""
    cited = ids(r"\bXX-(\d+)\b", prefix, text) | ids(r"\btest_XX_(\d+)(?:_|\b)", prefix, text)
    everywhere = set(cited)
    for path in sources(game):
        everywhere |= ids(r"\bXX-(\d+)\b", prefix, path.read_text(encoding="utf-8"))
    untested = sorted(defined - cited)
    unknown = sorted(everywhere - defined)
    faults = []
    if not defined:
        faults.append("no clause has an id")
    if untested:
        faults.append("without a test: " + ", ".join(f"{prefix}-{n}" for n in untested))
    if unknown:
        faults.append("cited but not in the book: " + ", ".join(f"{prefix}-{n}" for n in unknown))
    summary = "; ".join(faults) if faults else f"{len(defined)} clauses, all tested"
    return f"{game}: {summary}", not faults


def main() -> int:
    results = [check(game, prefix) for game, prefix in PREFIXES.items()]
    print("\n".join(line for line, _ in results))
    return 0 if all(good for _, good in results) else 1


if __name__ == "__main__":
    sys.exit(main())
