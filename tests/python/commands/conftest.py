"""A shell as a reader has it after the README's install."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import moonflower

RECORD = """game tic_tac_toe
position startpos moves b2 a2
# play {"people": ["p1"], "strength": 20, "nodes": 50, "threads": 1, "seed": 3}
"""


KEPT = """game hanamikoji
position startpos moves *001455 *134566 *2 s4
# play {"people": ["p1"], "strength": 20, "nodes": 50, "threads": 1, "seed": 3}
"""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, data with a game to resume, ``moonflower`` and ``python`` found."""
    for name, words in (("moonflower", " -m moonflower"), ("python", "")):
        script = tmp_path / "bin" / name
        script.parent.mkdir(exist_ok=True)
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n')
        script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    package = Path(moonflower.__file__).parents[1]  # wherever this test found it
    monkeypatch.setenv("PYTHONPATH", str(package), prepend=":")
    monkeypatch.setenv("MOONFLOWER_DATA", str(tmp_path / "data"))
    (tmp_path / "game.txt").write_text(RECORD)
    (tmp_path / "data" / "games").mkdir(parents=True)
    (tmp_path / "data" / "games" / "hanamikoji-20300101-000000-0.txt").write_text(KEPT)
    return tmp_path
