"""The map of the tree: what every file is for, in the words of the file itself.

    python .ci/check_map.py            # fails when a map is not what the files say
    python .ci/check_map.py --write    # makes them anew

Below the mark in cpp/README.md and python/README.md stands one line a file: the first sentence of a
C++ header (of a source file where there is no header), of a module's docstring.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path

from check_layers import CPP, PYTHON, ROOT, cpp_layers, python_order

MARK = "<!-- made by .ci/check_map.py --write -->\n"


def first_sentence(text: str) -> str:
    text = " ".join(text.split())
    end = re.search(r"\.(?= |$)", text)
    return text[: end.start()] if end else text


def cpp_text(path: Path) -> str:
    """The comment a file opens with."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//"))
    return first_sentence(" ".join(lines))


def cpp_entries(folder: Path) -> list[tuple[str, str]]:
    """The files of a folder, a header and its source as one."""
    entries = []
    stems = sorted({path.stem for path in folder.iterdir() if path.suffix in {".hpp", ".cpp"}})
    for stem in stems:
        files = [path for ext in (".hpp", ".cpp") if (path := folder / f"{stem}{ext}").exists()]
        name = files[0].name if len(files) == 1 else f"{stem}.{{hpp,cpp}}"
        entries.append((name, next((text for file in files if (text := cpp_text(file))), "")))
    return entries


def python_entries(folder: Path) -> list[tuple[str, str]]:
    entries = []
    for path in sorted(folder.glob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if path.stem != "__init__":
            entries.append((path.name, first_sentence(docstring)))
    return entries


def section(title: str, entries: list[tuple[str, str]]) -> list[str]:
    return ["", f"### `{title}/`", "", *(f"- `{name}` {text}".rstrip() for name, text in entries)]


def cpp_map() -> str:
    lines = []
    for layer in cpp_layers():
        for folder in [CPP / layer, *sorted(p for p in (CPP / layer).rglob("*") if p.is_dir())]:
            if entries := cpp_entries(folder):
                lines += section(folder.relative_to(CPP).as_posix(), entries)
    return "\n".join(lines) + "\n"


def python_map() -> str:
    lines = []
    for name in python_order():
        top = PYTHON / name
        for folder in (
            [top, *sorted(p for p in top.rglob("*") if p.is_dir())] if top.is_dir() else []
        ):
            if entries := python_entries(folder):
                lines += section(folder.relative_to(PYTHON).as_posix(), entries)
    return "\n".join(lines) + "\n"


def silent(text: str) -> list[str]:
    """Files that do not say what they are for."""
    return re.findall(r"^- `([^`]+)`$", text, re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    faults = []
    for readme, made in (("cpp", cpp_map()), ("python", python_map())):
        path = ROOT / readme / "README.md"
        text = path.read_text(encoding="utf-8")
        head, mark, _ = text.partition(MARK)
        if not mark:
            sys.exit(f"{readme}/README.md: the line {MARK.strip()} is missing")
        new = head + MARK + made
        if new != text and not write:
            faults.append(f"{readme}/README.md is not what the files say; use --write")
        elif new != text:
            path.write_text(new, encoding="utf-8")
        faults += [f"{readme}/: {name} does not say what it is for" for name in silent(made)]
    print("\n".join([*faults, f"map: {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
