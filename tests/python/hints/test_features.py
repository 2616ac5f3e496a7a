"""Features of moves: what they count, and that they know no more than the seat."""

from __future__ import annotations

import math
import random

import pytest

import moonflower as mf
from moonflower.hints.features import features, measure, move_kind, move_kinds

PLAYED = [info.name for info in mf.games()]


def table(view: mf.View, tokens: list[str], *, worlds: int = 50) -> dict[str, dict[str, float]]:
    """Means by move and feature."""
    found = measure(view, [view.parse_move(token) for token in tokens], worlds=worlds, seed=1)
    names = [fact.name for fact in features(view.game)]
    rows = zip(tokens, found.means, strict=True)
    return {token: dict(zip(names, row, strict=True)) for token, row in rows}


def some_views(spec: str, games: int, seed: int) -> list[mf.View]:
    """Views on turn, from random games."""
    source = random.Random(seed)
    views = []
    for _ in range(games):
        state = mf.Game(spec).deal(source)
        passed = source.randrange(1, 40)
        while not state.is_over and (passed > 0 or state.turn < 0):
            state = state.play(state.random_move(source))
            passed -= 1
        if not state.is_over:
            views.append(state.view(state.turn))
    return views


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_for_people_has_features_and_kinds(name: str) -> None:
    facts = features(mf.Game(name))
    assert len({fact.name for fact in facts}) == len(facts) > 4
    assert {fact.sign for fact in facts} == {-1, 1}
    for view in some_views(name, 8, 3):
        moves = view.legal_moves()[:12]
        assert {move_kind(view, move) for move in moves} <= set(move_kinds(view.game))
        found = measure(view, moves, worlds=4, seed=2)
        assert len(found.means) == len(found.spreads) == len(moves)
        assert {len(row) for row in found.means + found.spreads} == {len(facts)}
        for index, fact in enumerate(facts):
            if fact.unit == "chance":
                told = [row[index] for row in found.means if not math.isnan(row[index])]
                assert all(0 <= share <= 1 for share in told)
        again = measure(view, moves, worlds=4, seed=2)
        assert repr(again) == repr(found)  # nothing is equal to not a number


def test_lab_games_have_none() -> None:
    view = mf.Game("kuhn_poker").deal(1).view(0)
    assert features(view.game) == ()
    assert measure(view, view.legal_moves()).means == ((), ())
    assert move_kind(view, view.legal_moves()[0]) is None


def test_bad_questions_are_refused() -> None:
    view = mf.Game("hanamikoji").deal(1).view(0)
    with pytest.raises(ValueError, match="worlds must be at least 1"):
        measure(view, view.legal_moves(), worlds=0)
    with pytest.raises(mf.IllegalMoveError):
        measure(view, [mf.Move("t6", 0)])


def test_hanamikoji_counts_cards_and_majorities() -> None:
    text = "hk1 ------- r0t0 2455566/124566 0000000/0000000 -/- -/- -/- act -"
    view = mf.Game("hanamikoji").parse(text).view(0)
    found = table(view, ["s6", "d24", "g555", "g456", "c55/66"])
    assert [row["cards_shown"] for row in found.values()] == [0, 0, 3, 3, 4]
    assert math.isnan(found["s6"]["choices_left"])  # nothing is offered
    assert [row["choices_left"] for row in found.values()][2:] == [1, 3, 2]
    assert found["g555"]["points_given"] == 4
    assert found["c55/66"]["points_given"] == 10  # the worse pair goes
    assert found["s6"]["points_led"] == 5


def test_hanamikoji_knows_when_a_geisha_is_safe() -> None:
    # geisha 0 has two cards: one lies on the own side, the other is in the hand
    text = "hk1 ------- r0t1 #4/0256666 1000001/0100000 -/- -/- g/- act - g016t1"
    view = mf.Game("hanamikoji").parse_view(text, seat=1)
    found = table(view, ["s0", "d02", "d56"])
    assert found["s0"]["majorities_secured"] == 0
    assert found["d02"]["majorities_lost"] == 1  # seat 0 has the only card left in play
    assert found["d56"]["majorities_lost"] == 0


def test_shields_chances_are_exact_for_plain_decks() -> None:
    view = mf.Game("shields").parse("sh1 enemy - 10/10 n=6,3,2,1 a1 0 S").view(0)
    found = table(view, ["CD", "HS", "CS"], worlds=3)
    assert [row["hit_chance"] for row in found.values()] == pytest.approx([3 / 12, 9 / 12, 5 / 12])
    assert found["CD"]["hits_expected"] == pytest.approx(0.25)


def test_shields_bluffs_and_accusations() -> None:
    game = mf.Game("shields", cheat=1)
    source = random.Random(5)
    kinds = set()
    for _ in range(30):
        state = game.deal(source)
        while not state.is_over:
            if state.turn >= 0:
                view = state.view(state.turn)
                for move in view.legal_moves():
                    kind = move_kind(view, move)
                    kinds.add(kind)
                    row = table(view, [str(move)], worlds=4)[str(move)]
                    assert math.isnan(row["bluff_called"]) == (kind != "bluff")
                    assert math.isnan(row["accused_lied"]) == (kind != "accuse")
            state = state.play(state.random_move(source))
            if len(kinds) == 5:
                return
    pytest.fail(f"only {kinds} met")


def test_skud_paisho_sees_rings_and_harmonies() -> None:
    board = "GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)"
    text = f"sp1 {board} 113333LORRWW/333333LORRWW G 20 -"
    view = mf.Game("skud_paisho").parse(text).view(0)
    found = table(view, ["(5,6)-(5,5)", "(5,6)-(4,6)"], worlds=1)
    assert found["(5,6)-(5,5)"]["harmonies_made"] == 2
    assert found["(5,6)-(5,5)"]["bonus_earned"] == 1
    assert found["(5,6)-(5,5)"]["ring_threats"] > 0  # the bonus may be declined: that wins
    assert found["(5,6)-(4,6)"]["harmonies_made"] == 0
    after = view.sample(0).play("(5,6)-(5,5)").view(0)
    assert table(after, ["."], worlds=1)["."]["ring_made"] == 1
    # the other seat to move: its moves differ in whether the ring can still be closed
    enemy = mf.Game("skud_paisho").parse(text.replace(" G 20", " H 21")).view(1)
    found = table(enemy, [str(move) for move in enemy.legal_moves()[:6]], worlds=1)
    assert all(row["ring_dangers"] > 0 for row in found.values())


def test_terraflip_flip_chances_are_those_of_the_worlds() -> None:
    checked = 0
    for view in some_views("terraflip", 40, 7):
        flips = [m for m in view.legal_moves() if move_kind(view, m) == "flip"]
        worlds = view.worlds(1680)
        if not flips or worlds is None:
            continue
        colour = "DF"[view.seat]
        cell = str(flips[0])[2:4]
        told = table(view, [str(flips[0])], worlds=2)[str(flips[0])]["flip_chance"]
        exact = 0.0
        for world, share in worlds:
            tile = next(t for t in str(world).split()[2].split(",") if t.startswith(f"{cell}="))
            exact += share if tile[4] == colour else 0
        assert told == pytest.approx(exact)
        checked += 1
    assert checked > 0


def test_flower_power_plays_battles_out() -> None:
    text = "FP1 1r:KS,2S;2r:QS,3S/3r:5S,4S;4r:6S,7S -/- - - t3.1.0.0.00.11.5 main"
    state = mf.Game("flower_power").parse(text)
    view = state.view(0)
    found = table(view, ["a1>3", "a1>4"], worlds=4)
    assert found["a1>3"]["attack_succeeds"] == 1  # a king against a five, and no cards in hand
    assert found["a1>3"]["attack_answered"] == 0
    assert found["a1>3"]["petals_taken"] == 2
