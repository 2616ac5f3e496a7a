"""Results on disk: nothing lost, nothing twice, whatever happens to the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.match import Match
from moonflower.arena.shards import Shard, read_shards
from moonflower.arena.specs import parse_player

RANDOM = parse_player("random")
FLAT = parse_player("flat,nodes=300")


def games_in(folder: Path) -> list[tuple[int, tuple[int, ...]]]:
    (path,) = folder.glob("*.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]  # every line is whole
    return [(entry["deal"], tuple(entry["order"])) for entry in entries if "deal" in entry]


def test_a_stopped_match_goes_on_where_it_was(tmp_path: Path) -> None:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    whole = match.play(12)
    match.play(5, folder=tmp_path)
    (path,) = tmp_path.glob("kuhn_poker-*.jsonl")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"deal": 5, "order": [0,')  # killed while writing
    assert match.play(12, folder=tmp_path) == whole
    places = games_in(tmp_path)
    assert len(places) == len(set(places)) == 24
    before = path.read_bytes()
    assert match.play(12, folder=tmp_path) == whole
    assert path.read_bytes() == before


def test_each_match_has_a_file_of_its_own(tmp_path: Path) -> None:
    game = mf.Game("kuhn_poker")
    for players, seed in (([FLAT, RANDOM], 1), ([FLAT, RANDOM], 2), ([RANDOM, FLAT], 1)):
        Match.of(game, players, seed=seed).play(1, folder=tmp_path)
    renamed = parse_player("flat,nodes=300,name=other")
    Match.of(game, [renamed, RANDOM]).play(1, folder=tmp_path)
    found = list(read_shards(tmp_path))
    assert len(found) == 3
    assert all(len(games) == 2 for _, games in found)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    with Shard(tmp_path, match.about), pytest.raises(ValueError, match="another run is writing"):
        match.play(1, folder=tmp_path)


def test_killed_in_the_middle_no_game_is_lost_or_played_twice(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "moonflower", "match", "phantom_ttt", "ismcts,nodes=300",
        "flat,nodes=100", "--rounds", "40", "--out", str(tmp_path / "killed"),
    ]  # fmt: skip
    for enough in (5, 30):  # killed twice
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while run.poll() is None and not _has_lines(tmp_path / "killed", enough):
            time.sleep(0.005)
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    assert len(games_in_torn(tmp_path / "killed")) < 80
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    places = games_in(tmp_path / "killed")
    assert len(places) == len(set(places)) == 80
    match = Match.of(
        mf.Game("phantom_ttt"), [parse_player("ismcts,nodes=300"), parse_player("flat,nodes=100")]
    )
    ((_, games),) = read_shards(tmp_path / "killed")
    undisturbed = match.play(40).games
    assert sorted(games, key=lambda game: game.place) == undisturbed


def _has_lines(folder: Path, count: int) -> bool:
    return any(path.read_bytes().count(b"\n") > count for path in folder.glob("*.jsonl"))


def games_in_torn(folder: Path) -> list[object]:
    ((_, games),) = read_shards(folder)
    return list(games)
