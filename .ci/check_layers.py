"""Data flows one way: fails on an include or import that points up.

The order is read from the tables of cpp/README.md (what each folder may know) and python/README.md
(each package knows those above it). What is written for one game may know that game: solve/<game>/,
bindings/bind_<game>.cpp, engine/<game>_*. In a game's folder only module.cpp looks up.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CPP = ROOT / "cpp"
PYTHON = ROOT / "python" / "moonflower"

ROW = re.compile(r"^\| `([\w./]+)` \|(?: ([^|]*) \|)?", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.MULTILINE)


def cpp_layers() -> dict[str, set[str]]:
    """Each folder with what it may know, itself included."""
    rows = ROW.findall((ROOT / "cpp" / "README.md").read_text(encoding="utf-8"))
    return {
        name.rstrip("/"): {name.rstrip("/"), *re.findall(r"\w+", knows)}
        for name, knows in rows
        if name.endswith("/")
    }


def python_order() -> list[str]:
    """Packages and single modules, from the ground up."""
    rows = ROW.findall((ROOT / "python" / "README.md").read_text(encoding="utf-8"))
    return [name.rstrip("/").removesuffix(".py").removesuffix(".pyi") for name, _ in rows]


def games() -> list[str]:
    listed = (CPP / "games" / "games.def").read_text(encoding="utf-8")
    return re.findall(r"^GAME\((\w+)\)", listed, re.MULTILINE)


def game_of(path: Path) -> str | None:
    """The game a file is written for, if any: by its folder or by its name."""
    parts = path.relative_to(CPP).with_suffix("").parts
    for game in games():
        stem = parts[-1].removeprefix("bind_")
        if game in parts or stem == game or stem.startswith(f"{game}_"):
            return game
    return None


def include_faults(path: Path, layers: dict[str, set[str]]) -> list[str]:
    layer = path.relative_to(CPP).parts[0]
    if layer not in layers:
        return [f"{path.relative_to(ROOT)}: cpp/README.md does not list {layer}/"]
    own_game = game_of(path)
    looks_up = layer == "games" and path.name == "module.cpp"
    faults = []
    for include in INCLUDE.findall(path.read_text(encoding="utf-8")):
        target = include.split("/")[0]
        if target not in layers or target in layers[layer] or looks_up:
            continue
        if own_game is None or own_game not in include.split("/"):
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


def import_faults(path: Path, order: list[str]) -> list[str]:
    own = path.relative_to(PYTHON).parts[0].removesuffix(".py")
    if own == "__init__":
        return []
    if own not in order:
        return [f"{path.relative_to(ROOT)}: python/README.md does not list {own}"]
    return [
        f"{path.relative_to(ROOT)}: {own} may not import {name}"
        for name in sorted(imported_modules(path) & set(order))
        if order.index(name) > order.index(own)
    ]


def main() -> int:
    sources = sorted(path for path in CPP.rglob("*") if path.suffix in {".hpp", ".cpp"})
    modules = sorted(PYTHON.rglob("*.py"))
    layers, order = cpp_layers(), python_order()
    faults = [fault for path in sources for fault in include_faults(path, layers)]
    faults += [fault for path in modules for fault in import_faults(path, order)]
    print(
        "\n".join([*faults, f"layers: {len(sources) + len(modules)} files, {len(faults)} faults"])
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
