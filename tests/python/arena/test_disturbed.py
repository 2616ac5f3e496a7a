"""Matches killed, starved of disk, damaged on disk: their table is the undisturbed one's."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.match import Match, MatchResult
from moonflower.arena.shards import read_shards
from moonflower.arena.specs import parse_player
from moonflower.history import History, read_record, write_record

RANDOM = parse_player("random")
FLAT = parse_player("flat,nodes=30")


def command(folder: Path, rounds: int, backend: str) -> list[str]:
    return [
        sys.executable, "-m", "moonflower", "match", "phantom_ttt", "ismcts,nodes=200",
        "flat,nodes=100", "--rounds", str(rounds), "--backend", backend, "--json", "--records",
        "--out", str(folder),
    ]  # fmt: skip


def table(folder: Path, rounds: int, backend: str = "threads") -> str:
    """All that a run prints: every game and the result of all."""
    line = command(folder, rounds, backend)
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def workers_of(process: int) -> list[int]:
    """The processes a run has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


def is_running(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*.jsonl"))


def killed_run(line: list[str], folder: Path, source: random.Random) -> bool:
    """Begins a run and kills it, with all its workers; false if it has ended before.

    Half of the time as it starts, however far it has come, half of the time among its games.
    """
    before = size_of(folder)
    run = subprocess.Popen(line, stdout=subprocess.DEVNULL)
    wait, is_playing = source.uniform(0.0, 1.0), source.random() < 0.5
    while is_playing and run.poll() is None and size_of(folder) == before:
        time.sleep(0.01)
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(wait / 5 if is_playing else wait)
    workers = workers_of(run.pid) if sys.platform == "linux" else []
    run.kill()
    run.wait()
    until = time.monotonic() + 60
    while any(map(is_running, workers)):  # nobody goes on behind the next run's back
        assert time.monotonic() < until
        time.sleep(0.01)
    return run.returncode == -signal.SIGKILL


@pytest.mark.parametrize("backend", ["threads", "processes"])
@pytest.mark.parametrize(
    ("kills", "rounds"), [(4, 15), pytest.param(50, 400, marks=pytest.mark.full)]
)
def test_killed_at_random_times(tmp_path: Path, kills: int, rounds: int, backend: str) -> None:
    whole = table(tmp_path / "whole", rounds)
    source = random.Random(f"{kills} {backend}")
    killed, ended = 0, 0
    while killed < kills:
        folder = tmp_path / f"disturbed {ended}"
        if killed_run(command(folder, rounds, backend), folder, source):
            killed += 1
        else:  # the next kills are for another match
            assert table(folder, rounds, backend) == whole
            ended += 1
    assert table(tmp_path / f"disturbed {ended}", rounds, backend) == whole


def cut_off(path: Path, source: random.Random) -> None:
    os.truncate(path, source.randrange(path.stat().st_size))


def flip(path: Path, source: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(source.randint(1, 5)):
        data[source.randrange(len(data))] ^= 1 << source.randrange(8)
    path.write_bytes(data)


def blank(path: Path, source: random.Random) -> None:
    """What a computer that lost its power may leave: a block of zeros."""
    data = bytearray(path.read_bytes())
    begin = source.randrange(len(data))
    data[begin : begin + 300] = bytes(len(data[begin : begin + 300]))
    path.write_bytes(data)


def shuffle(path: Path, source: random.Random) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    source.shuffle(lines)
    path.write_bytes(b"".join(lines + lines[:3]))


def interleave(path: Path, source: random.Random) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    rubbish = [b"\xff\xfe\n", b"[" * 100_000 + b"\n", b'{"deal": 1e999}\n', b"[]\n", b"null\n",
               b'{"deal": ' + b"9" * 5000 + b"}\n", b'{"match": 3}\n',
               b'{"deal": 0, "order": [0, 1], "returns": [NaN, 1], "moves": 1, "digest": ""}\n',
               b'{"deal": 0, "order": [0, 1], "returns": [1], "moves": 1, "digest": ""}\n',
               b'{"deal": 0, "order": [0, 1], "returns": [1, 0], "moves": 1, "digest": "",'
               b' "fault": {"seat": 7, "kind": "hang", "text": ""}}\n']  # fmt: skip
    for line in rubbish:
        lines.insert(source.randrange(len(lines) + 1), line)
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("damage", [cut_off, flip, blank, shuffle, interleave])
def test_a_damaged_file_costs_no_more_than_its_damaged_games(
    tmp_path: Path, damage: Callable[[Path, random.Random], None]
) -> None:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    whole = match.play(8, folder=tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    sound = path.read_bytes()
    for seed in range(12):
        path.write_bytes(sound)
        damage(path, random.Random(seed))
        played: list[int] = []
        assert match.play(8, folder=tmp_path, on_game=lambda *_, p=played: p.append(1)) == whole
        assert len(played) < 16 or damage is cut_off
        ((about, games),) = read_shards(tmp_path)
        assert about == match.about
        assert sorted({game.place: game for game in games}.values(), key=place) == whole.games


def place(game: object) -> object:
    return game.place  # type: ignore[attr-defined]


def test_files_of_older_versions_have_no_checksum(tmp_path: Path) -> None:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    whole = match.play(2, folder=tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    text = path.read_text()
    path.write_text("".join(line[:1] + line[21:] for line in text.splitlines(keepends=True)))
    assert "check" in text
    assert "check" not in path.read_text()
    before = path.read_bytes()
    assert match.play(2, folder=tmp_path) == whole
    assert path.read_bytes() == before


def test_a_line_that_has_lost_its_checksum_is_no_line_of_an_older_version(tmp_path: Path) -> None:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    whole = match.play(4, folder=tmp_path)
    (path,) = tmp_path.glob("*.jsonl")
    sound = path.read_text()
    path.write_text(sound.replace('"check"', '"chack"').replace('"moves": ', '"moves": 7'))
    assert not list(read_shards(tmp_path))
    assert match.play(4, folder=tmp_path) == whole


# --- disks


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4096", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root mounts a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def whole_match(rounds: int) -> tuple[Match, MatchResult]:
    match = Match.of(mf.Game("kuhn_poker"), [FLAT, RANDOM])
    return match, match.play(rounds)


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    match, whole = whole_match(40)
    with pytest.raises(ValueError, match=r"kuhn_poker-.*\.jsonl: No space left .* goes on from"):
        match.play(40, folder=small_disk)
    ((_, games),) = read_shards(small_disk)
    assert 10 < len(games) < 80
    (path,) = small_disk.glob("*.jsonl")
    assert path.read_bytes().endswith(b"}\n")
    subprocess.run(["mount", "-o", "remount,size=1M", str(small_disk)], check=True)
    assert match.play(40, folder=small_disk) == whole
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(ValueError, match="Read-only file system; a folder that can be written"):
        match.play(40, folder=small_disk)


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    line = command(tmp_path / "small", 10, "threads")
    run = subprocess.run(line, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("moonflower match: ")
    assert "File too large; the games before this one are kept" in run.stderr
    assert len(run.stderr.splitlines()) == 1
    ((_, games),) = read_shards(tmp_path / "small")
    assert len(games) > 3
    assert table(tmp_path / "small", 10) == table(tmp_path / "whole", 10)


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    match, _ = whole_match(1)
    (tmp_path / "file").touch()
    for folder, why in ((tmp_path / "file", "File exists"), (tmp_path / "file" / "x", "Not a dir")):
        with pytest.raises(ValueError, match=f"{why}.*; a folder that can be written is accepted"):
            match.play(1, folder=folder)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", ["games", "match kuhn_poker random random,name=b --rounds 2"])
def test_an_output_that_is_full_is_told(words: str) -> None:
    name, _, _ = words.partition(" ")
    with Path("/dev/full").open("w") as full:
        line = [sys.executable, "-m", "moonflower", *words.split()]
        run = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == f"moonflower {name}: [Errno 28] No space left on device\n"


def test_the_lock_of_a_killed_run_is_free(tmp_path: Path) -> None:
    """Two at once are refused; one after a killed one is not."""
    match, whole = whole_match(2)
    script = (
        "import sys, time; from pathlib import Path; import moonflower as mf;"
        "from moonflower.arena.match import Match; from moonflower.arena.shards import Shard;"
        "from moonflower.arena.specs import parse_player as p;"
        "m = Match.of(mf.Game('kuhn_poker'), [p('flat,nodes=30'), p('random')]);"
        "s = Shard(Path(sys.argv[1]), m.about); print('open', flush=True); time.sleep(60)"
    )
    line = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"open\n"
        with pytest.raises(ValueError, match="another run is writing here; wait for it or use"):
            match.play(2, folder=tmp_path)
        run.send_signal(signal.SIGKILL)
    assert match.play(2, folder=tmp_path) == whole


# --- records


@pytest.mark.parametrize("spec", ["hanamikoji:max_rounds=1", "kuhn_poker"])
def test_a_damaged_record_is_read_or_refused(tmp_path: Path, spec: str) -> None:
    history = History(spec)
    source = random.Random(3)
    while not history.is_over:
        history.play(history.state.random_move(source))
    path = tmp_path / "record.txt"
    write_record(path, history)
    sound = path.read_bytes()
    for seed in range(150):
        path.write_bytes(sound)
        (cut_off, flip, blank)[seed % 3](path, random.Random(seed))
        with contextlib.suppress(ValueError):  # and nothing else
            assert isinstance(read_record(path), History)
