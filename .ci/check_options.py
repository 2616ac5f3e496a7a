"""The table of engine options in docs/options.md: made from what the engine says of them.

python .ci/check_options.py            # fails when the page says something else
python .ci/check_options.py --write    # makes the table anew
"""

from __future__ import annotations

import sys
from pathlib import Path

from moonflower.engine.options import OPTIONS, EngineOption

PAGE = Path(__file__).parents[1] / "docs" / "options.md"
MARK = "<!-- made by .ci/check_options.py --write -->\n"


def accepted(option: EngineOption) -> str:
    if option.kind == "flag":
        return "true, false"
    if option.kind == "seed":
        return "whole numbers"
    return ", ".join(option.choices) or f"{option.low:g} to {option.high:g}"


def row(option: EngineOption) -> str:
    default = "the game's" if option.default is None else str(option.default).lower()
    cells = (f"`{option.name}`", option.protocol, default, accepted(option), option.help)
    return f"| {' | '.join(cells)} |"


def main() -> int:
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    columns = [
        "| option | in the protocol | default | accepted | what it does |",
        "|---|---|---|---|---|",
    ]
    text = head + mark + "\n".join([*columns, *map(row, OPTIONS.values())]) + "\n"
    if "--write" in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
    if PAGE.read_text(encoding="utf-8") != text:
        print("docs/options.md is not what the engine says; use --write")
        return 1
    print(f"options: {len(OPTIONS)}, as documented")
    return 0


if __name__ == "__main__":
    sys.exit(main())
