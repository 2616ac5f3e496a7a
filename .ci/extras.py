"""Prints what the named extras of the installed package need, one requirement a line.

Usage: extras.py EXTRA...    (pip install -r /dev/stdin takes it without building the package anew)
"""

import sys
from importlib.metadata import requires

from packaging.requirements import Requirement


def main() -> int:
    wanted = [Requirement(line) for line in requires("moonflower") or ()]
    for extra in sys.argv[1:]:
        needs = [one for one in wanted if one.marker and one.marker.evaluate({"extra": extra})]
        for one in needs:
            if not one.marker.evaluate({"extra": ""}):
                print(f"{one.name}{one.specifier}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
