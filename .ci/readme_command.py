"""Prints the README's install-and-run or install-and-test command, so that CI runs just that.

Usage: readme_command.py run|test
"""

import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
LAST_WORDS = {"run": "moonflower hint", "test": "bin/pytest"}


def main() -> int:
    wanted = LAST_WORDS[sys.argv[1]]
    commands = [
        line.strip()
        for line in README.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith("python3 -m venv") and wanted in line
    ]
    if len(commands) != 1:
        print(f"README.md: expected one command with {wanted!r}, found {len(commands)}")
        return 1
    print(commands[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
