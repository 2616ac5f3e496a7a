"""The limit on what the build may cost."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "build_cost.py"


@pytest.mark.parametrize(("growth", "code"), [(1.0, 0), (1.15, 0), (1.25, 1)])
def test_fails_when_the_sum_grows_by_more_than_a_fifth(
    growth: float, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("build_cost", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    build_cost = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build_cost)
    total = json.loads(build_cost.KEPT.read_text(encoding="utf-8"))["total"]
    assert build_cost.judge({"engine": growth * total}, write=False) == code
    assert f"{growth * total:.1f} units" in capsys.readouterr().out
