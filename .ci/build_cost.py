"""What a build costs, file by file, in units of one reference compile in the same run.

    python .ci/build_cost.py                   build from scratch in a temporary folder
    python .ci/build_cost.py --times FILE      judge a build that .ci/compile_clock has watched
    python .ci/build_cost.py --write           keep the figures as bench/results/build_cost.json,
                                               whose table bench/benchmarks_page.py renews

A folder is compiled as one file (CMakeLists.txt), so that is what the lines name. Fails when the
sum has grown by more than a fifth over the kept one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "results" / "build_cost.json"
MOST_GROWTH = 1.2
REFERENCE = """\
#include <bits/stdc++.h>
#include <regex>
int main(int c, char** v) {
    std::regex r(v[0]);
    std::map<std::string, std::vector<int>> m;
    m[v[0]].push_back(c);
    std::ranges::sort(m[v[0]]);
    return std::regex_match(std::string(v[c - 1]), r);
}
"""
LINE = re.compile(r"(\d+)m([\d.]+)s \S+ (\S+)")


def reference_seconds(folder: Path) -> float:
    """The median CPU time of a few reference compiles."""
    source = folder / "reference.cpp"
    source.write_text(REFERENCE, encoding="utf-8")
    command = ["g++", "-std=c++20", "-O2", "-c", str(source), "-o", str(folder / "reference.o")]
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, check=True)
        seconds.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return statistics.median(seconds)


def build(folder: Path, times: Path) -> None:
    """A release build of the extension under the clock."""
    configure = [
        "cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DPython_EXECUTABLE={sys.executable}", f"-DMOONFLOWER_EXTENSION_DIR={folder}",
        f"-DCMAKE_CXX_COMPILER_LAUNCHER={ROOT / '.ci' / 'compile_clock'}",
    ]  # fmt: skip
    environment = {**os.environ, "COMPILE_TIMES": str(times), "CCACHE_DISABLE": "1"}
    for command in (configure, ["cmake", "--build", str(folder), "--target", "_core"]):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def seconds_by_file(times: Path) -> dict[str, float]:
    """CPU seconds by what was made; CMake's probes of the compiler count to the sum."""
    found: dict[str, float] = {}
    for minutes, seconds, made in LINE.findall(times.read_text(encoding="utf-8")):
        name = re.sub(r"^.*\.dir/(Unity/unity_)?|(_cxx\.cxx)?\.o$", "", made)
        found[name] = found.get(name, 0.0) + 60 * int(minutes) + float(seconds)
    return found


def judge(units: dict[str, float], *, write: bool) -> int:
    total = sum(units.values())
    for name, cost in sorted(units.items(), key=lambda item: -item[1]):
        print(f"{cost:6.2f}  {name}")
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if write:
        kept |= {"total": round(total, 1), "files": {k: round(v, 2) for k, v in units.items()}}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    most = MOST_GROWTH * float(kept["total"])
    print(f"build cost: {total:.1f} units of one reference compile; at most {most:.1f}")
    return 0 if total <= most else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=Path, help="what .ci/compile_clock has written")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = options.times or folder / "times"
        if options.times is None:
            build(folder / "build", times)
        seconds = seconds_by_file(times)
        if not seconds:
            sys.exit(f"build_cost: {times} holds no compile; build with .ci/compile_clock first")
        unit = reference_seconds(folder)
    return judge({name: spent / unit for name, spent in seconds.items()}, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
