"""Odd calls of everything bound and public; ``border_calls.py`` makes as many as wanted."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import border_calls
import border_targets
import pytest

from moonflower import _core

SCRIPT = Path(__file__).with_name("border_calls.py")


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False
    )


def test_odd_calls() -> None:
    done = fuzz("--calls", "600", "--seed", "11", "--limit", "0.02", "--patience", "10")
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.slow
def test_many_odd_calls() -> None:
    done = fuzz("--calls", "5000", "--seed", "12", "--limit", "0.02", "--patience", "10")
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.parametrize(
    "call", ["mf.Game('hex').nothing", "1 // 0", "__import__('time').sleep(0.5) or None.x"]
)
def test_the_fuzzer_would_notice(call: str) -> None:
    assert fuzz("--call", call, "--limit", "5").returncode == 1


def test_the_fuzzer_would_notice_a_crash_and_a_hang() -> None:
    def heard(program: str, silence: float) -> list[str]:
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
            return [fault for _, _, fault in border_calls.listen(process, silence).faults]

    assert heard("import os; os.abort()", 30) == ["crash: exit code -6"]
    assert heard("import time; time.sleep(60)", 0.5) == ["hang: no end after 0 s"]


def test_all_of_the_module_is_called() -> None:
    known = border_targets.targets()
    called = {target.name for target in known} | {target.unbound for target in known}
    for name, value in vars(_core).items():
        if name.startswith("_") or (isinstance(value, type) and issubclass(value, Exception)):
            continue
        assert f"_core.{name}" in called
        for member in vars(value) if isinstance(value, type) else ():
            if not member.startswith("_"):
                assert {
                    f"_core.{name}.{member}",
                    f"vars(_core.{name})[{member!r}].__get__",
                } & called
    first = border_targets.call_text(random.Random("1 7"), known)
    assert first == border_targets.call_text(random.Random("1 7"), known)
