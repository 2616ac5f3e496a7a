"""How parts of a game came out: told to people, the same to every seat."""

from __future__ import annotations

import random

import pytest

import moonflower as mf

SPECS = [
    "hanamikoji",
    "hanamikoji:reveal_secret=0",
    "shields",
    "shields:players=3,cheat=1",
    "shields:mode=ffa,players=3",
    "shields:mode=ffau,players=3",
    "flower_power",
    "flower_power:players=3",
]


def recaps(spec: str, seed: int) -> list[tuple[mf.State, str, str]]:
    """State, token and recap wherever a random game tells one."""
    source = random.Random(seed)
    state = mf.Game(spec).deal(source)
    found = []
    while not state.is_over:
        move = str(state.random_move(source))
        if text := state.recap(move):
            found.append((state, move, text))
        state = state.play(move)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_a_recap_fits_a_screen(spec: str) -> None:
    found = recaps(spec, 1) + recaps(spec, 2)
    assert found
    for _, _, text in found:
        assert text.isascii()
        assert text.endswith("\n")
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("spec", SPECS)
def test_a_recap_tells_what_every_seat_has_seen(spec: str) -> None:
    """Worlds that look alike to a seat, before the move and in what it shows, tell the same."""
    compared = 0
    for state, move, text in recaps(spec, 3) + recaps(spec, 4):
        for seat in range(state.players):
            view = state.view(seat)
            for number in range(4):
                world = view.sample(number)
                try:
                    seen = world.seen_by(seat, move)
                except ValueError:  # somebody else's card
                    continue
                if world.turn == state.turn and seen == state.seen_by(seat, move):
                    assert world.recap(move) == text
                    compared += world != state
    # Without cheats Shields! shows all there is when a turn ends, so no other world is left.
    assert compared > 0 or (spec.startswith("shields") and "cheat" not in spec)


@pytest.mark.parametrize("info", mf.games(lab=True), ids=lambda info: info.name)
def test_moves_that_end_no_part_tell_nothing(info: mf.GameInfo) -> None:
    state = mf.Game(info.name).deal(1)
    assert state.recap(state.legal_moves()[0]) == ""
    with pytest.raises(mf.MoonflowerError):
        state.recap("nonsense")


def test_a_round_of_hanamikoji() -> None:
    state = mf.Game("hanamikoji").parse(
        "hk1 0-1011- r1t7 -/- 0011003/1012010 4/1 45/05 sdgc/sdgc c14/56 - "
        "s1,g366t3,c02/36t36,d45,d05,s4,g235t2,c14/56"
    )
    assert state.recap("t14") == (
        "round 2 of 3 is over, the cards with the secrets\n"
        "geisha   0   1   2   3   4   5   6\n"
        "value    2   2   2   3   3   4   5\n"
        "p1 cards .   .   1   1   1   1   4\n"
        "p2 cards 1   2   1   2   1   1   .\n"
        "before   p1  -   p2  p1  p2  p2  -\n"
        "now      p2  p2  p2  p2  p2  p2  p1\n"
        "p1 secret 4   geishas 1   points 5\n"
        "p2 secret 1   geishas 6   points 16\n"
    )


def test_battles_of_flower_power_are_told_as_everybody_saw_them() -> None:
    state = mf.Game("flower_power").parse(
        "FP1 1r:?,?,?,?,?,KH,?;2r:7C,3D,(JS);3r:?,?,?;4r:2H,?;5r:?;6r:?,?;7r:9C,?;9r:?,?,?,?,?,?/"
        "8r:?,?,?,?,?,?,?,?;10r:AH,?,?;11r:7D,3S TD,8H/TH,5S #6 QS,TC,7S,6S,6C "
        "t2.2.0.0.00.10.12 reply:1:1:11>2:1:-:-:11 &k2:-.-.1"
    )
    assert state.recap("P") == (
        "the battle is over: p2 attacked with 11, p1 defended with 2\n"
        "  11: 7D 3S\n"
        "  2: 7C 3D ??\n"
        "fighters: 7D against 7C then 3S against 3D\n"
        "the attack fails\n"
    )


def test_a_turn_of_shields() -> None:
    state = mf.Game("shields").parse("sh1 enemy - 5/1 n=1,1,1,1 a1 3 D:CD/HS")
    assert state.recap("*!H") == (
        "turn 4 is over\nattack        H\np1  shields CD  lives 5 -> 4\np2  shields HS  lives 1\n"
    )
    assert state.recap("*!C").endswith("p2  shields HS  lives 1 -> 0  defeated\n")


def test_shields_show_only_of_the_accused() -> None:
    state = mf.Game("shields", players=2, cheat=1).parse(
        "sh1 enemy cheat=1 5/5 n=1,1,1,1 a1 3 A:CD/HS!H:ss:a1/."
    )
    assert state.recap("-") == (
        "turn 4 is over\n"
        "attack        H\n"
        "p1 (seat 0)  shields ?  claims s  accuses p2  lives 5 -> 4\n"
        "p2 (seat 1)  shields HS  claims s  accuses nobody  lives 5\n"
    )
