"""Data flows one way: fails on an include or import that points up.

seeds, games, belief, search and solve, engine, bindings, Python. In a game's folder only
module.cpp looks up. What is written for one game (solve/<game>/, bindings/bind_<game>.cpp) may
know that game.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CPP = ROOT / "cpp"
PYTHON = ROOT / "python" / "moonflower"

KNOWS = {
    "core": {"core"},
    "games": {"core"},
    "belief": {"core", "belief"},
    "search": {"core", "belief", "search"},
    "solve": {"core", "belief", "search", "solve"},
    "engine": {"core", "games", "belief", "search", "solve", "engine"},
    "bindings": {"core", "engine", "bindings"},
}

# Python modules from the ground up; a module imports only what stands before it.
PYTHON_ORDER = [
    "_core", "errors", "positions", "report", "solve", "hints", "engine", "per_game", "bench",
    "protocol", "history", "arena", "terminal", "commands", "cli", "__main__",
]  # fmt: skip

INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.MULTILINE)


def games() -> list[str]:
    return [path.name for path in (CPP / "games").iterdir() if path.is_dir()]


def game_of(path: Path) -> str | None:
    """The game a file is written for, if any: by its folder or by its name."""
    names = {path.parent.name, path.stem.removeprefix("bind_")}
    return next((game for game in games() if game in names), None)


def include_faults(path: Path) -> list[str]:
    layer = path.relative_to(CPP).parts[0]
    own_game = game_of(path)
    faults = []
    for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
        target = include.split("/")[0]
        if target not in KNOWS or target in KNOWS[layer]:
            continue
        looks_up = layer == "games" and path.name == "module.cpp"
        knows_game = own_game is not None and own_game in include
        if not looks_up and not knows_game:
            faults.append(f"{path.relative_to(ROOT)}: {layer} may not include {include}")
    return faults


def imported_modules(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "moonflower":
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("moonflower."):
            found.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            parts = [alias.name.split(".") for alias in node.names]
            found.update(part[1] for part in parts if part[0] == "moonflower" and len(part) > 1)
    return found


def import_faults(path: Path) -> list[str]:
    own = path.relative_to(PYTHON).parts[0].removesuffix(".py")
    if own == "__init__":
        return []
    if own not in PYTHON_ORDER:
        return [f"{path.relative_to(ROOT)}: not in PYTHON_ORDER of {Path(__file__).name}"]
    return [
        f"{path.relative_to(ROOT)}: {own} may not import {name}"
        for name in sorted(imported_modules(path) & set(PYTHON_ORDER))
        if PYTHON_ORDER.index(name) > PYTHON_ORDER.index(own)
    ]


def main() -> int:
    sources = sorted(path for path in CPP.rglob("*") if path.suffix in {".hpp", ".cpp"})
    modules = sorted(PYTHON.rglob("*.py"))
    faults = [fault for path in sources for fault in include_faults(path)]
    faults += [fault for path in modules for fault in import_faults(path)]
    print(
        "\n".join([*faults, f"layers: {len(sources) + len(modules)} files, {len(faults)} faults"])
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
