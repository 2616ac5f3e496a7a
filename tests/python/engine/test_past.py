"""The past as an input: what a search is handed, and that nobody peeks through it."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict

import pytest

import moonflower as mf
from moonflower import _core

SPECS = [
    *(info.name for info in mf.games(lab=True)),
    "flower_power:players=5",
    "shields:mode=ffa,players=3",
    "shields:order=open,players=4",
    "terraflip:players=4,hand=blind",
]


def handed(history: mf.History, seat: int) -> _core.History:
    begin, events = history.past(seat)
    return begin._inner.history(events)


def written(past: _core.History) -> list[tuple[int, str, str, str]]:
    """Everything in it, with the views the ones who chose may have had."""
    return [
        (past.actor(i), past.seen(i), past.before(i).text(), past.possible_view(i, 7).text())
        for i in range(len(past))
    ] + [(-1, "", past.now().text(), "")]


def played(spec: str, moves: int, seed: int) -> mf.History:
    history = mf.History(spec, seed=seed)
    source = random.Random(seed)
    history.draw_all()
    for _ in range(moves):
        if history.is_over:
            break
        history.play(history.state.random_move(source))
        history.draw_all()
    return history


@pytest.mark.parametrize("spec", SPECS)
def test_every_decision_of_every_seat_is_there(spec: str) -> None:
    """With the move that was made among those that would have looked the same."""
    history = played(spec, 8, 3)
    for seat in range(history.game.players):
        past = handed(history, seat)
        chosen = [step for step in history.steps if step.actor >= 0 and step.seen_by(seat)]
        assert past.now().equals(history.view(seat)._inner)
        assert [past.actor(i) for i in range(len(past))] == [step.actor for step in chosen]
        for i, step in enumerate(chosen):
            assert isinstance(step.before, mf.State)
            assert past.seen(i) == step.seen_by(seat)
            assert past.before(i).equals(step.before.view(seat)._inner)
            moves = past.moves_in(i, step.before._inner)
            assert step.token in map(str, moves)
            looks = {step.before.seen_by(seat, move) for move in moves}
            assert looks == {past.seen(i)}
            assert past.possible_view(i, 1).seat == step.actor


def test_two_truths_that_look_alike_hand_on_one_past() -> None:
    """Byte for byte, in every game of few enough deals to meet such truths."""
    met = 0
    for spec in ("kuhn_poker", "leduc_poker", "liars_dice", "hanamikoji:max_rounds=1", "goofspiel"):
        alike: dict[tuple[int, str, str], list[mf.History]] = defaultdict(list)
        for seed in range(150):
            history = played(spec, 1 + seed % 3, seed)
            for seat in range(history.game.players):
                events = " ".join(history.events(seat))
                alike[seat, events, str(history.view(seat))].append(history)
        for (seat, _, _), histories in alike.items():
            assert len({repr(written(handed(history, seat))) for history in histories}) == 1
            met += len({str(history.position) for history in histories}) > 1
    assert met > 100


@pytest.mark.parametrize("spec", SPECS)
def test_a_history_changes_no_search(spec: str) -> None:
    """Worlds are weighed by what a bare view tells as well, so far in every game."""
    for moves in (0, 5, 11):
        history = played(spec, moves, 5)
        if history.is_over:
            continue
        seen = history.seen_by(history.turn)
        with mf.Engine(history.game, seed=3) as engine:
            asked = (history.state, history.view(history.turn), history, seen)
            reports = [engine.analyse(one, mf.Limit(nodes=60)) for one in asked]
        facts = {repr((one.best, one.lines, one.policy)) for one in reports}
        assert len(facts) == 1


def test_every_request_takes_a_history() -> None:
    history = mf.History("leduc_poker", deal=3)
    limit = mf.Limit(nodes=50)
    with mf.Engine(history.game, seed=1) as engine:
        view = history.view(history.turn)
        assert engine.play(history, limit).move == engine.play(view, limit).move
        assert engine.hint(history, limit).text == engine.hint(view, limit).text
        assert engine.analysis(history, limit).wait().lines == engine.analyse(view, limit).lines
        assert engine.solve(history.seen_by(0)).value == engine.solve(view).value
        engine.ponder(history.seen_by(1), game=history)
        engine.stop_pondering()
        with pytest.raises(mf.OptionError, match="what one seat saw is accepted"):
            engine.ponder(history, game=history)


def test_async_twins_take_it_too() -> None:
    history = mf.History("tic_tac_toe")
    with mf.Engine("tic_tac_toe", seed=1) as engine:
        found = asyncio.run(engine.play_async(history, mf.Limit(nodes=20)))
        assert found.move == engine.play(history.position, mf.Limit(nodes=20)).move


def test_a_history_names_the_game_for_each_seat_apart() -> None:
    """What was searched for one seat knows that seat's secrets, and serves no other."""
    history = mf.History("hanamikoji", deal=1)
    limit = mf.Limit(nodes=3000)
    with mf.Engine(history.game, seed=1) as engine:
        assert engine.analyse(history, limit, game=history).kept == 0
        assert engine.analyse(history, limit, game=history).kept > 0
        while history.turn != 1:
            history.play(history.state.legal_moves()[0])
            history.draw_all()
        assert engine.analyse(history, limit, game=history).kept == 0
        assert engine.analyse(history, limit, game=history).kept > 0


def test_a_choice_that_is_missing_in_a_view_is_made_for_the_others() -> None:
    seen = mf.History("goofspiel:cards=4", deal=1).seen_by(1)
    with mf.Engine("goofspiel:cards=4", seed=1) as engine:
        assert engine.play(seen, mf.Limit(nodes=20)).move in seen.at_choice().position.legal_moves()


def test_a_past_that_leads_elsewhere_is_refused() -> None:
    game = mf.Game("kuhn_poker")
    history, other = mf.History(game, deal=1), mf.History(game, deal=2)
    search = _core.Search(game._inner, mf.EngineOptions().to_core())
    limits = mf.Limit(nodes=5).to_core(early_stop=False)
    for past in (handed(other, 0), handed(history, 1), handed(mf.History("hex"), 0)):
        with pytest.raises(mf.OptionError, match="does not lead to the view"):
            search.run(
                history.view(0)._inner, history=past, limits=limits, only=[], multipv=1, lines=None,
                keep=False, ponder=False, exact=False, stop=_core.StopFlag(), on_report=None,
            )  # fmt: skip
    with pytest.raises(mf.IllegalMoveError, match="seat 2 cannot have acted"):
        game.start_view(0)._inner.history([(2, "*K")])
    with pytest.raises(IndexError, match="no such decision"):
        handed(history, 0).seen(99)
