"""Threads, processes, Ray: the same games on each, and a dead worker costs nothing."""

from __future__ import annotations

import os
import random
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.backends import Backend, Processes, RayWorkers, Threads, open_backend
from moonflower.arena.match import Match
from moonflower.arena.players import CallableSpec
from moonflower.arena.specs import parse_player

PLAYERS = [parse_player("ismcts,nodes=60"), parse_player("random")]
GAME = mf.Game("leduc_poker")

ray_is_here = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed (dist)")
# Ray itself leaves files and sockets to the garbage collector.
quiet_ray = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning")


@pytest.mark.parametrize("backend", [Threads(2), Processes(2)])
def test_back_ends_play_the_same_games(backend: Backend) -> None:
    match = Match.of(GAME, PLAYERS)
    assert match.play(6, backend=backend) == match.play(6)


def test_an_early_end_is_the_same_with_any_number_of_workers() -> None:
    match = Match.of(GAME, PLAYERS)
    ends = [
        match.play(30, backend=Threads(workers), on_round=lambda m: m.rounds[-1].score < 0.5)
        for workers in (1, 3)
    ]
    assert ends[0] == ends[1]


KILLED = "MOONFLOWER_TEST_KILLED"


def dies_once(view: mf.View, source: random.Random) -> str:
    """Takes its process down in the middle of a run, the first time it gets there."""
    note = Path(os.environ[KILLED])
    if source.random() < 0.3 and not note.exists():
        note.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return str(view.legal_moves()[0])


@pytest.fixture
def mortal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CallableSpec:
    """A player found by a name that workers can import."""
    module = tmp_path / "mortal_player.py"
    module.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv(KILLED, str(tmp_path / "killed"))
    return CallableSpec("mortal", "mortal_player:dies_once")


def check_a_death(backend: Backend, mortal: CallableSpec, folder: Path) -> None:
    match = Match.of(GAME, [mortal, PLAYERS[1]])
    result = match.play(8, backend=backend, folder=folder / "games")
    assert (folder / "killed").exists()
    assert not result.faults
    (path,) = (folder / "games").glob("*.jsonl")
    assert path.read_text(encoding="utf-8").count('"deal"') == 16
    assert match.play(8) == result  # nobody dies the second time


def test_a_killed_process_loses_no_result_and_repeats_none(
    mortal: CallableSpec, tmp_path: Path
) -> None:
    check_a_death(Processes(2), mortal, tmp_path)


@pytest.mark.slow
@ray_is_here
@quiet_ray
def test_ray_plays_the_same_games_and_survives_a_dead_worker(
    mortal: CallableSpec, tmp_path: Path
) -> None:
    match = Match.of(GAME, PLAYERS)
    assert match.play(6, backend=RayWorkers(2)) == match.play(6)
    check_a_death(RayWorkers(2), mortal, tmp_path)


def test_back_ends_have_names() -> None:
    assert isinstance(open_backend("threads", 1), Threads)
    with pytest.raises(ValueError, match="unknown back end 'cloud'"):
        open_backend("cloud", 1)
    with pytest.raises(ValueError, match="workers: 0 is out of range"):
        open_backend("threads", 0)
    with pytest.raises(ValueError, match="only ray has one"):
        open_backend("threads", 1, address="here")
