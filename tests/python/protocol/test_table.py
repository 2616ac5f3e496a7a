"""Positions of a protocol session: set, played on, taken back, asked about."""

from __future__ import annotations

import pytest

import moonflower as mf
from moonflower.protocol.grammar import Position, Query, parse_line
from moonflower.protocol.refusal import Refusal
from moonflower.protocol.table import Table


def table(spec: str, line: str = "position startpos") -> Table:
    new = Table(mf.Game(spec))
    command = parse_line(line)
    assert isinstance(command, Position)
    new.set_position(command)
    return new


def ask(at: Table, line: str) -> str:
    command = parse_line(f"query {line}")
    assert isinstance(command, Query)
    return at.answer(command)


def test_queries_about_an_open_game() -> None:
    at = table("tic_tac_toe", "position startpos moves b2 p2:a1")
    assert ask(at, "turn") == "p1"
    assert ask(at, "p1turn") == "true"
    assert ask(at, "gameover") == "false"
    assert ask(at, "result") == "none"
    assert ask(at, "returns") == "none"
    assert ask(at, "seats") == "2"
    assert ask(at, "pos") == ask(at, "public") == "o...x...."
    assert ask(at, "legal") == "b1 c1 a2 c2 a3 b3 c3"
    assert ask(at, "islegal a1") == "false"
    assert ask(at, "islegal c3") == "true"
    assert ask(at, "islegal ???") == "false"
    assert ask(at, "spec") == "tic_tac_toe"
    assert ask(at, "view p2") == "view p2 startpos events b2 a1"
    assert len(ask(at, "key")) == 16


def test_finished_games_tell_their_result() -> None:
    at = table("tic_tac_toe", "position pos xxxoo....")
    assert ask(at, "gameover") == "true"
    assert ask(at, "turn") == "over"
    assert ask(at, "result") == "p1win"
    assert ask(at, "returns") == "1 0"
    assert ask(table("tic_tac_toe", "position pos xoxxoooxx"), "result") == "draw"


def test_views_hide_what_a_seat_cannot_know() -> None:
    full = table("kuhn_poker", "position startpos seed 3 moves p")
    masked = ask(full, "view p1")
    assert masked.startswith("view p1 startpos events *")
    assert "*?" in masked
    seen = table("kuhn_poker", f"position {masked}")
    assert ask(seen, "turn") == "p2"
    assert ask(seen, "view p1").startswith("view p1 pos")
    with pytest.raises(Refusal, match="sees p1 alone"):
        ask(seen, "view p2")


def test_apply_and_undo() -> None:
    at = table("tic_tac_toe")
    at.apply(["b2", "a1"])
    at.undo(1)
    assert ask(at, "pos") == "....x...."
    with pytest.raises(mf.IllegalMoveError):
        at.apply(["a1", "a1"])
    assert ask(at, "pos") == "....x...."
    with pytest.raises(Refusal, match="2 tokens to take back, 1 were given"):
        at.undo(2)


def test_undo_stops_at_the_deal() -> None:
    at = table("leduc_poker", "position startpos seed 1 moves c")
    at.undo(1)
    with pytest.raises(Refusal, match="0 were given"):
        at.undo(1)


def test_a_refused_position_leaves_none() -> None:
    at = table("tic_tac_toe")
    for line in ("position pos xxxx", "position startpos moves b2 b2", "position view p3 startpos"):
        with pytest.raises(ValueError, match="tic_tac_toe: "):
            at.set_position(parse_line(line))  # type: ignore[arg-type]
        assert not at.is_valid
        with pytest.raises(Refusal, match="no valid position"):
            ask(at, "turn")


def test_a_named_seat_must_be_on_turn() -> None:
    with pytest.raises(Refusal, match="p2 is not on turn; p1 is"):
        table("tic_tac_toe", "position startpos moves p2:b2")


def test_a_view_is_never_dealt_by_seed() -> None:
    with pytest.raises(Refusal, match="give events"):
        table("kuhn_poker", "position view p1 startpos seed 3")


def test_hk_end_tokens_of_a_full_record_are_checked() -> None:
    """A full record needs no end token; one that is given is checked (seeds/hanamikoji.md, 5)."""
    state = mf.Game("hanamikoji").start()
    tokens: list[str] = []
    end = ""
    for seed in range(200):
        move = state.random_move(seed)
        end = state.seen_by(0, move).partition(" ")[2]
        tokens.append(str(move))
        state = state.play(move)
        if end:
            break
    record = " ".join(tokens)
    assert end.startswith("!")
    plain = table("hanamikoji", f"position startpos moves {record}")
    ended = table("hanamikoji", f"position startpos moves {record} {end}")
    assert ask(plain, "pos") == ask(ended, "pos") == str(state)
    assert ask(plain, "view p2") == ask(ended, "view p2")
    wrong = "!00" if end != "!00" else "!11"
    with pytest.raises(Refusal, match="does not agree with the game"):
        table("hanamikoji", f"position startpos moves {record} {wrong}")
