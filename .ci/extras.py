"""Prints what the named extras of the package need, one requirement a line, for pip to read.

Usage: extras.py EXTRA...    (pip install -r /dev/stdin takes it without building the package anew)
"""

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def main() -> str | None:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for extra in sys.argv[1:]:
        if extra not in extras:
            return f"extras.py: no extra {extra!r}; there are {', '.join(extras)}"
        print(*extras[extra], sep="\n")
    return None


if __name__ == "__main__":
    sys.exit(main())
