"""Random and damaged protocol lines; ``protocol_lines.py`` runs as many as wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("protocol_lines.py")


def fuzz(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_lines_in_one_process() -> None:
    fuzz("--lines", "800", "--seed", "11")


def test_lines_to_a_process() -> None:
    fuzz("--lines", "200", "--seed", "12", "--process")


@pytest.mark.slow
def test_many_lines() -> None:
    fuzz("--lines", "6000", "--seed", "13")
