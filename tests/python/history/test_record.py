"""Games kept in files."""

from __future__ import annotations

import json
import random
import re
import resource
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.history import (
    History,
    from_json,
    parse_record,
    read_record,
    to_json,
    write_record,
    written_record,
)
from moonflower.protocol.requests import Analyse, parse_request


def opening() -> History:
    history = History("hanamikoji:max_rounds=1", deal=3)
    history.play("s0")
    return history


def facts(history: History) -> tuple[object, ...]:
    seats = () if history.seat is None else history.events(history.seat)
    return history.game, history.begin, history.seat, history.tokens, history.position, seats


def test_a_record_comes_back(tmp_path: Path) -> None:
    write_record(tmp_path / "a.txt", opening(), notes=["p1 resigns"])
    assert facts(read_record(tmp_path / "a.txt")) == facts(opening())
    game = mf.Game("tic_tac_toe")
    placed = History(game, position=str(game.start().play("b2")))
    placed.play("a1")
    write_record(tmp_path / "b.txt", placed)
    assert facts(read_record(tmp_path / "b.txt")) == facts(placed)
    assert read_record(tmp_path / "b.txt").begin.turn == 1


def test_json_holds_the_same() -> None:
    game = mf.Game("tic_tac_toe")
    placed = History(game, position=str(game.start().play("b2")))
    for history in (opening(), opening().seen_by(1), placed, placed.seen_by(0)):
        assert facts(from_json(to_json(history))) == facts(history)


def test_json_is_a_request_to_analyse() -> None:
    history = History("hanamikoji:max_rounds=1", deal=3).seen_by(0)
    request = parse_request(json.dumps({"id": "a", **json.loads(to_json(history))}))
    assert isinstance(request, Analyse)
    assert facts(request.history) == facts(history)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "no JSON"),
        ("[]", "is no game"),
        ('{"game": "hex"}', "is no game"),
        ('{"game": "hex", "position": "startpos", "seed": 1}', "is no game"),
        ('{"game": 1, "position": "startpos"}', "is no game"),
        ('{"game": "hex", "position": "startpos", "view": "p9"}', "expected a seat p1 to p5"),
        ('{"game": "hex", "position": "startpos moves a1 a1"}', "hex: "),
        ('{"game": "hex", "position": ""}', "expected startpos or pos"),
        ('{"game": "hexx", "position": "startpos"}', "unknown game"),
    ],
)
def test_other_json_is_refused(text: str, what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)):
        from_json(text)


def test_a_seed_stands_for_its_deal(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("# by hand\ngame hanamikoji\nposition startpos seed 3 moves s0\n")
    assert read_record(path).tokens == (*mf.Game("hanamikoji").deal_tokens(3), "s0")


def test_a_record_is_read_without_seats_and_announcements(tmp_path: Path) -> None:
    """What the protocol takes, a game in the terminal can go on with."""
    game = mf.Game("hanamikoji")
    source = random.Random(2)
    state, tokens, heard = game.start(), [], []
    while not any(token.startswith("!") for token in heard):
        move = str(state.random_move(source))
        announced = state.seen_by(0, move).split()[1:]
        seat = f"p{state.turn + 1}:" if state.turn >= 0 else ""
        tokens.append(move)
        heard += [f"{seat}{move}", *announced]
        state = state.play(move)
    path = tmp_path / "a.txt"
    path.write_text(f"game hanamikoji\nposition startpos moves {' '.join(heard)}\n")
    assert read_record(path).tokens == tuple(tokens)


def test_a_view_holds_what_one_seat_saw() -> None:
    history = opening()
    for seat in (0, 1):
        assert parse_record(written_record(history.seen_by(seat))).position == history.view(seat)
    assert "s0" not in written_record(history.seen_by(1))


@pytest.mark.parametrize("text", ["", "position startpos\n", "game hex\nuci\n", "game nothing\n"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"record|unknown game"):
        read_record(path)
    with pytest.raises(ValueError, match="cannot be read"):
        read_record(tmp_path / "missing.txt")


def test_a_full_disk_leaves_the_old_record(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    old = History("hex:size=19")
    old.play("a1")
    write_record(path, old)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_record(path, old, notes=["x" * 1000])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert facts(read_record(path)) == facts(old)
    assert list(tmp_path.iterdir()) == [path]


def test_chance_after_a_move_that_tells_a_card_is_no_wrong_announcement() -> None:
    """In Flower Power a shown petal's number is told with the move, and both begin with a star."""
    rng = random.Random(5)
    for _ in range(4):
        state = mf.Game("flower_power").start()
        tokens = []
        while not state.is_over:
            tokens.append(str(state.random_move(rng)))
            state = state.play(tokens[-1])
        text = f"game flower_power\nposition startpos moves {' '.join(tokens)}\n"
        assert parse_record(text).position == state
