"""Open positions against a plain minimax over states."""

from __future__ import annotations

import random
from functools import cache

import pytest

import moonflower as mf
from moonflower import solve


def score(state: mf.State) -> float:
    payoff = state.returns[0]  # type: ignore[index]
    return 2 * payoff - 1 if state.game.info.payoff_sum == 1 else payoff


@cache
def minimax(state: mf.State) -> float:
    """The first seat's score with all known; chance by its odds."""
    if state.is_over:
        return score(state)
    if state.turn == mf.CHANCE:
        return sum(odds * minimax(state.play(move)) for move, odds in state.outcomes())
    values = [minimax(state.play(move)) for move in state.legal_moves()]
    return max(values) if state.turn == 0 else min(values)


def random_state(game: mf.Game, plies: int, seed: int) -> mf.State:
    rng = random.Random(seed)
    while True:
        state = game.start()
        for _ in range(plies):
            if state.is_over:
                break
            if state.turn == mf.CHANCE:
                state = state.draw(rng)
            else:
                state = state.play(rng.choice(state.legal_moves()))
        if not state.is_over:
            return state


def positions() -> list[mf.State]:
    return [
        *(random_state(mf.Game("tic_tac_toe"), 2 + seed % 5, seed) for seed in range(30)),
        *(random_state(mf.Game("hex:size=3"), 2 + seed % 4, seed) for seed in range(12)),
        *(random_state(mf.Game("leduc_poker"), 2 + seed % 3, seed) for seed in range(12)),
        *(random_state(mf.Game("kuhn_poker"), seed % 3, seed) for seed in range(6)),
        *(random_state(mf.Game("goofspiel:cards=3"), 1 + seed % 4, seed) for seed in range(8)),
    ]


def payoff(state: mf.State, score: float) -> float:
    """A score of the first seat as what the seat on turn is paid."""
    own = -score if state.turn == 1 else score
    return (own + 1) / 2 if state.game.info.payoff_sum == 1 else own


@pytest.mark.parametrize("state", positions(), ids=str)
def test_alpha_beta_equals_minimax(state: mf.State) -> None:
    found = solve.solve_open(state)
    assert found.exact
    assert found.value == pytest.approx(payoff(state, minimax(state)), abs=1e-12)
    assert {str(entry.move) for entry in found.moves} == {str(m) for m in state.legal_moves()}
    for entry in found.moves:
        assert entry.exact
        expected = payoff(state, minimax(state.play(entry.move)))
        assert entry.value == pytest.approx(expected, abs=1e-12)
        assert entry.loss == pytest.approx(abs(found.value - entry.value), abs=1e-12)
    quick = solve.solve_open(state, every_move=False)
    assert quick.exact
    assert quick.value == pytest.approx(found.value, abs=1e-12)
    end = state
    for move in found.line:
        end = end.play(move)
    if end.is_over:
        assert payoff(state, score(end)) == found.value


@pytest.mark.parametrize("state", positions()[:42], ids=str)
def test_df_pn_equals_minimax(state: mf.State) -> None:
    for seat in range(2):
        proof = solve.prove_win(state, seat=seat)
        assert proof.proved is (minimax(state) == (1, -1)[seat])
        if proof.proved:
            end = state
            for move in proof.line:
                end = end.play(move)
            assert end.is_over
            assert end.winners == (seat,)
            assert proof.checked > 0


def test_a_win_within_so_many_turns() -> None:
    state = mf.Game("tic_tac_toe").parse("xo.......")
    assert solve.prove_win(state, seat=0, turns=2).proved is False
    assert solve.prove_win(state, seat=0, turns=3).proved is True
    won = mf.Game("tic_tac_toe").parse("xxxoo....")
    assert solve.prove_win(won, seat=0).proved is True
    assert solve.prove_win(won, seat=1).proved is False


def test_chance_must_be_beaten_too() -> None:
    """A gain at every card that may still come, not only on average."""
    for seed in range(12):
        state = random_state(mf.Game("leduc_poker"), 2 + seed % 3, seed)

        def forced(at: mf.State) -> bool:
            if at.is_over:
                return score(at) > 0
            moves = at.outcomes() if at.turn == mf.CHANCE else [(m, 1) for m in at.legal_moves()]
            results = (forced(at.play(move)) for move, _ in moves)
            return any(results) if at.turn == 0 else all(results)

        assert solve.prove_win(state, seat=0).proved is forced(state)


def test_limits_are_kept_and_told() -> None:
    board = mf.Game("hex").start()
    shallow = solve.solve_open(board, depth=2, every_move=False)
    assert (shallow.exact, shallow.depth) == (False, 2)
    few = solve.solve_open(board, nodes=500)
    assert not few.exact
    assert few.nodes <= 501
    unsettled = solve.prove_win(board, seat=0, nodes=1000)
    assert unsettled.proved is None
    assert unsettled.line == ()
    crowded = solve.prove_win(mf.Game("hex:size=4").start(), seat=0, table_mb=0.05)
    assert crowded.proved is None
    small = solve.solve_open(mf.Game("hex:size=3").start(), table_mb=0.001)
    assert (small.value, small.exact) == (1, True)


def test_same_question_same_answer() -> None:
    state = mf.Game("hex:size=4").start()
    first, second = (solve.solve_open(state, depth=5) for _ in range(2))
    assert (first.value, first.moves, first.line, first.nodes) == (
        second.value, second.moves, second.line, second.nodes
    )  # fmt: skip


def test_what_cannot_be_asked_is_refused() -> None:
    state = mf.Game("tic_tac_toe").start()
    with pytest.raises(mf.OptionError, match="no margin here"):
        solve.solve_open(state, margin=True)
    with pytest.raises(ValueError, match="depth must be"):
        solve.solve_open(state, depth=0)
    with pytest.raises(mf.OptionError, match="nobody has the number 2"):
        solve.prove_win(state, seat=2)
