"""``moonflower analyse``: a game judged move by move, and what is no game."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower.cli import main
from moonflower.engine import MoveReview, review, worst
from moonflower.history import parse_record

# b1 and then b3 lose by force; c1 wins at once.
BLUNDERS = "game tic_tac_toe\n# two mistakes\nposition startpos moves a1 b1 a2 b3\napply a3\n"


def analysed(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["analyse", str(path), "--nodes", "3000", *words]) == 0
    return capsys.readouterr().out


def facts_of(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found = json.loads(analysed(text, tmp_path, capsys, "--json"))
    assert isinstance(found, dict)
    return found


def test_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = analysed(BLUNDERS, tmp_path, capsys).splitlines()
    assert told[0] == "tic_tac_toe, 5 moves"
    assert told[1].split() == ["ply", "seat", "move", "before", "after", "loss", "best"]
    rows = [line.split() for line in told[2:7]]
    assert [row[:3] for row in rows] == [
        ["1", "p1", "a1"], ["2", "p2", "b1"], ["3", "p1", "a2"], ["4", "p2", "b3"],
        ["5", "p1", "a3"],
    ]  # fmt: skip
    assert rows[4][3:] == ["1.000", "1.000", "0.000", "a3", "proven"]
    assert told[7].startswith("p1 gave away 0.")
    mistakes = [line for line in told if line.startswith("mistake: ")]
    assert mistakes[0].startswith("mistake: ply ")
    assert max(map(len, told)) <= 80


def test_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = facts_of(BLUNDERS, tmp_path, capsys)
    assert facts["game"] == "tic_tac_toe"
    losses = {move["ply"]: move["loss"] for move in facts["moves"]}
    assert losses[5] == 0
    assert losses[2] > 0.3  # a draw thrown away
    assert facts["worst"][0] == 2
    assert all(move["before"] >= move["after"] for move in facts["moves"])
    means = facts["mean_loss"]
    assert means["p2"] == pytest.approx((losses[2] + losses[4]) / 2, abs=1e-6)


def test_how_many_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = analysed(BLUNDERS, tmp_path, capsys, "--worst", "0")
    assert "mistake" not in none
    one = analysed(BLUNDERS, tmp_path, capsys, "--worst", "1")
    assert one.count("mistake") == 1


@pytest.mark.parametrize("name", [info.name for info in mf.games()])
def test_a_game_with_luck_and_secrets(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chance is not judged; a seat's move is judged by what that seat knew."""
    game = mf.Game(name)
    state = game.start()
    tokens: list[str] = []
    moves = 0
    while moves < 3:
        moves += state.turn >= 0
        token = str(state.random_move(7))
        tokens.append(token)
        state = state.play(token)
    text = f"game {name}\nposition startpos moves {' '.join(tokens)}\n"
    facts = json.loads(analysed(text, tmp_path, capsys, "--json", "--nodes", "200"))
    assert [move["move"] for move in facts["moves"]] == [t for t in tokens if t[0] != "*"]
    assert all(0 <= move["after"] <= move["before"] <= 1 for move in facts["moves"])


def test_a_view_is_judged_for_its_own_seat() -> None:
    text = "game kuhn_poker\nposition view p1 startpos events *K *? b\n"
    found = list(review(parse_record(text), mf.Limit(nodes=200)))
    assert [(move.seat, move.move) for move in found] == [(0, "b")]


def test_secrets_of_others_change_no_judgement() -> None:
    texts = [f"game kuhn_poker\nposition startpos moves *Q *{card} b\n" for card in "JK"]
    first, second = (list(review(parse_record(text), mf.Limit(nodes=500))) for text in texts)
    assert first == second


def test_noise_is_no_mistake() -> None:
    def judged(loss: float, error: float) -> MoveReview:
        return MoveReview(1, 0, "a", "b", 0.5, 0.5 - loss, loss, error, proven=False)

    moves = [judged(0.1, 0.06), judged(0.1, 0.04), judged(0.3, 0.01), judged(0.0, 0.0)]
    assert worst(moves, 3) == [moves[2], moves[1]]


def test_progress_is_told_ply_by_ply() -> None:
    seen: list[tuple[int, int]] = []
    history = parse_record(BLUNDERS)
    list(review(history, mf.Limit(nodes=50), progress=lambda ply, plies: seen.append((ply, plies))))
    assert seen == [(ply, 5) for ply in range(1, 6)]


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(BLUNDERS))
    assert main(["analyse", "-", "--nodes", "100"]) == 0
    assert "tic_tac_toe, 5 moves" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no position; a line 'game ...' and a line 'position ...' are accepted"),
        ("game tic_tac_toe\n", "no position"),
        ("position startpos\n", "record line 1: 'position startpos' does not belong here"),
        ("game nosuch\n", 'record line 1: unknown game "nosuch"'),
        ("game tic_tac_toe\ngo nodes 5\n", "record line 2: 'go nodes 5' does not belong here"),
        ("game tic_tac_toe\nposition startpos moves a1 a1\n", "record line 2: "),
        ("game tic_tac_toe\nposition startpos\nposition startpos\n", "record line 3: "),
        ("game tic_tac_toe\nposition startpos\napply z9\n", "record line 3: "),
        ("nonsense\n", "record line 1: 'nonsense' does not belong here"),
    ],
)
def test_what_is_no_record(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert main(["analyse", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("moonflower analyse: record")
    assert why in told.err


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00game")
    for path in (tmp_path / "missing.txt", tmp_path, binary):
        assert main(["analyse", str(path)]) == 2
        assert "cannot be read (" in capsys.readouterr().err
