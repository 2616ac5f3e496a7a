"""bench/soak.py: counts, goes on where it ended, stops when asked, and reports what it finds."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import moonflower as mf

# The runner of the tests has threads of its own, which no child needs.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def soak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.setenv("MOONFLOWER_DATA", str(tmp_path))
    return importlib.import_module("soak")


def command(tmp_path: Path, *arguments: str) -> list[str]:
    summary = str(tmp_path / "soak.json")
    return [sys.executable, str(BENCH / "soak.py"), "--summary", summary, *arguments]


def run(tmp_path: Path, *arguments: str, data: str = "data") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MOONFLOWER_DATA": str(tmp_path / data)}
    return subprocess.run(
        command(tmp_path, *arguments),
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def summary(tmp_path: Path) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((tmp_path / "soak.json").read_text())
    return facts


def test_goes_on_where_it_ended_here_and_elsewhere(tmp_path: Path) -> None:
    arguments = ("--game", "tic_tac_toe", "--cpu-minutes")
    assert run(tmp_path, *arguments, "0.005").returncode == 0
    first = summary(tmp_path)["tic_tac_toe"]
    assert first["games"] == 17 * (first["next_seed"] - 1)
    assert first["cpu"] >= 0.3
    assert run(tmp_path, *arguments, "0.005").returncode == 0
    assert summary(tmp_path)["tic_tac_toe"] == first  # had enough
    assert run(tmp_path, *arguments, "0.02", data="elsewhere").returncode == 0
    second = summary(tmp_path)["tic_tac_toe"]
    assert second["next_seed"] > first["next_seed"]
    assert second["games"] == 17 * (second["next_seed"] - 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stops_when_asked_and_keeps_all(tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "MOONFLOWER_DATA": str(tmp_path / "data")}
    arguments = ("--game", "kuhn_poker", "--cpu-minutes", "10")
    with subprocess.Popen(command(tmp_path, *arguments), env=environment) as process:
        while not (tmp_path / "data" / "soak" / "kuhn_poker.lock").exists():
            assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(number)
        assert process.wait(timeout=30) == 0
    assert summary(tmp_path)["kuhn_poker"]["games"] > 0


def test_two_soaks_of_one_game_do_not_mix(
    soak: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        soak.locked("hex", wait=False),
        pytest.raises(SystemExit, match="a soak of hex runs already"),
        soak.locked("hex", wait=False),
    ):
        pass
    assert not capsys.readouterr().out


def test_a_broken_promise_is_reported_with_all_that_repeats_it(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mf.State, "__eq__", lambda *_: False)
    one = soak.Soak("hex", {"hex:size=3": soak.Count()})
    soak.soak([one], 0.01, [])
    fault = one.faults[0]
    told = capsys.readouterr().out
    assert "hex:size=3, seed 1: BrokenPromise" in told
    assert fault.command in told
    assert "--spec 'hex:size=3' --seed 1" in fault.command
    monkeypatch.undo()
    one.retry_faults([])
    assert not one.faults  # mended


def test_a_child_that_dies_is_a_fault_of_its_seed(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def dies(_: str, seed: int) -> Any:
        calls.append(seed)
        if len(calls) == 3:
            os._exit(3)
        return soak.Count(games=1, next_seed=seed + 1)

    monkeypatch.setattr(soak, "run_seed", dies)
    count = soak.Count()
    soak.run_slice("hex", count, 10, [])
    assert (count.games, count.next_seed) == (2, 4)
    assert [(fault.kind, fault.seed) for fault in count.faults] == [("crash", 3)]
    assert "exit code 3" in count.faults[0].what


def test_a_child_that_hangs_is_a_fault_of_its_seed(
    soak: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "run_seed", lambda *_: signal.pause())
    monkeypatch.setattr(soak, "STUCK", 0.1)
    count = soak.Count()
    soak.run_slice("hex", count, 10, [])
    assert [fault.what for fault in count.faults] == ["no end after 0.1 seconds"]


def test_a_fault_of_the_engine_tells_how_to_play_it_again(soak: ModuleType) -> None:
    fault = soak.Fault("shields:players=1", 7, "engine", "ply 3, ...")
    assert fault.command == "moonflower selftest 'shields:players=1' --games 16 --seed 7"
