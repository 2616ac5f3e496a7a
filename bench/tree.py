"""What the tree looks like, at an older revision and now: folders, lengths of files and functions.

    python bench/tree.py 66ed9b7           # needs lizard (pip install lizard)
    python bench/tree.py --lines 10        # random lines instead: is each one's place obvious?

Code is what git tracks as .py, .hpp, .cpp and .js; lengths are in lines.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from moonflower.arena.tables import grid
from timing import ROOT

CODE = {".py", ".hpp", ".cpp", ".js"}
LONG_FILE = 300
LONG_FUNCTION = 40
HEADS = ["part", "folders", "files", "lines", "median", f"over {LONG_FILE}", "longest",
         "functions", "median", f"over {LONG_FUNCTION}", "longest"]  # fmt: skip


def code_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in CODE and path.is_file())


def checkout(revision: str, folder: Path) -> None:
    """The files of a revision as git tracks them."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision], stdout=subprocess.PIPE, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


def part_of(path: PurePosixPath) -> str:
    """Code of the engine and of the package by layer, all else by top folder."""
    depth = {"cpp": 2, "python": 3}.get(path.parts[0], 1)
    return "/".join(path.parent.parts[:depth]) or path.name


def lengths(root: Path, files: Iterable[Path]) -> dict[Path, tuple[int, list[int]]]:
    """Of each file and of its functions."""
    try:
        import lizard  # noqa: PLC0415 - for this table alone
    except ImportError:
        sys.exit("tree: lizard is not installed; pip install lizard")
    found = {}
    for path in files:
        count = len(path.read_text(encoding="utf-8").splitlines())
        made = lizard.analyze_file(str(path)).function_list
        found[path.relative_to(root)] = (count, [f.end_line - f.start_line + 1 for f in made])
    return found


def rows(root: Path) -> dict[str, list[str]]:
    """A row of figures for each part, and one for all of them."""
    by_part: dict[str, list[tuple[Path, int, list[int]]]] = {"all": []}
    for path, (count, made) in lengths(root, code_files(root)).items():
        for part in ("all", part_of(PurePosixPath(path))):
            by_part.setdefault(part, []).append((path, count, made))
    found = {}
    for part, files in by_part.items():
        counts = [count for _, count, _ in files]
        made = [length for _, _, each in files for length in each] or [0]
        figures = [len({path.parent for path, _, _ in files}), len(files)]
        figures += [sum(counts), statistics.median_low(counts)]
        figures += [sum(count > LONG_FILE for count in counts), max(counts)]
        figures += [len(made), statistics.median_low(made)]
        figures += [sum(length > LONG_FUNCTION for length in made), max(made)]
        found[part] = [f"{figure:,}" for figure in figures]
    return found


def both(old: dict[str, list[str]], new: dict[str, list[str]]) -> Iterator[list[str]]:
    """Old -> new in each cell; one figure where nothing has changed."""
    none = ["-"] * (len(HEADS) - 1)
    for part in sorted({*old, *new}, key=lambda part: (part != "all", part)):
        pairs = zip(old.get(part, none), new.get(part, none), strict=True)
        yield [part, *(a if a == b else f"{a} -> {b}" for a, b in pairs)]


def random_lines(count: int, seed: int) -> Iterator[str]:
    everything = [
        (path.relative_to(ROOT), number, line.strip())
        for name in ("cpp", "python", "tests", "bench", ".ci")
        for path in code_files(ROOT / name)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line.strip()) > 1
    ]
    for path, number, line in random.Random(seed).sample(everything, count):
        yield f"{path}:{number}: {line}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision", nargs="?", default="HEAD", help="the older one")
    parser.add_argument("--lines", type=int, metavar="N", help="show so many random lines")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.lines:
        print("\n".join(random_lines(options.lines, options.seed)))
        return
    with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
        checkout(options.revision, Path(old))
        checkout("HEAD", Path(new))
        print(grid([HEADS, *both(rows(Path(old)), rows(Path(new)))]))


if __name__ == "__main__":
    main()
