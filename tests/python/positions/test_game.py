"""The values of the Python API: manners, not rules."""

from __future__ import annotations

import random
import threading
import time

import pytest

import moonflower as mf
from moonflower import _core


def test_lab_games_stay_out_of_the_players_list() -> None:
    assert all(not info.lab for info in mf.games())
    assert "tic_tac_toe" in [info.name for info in mf.games(lab=True)]


def test_states_are_values() -> None:
    start = mf.Game("tic_tac_toe").start()
    after = start.play("b2")
    assert str(start) == "........."
    assert str(after) == "....x...."
    assert after == mf.Game("tic_tac_toe").parse("....x....")
    assert after != start
    assert len({start, after, start.play("b2")}) == 2
    assert after != "....x...."


def test_play_takes_tokens_and_moves() -> None:
    start = mf.Game("tic_tac_toe").start()
    move = start.legal_moves()[4]
    assert (str(move), int(move)) == ("b2", 4)
    assert start.play(move) == start.play("b2")


def test_finished_game_reports() -> None:
    state = mf.Game("tic_tac_toe").parse("xxxoo....")
    assert state.is_over
    assert state.turn == mf.OVER
    assert state.returns == [1.0, 0.0]
    assert state.winners == (0,)
    assert state.legal_moves() == []
    draw = mf.Game("tic_tac_toe").parse("xoxxoooxx")
    assert draw.returns == [0.5, 0.5]
    assert draw.winners == (0, 1)
    assert mf.Game("tic_tac_toe").start().returns is None


def test_seeds_may_be_numbers_or_generators() -> None:
    start = mf.Game("tic_tac_toe").start()
    assert start.random_move(5) == start.random_move(5)
    assert start.random_move(random.Random(1)) == start.random_move(random.Random(1))
    assert start.random_move(-1) == start.random_move(2**64 - 1)


def test_deal_tokens_replay_the_deal() -> None:
    game = mf.Game("leduc_poker")
    state = game.start()
    for token in game.deal_tokens(seed=7):
        state = state.play(token)
    assert state == game.deal(seed=7)


def test_tic_tac_toe_has_255168_games() -> None:
    assert mf.perft(mf.Game("tic_tac_toe").start(), 9) == 255_168


def test_playouts_repeat_with_their_seed() -> None:
    start = mf.Game("tic_tac_toe").start()
    first, second = (mf.playouts(start, 500, seed=9) for _ in range(2))
    assert (first == second).all()
    assert (first != mf.playouts(start, 500, seed=10)).any()


def test_long_calls_let_other_threads_run() -> None:
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    mf.playouts(mf.Game("tic_tac_toe").start(), 300_000)
    done.set()
    thread.join()
    assert ticks > 5


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_unknown_seat_is_refused(seat: int) -> None:
    game = mf.Game("tic_tac_toe")
    for ask in (game.start().view, game.start_view, lambda s: game.parse_view(".........", s)):
        with pytest.raises(
            mf.OptionError, match=r"tic_tac_toe: nobody has the number -?\d; 0 \(p1\) to 1 \(p2\)"
        ):
            ask(seat)


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("tic_tac_to", mf.UnknownGameError, "did you mean 'tic_tac_toe'"),
        ("", mf.UnknownGameError, "games are"),
        ("chess960", mf.UnknownGameError, "games are"),
        ("tic_tac_toe:size=4", mf.OptionError, "it has no options"),
        ("tic_tac_toe:size", mf.ParseError, "key=value"),
        ("tic_tac_toe:=4", mf.ParseError, "key=value"),
        ("hex:board=3", mf.OptionError, "options are"),
        ("hex:siez=3", mf.OptionError, "did you mean 'size'"),
        ("hex:size=x", mf.OptionError, "whole numbers"),
        ("hex:size=0", mf.OptionError, "whole numbers"),
        ("hex:size=99999999999", mf.OptionError, "whole numbers"),
        ("hex:size=3,size=4", mf.OptionError, "twice"),
    ],
)
def test_bad_specifications_say_what_is_accepted(
    spec: str, error: type[Exception], message: str
) -> None:
    if spec.startswith("hex") and "hex" not in [info.name for info in mf.games(lab=True)]:
        pytest.skip("hex is not here")
    with pytest.raises(error, match=message):
        mf.Game(spec)
    assert issubclass(error, ValueError)


def test_illegal_moves_name_the_move() -> None:
    state = mf.Game("tic_tac_toe").start().play("b2")
    with pytest.raises(mf.IllegalMoveError, match=r'"b2" cannot be played; free cells'):
        state.play("b2")
    with pytest.raises(mf.ParseError, match=r'"d4" is no cell; cells are a1 to c3'):
        state.play("d4")
    with pytest.raises(mf.IllegalMoveError, match="the game is over"):
        mf.Game("tic_tac_toe").parse("xxxoo....").play("c3")
    with pytest.raises(mf.IllegalMoveError, match="chance is not on turn"):
        state.draw(1)
    with pytest.raises(mf.IllegalMoveError, match="the game is over"):
        mf.Game("tic_tac_toe").parse("xxxoo....").random_move(1)


def test_numbers_out_of_range_are_refused() -> None:
    start = mf.Game("tic_tac_toe").start()
    with pytest.raises(ValueError, match="depth must be at least 0"):
        mf.perft(start, -1)
    with pytest.raises(ValueError, match="count must be at least 0"):
        mf.playouts(start, -1)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        start.view(0).worlds(0)


def test_core_is_the_only_compiled_module() -> None:
    assert _core.__doc__ is not None
