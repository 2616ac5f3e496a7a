"""Shields!: one test per clause of seeds/shields.md, positions in the game's own notation."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import cache

import pytest

import moonflower as mf
from moonflower.per_game import shields

GAME = mf.Game("shields")
UNO = "n=5,5,5,5;P=1,1,1,1;I=1,1,1,1;V=1,1,1,1;0=1,1,1,1;6=1,1,1,1;7=1,1,1,1;W=4"
PLAIN = "n=5,5,5,5"
PAIRS = ["CD", "CH", "CS", "DH", "DS", "HS"]


def play(state: mf.State | str, *tokens: str) -> mf.State:
    state = GAME.parse(state) if isinstance(state, str) else state
    for token in tokens:
        state = state.play(token)
    return state


def enemy(lives: str = "10", cards: str = UNO, options: str = "-", pending: str = "a1") -> mf.State:
    return GAME.parse(f"sh1 enemy {options} {lives} {cards} {pending} 0 S")


def moves(state: mf.State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def field(state: mf.State | mf.View, index: int) -> str:
    return str(state).split()[index]


def lives(state: mf.State | mf.View) -> str:
    return field(state, 3)


def cards(state: mf.State | mf.View) -> str:
    return field(state, 4)


def pending(state: mf.State | mf.View) -> str:
    return field(state, 5)


def phase(state: mf.State | mf.View) -> str:
    return field(state, 7)


# --- 1, 2: modes, cards, decks


@pytest.mark.parametrize("mode", ["enemy", "ffa", "ffau"])
def test_sh_1_three_modes(mode: str) -> None:
    assert field(mf.Game("shields", mode=mode).start(), 1) == mode


def test_sh_2_a_shield_blocks_its_own_suit_only() -> None:
    for suit in "CDHS":
        after = play(enemy(cards=PLAIN), "CD", f"*!{suit}")
        assert lives(after) == ("10" if suit in "CD" else "9")


def test_sh_3_lives_are_ten_or_as_asked() -> None:
    assert lives(GAME.start()) == "10/10"
    for number in (1, 5, 15, 42, 9999):
        assert lives(mf.Game("shields", players=1, lives=number).start()) == str(number)
    for number in (0, -1, 10000):
        with pytest.raises(mf.OptionError, match="lives"):
            mf.Game("shields", lives=number)


def test_sh_4_seats_by_mode() -> None:
    assert mf.Game("shields", players=1).players == 1
    for mode in ("ffa", "ffau"):
        with pytest.raises(mf.OptionError, match="at least 2"):
            mf.Game("shields", mode=mode, players=1)


def test_sh_5_shields_per_turn() -> None:
    assert moves(mf.Game("shields").start()) == PAIRS
    assert moves(mf.Game("shields", k=1).start()) == ["C", "D", "H", "S"]
    assert moves(mf.Game("shields", k=3).start()) == ["CDH", "CDS", "CHS", "DHS"]
    for k in (0, 4):
        with pytest.raises(mf.OptionError, match="option k"):
            mf.Game("shields", k=k)


def test_sh_6_cards_as_written() -> None:
    drawn = {str(move) for move, _ in play(enemy(), "CD").outcomes()}
    assert {"*!H", "*!HP", "*!HI", "*!HV", "*!H0", "*!H6", "*!H7", "*!W"} <= drawn
    assert len(drawn) == 29


@pytest.mark.parametrize(
    ("deck", "players", "expected"),
    [
        ("cards32", 1, "n=7,7,7,7"),
        ("cards32", 5, "n=3,3,3,3"),
        ("cards52", 2, "n=11,11,11,11"),
        ("cards64", 3, "n=13,13,13,13"),
        ("faces32", 2, "n=3,3,3,3;P=1,1,1,1;I=1,1,1,1;V=1,1,1,1"),
        ("faces32", 5, "P=1,1,1,1;I=1,1,1,1;V=1,1,1,1"),
        ("faces52", 4, "n=6,6,6,6;P=1,1,1,1;I=1,1,1,1;V=1,1,1,1"),
        ("faces64", 3, "n=7,7,7,7;P=2,2,2,2;I=2,2,2,2;V=2,2,2,2"),
        ("uno", 2, "n=17,17,17,17;P=2,2,2,2;I=2,2,2,2;V=2,2,2,2"),
        ("uno44", 5, UNO.removesuffix(";W=4")),
    ],
)
def test_sh_7_sh_8_decks_after_shields(deck: str, players: int, expected: str) -> None:
    assert cards(mf.Game("shields", deck=deck, players=players).start()) == expected


def test_sh_8_wilds_and_custom_counts() -> None:
    assert cards(mf.Game("shields", deck="uno44", wilds=4).start()) == UNO
    with pytest.raises(mf.OptionError, match="wilds"):
        mf.Game("shields", wilds=1)
    custom = mf.Game("shields:deck=n:1,2,3,4;0:1,0,0,0;W:2,k=1")
    assert cards(custom.start()) == "n=1,2,3,4;0=1,0,0,0;W=2"
    assert mf.Game(custom.spec) == custom


def test_sh_9_three_pack_sizes() -> None:
    for deck, total in (("32", 24), ("52", 44), ("64", 56)):
        for kind in ("cards", "faces"):
            counts = re.findall(r"\d+", cards(mf.Game("shields", deck=kind + deck).start()))
            assert sum(map(int, counts)) == total


def test_sh_10_effect_cards_are_no_shields() -> None:
    for players in (1, 3, 5):  # shields come off the plain cards only, with uno44 off none
        assert cards(mf.Game("shields", deck="faces32", players=players).start()).endswith(
            "P=1,1,1,1;I=1,1,1,1;V=1,1,1,1"
        )
        assert cards(mf.Game("shields", deck="uno44", players=players).start()).startswith(
            "n=5,5,5,5"
        )


# --- 3: mode enemy


def test_sh_11_choices_are_secret_until_the_last_is_in() -> None:
    state = play(enemy("10/10/10", PLAIN), "HS", "CD")
    assert phase(state) == "S:HS/CD/."
    assert phase(state.view(2)) == "S:?/?/."
    assert phase(state.view(0)) == "S:HS/?/."
    assert phase(play(state, "CH").view(2)) == "D:HS/CD/CH"


def test_sh_11_open_order_shows_each_choice_at_once() -> None:
    state = play(enemy("10/10", PLAIN, "order=open"), "HS")
    assert phase(state.view(1)) == "S:HS/."
    assert state.seen_by(0, "CD") == "CD"


def test_sh_12_attack_without_replacement_and_short_deck() -> None:
    state = play(enemy("10", "n=1,0,0,0", pending="a4"), "CD")
    assert [(str(m), p) for m, p in state.outcomes()] == [("*!C", 1.0)]
    over = play(state, "*!C")
    assert over.is_over
    assert over.winners == (0,)
    odds = dict(play(enemy("10", "n=3,1,0,0"), "CD").outcomes())
    assert {str(move): p for move, p in odds.items()} == {"*!C": 0.75, "*!D": 0.25}


def test_sh_13_losses_together_never_below_zero() -> None:
    state = play(enemy("1/1/3", UNO), "CD", "CD", "CD", "*!HP")
    assert lives(state) == "0/0/1"
    assert state.winners == (2,)


def test_sh_14_end_test() -> None:
    assert play(enemy("1/2", PLAIN), "CD", "CD", "*!H").winners == (1,)
    assert play(enemy("1/1", PLAIN), "CD", "CD", "*!H").winners == (0, 1)
    nobody = play(enemy("1/1", PLAIN, "all_dead=none"), "CD", "CD", "*!H")
    assert nobody.winners == ()
    assert nobody.returns == [0, 0]
    assert play(enemy("1", PLAIN), "CD", "*!H").winners == ()
    assert play(enemy("3", "n=0,0,1,0"), "CD", "*!H").winners == (0,)
    last = play(enemy("3/2/0", "n=0,0,1,0"), "CD", "CD", "*!H")
    assert last.winners == (0, 1)
    one = play(enemy("2/1", "n=0,0,1,0"), "CD", "CD", "*!H")  # one alive before the empty deck
    assert one.winners == (0,)


def test_sh_14_only_those_alive_before_the_turn_draw() -> None:
    state = play(enemy("1/0/1", PLAIN), "CD", "CD", "*!H")
    assert state.returns == [0.5, 0, 0.5]


def test_sh_15_as_many_turns_as_cards_at_most() -> None:
    for seed in range(20):
        state = mf.Game("shields", players=2, lives=42).start()
        rng = random.Random(seed)
        while not state.is_over:
            state = state.play(state.random_move(rng))
        assert int(field(state, 6)) <= 24


def test_sh_16_plain_attack() -> None:
    state = play(enemy("10/10/10"), "HS", "CD", "CH", "*!H")
    assert lives(state) == "10/9/10"


def test_sh_17_super() -> None:
    assert lives(play(enemy(), "CD", "*!HP")) == "8"
    assert lives(play(enemy(), "CH", "*!HP")) == "10"


def test_sh_18_double() -> None:
    state = play(enemy(options="plus2=double"), "CD", "*!HP")
    assert (lives(state), pending(state)) == ("9", "a2")
    state = play(state, "CH", "*!C")
    assert phase(state) == "D:CH!C"
    state = play(state, "*!D")
    assert (lives(state), pending(state)) == ("8", "a1")


def test_sh_19_handicap() -> None:
    state = play(enemy("10/10"), "CD", "CH", "*!HI")
    assert (lives(state), pending(state)) == ("9/10", "a1;x1")
    assert moves(state) == ["C", "D", "H", "S"]
    assert moves(play(state, "C")) == PAIRS


def test_sh_20_hindrance() -> None:
    state = play(enemy("10/10", options="skip=hindrance"), "CD", "CH", "*!HI")
    assert (lives(state), pending(state)) == ("9/10", "a1;hH")
    assert moves(state) == moves(play(state, "CD")) == ["CD", "CS", "DS"]


def test_sh_21_colour_blind() -> None:
    assert lives(play(enemy("10/10"), "CD", "CH", "*!HV")) == "10/9"
    assert lives(play(enemy("10/10", options="rev=0"), "CD", "CH", "*!HV")) == "9/10"


def test_sh_22_encore() -> None:
    state = play(enemy(), "CD", "*!H0")
    assert pending(state) == "a1;eCD"
    assert moves(state) == ["CD"]


def test_sh_23_destiny() -> None:
    state = play(enemy(), "CD", "*!H6")
    assert pending(state) == "a1;dH"
    assert moves(state) == ["CH", "DH", "HS"]


def test_sh_24_confusion() -> None:
    state = play(enemy("10/10"), "CD", "HS", "*!H7")
    assert pending(state) == "a1;c"
    assert state.turn == mf.CHANCE
    assert [(str(m), round(p, 9)) for m, p in state.outcomes()] == [
        (f"*~{pair}", round(1 / 6, 9)) for pair in PAIRS
    ]
    drawn = play(state, "*~CS")
    assert phase(drawn.view(0)) == phase(drawn.view(1)) == "S:CS/."
    assert phase(play(drawn, "*~DH")) == "D:CS/DH"
    off = play(
        GAME.parse(str(enemy("10/10")).replace("- 10", "confusion=0 10")), "CD", "HS", "*!H7"
    )
    assert (lives(off), pending(off), off.turn) == ("9/10", "a1", 0)


def test_sh_25_ultimate() -> None:
    state = play(enemy(), "CD", "*!W")
    assert (lives(state), pending(state)) == ("10", "a4")
    state = play(state, "CD", "*!C", "*!CP", "*!D", "*!DV")
    assert (lives(state), pending(state)) == ("5", "a1")
    again = play(enemy(pending="a4"), "CD", "*!W", "*!W", "*!C", "*!W")
    assert (lives(again), pending(again)) == ("10", "a4")


def test_sh_26_effects_last_one_turn_and_touch_the_living() -> None:
    state = play(enemy("1/10/10"), "CD", "CD", "CH", "*!HI")
    assert pending(state) == "a1;x2"  # seat 0 is out
    state = play(state, "C", "CH", "*!C")
    assert pending(state) == "a1"


def test_sh_27_several_attacks_act_at_once() -> None:
    state = play(enemy(pending="a2"), "CD", "*!HV", "*!C")  # the swap holds for both cards
    assert lives(state) == "9"
    assert lives(play(enemy(pending="a2"), "CD", "*!C", "*!HV")) == "9"


def test_sh_28_first_of_a_kind_carries_the_effect() -> None:
    assert lives(play(enemy(pending="a2"), "CD", "*!HP", "*!SP")) == "7"
    state = play(enemy(options="skip=hindrance", pending="a2"), "CD", "*!HI", "*!SI")
    assert pending(state) == "a1;hH"
    state = play(enemy("10/10", pending="a2"), "CH", "CS", "*!HI", "*!SI")
    assert pending(state) == "a1;x2"
    assert lives(play(enemy(pending="a2"), "CD", "*!HV", "*!SV")) == "10"  # swapped once


def test_sh_29_next_attacks_do_not_add_up() -> None:
    state = play(enemy(options="plus2=double", pending="a2"), "CD", "*!HP", "*!W")
    assert pending(state) == "a4"
    state = play(enemy(options="plus2=double", pending="a2"), "CD", "*!HP", "*!SP")
    assert pending(state) == "a2"


def test_sh_30_encore_means_the_shields_chosen() -> None:
    assert pending(play(enemy(pending="a2"), "CD", "*!HV", "*!S0")) == "a1;eCD"


def test_sh_31_size_and_suits() -> None:
    assert moves(enemy("10/10", pending="a1;hC;x1")) == ["D", "H", "S"]
    assert moves(enemy("10", options="k=3", pending="a1;hC")) == ["DHS"]


def test_sh_32_confusion_ignores_encore_and_destiny() -> None:
    state = enemy(pending="a1;hC;eCD;dH;c")
    assert [str(m) for m, _ in state.outcomes()] == ["*~DH", "*~DS", "*~HS"]


def test_sh_33_encore_sets() -> None:
    assert moves(enemy(pending="a1;hC;eCD")) == ["DH", "DS"]
    assert moves(enemy(pending="a1;eC")) == ["C"]
    assert moves(enemy(options="encore=fill", pending="a1;eC")) == ["CD", "CH", "CS"]
    assert moves(enemy("10/10", pending="a1;x1;eCD/HS")) == ["C", "D"]
    assert moves(play(enemy(pending="a2"), "CD", "*!CI", "*!H0")) == ["CD"]
    hindered = play(enemy(options="skip=hindrance", pending="a2"), "CD", "*!CI", "*!H0")
    assert moves(hindered) == ["DH", "DS"]


def test_sh_34_destiny_after_encore() -> None:
    assert moves(play(enemy(pending="a2"), "CD", "*!S0", "*!H6")) == ["CD"]
    assert moves(enemy(options="encore=fill", pending="a1;eC;dH")) == ["CH"]
    assert moves(enemy(pending="a1;hH;dH")) == ["CD", "CS", "DS"]


# --- 4: the cheater

CHEAT = "sh1 enemy cheat=1 10/10/10 n=5,5,5,5 a1 0 S"


def cheat(  # noqa: PLR0913  (a whole turn in one line)
    sets: str,
    card: str,
    claims: str,
    accusations: str,
    *,
    lives: str = "10/10/10",
    options: str = "cheat=1",
    deck: str = "n=5,5,5,5;P=1,1,1,1;I=1,1,1,1;V=1,1,1,1",
) -> mf.State:
    start = enemy(lives, deck, options)
    return play(
        start,
        *sets.split("/"),
        *(f"*!{c}" for c in card.split("+")),
        *claims.split("/"),
        *accusations.split("/"),
    )


def test_sh_35_shields_stay_private() -> None:
    state = play(CHEAT, "CD", "CH", "DS", "*!H")
    assert phase(state.view(0)) == "C:CD/?/?!H"
    state = play(state, "s", "s", "h", "-", "-", "-")
    assert phase(state.view(0)) == "S"


def test_sh_36_claims_are_free_and_simultaneous() -> None:
    state = play(CHEAT, "CD", "CH", "DS", "*!H")
    assert moves(state) == ["h", "s"]
    state = play(state, "s")
    assert phase(state) == "C:CD/CH/DS!H:s.."
    assert phase(state.view(1)) == "C:?/CH/?!H:?.."
    assert phase(play(state, "s", "h").view(1)) == "A:?/CH/?!H:ssh"


def test_sh_37_one_accusation_of_another_living_seat() -> None:
    state = play(CHEAT, "CD", "CH", "DS", "*!H", "s", "s", "h")
    assert moves(state) == ["-", "a1", "a2"]
    assert moves(play(state, "a1")) == ["-", "a0", "a2"]
    assert phase(play(state, "a1").view(2)) == "A:?/?/DS!H:ssh:?/./."
    out = play("sh1 enemy cheat=1 5/0/5 n=5,5,5,5 a1 0 S", "CD", "CH", "*!H", "s", "s")
    assert moves(out) == ["-", "a2"]


def test_sh_38_an_accused_liar_loses_one_more_once() -> None:
    assert lives(cheat("CD/CH/DS", "H", "s/s/h", "-/a0/a0")) == "8/10/9"
    assert lives(cheat("CD/CH/DS", "HP", "s/s/h", "-/a0/-")) == "7/10/8"
    assert lives(cheat("CH/CH/DS", "H", "h/s/h", "-/a0/-")) == "8/10/9"  # safe, but said hit


def test_sh_39_an_honest_player_costs_each_accuser_one() -> None:
    assert lives(cheat("CH/CH/DS", "H", "s/s/h", "-/a0/a0")) == "10/9/8"
    assert lives(cheat("CD/CH/DS", "H", "h/s/h", "-/a0/-")) == "9/9/9"


def test_sh_40_nobody_accuses_so_the_claim_counts() -> None:
    assert lives(cheat("CD/CH/DS", "H", "s/h/h", "-/-/-")) == "10/9/9"


def test_sh_41_losses_add_up() -> None:
    assert lives(cheat("CD/CH/DS", "H", "s/s/h", "a1/a0/a0")) == "7/10/9"


def test_sh_42_handicap_follows_truth_or_claim() -> None:
    assert pending(cheat("CD/CH/DS", "HI", "s/s/h", "-/-/-")) == "a1;x4"
    assert pending(cheat("CD/CH/DS", "HI", "s/s/h", "-/a0/-")) == "a1;x5"


def test_sh_43_claims_letter_by_letter() -> None:
    start = enemy("10/10", "n=5,5,5,5;P=2,2,2,2;W=4", "cheat=1;plus2=double", "a2")
    state = play(start, "CD", "HS", "*!C", "*!H")
    assert moves(state) == ["hh", "sh", "hs", "ss"]
    state = play(state, "sh", "hs")
    assert phase(state) == "A:CD/HS!C+H:shhs"
    assert GAME.parse(str(state)) == state
    assert lives(play(state, "a1", "a0")) == "8/8"  # both honest: one hit and one wrong accusation
    lied = play(start, "CD", "HS", "*!C", "*!H", "ss", "hs", "-", "a0")
    assert lives(lied) == "8/9"  # max(true 1, claimed 0) + 1
    more = play(start, "CD", "HS", "*!C", "*!H", "hh", "hs", "-", "a0")
    assert lives(more) == "7/9"  # max(true 1, claimed 2) + 1


def test_sh_43_handicap_follows_the_letter_of_its_card() -> None:
    start = enemy("10/10", "n=5,5,5,5;I=2,2,2,2", "cheat=1", "a2")
    state = play(start, "CD", "HS", "*!C", "*!HI", "sh", "hs", "-", "-")
    assert pending(state) == "a1;x1"


def test_sh_44_combinations_that_are_refused() -> None:
    with pytest.raises(mf.OptionError, match="confusion=0 is accepted"):
        mf.Game("shields", cheat=1, deck="uno44", confusion=1)
    with pytest.raises(mf.OptionError, match="open"):
        mf.Game("shields", cheat=1, order="open")
    with pytest.raises(mf.OptionError, match="1 player"):
        mf.Game("shields", cheat=1, players=1)
    with pytest.raises(mf.ParseError, match="confusion"):
        GAME.parse("sh1 enemy cheat=1 5/5 n=1,1,1,1;7=1,0,0,0 a1;c 0 S")


def test_sh_44_confusion_switches_itself_off_for_cheaters() -> None:
    game = mf.Game("shields", cheat=1, deck="uno44")
    assert cards(game.start()) == UNO.removesuffix(";W=4")
    assert mf.Game("shields", cheat=1, deck="uno44", confusion=0) == game
    assert "without confusion" in game.start().drawing()
    judged = play(game.start(), "CD", "CH", "*!H7", "h", "s", "-", "-")
    assert (lives(judged), pending(judged)) == ("9/10", "a1")
    assert judged.turn == 0


def test_sh_45_flat_penalty() -> None:
    assert lives(cheat("CD/CH/DS", "HP", "s/s/h", "-/a0/-", options="cheat=1;lie=flat")).startswith(
        "8/"
    )


def test_sh_46_dominated_but_legal() -> None:
    state = play(CHEAT, "CH", "CH", "DS", "*!H")
    assert "h" in moves(state)
    assert "a2" in moves(play(state, "s", "s", "h"))


def test_sh_47_encore_keeps_sets_private() -> None:
    deck = "n=5,5,5,5;0=1,1,1,1"
    state = cheat("CD/HS", "H0", "h/s", "-/-", lives="5/5", deck=deck)
    assert pending(state) == "a1;eCD/HS"
    assert pending(state.view(0)) == "a1;eCD/?"
    assert pending(state.view(1)) == "a1;e?/HS"
    assert {pending(world) for world, _ in state.view(0).worlds(100) or []} == {
        f"a1;eCD/{pair}" for pair in PAIRS
    }


# --- 5: every man for himself


def test_sh_48_eight_cards_each() -> None:
    with pytest.raises(mf.OptionError, match="at most 4"):
        mf.Game("shields", mode="ffa", players=5, deck="cards32")
    assert mf.Game("shields", mode="ffa", players=5).players == 5
    assert mf.Game("shields", mode="ffa", players=5, deck="cards64").players == 5


def test_sh_49_attack_and_shields_together() -> None:
    state = mf.Game("shields", mode="ffa", lives=5, players=3).start()
    assert len(moves(state)) == 24
    assert "H:CD" in moves(state)
    assert phase(play(state, "H:CD").view(1)) == "S:?/./."


def test_sh_50_one_for_every_open_attack() -> None:
    start = "sh1 ffa - 5/5/5 - - 0 S"
    assert lives(play(start, "H:CD", "C:HS", "S:CH")) == "4/5/5"
    assert lives(play(start, "H:CD", "H:CD", "S:HS")) == "3/3/5"


def test_sh_51_end_of_ffa() -> None:
    assert play("sh1 ffa - 1/1 - - 0 S", "H:CD", "C:HS").is_over is False
    assert play("sh1 ffa - 1/1 - - 0 S", "H:CD", "H:HS").winners == (1,)
    assert play("sh1 ffa - 1/1 - - 0 S", "H:CD", "H:CD").winners == (0, 1)
    assert play("sh1 ffa all_dead=none 1/1 - - 0 S", "H:CD", "H:CD").winners == ()


def test_sh_52_turn_limit() -> None:
    state = play("sh1 ffa max_turns=6 3/2/0 - - 5 S", "H:HS", "C:CD")
    assert state.is_over
    assert state.winners == (0, 1)
    assert mf.Game("shields", mode="ffa").options["max_turns"] == "1000"


# --- 6: every man for himself on a UNO base

HANDS = "n=14,15,14,15;P=1,2,1,2;I=2,1,2,2;V=2,2,1,2|C+C+CP+HI|DI+HP+HV+S"


def ffau(tokens: str, *, lives: str = "9/9", options: str = "-", hands: str = HANDS) -> mf.State:
    return play(f"sh1 ffau {options} {lives} {hands} - 0 S", *tokens.split())


def test_sh_53_four_private_cards_each() -> None:
    state = mf.Game("shields", mode="ffau", players=3).start()
    assert (cards(state), phase(state)) == (
        "n=16,16,16,16;P=2,2,2,2;I=2,2,2,2;V=2,2,2,2|-|-|-",
        "R",
    )
    dealt = mf.Game("shields", mode="ffau", players=3).deal(1)
    assert all(len(hand.split("+")) == 4 for hand in cards(dealt).split("|")[1:])


def test_sh_54_no_suits_and_no_cards() -> None:
    state = GAME.parse("sh1 ffau skip=hindrance 5/5 n=1,0,0,0|-|C+D hCDHS/- 3 S")
    assert moves(state) == ["-:-"]
    state = GAME.parse("sh1 ffau skip=hindrance 5/5 n=1,0,0,0|H|C+D hCDHS/- 3 S")
    assert moves(state) == ["H:-"]
    state = GAME.parse("sh1 ffau - 5/5 n=1,0,0,0|-|C+D - 3 S")
    assert moves(state) == [f"-:{pair}" for pair in PAIRS]


def test_sh_55_an_attack_never_touches_its_owner() -> None:
    state = ffau("C:DH S:CD", lives="9/9")
    assert lives(state) == "8/9"
    assert len(moves(ffau(""))) == 18  # three different cards and six sets


def test_sh_56_super() -> None:
    assert lives(ffau("CP:CD HP:DH")) == "7/7"
    assert lives(ffau("CP:CH HP:CH")) == "9/9"


def test_sh_57_double_concerns_its_owner() -> None:
    state = ffau("CP:CD HP:DH *+S *+S", options="plus2=double")
    assert (lives(state), pending(state)) == ("8/8", "a2,2")
    assert all(len(m.split(":")[0].split("+")) == 2 for m in moves(state))
    assert "C+C:CD" in moves(state)
    short = GAME.parse("sh1 ffau plus2=double 5/5 n=1,0,0,0|H|C+D a2,2 3 S")
    assert moves(short)[0] == "H:CD"


def test_sh_58_handicap_of_opponents_hit() -> None:
    assert pending(ffau("HI:CH DI:CD *+S *+S")) == "x3"
    assert pending(ffau("HI:CH DI:CH *+S *+S")) == "x1"


def test_sh_59_hindrance_of_all_opponents() -> None:
    state = ffau("HI:CD DI:DH *+S *+S", options="skip=hindrance")
    assert pending(state) == "hD/H"
    assert moves(state)[0].split(":")[1] == "CH"
    three = play("sh1 ffau skip=hindrance 9/9/9 n=9,9,9,9|CI|DI|H - 0 S", "CI:CD", "DI:CD", "H:CD")
    assert pending(three) == "hD/C/CD"


def test_sh_60_reverse_swaps_opponents_once() -> None:
    assert lives(ffau("C:HS HV:CD")) == "8/9"  # the first player's shields become CD
    both = "n=9,9,9,9|CV|CV|C"
    state = play(f"sh1 ffau - 9/9/9 {both} - 0 S", "CV:CD", "CV:CD", "C:CD")
    assert lives(state) == "7/7/7"


def test_sh_61_first_of_a_kind_among_ones_own() -> None:
    hands = "n=9,9,9,9|CP+DP|HP+S"
    state = play(f"sh1 ffau - 9/9 {hands} a2,1 0 S", "CP+DP:CD", "HP:HS")
    assert lives(state) == "7/6"  # 2 + 1 one way, 2 the other


def test_sh_62_refill_in_seat_order() -> None:
    state = ffau("C:DH S:CD")
    assert phase(state) == "R:C+S"
    assert state.turn == mf.CHANCE
    assert state.seen_by(0, "*+D") == "*+D"
    assert state.seen_by(1, "*+D") == "*+?"
    state = play(state, "*+D")
    assert cards(state).split("|")[1] == "C+CP+D+HI"
    assert phase(state) == "R:C+S"


def test_sh_63_played_cards_return_after_the_refill() -> None:
    state = ffau("C:DH S:CD *+D *+D")
    assert phase(state) == "S"
    assert cards(state).startswith("n=15,13,14,16;")
    small = play("sh1 ffau - 9/9 n=1,0,0,0|C+D|H+S - 0 S", "C:CD", "H:CD", "*+C")
    assert cards(small) == "n=1,0,1,0|C+D|S"  # the pile ran out, then the played cards came back
    fell = play("sh1 ffau - 1/9/9 n=9,0,0,0|C+D|H+S|S - 0 S", "C:CD", "H:CD", "S:CD", "*+C",
                *["*+C"] * 6)  # fmt: skip
    assert cards(fell).split("|")[1] == "-"
    assert cards(fell).startswith("n=3,1,1,1|")


def test_sh_64_end_of_ffau() -> None:
    assert ffau("C:CD S:CD", lives="1/1").winners == (1,)
    assert ffau("C:CD S:DH", lives="1/1").winners == (0, 1)
    capped = play(f"sh1 ffau max_turns=3 2/2 {HANDS} - 2 S", "C:CD", "S:CD")
    assert capped.winners == (0, 1)


# --- 7: notation


def test_sh_65_move_tokens() -> None:
    state = GAME.parse(f"sh1 ffau plus2=double 9/9 {HANDS} a2,1 0 S")
    assert str(state.parse_move("HI+C:CD")) == str(state.parse_move("C+HI:CD"))
    for token in ("DC", "CC", "cd", "CDX", "", "C:CD", "a1", "*!H"):
        with pytest.raises(mf.MoonflowerError):
            enemy().parse_move(token)
    with pytest.raises(mf.IllegalMoveError, match="CD CH CS"):
        enemy().parse_move("C")


def test_sh_66_chance_tokens_have_a_star() -> None:
    for token in ("!H", "*H", "*!", "*!X", "*!HX", "*~CD"):
        with pytest.raises(mf.ParseError):
            play(enemy(), "CD", token)
    with pytest.raises(mf.IllegalMoveError):
        play(enemy(cards="n=1,0,0,0"), "CD", "*!H")


def test_sh_67_a_list_with_commits_written_out() -> None:
    view = mf.Game("shields").start_view(1)
    assert str(view.observe("CD HS")) == str(view.observe("? HS =CD/HS"))
    early = view.observe("CD")
    assert str(early) == str(view.observe("?"))
    assert early.worlds(100) == view.observe("?").worlds(100)
    assert early.observe("HS") == view.observe("CD HS")
    liar = mf.Game("shields", cheat=1).start_view(1)
    live = liar.observe("? HS *!H ? s =ss ? a0 =-/a0 #0:CD")
    assert str(liar.observe("CD HS *!H s s - a0")) == str(live)
    assert lives(live) == "8/10"


def test_sh_68_options_in_a_position() -> None:
    text = "sh1 enemy k=1;plus2=double;order=open 3/3 n=1,1,1,1 a1 0 S"
    state = GAME.parse(text)
    assert str(state) == text
    assert state.game.options["order"] == "open"
    assert field(GAME.parse("sh1 enemy order=open;k=1 3/3 n=1,1,1,1 a1 0 S"), 2) == "k=1;order=open"
    for options in ("max_turns=3", "k=4", "k", "k=1;k=1", "cheat=1;order=open"):
        with pytest.raises(mf.ParseError):
            GAME.parse(f"sh1 enemy {options} 3/3 n=1,1,1,1 a1 0 S")


def test_sh_69_lives_in_a_position() -> None:
    assert lives(GAME.parse("sh1 enemy - 10/7/0 n=1,1,1,1 a1 0 S")) == "10/7/0"
    for text in ("10//7", "-1/3", "x", "1/2/3/4/5/6", "99999"):
        with pytest.raises(mf.ParseError):
            GAME.parse(f"sh1 enemy - {text} n=1,1,1,1 a1 0 S")


def test_sh_70_cards_in_a_position() -> None:
    assert cards(play("sh1 enemy - 5 n=1,0,0,0 a1 0 S", "CD", "*!C")) == "-"
    for text in ("n=1,1,1", "n=1,1,1,1;n=1,1,1,1", "Q=1,1,1,1", "n=201,0,0,0", "W=1,1", ""):
        with pytest.raises(mf.ParseError):
            GAME.parse(f"sh1 enemy - 5 {text or '-'} a1 0 S")


def test_sh_71_pending_in_a_position() -> None:
    text = "sh1 enemy - 5/5 n=1,1,1,1 a2;hC;x3;eCD/HS;dH;c 0 S"
    assert str(GAME.parse(text)) == text
    for item in ("a3", "hX", "x0", "x4", "eCD", "eCD/-", "d-", "a1;a1", "q", "-"):
        with pytest.raises(mf.ParseError):
            GAME.parse(f"sh1 enemy - 5/5 n=1,1,1,1 {item} 0 S")


def test_sh_72_commits_in_seat_order() -> None:
    state = enemy("5/0/5", PLAIN)
    assert state.turn == 0
    assert play(state, "CD").turn == 2
    with pytest.raises(mf.ParseError, match="seat order"):
        GAME.parse("sh1 enemy - 5/0/5 n=1,1,1,1 a1 0 S:./-/CD")


@pytest.mark.parametrize(
    "text",
    [
        "S",  # SH-73
        "S:CD/-/.",
        "D:CD/-/HS",  # SH-74
        "D:CD/-/HS!C",
        "C:CD/-/HS!C+D",  # SH-75
        "C:CD/-/HS!C+D:hs-.",
        "A:CD/-/HS!C+D:hs-ss",  # SH-76
        "A:CD/-/HS!C+D:hs-ss:a2/-/.",
    ],
)
def test_sh_73_to_sh_76_phases(text: str) -> None:
    position = f"sh1 enemy cheat=1 5/0/5 n=5,5,5,5 a2 0 {text}"
    assert str(GAME.parse(position)) == position


def test_sh_77_refill_phase() -> None:
    text = f"sh1 ffau - 9/9 {HANDS.replace('+S', '')} - 1 R:C+S"
    state = GAME.parse(text)
    assert str(state) == text
    assert cards(play(state, "*+S")).endswith("DI+HP+HV+S")
    with pytest.raises(mf.ParseError, match="nobody needs"):
        GAME.parse(f"sh1 ffau - 9/9 {HANDS} - 1 R:C+S")


def test_sh_78_the_viewer_is_on_move_while_its_entry_is_open() -> None:
    first = enemy("5/5/5", PLAIN).view(2)
    second = play(enemy("5/5/5", PLAIN), "CD").view(2)
    assert first == second
    assert first.key == second.key
    assert first.turn == second.turn == 2
    assert [str(m) for m in first.legal_moves()] == PAIRS
    assert str(first) != str(second)


def test_sh_79_unknown_sets() -> None:
    view = GAME.parse_view("sh1 enemy cheat=1 5/5/0 n=5,5,5,5;0=1,1,1,1 a1;e?/CD/- 3 S", 1)
    assert view.turn == 1
    assert [str(m) for m in view.legal_moves()] == ["CD"]
    with pytest.raises(mf.ParseError):
        GAME.parse_view("sh1 enemy cheat=1 5/5/0 n=5,5,5,5 a1;e?/CD/- 3 S", 0)
    for phase in ("S:DH/.", "S:?/DH", "S:DH/?"):
        with pytest.raises(mf.ParseError):
            GAME.parse_view(f"sh1 enemy - 5/5 n=5,5,5,5 a1 3 {phase}", 1)


def test_sh_80_finished_positions_keep_pending() -> None:
    state = play(enemy("1/5"), "CD", "CH", "*!H6")
    assert str(state).endswith("a1;dH 1 -")
    over = ffau("C:CD S:CD", lives="1/1")
    assert cards(over).endswith("|C+CP+HI|DI+HP+HV")


def test_sh_81_view_in_ffau() -> None:
    state = ffau("")
    assert cards(state.view(0)) == ("Un=14,15,14,16;P=1,2,2,2;I=2,2,2,2;V=2,2,2,2|C+C+CP+HI|?4")
    with pytest.raises(mf.ParseError):
        GAME.parse_view(str(state), 0)


def test_sh_82_deals_of_a_view_are_equally_likely() -> None:
    view = GAME.parse_view("sh1 ffau - 3/3 Un=2,1,0,0|H|?1 - 0 S", 0)
    shares = {cards(world).split("|")[2]: share for world, share in view.worlds(10) or []}
    assert shares == pytest.approx({"C": 2 / 3, "D": 1 / 3})


def test_sh_83_start_of_a_solo_game() -> None:
    assert str(mf.Game("shields", players=1).start()) == "sh1 enemy - 10 n=7,7,7,7 a1 0 S"


def test_sh_84_information_sets() -> None:
    one = play(CHEAT, "CD", "CH", "DS", "*!H", "s", "s", "h")
    two = play(CHEAT, "CD", "CS", "DH", "*!H", "s", "s", "h")
    assert one.view(0) == two.view(0)
    assert one.view(0).key == two.view(0).key
    assert one.view(1) != two.view(1)
    assert one.view(1).key != two.view(1).key


# --- 8: solving


@cache
def brute_survival(counts: tuple[int, ...], life: int, k: int) -> Fraction:
    """A slow twin, straight from the recursion of the book."""
    if life == 0:
        return Fraction(0)
    total = sum(counts)
    if total == 0:
        return Fraction(1)
    best = Fraction(0)
    for kept in range(16):
        if kept.bit_count() != k:
            continue
        value = Fraction(0)
        for suit, count in enumerate(counts):
            if count:
                after = (*counts[:suit], count - 1, *counts[suit + 1 :])
                value += Fraction(count, total) * brute_survival(
                    after, life - 1 + (kept >> suit & 1), k
                )
        best = max(best, value)
    return best


@pytest.mark.parametrize("k", [1, 2, 3])
def test_sh_85_solo_against_a_slow_twin(k: int) -> None:
    for counts in ((1, 1, 1, 1), (2, 1, 0, 2), (3, 1, 1, 0)):
        for life in (1, 2, 3):
            text = f"sh1 enemy k={k} {life} n={','.join(map(str, counts))} a1 0 S"
            assert shields.solve(GAME.parse(text)).value == brute_survival(counts, life, k)


def test_sh_85_solo_value_of_the_book() -> None:
    solution = shields.solve(mf.Game("shields", players=1).start())
    assert solution.value == Fraction(1667724493807, 3579684451200)
    assert shields.least_hits([7, 7, 7, 7]) == Fraction(482033363, 50321700)


def test_sh_85_most_frequent_suits_are_best() -> None:
    solution = shields.solve(GAME.parse("sh1 enemy - 4 n=4,3,2,1 a1 0 S"))
    assert solution.best(0) == ("CD",)
    assert sum(choice.probability for choice in solution.choices[0]) == 1


def test_sh_86_effects_agree_with_the_plain_solver() -> None:
    plain = shields.solve(GAME.parse("sh1 enemy - 3 n=2,2,2,1 a1 0 S"))
    by_effects = shields.solve(GAME.parse("sh1 enemy rev=0 3 n=2,1,2,1;V=0,1,0,0 a1 0 S"))
    assert plain.value == by_effects.value
    duel = shields.solve(GAME.parse("sh1 enemy - 3/1 n=2,2,1,1 a1 0 S"))
    other = shields.solve(GAME.parse("sh1 enemy rev=0 3/1 n=2,1,1,1;V=0,1,0,0 a1 0 S"))
    assert duel.value == other.value
    assert other.exact


def test_sh_87_duel() -> None:
    solution = shields.solve(enemy("2/1", "n=2,2,2,2"))
    assert solution.value == Fraction(1657357, 2460780)
    assert shields.solve(enemy("3/3", "n=2,2,2,2")).value == 0
    for seat in (0, 1):
        assert sum(choice.probability for choice in solution.choices[seat]) == 1
        assert all(choice.loss >= 0 for choice in solution.choices[seat])
        played = [choice for choice in solution.choices[seat] if choice.probability > 0]
        assert all(choice.loss == 0 for choice in played)


def test_sh_87_a_long_duel_is_certified() -> None:
    solution = shields.solve(mf.Game("shields", lives=15).start())
    assert abs(solution.value) <= 1e-12
    assert solution.gap <= 1e-9


def test_sh_88_open_duel() -> None:
    assert shields.solve(enemy("2/1", "n=2,2,2,2", "order=open")).value == Fraction(1, 2)
    assert shields.solve(enemy("2/2", "n=2,2,2,2", "order=open")).value == Fraction(-1, 6)
    answer = shields.solve(play(enemy("2/2", "n=2,2,2,2", "order=open"), "CD"))
    assert answer.choices[0] == ()
    assert answer.value <= Fraction(-1, 6)


def test_sh_89_cheater_duel() -> None:
    solution = shields.solve(enemy("3/1", "n=1,1,1,1", "cheat=1"))
    assert solution.value == pytest.approx(13 / 22, abs=1e-9)
    assert solution.gap <= 1e-9
    assert sum(choice.probability for choice in solution.choices[0]) == pytest.approx(1)


def test_sh_90_ffa_duel() -> None:
    assert shields.ffa_duel(2, 1).value == Fraction(2, 3)
    assert shields.ffa_duel(3, 2).value == Fraction(14, 27)
    assert shields.ffa_duel(10, 9).value == Fraction(33747490, 129140163)
    assert float(shields.ffa_duel(42, 42).expected_turns) == pytest.approx(78.8, abs=0.05)
    assert float(shields.ffa_duel(42, 42, k=3).expected_turns) == pytest.approx(155, abs=0.5)


def test_sh_91_three_players() -> None:
    solution = shields.solve(GAME.parse("sh1 ffa - 1/1/1 - - 0 S"))
    assert not solution.exact
    assert solution.kind == "equilibrium"
    assert 0 <= solution.gap < 0.002
    assert sum(solution.values) == pytest.approx(1)
    assert len(set(map(float, solution.values))) == 1  # seats with equal lives play alike
    outside = sum(c.probability for c in solution.choices[0] if c.move[0] not in c.move[2:])
    assert outside > 0.6  # an attack outside one's own shields is better against uniform play


def test_sh_92_payoff_is_shared() -> None:
    assert (
        play(enemy("2/2/2", "n=0,0,1,0"), "CD", "CD", "CD", "*!H").returns
        == [pytest.approx(1 / 3)] * 3
    )


def test_sh_93_five_seats_at_most() -> None:
    with pytest.raises(mf.OptionError, match="players"):
        mf.Game("shields", players=6)


# --- 9, 10, 11: options, vectors, rulings


def test_sh_94_every_option_has_its_default_first() -> None:
    defaults = {option.name: option.default for option in GAME.info.options}
    assert defaults == {
        "mode": "enemy", "players": "2", "lives": "10", "deck": "auto", "wilds": "0", "k": "2",
        "cheat": "0", "plus2": "super", "skip": "handicap", "rev": "1", "all_dead": "draw",
        "order": "simultaneous", "encore": "exact", "lie": "more", "confusion": "auto",
        "max_turns": "1000",
    }  # fmt: skip
    with pytest.raises(mf.OptionError, match="ffa"):
        mf.Game("shields", mode="ffa", plus2="double")
    with pytest.raises(mf.OptionError, match="max_turns"):
        mf.Game("shields", max_turns=5)


def test_sh_95_settled_without_option() -> None:
    assert lives(cheat("CD/CH/DS", "H", "s/s/h", "-/a0/a0")) == "8/10/9"  # a liar pays once
    assert moves(enemy("5/5", pending="a1;hC;x1;eCD/HS;dH")) == ["D"]  # encore before destiny


def test_sh_96_vectors_with_several_turns() -> None:
    state = play(enemy("10/10/10", PLAIN, "cheat=1"), "CD", "CH", "DS", "*!H", "s", "s", "h",
                 "a1", "a0", "a0")  # fmt: skip
    assert lives(state) == "7/10/9"


def test_sh_97_a_grown_view_is_its_string() -> None:
    game = mf.Game("shields", mode="ffau", players=3)
    state, rng = game.start(), random.Random(5)
    views = [game.start_view(seat) for seat in range(3)]
    while not state.is_over:
        token = str(state.random_move(rng))
        views = [v.observe(state.seen_by(s, token)) for s, v in enumerate(views)]
        state = state.play(token)
        for seat, view in enumerate(views):
            assert view == game.parse_view(str(view), seat) == state.view(seat)


def test_sh_98_who_fell_last_is_not_in_the_string() -> None:
    state = play("sh1 ffa - 1/1/0 - - 0 S", "H:CD", "H:CD")
    assert state.winners == (0, 1)
    read = GAME.parse(str(state))
    assert read == state
    assert read.winners == (0, 1, 2)


def test_sh_99_shown_encore_sets() -> None:
    deck = "n=5,5,5,5;0=1,1,1,1;I=1,1,1,1"
    state = cheat("CD/HS", "H0", "h/s", "a1/-", lives="5/5", deck=deck)
    assert pending(state) == pending(state.view(0)) == "a1;eCD/HS;v2"
    assert pending(state.view(1)) == "a1;e?/HS;v2"
    implied = GAME.parse_view("sh1 enemy cheat=1 5/5 n=1,1,1,1 a1;eCD/HS 3 S", 0)
    assert pending(implied) == "a1;eCD/HS;v2"
    small = enemy("5/5", deck, "cheat=1", "a1;x2")
    small = play(small, "CD", "H", "*!H0", "h", "s", "-", "-")
    assert pending(small.view(0)) == "a1;eCD/?1"


def test_sh_100_events_that_show() -> None:
    state = play(enemy("5/5", PLAIN), "CD")
    assert state.seen_by(0, "HS") == "? =CD/HS"
    assert state.seen_by(1, "HS") == "HS =CD/HS"
    last = play(enemy("5/5", PLAIN, "cheat=1"), "CD", "HS", "*!H", "s", "s", "a1")
    assert last.seen_by(0, "a0") == "? =a1/a0 #1:HS"
    view = enemy("5/5", PLAIN).view(0)
    for events in ("=CD/HS", "? CD", "CD ? =CH/HS", "CD ? =CD/H", "CD ? HS", "#0:CD", "*!H"):
        with pytest.raises(mf.MoonflowerError):
            view.observe(events)


def test_sh_101_claims_about_several_cards() -> None:
    start = enemy("9/9", "n=5,5,5,5;W=4", "cheat=1", "a4")
    state = play(start, "CD", "HS", "*!C", "*!W", "*!D", "*!H", "shsh", "hshs")
    assert phase(state) == "A:CD/HS!C+W+D+H:shshhshs"
    assert lives(play(state, "-", "a0")) == "7/7"  # a hit claimed for W is a lie


def test_sh_102_worlds_put_the_viewer_on_move() -> None:
    view = enemy("5/5/5", PLAIN).view(1)
    worlds = view.worlds(100) or []
    assert {phase(world) for world, _ in worlds} == {f"S:{pair}/./." for pair in PAIRS}
    assert all(world.turn == 1 for world, _ in worlds)
    assert view.sample(3).turn == 1
    waiting = play(enemy("5/5/5", PLAIN), "CD", "HS").view(0)
    assert {phase(world) for world, _ in waiting.worlds(100) or []} == {
        f"S:CD/{pair}/." for pair in PAIRS
    }


def test_sh_103_decks_that_are_refused() -> None:
    for options in (
        {"deck": "n:0,0,0,0"},
        {"mode": "ffa", "deck": "uno"},
        {"mode": "ffau", "deck": "cards32"},
        {"mode": "ffau", "deck": "n:1,1,1,1;0:1,1,1,1"},
        {"deck": "cards23"},
    ):
        with pytest.raises(mf.OptionError, match="shields: "):
            mf.Game("shields", **options)


def test_sh_104_custom_decks_in_a_specification() -> None:
    game = mf.Game("shields:deck=n:7,7,7,7;P:1,1,1,1;W:4,lives=3")
    assert game.options["deck"] == "n:7,7,7,7;P:1,1,1,1;W:4"
    assert cards(game.start()) == "n=7,7,7,7;P=1,1,1,1;W=4"


def test_sh_105_turn_limit_of_a_solved_duel() -> None:
    near = shields.solve(GAME.parse("sh1 ffa max_turns=1 1/1 - - 0 S"))
    assert near.value == 0
    one = shields.solve(GAME.parse("sh1 ffa max_turns=1 2/1 - - 0 S"))
    assert one.value == Fraction(1, 2)  # seat 1 falls in this turn or the win is shared
    far = shields.solve(GAME.parse("sh1 ffa - 2/1 - - 0 S"))
    assert far.value == Fraction(2, 3)
    assert far.gap < 1e-100


# --- whatever comes


def test_parsers_survive_damaged_positions() -> None:
    """Any text is read or refused: nothing else happens."""
    texts = [
        "sh1 enemy k=1;plus2=double 10/7/0 n=7,7,7,7;P=1,1,1,1;W=4 a2;hC;x3;eCD/HS/-;dH;c 3 S",
        "sh1 enemy cheat=1 5/0/5 n=5,5,5,5 a2 0 A:CD/-/HS!C+D:hs-ss:a2/-/.",
        f"sh1 ffau - 9/9 {HANDS} a1,2;hC/-;x1 3 S",
        "sh1 ffa max_turns=6 3/2/0 - - 5 S:H:CD/./-",
        "sh1 ffau - 3/3 Un=2,1,0,0|H|?1 - 0 S",
    ]
    rng = random.Random(1)
    letters = "0123456789CDHSPIVW/;:=,.?!+-|hsacxevdRU \x00\xff"
    for _ in range(4000):
        text = list(rng.choice(texts))
        for _ in range(rng.randint(1, 4)):
            spot = rng.randrange(len(text))
            text[spot : spot + rng.randint(0, 2)] = rng.choices(letters, k=rng.randint(0, 2))
        damaged = "".join(text)
        for read in (GAME.parse, lambda t: GAME.parse_view(t, rng.randint(0, 1))):
            try:
                position = read(damaged)
            except mf.MoonflowerError:
                continue
            again = read(str(position)) if isinstance(position, mf.State) else None
            assert again is None or again == position
