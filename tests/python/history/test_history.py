"""A game in progress: played, drawn, taken back, seen by each seat."""

from __future__ import annotations

import random

import pytest

import moonflower as mf
from moonflower.history import History, parse_record, written_record

SPECS = [
    *(info.name for info in mf.games(lab=True)),
    "flower_power:players=5",
    "shields:mode=ffa,players=3",
    "shields:cheat=1",
    "shields:order=open,players=4",
    "terraflip:players=4,hand=blind",
    "hanamikoji:reveal_secret=0",
]


def played(history: History, steps: int, source: random.Random) -> History:
    for _ in range(steps):
        if history.is_over:
            break
        history.play(history.state.random_move(source))
    return history


def test_playing_and_taking_back() -> None:
    history = mf.History("tic_tac_toe")
    for move in ("b2", "a1", "c3"):
        history.play(move)
    assert history.tokens == ("b2", "a1", "c3")
    assert [step.actor for step in history.steps] == [0, 1, 0]
    assert history.until(1).tokens == ("b2",)
    with pytest.raises(mf.IllegalMoveError):
        history.extend(["c1", "c1"])
    assert len(history) == 3
    history.take_back(1)
    assert str(history.position) == "....x...."
    history.undo()
    assert history.position == history.begin
    with pytest.raises(ValueError, match="1 tokens to take back, 0 were given"):
        history.undo()
    with pytest.raises(ValueError, match="p1 has not chosen yet"):
        history.take_back(0)


def test_a_forced_move_is_no_choice() -> None:
    history = mf.History("tic_tac_toe", position="xoxxooox.")
    history.play("c3")
    assert history.last_choice(0) is None


def test_luck_follows_from_seed_and_number_alone() -> None:
    def draws(seed: int, *, slow: bool) -> list[str]:
        history, tokens = mf.History("leduc_poker", seed=seed), []
        tokens += history.draw_all()
        for move in ("c", "r", "c") if slow else ("c", "c"):
            history.play(move)
        history.take_back(history.steps[-1].actor)
        history.play("c")
        return tokens + history.draw_all()

    assert draws(1, slow=True) == draws(1, slow=False)
    assert len({tuple(draws(seed, slow=False)) for seed in range(9)}) > 3


def test_a_deal_is_that_of_the_game_and_stays() -> None:
    history = mf.History("hanamikoji", deal=7)
    assert history.position == mf.Game("hanamikoji").deal(7)
    with pytest.raises(ValueError, match="0 were given"):
        history.undo()


def test_only_chance_is_drawn() -> None:
    history = mf.History("kuhn_poker")
    assert history.draw_all() == list(history.tokens)
    with pytest.raises(mf.IllegalMoveError, match="chance is not on turn; p1 is"):
        history.draw()
    with pytest.raises(ValueError, match="it holds what p1 saw"):
        mf.History("kuhn_poker", seat=0).draw()


def test_whose_draw_it_is() -> None:
    history = mf.History("leduc_poker", seed=3)
    assert history.drawn_for == (0,)
    assert history.seen_by(1).drawn_for == (0,)
    history.draw()
    assert history.drawn_for == (1,)
    history.draw()
    assert history.drawn_for == ()
    history.extend(["c", "c"])
    assert history.drawn_for == (0, 1)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("start", [0, 12])
def test_a_seat_sees_its_view_grow(spec: str, start: int) -> None:
    """From the start and from a position: events lead to the view, through text as well."""
    source = random.Random(f"{spec} {start}")
    begin = played(History(spec), start, source).position
    position = str(begin) if start else None
    history = History(spec, position=position)
    for _ in range(8):
        played(history, 4, source)
        for seat in range(history.game.players):
            seen = history.seen_by(seat)
            assert seen.position == history.view(seat)
            assert parse_record(written_record(seen)).position == seen.position
            assert seen.events(seat) == history.events(seat)


def test_a_view_keeps_to_its_seat() -> None:
    seen = mf.History("kuhn_poker", deal=1).seen_by(0)
    for ask in (seen.view, seen.seen_by, seen.past):
        with pytest.raises(ValueError, match="it holds what p1 saw, not p2"):
            ask(1)
    with pytest.raises(ValueError, match="the truth is accepted"):
        seen.state  # noqa: B018 - asking is what is tested


def test_two_truths_that_look_alike_have_one_past() -> None:
    """Nothing a seat has not seen is in what a search is handed for it."""
    pasts: dict[str, list[History]] = {}
    for deal in range(60):
        history = played(mf.History("kuhn_poker", deal=deal), 1, random.Random(1))
        pasts.setdefault(str(history.view(0)), []).append(history)
    for alike in pasts.values():
        assert len({str(history.past(0)) for history in alike}) == 1
    assert any(len({str(one.position) for one in alike}) > 1 for alike in pasts.values())
