"""Compares _core.pyi with the built module: the same names, no more and no less."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from moonflower import _core

STUB = Path(__file__).parents[1] / "python" / "moonflower" / "_core.pyi"


def members(body: list[ast.stmt]) -> dict[str, set[str]]:
    """Top-level names of the stub, each class with its own public names."""
    found: dict[str, set[str]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            inner = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            inner |= {
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            }
            found[node.name] = {name for name in inner if not name.startswith("_")}
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = set()
    return found


def built() -> dict[str, set[str]]:
    """The same of the module itself."""
    found: dict[str, set[str]] = {}
    for name, value in vars(_core).items():
        if name.startswith("_"):
            continue
        is_error = inspect.isclass(value) and issubclass(value, Exception)
        inner = vars(value) if inspect.isclass(value) and not is_error else {}
        found[name] = {key for key in inner if not key.startswith("_")}
    return found


def main() -> int:
    stub, module = members(ast.parse(STUB.read_text(encoding="utf-8")).body), built()
    faults = [f"{name}: only in the stub" for name in sorted(stub.keys() - module.keys())]
    faults += [f"{name}: not in the stub" for name in sorted(module.keys() - stub.keys())]
    for name in sorted(stub.keys() & module.keys()):
        faults += [f"{name}.{key}: differs" for key in sorted(stub[name] ^ module[name])]
    print("\n".join([*faults, f"stub: {len(stub)} names, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
