"""Which move is played, and when a search may stop: positions in which it once went wrong."""

from __future__ import annotations

import lzma
import time
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.hints.hint import explain
from moonflower.per_game import skud_paisho

SAFE_TURNS = Path(__file__).parents[2] / "golden" / "skud_paisho" / "safe_turns.txt.xz"

# A position of Skud Pai Sho in which most turns allow a ring in one: (-5,0)-(-2,1) does not.
BESET = (
    "sp1 HR3(0,8);HW4(-2,7);HW5(1,7);HW5(-2,6);HW4(1,6);HK(-5,4);GR4(-7,2);GR3(-5,2);HR5(5,2);"
    "GR4(7,2);HR(-6,1);GB(4,1);GW3(-8,0);GW4(-6,0);GW5(-5,0);GW4(-4,0);GK(7,0);GL(8,0);"
    "HR3(-4,-1);HW5(1,-1);HW3(7,-1);HB(-7,-5);GR3(-5,-5);HW4(1,-5);HR(0,-6);GO(1,-6);GR(2,-7);"
    "HR4(4,-7);HW3(1,-8);HL(2,-8);GB(3,-8) 013210/122000 G 54 -"
)
# An open bonus with 467 steps and no forced win near.
WIDE = (
    "sp1 GW5(-2,8);HR3(3,8);HW5(1,7);GR3(-8,3);GW5(7,3);HR4(3,2);GW5(-8,1);HW3(-7,1);GL(7,1);"
    "GR4(-7,-1);GR5(7,-1);GO(-4,-4);GR(3,-4);HW4(1,-5);GR3(-2,-8) 122330RWW/222222LORWKB G+ 26 -"
)
# The seat on turn closes a ring by an arrange and one bonus, and by no arrange alone.
BY_BONUS = (
    "sp1 GR5(-2,8);HR5(0,8);HR3(-6,1);HO(-8,0);HL(8,0);HR4(-6,-1);HR3(8,-1);GR5(2,-5);HR3(0,-8) "
    "331333LORWWK/022333RRKB H 15 -"
)
PAI_SHO = mf.Game("skud_paisho")


def turn_of(engine: mf.Engine, state: mf.State, limit: mf.Limit) -> mf.State:
    """Where the engine's turn leads, its bonus included; nowhere if it has proven that all lose."""
    begin = state
    while not state.is_over and state.turn == begin.turn:
        report = engine.play(state, limit).report
        if state == begin and report.proven == "loss":
            return begin
        state = state.play(report.best)
    return state


def leaves_ring(state: mf.State, seat: int) -> bool:
    if state.is_over:
        return state.returns is not None and state.returns[seat] == 0.0
    return bool(skud_paisho.ring_in_one(state, 1 - seat))


# --- Skud Pai Sho -------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [500, 2000, 8000])
def test_no_turn_allows_a_ring_in_one_where_another_does_not(nodes: int) -> None:
    state = PAI_SHO.parse(BESET)
    for seed in range(3):
        with mf.Engine(PAI_SHO, seed=seed, hash_mb=16) as engine:
            after = turn_of(engine, state, mf.Limit(nodes=nodes))
        assert not leaves_ring(after, state.turn), seed


def missed(texts: list[str], nodes: int) -> list[str]:
    with mf.Engine(PAI_SHO, seed=1, hash_mb=16) as engine:
        states = [PAI_SHO.parse(text) for text in texts]
        turns = [(state, turn_of(engine, state, mf.Limit(nodes=nodes))) for state in states]
    return [
        str(state) for state, after in turns if after != state and leaves_ring(after, state.turn)
    ]


def safe_turns() -> list[str]:
    return lzma.decompress(SAFE_TURNS.read_bytes()).decode().splitlines()


def test_rings_that_threaten_are_met() -> None:
    assert missed(safe_turns()[::25], 500) == []


@pytest.mark.slow
def test_hardly_a_ring_that_threatens_is_missed() -> None:
    """Where nearly all turns lose, a short search may not have looked at every bonus."""
    texts = safe_turns()
    assert len(missed(texts, 500)) <= len(texts) // 100


def test_a_losing_line_is_no_proof_of_a_lost_position() -> None:
    """Moves nobody has looked at may be better: the root's proof counts, not a line's."""
    view = PAI_SHO.parse(BESET).view(0)
    with mf.Engine(PAI_SHO, seed=1, hash_mb=16) as engine:
        report = engine.analyse(view, mf.Limit(nodes=60))
    lost = next(line for line in report.all_lines if line.proven == "loss")
    assert report.proven is None
    told = report.__replace__(best=lost.move)
    for level in (1, 2, 3):
        hint = explain(view, told, level=level)
        assert "Every move loses" not in hint.text
        assert "every move loses" not in hint.text
        assert "This is proven" not in hint.text
        assert hint.confidence != "proven"


def test_a_wide_bonus_takes_no_longer_than_its_simulations() -> None:
    state = PAI_SHO.parse(WIDE)
    spent = []
    for exact in (True, False):
        with mf.Engine(
            PAI_SHO, seed=1, hash_mb=16, algorithm="auto" if exact else "mcts"
        ) as engine:
            began = time.process_time()
            engine.analyse(state, mf.Limit(nodes=20_000))
            spent.append(time.process_time() - began)
    assert spent[0] < 10 * spent[1]


def test_a_third_repetition_is_seen_through_the_past() -> None:
    """SP-47, SP-69: a draw in search; the position alone knows nothing of it."""
    begin = "sp1 GR3(5,5);GW4(4,4);GR5(3,-6);HR3(-5,-5) 232323LORWKB/233333LORRWB G 10 -"
    cycle = ["(5,5)-(5,6)", "(-5,-5)-(-5,-6)", "(5,6)-(5,5)", "(-5,-6)-(-5,-5)"]
    history = mf.History(PAI_SHO, position=begin)
    history.extend([*cycle, *cycle[:3]])
    limit = mf.Limit(nodes=200)
    with mf.Engine(PAI_SHO, seed=1, hash_mb=16) as engine:
        again = engine.analyse(history, limit, only=cycle[3:])
        assert (again.value, again.proven) == (0.5, None)
        bare = engine.analyse(history.state, limit, only=cycle[3:])
        assert bare.value != 0.5


def test_the_bonus_that_wins_is_named_and_played() -> None:
    """A ring that only one bonus closes, told before the arrange."""
    state = PAI_SHO.parse(BY_BONUS)
    turns = [str(move) for move in skud_paisho.ring_in_one(state, state.turn)]
    assert turns
    assert all("+" in turn for turn in turns)
    with mf.Engine(PAI_SHO, seed=1, hash_mb=16) as engine:
        for language, closes in (("en", "it closes the ring"), ("fr", "ferme la Chaîne")):
            hint = engine.hint(state, mf.Limit(nodes=500), level=2, language=language)
            assert closes in hint.text
            named = [turn for turn in turns if turn.startswith(str(hint.move))]
            assert any(turn.removeprefix(str(hint.move)) in hint.text for turn in named)
        after = turn_of(engine, state, mf.Limit(nodes=500))
        assert after.returns is not None
        assert after.returns[state.turn] == 1.0
        engine.configure(algorithm="mcts")  # the search alone knows it as well
        assert engine.analyse(state, mf.Limit(nodes=500)).proven == "win"


# --- Hanamikoji ---------------------------------------------------------------------------------

# g666 is worth .829 by the solver, d56 .600: its follow-ups have to be learnt first.
STARVED = (
    "hk1 01--010 r1t5 5666/#2 0021001/0002020 4/? -/?? sc/sdc act - d??,c23/55t55,c26/33t26,s4,s?"
)
THREE = "hk1 001-110 r2t5 #3/166 0011110/0001020 ?/- ??/01 sdg/dc act - g245t5,c35/35t35,s?,d01,d??"


def test_starved_alternatives_get_their_share() -> None:
    game = mf.Game("hanamikoji")
    view = game.parse_view(STARVED, seat=0)
    for seed in range(5):
        with mf.Engine(game, seed=seed, hash_mb=16) as engine:
            report = engine.play(view, mf.Limit(nodes=20_000)).report
        assert str(report.best) == "g666", seed
        assert min(line.visits for line in report.lines) > report.nodes / 50


def test_of_three_moves_each_is_searched_to_the_end() -> None:
    game = mf.Game("hanamikoji")
    view = game.parse_view(THREE, seat=1)
    for nodes in (500, 5000):
        with mf.Engine(game, seed=1, hash_mb=16) as engine:
            report = engine.play(view, mf.Limit(nodes=nodes)).report
        assert min(line.visits for line in report.lines) > 0.3 * report.nodes


def test_no_line_told_clearly_below_another_well_searched_one_is_played() -> None:
    """Two standard errors and a third of the visits; before, one move in twenty."""
    game = mf.Game("hanamikoji")
    with mf.Engine(game, seed=1, hash_mb=16) as engine:
        for deal in range(3):
            state = game.deal(deal)
            while not state.is_over:
                if state.turn == mf.CHANCE:
                    state = state.draw(deal)
                    continue
                report = engine.play(state, mf.Limit(nodes=1000)).report
                best = report.best_line
                for line in report.lines:
                    if best.value is None or line.value is None or line.proven:
                        continue
                    if 3 * line.visits >= best.visits:
                        gap = line.value - best.value
                        assert gap <= 2 * (line.error + best.error) + 1e-9, str(state)
                state = state.play(report.best)
