"""Steps of a loop in Python: moves that know their state, states made by playing them."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import moonflower as mf

GAMES = [info.name for info in mf.games(lab=True)]


@pytest.mark.parametrize("name", GAMES)
def test_a_move_played_is_its_token_played(name: str) -> None:
    source = random.Random(1)
    for seed in range(4):
        state = mf.Game(name).deal(seed)
        for _ in range(60):
            if state.is_over:
                break
            if state.turn == mf.CHANCE:
                state = state.draw(source)
                continue
            moves = state.legal_moves()
            for move in source.sample(moves, min(3, len(moves))):
                after = state.play(move)
                assert after == state.play(str(move))
                assert after == state.play(state.parse_move(str(move)))
                assert type(after) is mf.State
            state = state.play(source.choice(moves))


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_values(name: str) -> None:
    state = mf.Game(name).deal(3)
    moves, again, seen = state.legal_moves(), state.legal_moves(), state.view(state.turn)
    assert moves == again == seen.legal_moves()
    assert [hash(move) for move in moves] == [hash(move) for move in again]
    assert len(set(moves)) == len(moves)
    assert moves[0] == mf.Move(str(moves[0]), int(moves[0])) == pickle.loads(pickle.dumps(moves[0]))
    assert copy.deepcopy(moves[0]) == moves[0]
    assert moves[0] != str(moves[0])
    assert repr(moves[0]) == f"Move({str(moves[0])!r}, {int(moves[0])})"
    token = str(moves[-1])
    del state, again, seen
    assert str(moves[-1]) == token  # a move keeps what it needs


def test_a_move_of_another_state_is_read_by_its_token() -> None:
    begin = mf.Game("tic_tac_toe").start()
    corner = begin.legal_moves()[0]
    after = begin.play(corner)
    with pytest.raises(mf.IllegalMoveError, match="a1"):
        after.play(corner)
    other = after.legal_moves()[0]
    assert begin.play(other) == begin.play(str(other))
    with pytest.raises(mf.MoonflowerError):
        begin.play(7)  # type: ignore[arg-type]
    chance = mf.Game("leduc_poker").start()
    assert chance.legal_moves() == []
    assert chance.play(chance.outcomes()[0][0]) == chance.play(str(chance.outcomes()[0][0]))


def test_moves_are_made_of_a_token_and_a_number() -> None:
    assert str(mf.Move(text="a1", id=3)) == "a1"
    for wrong in (("a1",), ("a1", -1), ("a1", 2**32), (1, 1), ("a1", 1.5)):
        with pytest.raises(TypeError):
            mf.Move(*wrong)  # type: ignore[arg-type]
    assert not hasattr(mf.Move("a1", 3), "__dict__")
    with pytest.raises(AttributeError):
        mf.Move("a1", 3).text = "b2"  # type: ignore[attr-defined]


def test_thousands_of_moves_come_and_go() -> None:
    state = mf.Game("hex").start()
    kept = [state.legal_moves() for _ in range(50)]
    del kept[::2]
    assert all(moves == kept[0] for moves in kept)
    del kept
    assert len(state.legal_moves()) == 121
