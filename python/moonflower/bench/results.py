"""Figures kept as data: lines of JSON, one for each figure of a game and a behaviour."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import moonflower

__all__ = ["keep", "revision"]

_KEYS = ("part", "game", "nodes", "set", "opponent", "behaviour")


def revision() -> str:
    """Of the checkout the package is in, else its version."""
    folder = Path(__file__).parent
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return moonflower.__version__


def keep(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Add figures to a file; the same figure of the same behaviour is replaced."""
    stamp = {"revision": revision(), "time": datetime.now(UTC).isoformat(timespec="seconds")}
    lines = path.read_text().splitlines() if path.exists() else []
    kept = {_key(row): row for row in map(json.loads, lines)}
    for row in rows:
        kept.pop(_key(row), None)
        kept[_key(row)] = {**_rounded(row), **stamp}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in kept.values()))


def _rounded(value: Any) -> Any:
    """The same with figures as long as they mean something."""
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def _key(row: dict[str, Any]) -> tuple[object, ...]:
    return tuple(row.get(key) for key in _KEYS)
