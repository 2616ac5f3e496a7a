"""Games kept while they are played, and gone on with."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.cli import main
from moonflower.history import History, read_record
from moonflower.terminal import keeping
from moonflower.terminal.keeping import Keeper, drop_old, games_folder, last_unfinished
from moonflower.terminal.sitting import Seating, Sitting, read_sitting

QUICK = ["--nodes", "20", "--seed", "3"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games of this test alone."""
    monkeypatch.setenv("MOONFLOWER_DATA", str(tmp_path))
    return tmp_path / "games"


def sitting(*tokens: str, **changes: object) -> Sitting:
    facts: dict[str, object] = {"people": frozenset({1}), "strength": 7, "limit": mf.Limit(nodes=9)}
    seating = Seating(**{**facts, **changes})  # type: ignore[arg-type]
    history = History("tic_tac_toe", seed=12)
    history.extend(tokens)
    return Sitting(history=history, seating=seating)


def play(monkeypatch: pytest.MonkeyPatch, words: list[str], *lines: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", *words])


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"))


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert games_folder() == tmp_path / "games"
    monkeypatch.delenv("MOONFLOWER_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert games_folder() == Path("/state/moonflower/games")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert games_folder() == Path("/home/ann/.local/state/moonflower/games")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert games_folder() == Path("/home/ann/Library/Application Support/moonflower/games")


def test_a_sitting_comes_back_whole(tmp_path: Path) -> None:
    one = sitting("b2", "a1", language="fr", threads=2)
    path = tmp_path / "game.txt"
    path.write_text(one.text("a note"))
    assert read_sitting(path).text("a note") == one.text("a note")
    assert read_record(path).tokens == one.history.tokens  # a record to every other command


def test_resuming_brings_all_of_it_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["hanamikoji", "--seat", "p2", "--strength", "5", *QUICK]
    assert play(monkeypatch, words, "go", "go", "quit") == 0
    [path] = kept(folder)
    before = read_sitting(path)
    assert "moonflower play --resume" in capsys.readouterr().out
    assert play(monkeypatch, ["--resume"], "quit") == 0
    shown = capsys.readouterr().out
    assert "p1 engine 5, p2 you; luck by seed 3" in shown
    assert kept(folder) == [path]
    assert read_sitting(path).text() == before.text()
    assert before.seating.people == {1}
    assert play(monkeypatch, ["--resume", "--strength", "8"], "quit") == 0
    assert "p1 engine 8" in capsys.readouterr().out


def test_luck_goes_on_as_it_would_have(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["hanamikoji", "--strength", "0", *QUICK]
    assert play(monkeypatch, words, "go", "go", "go", "quit") == 0
    assert play(monkeypatch, words, "go", "quit") == 0
    assert play(monkeypatch, ["--resume"], "go", "go", "quit") == 0
    records = {read_record(path).tokens for path in kept(folder)}
    assert len(kept(folder)) == 2
    assert len(records) == 1


def test_finished_games_are_not_resumed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["tic_tac_toe", *QUICK], "b2", "resign", "quit") == 0
    [path] = kept(folder)
    assert read_sitting(path).is_over
    assert play(monkeypatch, ["--resume"]) == 2
    assert "no unfinished game is kept in" in capsys.readouterr().err
    assert play(monkeypatch, ["--resume", str(path)]) == 2
    assert "is over; an unfinished one is accepted" in capsys.readouterr().err
    words = ["tic_tac_toe", "--seat", "all", *QUICK]
    assert play(monkeypatch, words, "a1", "b1", "a2", "b2", "a3", "quit") == 0
    assert all(read_sitting(path).is_over for path in kept(folder))


def test_a_game_taken_back_after_its_end_can_be_resumed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["a1", "b1", "a2", "b2", "a3", "undo", "quit"]
    assert play(monkeypatch, ["tic_tac_toe", "--seat", "all", *QUICK], *lines) == 0
    [path] = kept(folder)
    assert read_sitting(path).history.tokens == ("a1", "b1", "a2", "b2")
    assert last_unfinished(folder, None) == path


def test_a_game_nobody_has_begun_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, ["hanamikoji", *QUICK], "board", "quit") == 0
    assert play(monkeypatch, ["tic_tac_toe", "--seat", "none", *QUICK]) == 0
    assert kept(folder) == []


def test_the_last_of_one_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, ["hanamikoji", *QUICK], "go", "quit") == 0
    assert play(monkeypatch, ["tic_tac_toe", *QUICK], "b2", "quit") == 0
    assert last_unfinished(folder, None).name.startswith("tic_tac_toe-")
    assert last_unfinished(folder, mf.Game("hanamikoji")).name.startswith("hanamikoji-")
    with pytest.raises(ValueError, match="no unfinished game of shields"):
        last_unfinished(folder, mf.Game("shields"))


def test_games_at_once_have_files_of_their_own(folder: Path) -> None:
    keepers = [Keeper.for_new(folder, mf.Game("tic_tac_toe")) for _ in range(8)]
    for number, keeper in enumerate(keepers):
        keeper.keep(sitting("b2", strength=number))
    assert [read_sitting(keeper.path).seating.strength for keeper in keepers] == list(range(8))
    assert not list(folder.glob(".*.new"))
    assert (keepers[0].path.stat().st_mode & 0o077) == 0  # it holds secrets
    for keeper in keepers:
        keeper.close()


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked on POSIX alone")
def test_a_game_is_played_in_one_place(folder: Path) -> None:
    keeper = Keeper.for_new(folder, mf.Game("tic_tac_toe"))
    keeper.keep(sitting("b2"))
    with pytest.raises(ValueError, match="is being played elsewhere"):
        Keeper(keeper.path)
    with pytest.raises(ValueError, match="no unfinished game"):
        last_unfinished(folder, None)
    keeper.close()
    assert last_unfinished(folder, None) == keeper.path
    Keeper(keeper.path).close()
    assert list(folder.iterdir()) == [keeper.path]


def test_a_write_that_fails_leaves_the_game_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Keeper.for_new(folder, mf.Game("tic_tac_toe"))
    keeper.keep(sitting("b2"))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        keeper.keep(sitting("b2", "a1"))
    assert read_sitting(keeper.path).history.tokens == ("b2",)
    keeper.close()
    assert list(folder.iterdir()) == [keeper.path]


def test_a_game_that_cannot_be_kept_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MOONFLOWER_DATA", str(tmp_path / "file"))
    words = ["tic_tac_toe", "--seat", "all", *QUICK]
    assert play(monkeypatch, words, "a1", "b1", "a2", "b2", "a3", "quit") == 0
    shown = capsys.readouterr().out
    assert shown.count("is not kept") == 1
    assert "p1 wins" in shown


def test_loading_leaves_the_game_before_in_its_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("game tic_tac_toe\nposition startpos moves c3 a1\n")
    words = ["tic_tac_toe", "--seat", "all", *QUICK]
    assert play(monkeypatch, words, "b2", "b1", f"load {other}", "c1", "quit") == 0
    assert {read_record(path).tokens for path in kept(folder)} == {
        ("b2", "b1"),
        ("c3", "a1", "c1"),
    }


def test_a_saved_file_is_resumed_and_left_as_it_is(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.txt"
    words = ["hanamikoji", "--seat", "p2", *QUICK]
    assert play(monkeypatch, words, "go", f"save {path}", "resign", "quit") == 0
    text = path.read_text()
    assert play(monkeypatch, ["--resume", str(path)], "go", "quit") == 0
    assert path.read_text() == text
    assert len(kept(folder)) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "does not say who plays"),
        ("game tic_tac_toe\nposition startpos\n", "does not say who plays"),
        ("game tic_tac_toe\nposition startpos moves b2 b2\n# play {}\n", "is damaged"),
        ("game tic_tac_toe\nposition startpos\n# play {'x\n", "no JSON behind '# play'"),
        ("game tic_tac_toe\nposition startpos\n# play []\n", "people: None does not fit"),
        ("game tic_tac_toe\nposition startpos\n# play {FACTS", "no JSON"),
        ('game tic_tac_toe\nposition startpos\n# play {"people": ["p3"]}\n', "p1 to p2"),
        ("\x00\x00\x00", "does not say who plays"),
    ],
)
def test_damaged_files_are_told(
    text: str, why: str, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    folder.mkdir()
    path = folder / "tic_tac_toe-20300101-000000-abcd.txt"
    path.write_text(text)
    assert play(monkeypatch, ["--resume"]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert str(path) in told
    assert "accepted" in told or "--load" in told


@pytest.mark.parametrize(
    "change",
    [
        {"strength": 21},
        {"strength": "x"},
        {"seed": None},
        {"time": "soon"},
        {"time": -1},
        {"nodes": 0},
        {"threads": True},
        {"language": "xx"},
        {"people": "p1"},
        {"people": [["p1"]]},
    ],
)
def test_facts_out_of_range_are_refused(change: dict[str, object], tmp_path: Path) -> None:
    lines = sitting("b2").text().splitlines()
    facts = {**json.loads(lines[-1].removeprefix("# play ")), **change}
    path = tmp_path / "game.txt"
    path.write_text("\n".join([*lines[:-1], f"# play {json.dumps(facts)}"]))
    with pytest.raises(ValueError, match="is damaged"):
        read_sitting(path)


def test_old_finished_games_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_MOST_FINISHED", 2)
    over = Sitting(history=sitting("b2").history, seating=sitting().seating, is_over=True)
    for number, one in enumerate([over, over, over, sitting("b2"), over]):
        keeper = Keeper.for_new(folder, mf.Game("tic_tac_toe"))
        keeper.keep(one)
        os.utime(keeper.path, (number, number))
        keeper.close()
    drop_old(folder)
    assert sorted(path.stat().st_mtime for path in kept(folder)) == [2, 3, 4]


def test_what_excludes_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, ["--resume", "--seed", "4"]) == 2
    assert "--resume and --seed exclude each other" in capsys.readouterr().err
    assert play(monkeypatch, []) == 2
    assert "a game is missing" in capsys.readouterr().err
