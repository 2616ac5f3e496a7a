"""Games of a protocol session: set, played on, taken back, asked about."""

from __future__ import annotations

import pytest

import moonflower as mf
from moonflower.history import History
from moonflower.history.refusal import Refusal
from moonflower.protocol.commands import Position, Query
from moonflower.protocol.grammar import parse_line
from moonflower.protocol.queries import answer


def game(spec: str, line: str = "position startpos") -> History:
    command = parse_line(line)
    assert isinstance(command, Position)
    return command.history(mf.Game(spec))


def ask(at: History, line: str) -> str:
    command = parse_line(f"query {line}")
    assert isinstance(command, Query)
    return answer(at, command)


def test_queries_about_an_open_game() -> None:
    at = game("tic_tac_toe", "position startpos moves b2 p2:a1")
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
    at = game("tic_tac_toe", "position pos xxxoo....")
    assert ask(at, "gameover") == "true"
    assert ask(at, "turn") == "over"
    assert ask(at, "result") == "p1win"
    assert ask(at, "returns") == "1 0"
    assert ask(game("tic_tac_toe", "position pos xoxxoooxx"), "result") == "draw"


def test_views_hide_what_a_seat_cannot_know() -> None:
    full = game("kuhn_poker", "position startpos seed 3 moves p")
    masked = ask(full, "view p1")
    assert masked.startswith("view p1 startpos events *")
    assert "*?" in masked
    seen = game("kuhn_poker", f"position {masked}")
    assert ask(seen, "turn") == "p2"
    assert ask(seen, "view p1").startswith("view p1 pos")
    with pytest.raises(Refusal, match="sees p1 alone"):
        ask(seen, "view p2")


def test_apply_and_undo() -> None:
    at = game("tic_tac_toe")
    at.extend(["b2", "a1"])
    at.undo(1)
    assert ask(at, "pos") == "....x...."
    with pytest.raises(mf.IllegalMoveError):
        at.extend(["a1", "a1"])
    assert ask(at, "pos") == "....x...."
    with pytest.raises(Refusal, match="2 tokens to take back, 1 were given"):
        at.undo(2)


def test_undo_stops_at_the_deal() -> None:
    at = game("leduc_poker", "position startpos seed 1 moves c")
    at.undo(1)
    with pytest.raises(Refusal, match="0 were given"):
        at.undo(1)


@pytest.mark.parametrize(
    "line", ["position pos xxxx", "position startpos moves b2 b2", "position view p3 startpos"]
)
def test_a_wrong_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="tic_tac_toe: "):
        game("tic_tac_toe", line)


def test_a_named_seat_must_be_on_turn() -> None:
    with pytest.raises(mf.IllegalMoveError, match="p2 is not on turn; p1 is"):
        game("tic_tac_toe", "position startpos moves p2:b2")


def test_a_view_is_never_dealt_by_seed() -> None:
    with pytest.raises(Refusal, match="give events"):
        game("kuhn_poker", "position view p1 startpos seed 3")


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
    plain = game("hanamikoji", f"position startpos moves {record}")
    ended = game("hanamikoji", f"position startpos moves {record} {end}")
    assert ask(plain, "pos") == ask(ended, "pos") == str(state)
    assert ask(plain, "view p2") == ask(ended, "view p2")
    wrong = "!00" if end != "!00" else "!11"
    with pytest.raises(mf.IllegalMoveError, match="does not agree with the game"):
        game("hanamikoji", f"position startpos moves {record} {wrong}")
