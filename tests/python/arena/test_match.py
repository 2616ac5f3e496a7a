"""Matches: paired deals, own views, faults that cost their own game, early ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.clocks import Clocks, Control
from moonflower.arena.faults import Fault, PlayerFault
from moonflower.arena.match import Match
from moonflower.arena.players import CallablePlayer, EngineSpec, Turn
from moonflower.arena.referee import play_game
from moonflower.arena.schedule import orders_of
from moonflower.arena.specs import parse_player

RANDOM = parse_player("random")
FLAT = parse_player("flat,nodes=300")


def pick(view: mf.View, source: random.Random) -> str:
    return str(source.choice(view.legal_moves()))


def first_legal(view: mf.View, source: random.Random) -> str:
    del source
    return str(view.legal_moves()[0])


def test_games_repeat_with_their_seed() -> None:
    game = mf.Game("leduc_poker")
    seating = [CallablePlayer(pick), CallablePlayer(pick)]
    results = [play_game(game, 5, seating) for _ in range(3)]
    assert results[0] == results[1] == results[2]
    assert any(play_game(game, seed, seating) != results[0] for seed in range(6, 12))


def test_players_get_their_own_view_and_never_the_truth() -> None:
    class Spy(CallablePlayer):
        seats: set[int] = set()  # noqa: RUF012 - a note for the test

        def choose(self, turn: Turn) -> str:
            assert turn.view.turn == turn.view.seat
            assert turn.truth is None
            self.seats.add(turn.view.seat)
            return super().choose(turn)

    play_game(mf.Game("hanamikoji"), 1, [Spy(pick), Spy(pick)])
    assert Spy.seats == {0, 1}


def test_only_a_cheat_is_shown_the_truth() -> None:
    shown = []

    class Watched(CallablePlayer):
        is_cheat = True

        def choose(self, turn: Turn) -> str:
            shown.append(turn.truth)
            return super().choose(turn)

    play_game(mf.Game("kuhn_poker"), 1, [Watched(pick), CallablePlayer(pick)])
    assert shown
    assert all(isinstance(truth, mf.State) for truth in shown)
    assert parse_player("cheat").open(mf.Game("kuhn_poker")).is_cheat
    assert not parse_player("ismcts").open(mf.Game("kuhn_poker")).is_cheat


def test_luck_is_the_same_wherever_the_games_agree() -> None:
    """Whoever sits where, the n-th draw of a deal follows from the seed and n."""
    game = mf.Game("leduc_poker")
    for seed in range(5):
        records = []
        for chooser in (first_legal, pick):
            seating = [CallablePlayer(chooser), CallablePlayer(first_legal)]
            records.append(play_game(game, seed, seating).tokens)
        one, other = records
        agreed = next((i for i, (a, b) in enumerate(zip(*records, strict=False)) if a != b), 0)
        assert one[:2] == other[:2]  # both deals
        if agreed:
            assert not one[agreed].startswith("*")  # they part at a move, never at a draw


@pytest.mark.parametrize("answer", ["nonsense", "a1 b2", ""])
def test_a_broken_player_loses_its_own_game(answer: str) -> None:
    broken = CallablePlayer(lambda _view, _source: answer)
    result = play_game(mf.Game("tic_tac_toe"), 1, [CallablePlayer(pick), broken])
    assert result.returns == (1.0, 0.0)
    assert result.fault is not None
    assert (result.fault.seat, result.fault.kind) == (1, "illegal")


def test_a_player_that_raises_loses_its_own_game() -> None:
    def fail(_view: mf.View, _source: random.Random) -> str:
        raise RuntimeError

    game = mf.Game("terraflip:players=3")
    result = play_game(game, 1, [CallablePlayer(fail), CallablePlayer(pick), CallablePlayer(pick)])
    assert result.returns == (0.0, 0.5, 0.5)
    assert result.fault == Fault(0, "crash", "RuntimeError: ")


def test_clocks_run_down_and_out() -> None:
    clocks = Clocks([Control(mf.Limit(), 2.0, 0.5, margin=0.1), Control(mf.Limit(), 3.0)])
    clocks.charge(0, 1.0)
    limit = clocks.limit(0)
    assert limit.clocks == (1.5, 3.0)
    assert limit.increments == (0.5, 0.0)
    assert clocks.patience(0) == pytest.approx(1.6)
    with pytest.raises(PlayerFault, match="left on the clock"):
        clocks.charge(0, 1.7)
    by_move = Clocks([Control(mf.Limit(time=0.2), margin=0.1)])
    by_move.charge(0, 0.29)
    with pytest.raises(PlayerFault, match="are allowed"):
        by_move.charge(0, 0.31)


def test_engines_play_on_clocks() -> None:
    player = parse_player("ismcts,clock=0.3+0.01,margin=60")
    result = Match.of(mf.Game("kuhn_poker"), [player, RANDOM]).play(3)
    assert not result.faults


def test_every_order_of_the_players_is_played_once() -> None:
    assert len(orders_of("abcd")) == 24
    assert orders_of("abb") == ((0, 1, 2), (1, 0, 2), (1, 2, 0))
    assert orders_of("abcde") == tuple(tuple((i + s) % 5 for i in range(5)) for s in range(5))
    three = Match.of(mf.Game("terraflip:players=3"), [parse_player("greedy"), RANDOM, FLAT])
    assert len(three.play(1).games) == 6


def test_the_same_player_twice_scores_one_half() -> None:
    # Same luck and same play in both seatings: every pair is even.
    result = Match.of(mf.Game("tic_tac_toe"), [RANDOM, parse_player("random,name=b")]).play(10)
    assert result.score.mean == 0.5
    assert result.faults == []


def test_flat_monte_carlo_beats_random() -> None:
    result = Match.of(mf.Game("tic_tac_toe"), [FLAT, RANDOM]).play(40)
    assert result.score.low > 0.6


def test_a_match_may_be_ended_early() -> None:
    result = Match.of(mf.Game("tic_tac_toe"), [RANDOM, FLAT]).play(
        50, on_round=lambda m: len(m.rounds) < 3
    )
    assert len(result.rounds) == 3


def test_a_table_needs_its_players() -> None:
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        Match.of(mf.Game("tic_tac_toe"), [RANDOM] * 3)
    with pytest.raises(ValueError, match="rounds: 0 is out of range"):
        Match.of(mf.Game("tic_tac_toe"), [RANDOM, FLAT]).play(0)


def test_players_are_read_from_text() -> None:
    player = parse_player("ismcts,nodes=500,exploration=0.7,smooth=true,reuse=true,name=x")
    assert isinstance(player, EngineSpec)
    assert player.control.limit == mf.Limit(nodes=500)
    assert player.options.exploration == 0.7
    assert player.options.smooth is True
    assert (player.name, player.reuse) == ("x", True)
    assert parse_player("auto,clock=60+0.5").control.clock == 60
    assert parse_player("uci:engine -x,time=0.1,Threads=2").control.limit.time == 0.1
    bad = ("ismcts,nodes", "ismcts,speed=9", "ismcts,nodes=many", "ismcts,smooth=1", "py:a:b,x=1")
    for text in bad:
        with pytest.raises(ValueError, match="player"):
            parse_player(text)
    with pytest.raises(ValueError, match="module:function"):
        parse_player("py:nowhere:play").open(mf.Game("kuhn_poker"))


def test_records_hold_the_whole_game(tmp_path: Path) -> None:
    match = Match.of(mf.Game("leduc_poker"), [FLAT, RANDOM])
    match.play(2, folder=tmp_path, records=True)
    for game in match.play(2, folder=tmp_path).games:
        state = match.game.start()
        for token in game.tokens:
            state = state.play(token)
        assert tuple(state.returns or ()) == game.returns
