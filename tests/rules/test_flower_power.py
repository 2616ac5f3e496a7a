"""Flower Power: one test for each clause of seeds/flower_power.md, and the golden data."""

from __future__ import annotations

import functools
import hashlib
import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf

GOLDEN = Path(__file__).parent.parent / "golden" / "flower_power"
CARDS = ["BJ", "RJ", *(rank + suit for rank in "AKQJT98765432" for suit in "SHDC")]
BASE_FIELDS = 7
EXTRA_FIELDS = ("_", "@", "&", "|", "%")  # fields the golden strings do not have


def records(name: str) -> Iterator[dict[str, Any]]:
    with lzma.open(GOLDEN / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def game_of(opts: dict[str, Any]) -> mf.Game:
    options = dict(opts)
    for key in ("petal_adj", "hand_adj"):
        if key in options:
            options[key] = ",".join(map(str, options[key])) if any(options[key]) else "0"
    return mf.Game("flower_power", **options)


def at(text: str, **options: int | str) -> mf.State:
    return mf.Game("flower_power", **options).parse(text)


def tokens(state: mf.State | mf.View) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def play(state: mf.State, *moves: str) -> mf.State:
    for move in moves:
        state = state.play(move)
    return state


def base(text: str) -> str:
    return " ".join(text.split(" ")[:BASE_FIELDS])


def view_base(text: str) -> str:
    return " ".join(word for word in text.split(" ") if not word.startswith(EXTRA_FIELDS))


def gardens(state: mf.State) -> str:
    return str(state).split(" ")[1]


def phase(state: mf.State) -> str:
    return str(state).split(" ")[6]


def digest(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


# --- golden data


def packs_and_hands(opts: dict[str, Any]) -> tuple[list[int], list[int]]:
    seats = range(opts["players"])
    packs = [opts["petals"] + opts["petal_adj"][i] for i in seats]
    hands = [max(0, opts["base"] + i + 1 + opts["hand_adj"][i]) for i in seats]
    return packs, hands


def dealt_start(record: dict[str, Any]) -> mf.State:
    """FP-11: the deck cut into packs, hands and pile."""
    opts = record["opts"]
    deck = iter(record["deck"].split())
    packs, hands = packs_and_hands(opts)
    pack_field = "/".join("u:" + ",".join(next(deck) for _ in range(n)) for n in packs)
    hand_field = "/".join(
        ",".join(sorted((next(deck) for _ in range(n)), key=CARDS.index)) or "-" for n in hands
    )
    bits = "0" * opts["players"]
    return game_of(opts).parse(
        f"FP1 {pack_field} {hand_field} {','.join(deck)} - t1.1.1.0.{bits}.{bits}.1 build:1"
    )


def lazy_start(record: dict[str, Any]) -> mf.State:
    """FP-112: hands dealt card by card, everything else undetermined."""
    packs, hands = packs_and_hands(record["opts"])
    deck = iter(record["deck"].split()[sum(packs) :])
    state = game_of(record["opts"]).start()
    for seat, count in enumerate(hands):
        for _ in range(count):
            state = state.play(f"*@{seat + 1}={next(deck)}")
    return state


def chance_tokens(events: list[list[Any]], *, lazy: bool) -> Iterator[str]:
    for kind, *facts in events:
        if kind == "reveal":
            yield f"*{facts[0]}.{facts[1]}={facts[2]}"
        elif kind == "spy":
            yield from (f"*{facts[0]}.{i}={card}" for i, card in enumerate(facts[1]))
        elif kind == "draw":
            yield f"*@{facts[0]}={facts[1]}"
        elif kind == "reshuffle":
            yield "*R" if lazy else "*R=" + ",".join(facts[0])


def draw_as_told(state: mf.State, events: list[list[Any]], *, lazy: bool) -> mf.State:
    """Chance as recorded; petals that are determined already have no token."""
    told = chance_tokens(events, lazy=lazy)
    while state.turn == mf.CHANCE:
        expected = {str(move) for move, _ in state.outcomes()}
        token = next(t for t in told if t in expected or t.startswith("*R="))
        state = state.play(token)
    return state


def check_node(state: mf.State, entry: list[Any], public: list[str], *, full: bool) -> None:
    to_move, count, legal_digest, full_digest, changed = entry[:5]
    for index, field in changed.items():
        public[int(index)] = field
    assert (state.turn + 1 if state.turn >= 0 else 0) == to_move
    legal = sorted(tokens(state))
    assert (len(legal), digest("\n".join(legal), 16)) == (count, legal_digest)
    assert base(state.public()) == " ".join(public)
    if full:
        assert digest(base(str(state)), 12) == full_digest
    if len(entry) > 5:
        assert legal == sorted(entry[5])


@functools.lru_cache(maxsize=1)
def recorded_views() -> dict[str, dict[int, list[str]]]:
    views: dict[str, dict[int, list[str]]] = {}
    for record in records("views"):
        views.setdefault(record["game"], {})[record["step"]] = record["views"]
    return views


def replay(record: dict[str, Any], *, lazy: bool) -> int:
    """Every node of a game compared; returns the number of views compared on the way."""
    state = lazy_start(record) if lazy else dealt_start(record)
    public = [""] * BASE_FIELDS
    due = recorded_views().get(record["id"], {})
    compared = 0
    check_node(state, record["start"], public, full=not lazy)
    for number, step in enumerate([*record["steps"], None]):
        for seat, text in enumerate(due.get(number, [])):
            assert view_base(str(state.view(seat))) == text
            compared += 1
        if step is None:
            break
        assert state.turn == step[0] - 1
        state = draw_as_told(state.play(step[1]), step[2], lazy=lazy)
        check_node(state, step[3:], public, full=not lazy)
    assert [winner + 1 for winner in state.winners] == record["result"]["winners"]
    if not lazy:
        assert base(str(state)) == record["final"]
    return compared


@pytest.mark.parametrize("lazy", [False, True], ids=["dealt", "lazy"])
@pytest.mark.parametrize("name", ["games_p2", "games_p3", "games_p4", "games_p5", "verbose"])
def test_fp_110_golden_games_in_both_modes(name: str, lazy: bool) -> None:
    """FP-110 to FP-113: same public course, seat to move and legal list at every node."""
    expected_views = {"games_p2": 2, "games_p3": 3, "games_p4": 4, "games_p5": 5, "verbose": 0}
    games = list(records(name))
    compared = sum(replay(record, lazy=lazy) for record in games)
    due = sum(len(recorded_views().get(record["id"], {})) for record in games)
    assert compared == due * expected_views[name]


def test_golden_views_are_all_compared() -> None:
    assert sum(len(steps) for steps in recorded_views().values()) == 240


PLAYS = [record for record in records("vectors") if record["kind"] == "play"]


@pytest.mark.parametrize("record", PLAYS, ids=[record["id"] for record in PLAYS])
def test_golden_vectors(record: dict[str, Any]) -> None:
    state = game_of(record["opts"]).parse(record["start"])
    assert str(state) == record["start"]
    assert set(record["legal"]) <= set(tokens(state))
    assert not set(record["illegal"]) & set(tokens(state))
    for action in record["actions"]:
        state = state.play(action)
        while state.turn == mf.CHANCE:  # a reshuffle of one card
            state = state.play("*R=" + str(state).split(" ")[4])
    assert base(str(state)) == record["end"]
    assert (state.turn + 1 if state.turn >= 0 else 0) == record["to_move"]
    assert len(state.legal_moves()) == record["legal_after"]
    for seat, text in record.get("views", {}).items():
        assert view_base(str(state.view(int(seat) - 1))) == text


def test_fp_6_golden_configurations() -> None:
    """FP-5, FP-6 and FP-7: hands, pile and validity."""
    config = next(record for record in records("vectors") if record["kind"] == "config")
    for case in config["cases"]:
        if not case["valid"]:
            with pytest.raises(mf.OptionError):
                game_of(case["opts"])
            continue
        state = game_of(case["opts"]).deal(seed=1)
        fields = state.public().split(" ")
        assert fields[2] == "/".join(f"#{n}" for n in case["hands"])
        assert fields[3] == f"#{case['pile']}"


def test_fp_13_golden_builds() -> None:
    build = next(record for record in records("vectors") if record["kind"] == "build")
    for petals, count in build["counts"]:
        state = mf.Game("flower_power", petals=petals, base=0).deal(seed=1)
        assert len(state.legal_moves()) == count
    for petals, token in build["legal"]:
        assert token in tokens(mf.Game("flower_power", petals=petals, base=0).deal(seed=1))
    for petals, token in build["illegal"]:
        with pytest.raises(ValueError, match="flower_power"):
            mf.Game("flower_power", petals=petals, base=0).deal(seed=1).play(token)


# --- components and options


def test_fp_1_decks_and_jokers() -> None:
    state = mf.Game("flower_power", players=4).start()
    odds = dict(state.outcomes())
    assert [str(move)[-2:] for move in odds] == CARDS  # FP-4: canonical order
    assert all(share == pytest.approx(2 / 108) for share in odds.values())
    assert len(mf.Game("flower_power", jokers=0).start().outcomes()) == 52


def test_fp_2_strength_ignores_suits() -> None:
    for attacker, defender, wins in [("3C", "2S", True), ("TS", "9H", True), ("BJ", "AS", True)]:
        state = at(
            f"FP1 1r:({attacker}),(4S)/2r:({defender}),(5S);3r:(6S) -/- 9C - t9.1.1.0.00.11.20 main"
        )
        state = play(state, "a1>2", "P", "P")
        assert (gardens(state).split("/")[1] == "3r:(6S)") == wins


def test_fp_3_functions_of_cards() -> None:
    start = "FP1 1r:9H,(4S)/2r:(2S),(5S) {}/6S 9C - t9.1.1.0.00.11.20 main"
    kinds = {
        "TS": {"p"}, "2H": {"h"}, "3D": {"t"}, "3C": {"s"}, "BJ": {"p", "s"}, "RJ": {"h", "t"},
    }  # fmt: skip
    for card, letters in kinds.items():
        used = {token[0] for token in tokens(at(start.format(card))) if card in token}
        assert used == letters


def test_fp_4_canonical_order() -> None:
    state = at("FP1 1w:RJ,AS,AH,9C/2r:(2S),(5S) BJ,KS,KH,KD,KC,2S/- 9D - t9.1.1.0.00.11.20 main",
               decks=2)  # fmt: skip
    assert str(state).split(" ")[2] == "BJ,KS,KH,KD,KC,2S/-"
    with pytest.raises(mf.ParseError, match="out of order"):
        at("FP1 1w:9C,AS/2r:(2S),(5S) -/- 9D - t9.1.1.0.00.11.20 main")


def test_fp_5_hands_and_petals() -> None:
    game = mf.Game("flower_power", petals=8, base=2, petal_adj="-2,1", hand_adj="0,-9")
    fields = game.deal(seed=3).public().split(" ")
    assert fields[1:3] == ["u6/u9", "#3/#0"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 6}, "2 to 5"),
        ({"base": 11}, "-1 to 10"),
        ({"petals": 3, "petal_adj": "-2,0"}, "would get 1 petals"),
        ({"base": 5}, "leaves 1 of 54"),
        ({"decks": 0}, "1 to 2"),
        ({"rechoice": 10}, "0 to 9"),
        ({"stall": -1}, "accepted"),
        ({"max_turns": 0}, "accepted"),
        ({"petal_adj": "1"}, "per seat"),
    ],
)
def test_fp_6_invalid_configurations_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(mf.OptionError, match=reason):
        mf.Game("flower_power", **options)


@pytest.mark.parametrize(
    ("players", "hands", "pile"),
    [(2, [3, 4], 7), (3, [1, 2, 3], 3), (4, [2, 3, 4, 5], 34), (5, [2, 3, 4, 5, 6], 28)],
)
def test_fp_7_standard_games(players: int, hands: list[int], pile: int) -> None:
    fields = mf.Game("flower_power", players=players).deal(seed=1).public().split(" ")
    assert fields[2:4] == ["/".join(f"#{n}" for n in hands), f"#{pile}"]


# --- setup


def test_fp_10_seats_are_given() -> None:
    assert mf.Game("flower_power").deal(seed=1).turn == 0


def test_fp_10_a_seat_may_have_the_first_place() -> None:
    """Johanne takes the third of four places: seat 1; Pierre is seat 2, Evelyne, seat 3, begins."""
    state = mf.Game("flower_power", players=4, starter=3).deal(seed=1)
    hands = str(state).split(" ")[2].split("/")
    assert [len(hand.split(",")) for hand in hands] == [4, 5, 2, 3]
    assert state.game.parse(str(state)) == state
    for seat in range(4):
        assert state.turn == seat
        state = state.play("B15")
    for seat in (2, 3, 0, 1):
        assert state.turn == seat
        assert "D" not in tokens(state)
        state = state.play("E")
    assert "D" in tokens(state)
    with pytest.raises(mf.OptionError, match="1 to 2"):
        mf.Game("flower_power", starter=3)


def test_fp_11_dealing_order() -> None:
    record = next(records("games_p2"))
    fields = str(dealt_start(record)).split(" ")
    deck = record["deck"].split()
    assert fields[1].split("/")[0] == "u:" + ",".join(deck[:20])
    assert fields[3] == ",".join(deck[47:])


def test_fp_12_nobody_sees_petals() -> None:
    state = dealt_start(next(records("games_p2")))
    for seat in range(2):
        fields = str(state.view(seat)).split(" ")
        assert fields[1] == "u20/u20"
        assert "#" not in fields[2].split("/")[seat]


def test_fp_13_builds_are_partitions_in_descending_order() -> None:
    state = mf.Game("flower_power", petals=6, base=2).deal(seed=1)
    assert tokens(state) == ["B6", "B4+2", "B3+3", "B2+2+2"]


def test_fp_14_builds_are_simultaneous() -> None:
    state = mf.Game("flower_power", petals=6, base=2).deal(seed=1)
    assert state.seen_by(1, "B4+2") == "B?"
    built = state.play("B4+2")
    assert built.turn == 1
    assert "=" not in str(built.view(1)).split(" ")[1]
    assert built.seen_by(0, "B3+3") == "B3+3"
    assert built.seen_by(1, "B3+3") == "B3+3 =1:4+2"
    rewritten = state.view(1).observe("B4+2").observe("B3+3")
    assert rewritten == built.play("B3+3").view(1)
    early = state.view(1).observe("B4+2")
    assert str(early) == str(built.view(1))
    assert {str(early.sample(seed)).split(" ")[1] for seed in range(40)} == {
        f"u6={sizes}/u6" for sizes in ("6", "4+2", "3+3", "2+2+2")
    }
    open_game = mf.Game("flower_power", petals=6, base=2, build_open=1).deal(seed=1)
    assert open_game.seen_by(1, "B4+2") == "B4+2"
    assert open_game.play("B4+2").public().split(" ")[1] == "u6=4+2/u6"


def test_fp_15_packs_are_cut_in_order() -> None:
    state = at("FP1 u:2S,3S,4S,5S/u:6S,7S,8S,9S -/2H TD,TC,JC - t1.1.1.0.00.00.1 build:1",
               petals=4, base=-1)  # fmt: skip
    assert gardens(play(state, "B2+2", "B4")) == "1r:(2S),(3S);2r:(4S),(5S)/3r:(6S),(7S),(8S),(9S)"


# --- objects and visibility


def test_fp_20_petals_turn_up_and_stay_up() -> None:
    state = at("FP1 1r:(9S),(3S);4r:(KS)/2r:(QH),(4D) 5C/- 9C - t9.1.1.0.00.11.20 main")
    spied = state.play("s5C>2")
    assert gardens(spied) == gardens(state)  # cards seen by a spy are not visible
    fought = play(state, "a1>2", "E")
    assert gardens(fought) == "1r:9S,(3S);4r:(KS)/2r:QH,(4D)"


def test_fp_21_power_flower_is_a_multiset() -> None:
    state = at("FP1 1r:(2S),(KS),(9H)/2r:7H,(4D) 3D/- 9C - t9.1.1.0.00.11.20 main")
    transformed = state.play("t3D>1")
    assert gardens(transformed).startswith("1w:KS,9H,2S")
    assert not any(token.startswith("t") for token in tokens(transformed))


def test_fp_22_empty_flowers_go_and_any_flower_may_be_attacked() -> None:
    state = at("FP1 1r:(9S),(3S)/2r:7H;3w:AS,KS 8S/- 9C - t9.1.1.0.00.11.20 main")
    assert {"a1>2", "a1>3"} <= set(tokens(state))
    assert gardens(state.play("p8S>2.0")) == "1r:(9S),(3S)/3w:AS,KS"


def test_fp_23_what_is_public() -> None:
    state = at("FP1 1r:(9S),3S/2r:(QH),4D KS/8C,7C 9C JD,JC t9.1.1.0.00.11.20 main")
    assert state.public() == "FP1 1r:?,3S/2r:?,4D #1/#2 #1 JD,JC t9.1.1.0.00.11.20 main"


def test_fp_24_empty_pile_takes_the_grave() -> None:
    state = at("FP1 1r:(9S),3S/2r:(QH),4D KS/- - JD,JC t9.1.1.0.00.11.20 main").play("D")
    assert [str(move) for move, _ in state.outcomes()] == ["*R"]
    fixed = state.play("*R=JC,JD")
    assert str(fixed).split(" ")[2:5] == ["KS,JC/-", "JD", "-"]
    lazily = state.play("*R")
    assert sorted(str(move) for move, _ in lazily.outcomes()) == ["*@1=JC", "*@1=JD"]
    nothing = at("FP1 1r:(9S),3S/2r:(QH),4D KS/- - - t9.1.1.0.00.11.20 main")
    assert "D" not in tokens(nothing)
    for wrong in ("*R=JC", "*R=JC,JC", "*R=JC,JD,KS", "*R=", "*R=JC,XX"):
        with pytest.raises(ValueError, match="flower_power"):
            state.play(wrong)


def test_fp_25_cards_are_conserved() -> None:
    rng = random.Random(5)
    state = mf.Game("flower_power", petals=5, base=4).deal(rng)
    while not state.is_over:
        state = state.play(state.random_move(rng))
        text = str(state).split(" &")[0].split(" @")[0]
        for card in CARDS:
            assert text.split(" t")[0].count(card) <= 1


# --- turns


def test_fp_30_turns_go_round_the_living() -> None:
    state = at("FP1 1r:(9S)/x/7r:(4C) -/-/- 9C - t9.1.1.0.000.111.20 main", players=3)
    assert state.play("E").turn == 2


def test_fp_31_draw_for_the_whole_turn() -> None:
    text = "FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/- 9C,8C - t9.1.{}.0.{}.{}.20 main"
    assert "D" in tokens(at(text.format(1, "00", "11")))
    assert "D" not in tokens(at(text.format(0, "00", "11")))  # not the first action
    assert "D" not in tokens(at(text.format(1, "10", "11")))  # not twice running
    assert "D" not in tokens(at(text.format(1, "00", "01")))  # not in the first own turn
    drawn = at(text.format(1, "00", "11")).play("D")
    assert drawn.turn == 1
    assert str(drawn).split(" ")[2] == "9C,3C/-"


def test_fp_32_hand_actions_and_attacks_in_any_order() -> None:
    state = at("FP1 1r:(9S),(3S);4r:(KS)/2r:(QH),(4D) 5C,3D/- 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "s5C>2", "a1>2", "P", "P")
    assert state.turn == 0
    assert {"t3D>1", "a4>2", "E"} <= set(tokens(state))


def test_fp_33_a_success_ends_the_turn() -> None:
    state = at("FP1 1r:(KS),(3S)/2r:(QH),(4D);3r:(2D) -/- 9C,8C - t9.1.1.0.00.11.20 main")
    assert play(state, "a1>2", "P", "P").turn == 1
    assert state.play("E").turn == 1


def test_fp_34_ending_inside_a_battle() -> None:
    text = "FP1 1r:(9S),(3S)/2r:(QH),(4D) -/- 9C - t9.1.1.0.00.11.20 main"
    battle = at(text).play("a1>2")
    assert "E" in tokens(battle)
    assert "E" not in tokens(battle.play("P"))  # the defender cannot
    ended = battle.play("E")
    assert base(str(ended)) == "FP1 1r:9S,(3S)/2r:QH,(4D) -/- 9C - t10.2.1.1.00.11.20 main"
    assert "E" not in tokens(at(text, end_in_battle=0).play("a1>2"))


def test_fp_35_marks_and_bits_at_the_end_of_a_turn() -> None:
    state = at("FP1 1r*:9S;4r:(KS)/2r!:(QH),(4D) -/- 9C - t9.1.0.0.10.01.20 main")
    assert str(state.play("E")).split(" ")[5] == "t10.2.1.1.00.11.20"
    assert "*" not in gardens(state.play("E"))


# --- hand actions


def test_fp_40_poison() -> None:
    state = at("FP1 1r:5H,(3S)/2r:(KH),7D,(5D);3w:9H,9C 7S/- 9D - t9.1.1.0.00.11.20 main")
    assert [t for t in tokens(state) if t[0] == "p"] == ["p7S>1.0", "p7S>2.1"]
    poisoned = state.play("p7S>2.1")
    assert gardens(poisoned) == "1r:5H,(3S)/2r:(KH),(5D);3w:9H,9C"
    assert str(poisoned).split(" ")[4] == "7S,7D"


def test_fp_41_fertiliser() -> None:
    state = at("FP1 1r:5H,(3S)/3w:9H,8C 7H/- 9D - t9.1.1.0.00.11.20 main")
    places = [t for t in tokens(state) if t[0] == "h"]
    assert places == ["h7H>1.0", "h7H>1.1", "h7H>1.2", "h7H>3"]
    assert gardens(state.play("h7H>1.1")) == "1r:5H,7H,(3S)/3w:9H,8C"
    assert gardens(state.play("h7H>3")) == "1r:5H,(3S)/3w:9H,8C,7H"


def test_fp_42_transformer_keeps_marks() -> None:
    state = at("FP1 1r*:5H,(3S);4r:(2C)/3w:9H,8C 7D/- 9D - t9.1.0.0.00.11.20 main")
    assert [t for t in tokens(state) if t[0] == "t"] == ["t7D>1", "t7D>4"]
    assert gardens(state.play("t7D>1")) == "1w*:5H,3S;4r:(2C)/3w:9H,8C"


def test_fp_43_spy() -> None:
    text = "FP1 1r:5H,(3S)/3w:9H,8C;4r:7D 7C/AS 9D - t9.1.1.0.00.11.20 main"
    assert [t for t in tokens(at(text)) if t[0] == "s"] == ["s7C>1", "s7C>@2"]
    everywhere = [t for t in tokens(at(text, noop_spy=1)) if t[0] == "s"]
    assert everywhere == ["s7C>1", "s7C>3", "s7C>4", "s7C>@2"]
    state = at(text)
    assert state.seen_by(0, "s7C>@2") == "s7C>@2=AS"
    assert state.seen_by(1, "s7C>@2") == "s7C>@2"
    assert str(state.play("s7C>@2").view(0)).split(" ")[2] == "-/AS"
    assert "(3S)" in str(state.play("s7C>1").view(0))
    assert "(3S)" not in str(state.play("s7C>1").view(1))


def test_fp_44_create_a_regular_flower() -> None:
    state = at("FP1 1r:5H,(3S)/3w:9H,8C BJ,KS,4H,2D/- 9D - t9.1.1.0.00.11.20 main")
    steps = play(state, "f4H", "fBJ")
    assert phase(steps) == "makef:1:4H+BJ|main"
    assert set(tokens(steps)) == {"fKS", "f2D"}
    steps = steps.play("f2D")
    assert set(tokens(steps)) == {"fKS", "f."}
    assert gardens(steps.play("f.")) == "1r:5H,(3S);20r:(4H),(BJ),(2D)/3w:9H,8C"
    assert str(steps.view(1)).split(" ")[6] == "makef:1:#|main"
    assert steps.seen_by(1, "f.") == "f#3"
    view = state.view(1).observe("f#3")
    assert view == steps.play("f.").view(1)


def test_fp_45_create_a_power_flower() -> None:
    start = "FP1 1r:5H,(3S)/3w:9H,8H {}/- 9D - t9.1.1.0.00.11.20 main"
    state = at(start.format("KS,7C,6C,4H,2D"))
    assert [t for t in tokens(state) if t[0] == "w"] == ["wKS"]
    steps = play(state, "wKS", "w7C")
    assert set(tokens(steps)) == {"w6C", "w4H"}
    done = play(steps, "w4H", "w2D", "w.")
    assert gardens(done) == "1r:5H,(3S);20w:KS,7C,4H,2D/3w:9H,8H"
    assert play(steps, "w4H", "w2D").seen_by(1, "w.") == "wKS.7C.4H.2D."
    assert state.view(1).observe("wKS.7C.4H.2D.") == done.view(1)
    jokers = at(start.format("BJ,RJ,7C,4H"))
    assert "wBJ" in tokens(jokers)
    assert "wBJ" not in tokens(at(start.format("BJ,7H,6H,4H,4D")))


def test_fp_46_creation_is_atomic() -> None:
    state = at("FP1 1r:5H,(3S)/3w:9H,8C BJ,KS,4H,2D/- 9D - t9.1.1.0.00.11.20 main")
    assert "E" not in tokens(play(state, "f4H", "fBJ", "f2D"))


def test_fp_47_new_flowers_may_attack_at_once() -> None:
    state = at("FP1 1r:5H,(3S)/3w:9H,8C BJ,4H,2D/- 9D - t9.1.1.0.00.11.20 main")
    assert "a20>3" in tokens(play(state, "f4H", "fBJ", "f2D", "f."))


# --- battles


def test_fp_50_who_may_attack_whom() -> None:
    state = at("FP1 1r*:5H;4r:(KS)/2r!:9H;3r:8C/x -/-/- 9D - t9.1.0.0.000.111.20 main", players=3)
    assert [t for t in tokens(state) if t[0] == "a"] == ["a4>3"]


def test_fp_51_tops_turn_up() -> None:
    state = at("FP1 1r:(9S),(3S)/2r:(QH),(4D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(state.play("a1>2")) == "1r:9S,(3S)/2r:QH,(4D)"


def test_fp_52_power_flowers_pick_attacker_first() -> None:
    state = at("FP1 1w:AS,QS/2w:KH,9C -/- 6C - t9.1.1.0.00.11.20 main").play("a1>2")
    assert phase(state) == "pick:1:i0:1>2:0:-:-:11"
    state = state.play("c1")
    assert phase(state) == "pick:2:i0:1>2:0:QS:-:11"
    assert phase(state.play("c0")) == "reply:1:0:1>2:0:QS:KH:11"


def test_fp_53_replies_alternate_until_two_passes() -> None:
    text = "FP1 1r:(9S),(3S)/2r:(QH),(4D) 2C,3C/4C 9C - t9.1.1.0.00.11.20 main"
    state = at(text).play("a1>2")
    state = play(state, "P", "s4C>1")  # a pass is not binding
    assert state.turn == 0
    assert phase(state).startswith("reply:1:0:")
    assert at(text).play("a1>2").play("s2C>2").turn == 1
    burst = at(text, reply_burst=1).play("a1>2").play("s2C>2")
    assert burst.turn == 0
    assert burst.play("P").turn == 1


def test_fp_54_replies_may_concern_any_flower() -> None:
    state = at("FP1 1r:9S/2r:QH/7r:2C -/-/3S 9C - t9.1.1.0.000.111.20 main", players=3)
    state = at("FP1 1r:9S/2r:QH/7r:2C 4S/-/- 9C - t9.1.1.0.000.111.20 main", players=3)
    state = play(state, "a1>2", "p4S>7.0")
    assert gardens(state) == "1r:9S/2r:QH/x"


def test_fp_55_after_a_hand_action() -> None:
    state = at("FP1 1w:AC,QS/2r:KH,(KD);3r:(2D) -/AS 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "a1>2", "c0", "P", "pAS>1.0")
    assert phase(state) == "pick:1:r1:1>2:0:-:-:11"


def test_fp_57_a_new_top_turns_up_at_once() -> None:
    state = at("FP1 1r:9S,(3S)/2r:QH,(4D) KS/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(play(state, "a1>2", "pKS>2.0")) == "1r:9S,(3S)/2r:4D"


def test_fp_58_a_lost_fighter_is_replaced() -> None:
    state = at("FP1 1r:KS,(2S)/2w:9H,9H,3C AS/- 6C - t9.1.1.0.00.11.20 main", decks=2)
    state = play(state, "a1>2", "c0", "pAS>2.0")
    assert phase(state) == "pick:2:r2:1>2:0:-:-:11"
    assert tokens(state) == ["c0", "c1"]


def test_fp_59_transformed_and_fertilised_fighters() -> None:
    state = at("FP1 1r:(5S),(AS)/2r:KH,(KD) 2D,QH/- 9C - t9.1.1.0.00.11.20 main", decks=2)
    assert ":5S:" in phase(play(state, "a1>2", "t2D>1"))
    grown = play(state, "a1>2", "hQH>1.0")
    assert gardens(grown).startswith("1r:QH,5S")


def test_fp_60_passes_lead_to_confirmation_or_evaluation() -> None:
    regular = at("FP1 1r:9S,(3S)/2r:QH,(4D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert play(regular, "a1>2", "P", "P").turn == 1
    power = at("FP1 1w:9S,3S/2r:QH,(4D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert phase(play(power, "a1>2", "c1", "P", "P")).startswith("confirm:1:0:")


def test_fp_61_confirmation() -> None:
    state = at("FP1 1w:AS,9S/2w:KH,9C -/- 6C - t9.1.1.0.00.11.20 main")
    state = play(state, "a1>2", "c1", "c1", "P", "P")
    assert set(tokens(state)) == {"K", "c0", "E"}
    changed = state.play("c0")
    assert phase(changed) == "confirm:2:1:1>2:0:AS:9C:01"
    assert phase(changed.play("K")).startswith("reply:1:0:")
    same = at("FP1 1w:9S,9S/2r:KH,(9C) -/- 6C - t9.1.1.0.00.11.20 main", decks=2)
    assert play(same, "a1>2", "c0", "P", "P").turn == 1  # nothing else to name


def test_fp_62_allowance() -> None:
    text = "FP1 1w:AS,9S/2r:KH,(9C) 2C/- 6C - t9.1.1.0.00.11.20 main"
    state = play(at(text), "a1>2", "c1", "P", "P", "c0")
    assert phase(state).endswith(":01")
    assert phase(state.play("s2C>2")).endswith(":11")
    none = play(at(text, rechoice=0), "a1>2", "c1", "P", "P")
    assert phase(none) == "main"


def test_fp_70_the_stronger_petal_wins() -> None:
    text = "FP1 1r:({}),(3S)/2r:(QH),(4D);3r:(2D) -/- 9C - t9.1.1.0.00.11.20 main"
    assert play(at(text.format("KS")), "a1>2", "P", "P").turn == 1
    assert gardens(play(at(text.format("KS")), "a1>2", "P", "P")).startswith("1r:(3S);2r:(4D)/")
    assert gardens(play(at(text.format("JS")), "a1>2", "P", "P")).startswith("1r*:JS")


def test_fp_71_tie_break_levels() -> None:
    state = at(
        "FP1 1w:7S,KS/2r:(7H),(QD) -/- 9C - t9.1.1.0.00.11.20 main".replace("7S,KS", "KS,7S")
    )
    state = play(state, "a1>2", "c1", "P", "P", "K")
    assert phase(state) == "pick:1:t0:1>2:1:7S:-:11"
    assert gardens(state).endswith("2r:7H,QD")
    assert tokens(state) == ["c0", "E"]
    assert phase(state.play("c0")) == "reply:1:0:1>2:1:7S+KS:-:11"


def test_fp_72_more_petals_win_a_tie() -> None:
    larger = at("FP1 1r:7S,(2S)/2r:7H;3r:(2D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(play(larger, "a1>2", "P", "P")) == "1r:(2S)/3r:(2D)"
    equal = at("FP1 1r:7S/2r:7H;3r:(2D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(play(equal, "a1>2", "P", "P")) == "1r*:7S/2r!:7H;3r:(2D)"


def test_fp_73_a_card_at_a_tie_break_starts_over() -> None:
    state = at("FP1 1r:(7S),(KS),(2C)/2r:(7H),(QD),(4C) -/AS 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "a1>2", "P", "P", "P")
    assert ":1:-:-:" in phase(state)
    assert ":0:-:-:" in phase(state.play("pAS>1.1"))


def test_fp_74_success() -> None:
    state = at("FP1 1r:(KS),(3S)/2r:(QH),(4D) -/AC,2C 9C,8C - t9.1.1.0.00.11.20 main")
    over = play(state, "a1>2", "P", "P")
    assert gardens(over) == "1r:(3S)/2r:(4D)" or gardens(over) == "1r:(3S);2r:(4D)/x"
    assert phase(over) == "over:1"
    assert over.returns == [1.0, 0.0]


def test_fp_75_failure_marks() -> None:
    one = at("FP1 1r:9S/2r:QH,(4D);3r:(2D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(play(one, "a1>2", "P", "P")) == "1r*:9S/2r!:QH,(4D);3r:(2D)"
    two = at("FP1 1r:9S;4r:(2S)/2r:QH,(4D) -/- 9C - t9.1.1.0.00.11.20 main")
    assert gardens(play(two, "a1>2", "P", "P")) == "1r*:9S;4r:(2S)/2r:QH,(4D)"


def test_fp_76_failure_by_destruction() -> None:
    state = at("FP1 1r:9S;4r:(2S)/2r:5H;3r:(2D) -/6S 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "a1>2", "P", "p6S>2.0")
    assert base(str(state)).endswith("t9.1.0.0.00.11.20 main")
    assert gardens(state) == "1r*:9S;4r:(2S)/3r:(2D)"


def test_fp_77_last_will() -> None:
    text = "FP1 1r:AS/2r:KH;3r:8D 9H,9D/5C TS - t9.1.1.0.00.11.20 main"
    will = play(at(text), "a1>2", "P", "P")
    assert phase(will) == "will"
    assert will.play("E").winners == (1,)
    assert will.play("pTS>3.0").winners == (0,)
    saved = play(will, "f9D", "fTS", "f9H", "f.")
    assert phase(saved) == "will"
    assert saved.play("E").turn == 1
    single = play(at(text, will_one=1), "a1>2", "P", "P", "h9H>3.0")
    assert single.winners == (1,)


# --- marks


def test_fp_80_a_unique_flower_attacks_again() -> None:
    state = at("FP1 1r*:5S/2r!:KH;3r:QH -/- 9C - t9.1.0.0.00.11.20 main")
    assert [t for t in tokens(state) if t[0] == "a"] == ["a1>3"]


def test_fp_81_becoming_unique_clears_spent() -> None:
    state = at("FP1 1r*:5S,(2C);4r:6H/2r:KH 7S/- 9C - t9.1.0.0.00.11.20 main")
    assert gardens(state.play("p7S>4.0")).startswith("1r:5S")


def test_fp_82_ceasing_to_be_unique() -> None:
    text = "FP1 1r*:5S/2r!:KH;3r:QH AS,9D,8D/- 9C - t9.1.0.0.00.11.20 main"
    made = play(at(text), "fAS", "f9D", "f8D", "f.")
    assert gardens(made) == "1r*:5S;20r:(AS),(9D),(8D)/2r:KH;3r:QH"
    old = play(at(text, old_unique=1), "fAS", "f9D", "f8D", "f.")
    assert gardens(old).startswith("1r:5S;")


def test_fp_83_automatic_end() -> None:
    one = at("FP1 1r*:5S/2r!:KH;3r:QH -/- 9C - t9.1.0.0.00.11.20 main")
    assert play(one, "a1>3", "P", "P").turn == 1
    all_spent = at("FP1 1r*:5S;4r:6H/2r:KH 2C/- 9C - t9.1.0.0.00.11.20 main")
    assert play(all_spent, "a4>2", "P", "P").turn == 1


def test_fp_84_several_flowers_may_attack_one_target() -> None:
    state = at("FP1 1r:5S;4r:6H/2r:KH 2C/- 9C - t9.1.1.0.00.11.20 main")
    assert "a4>2" in tokens(play(state, "a1>2", "P", "P"))


# --- elimination and end


def test_fp_90_elimination() -> None:
    text = "FP1 1r:(2S)/2r:7H/7r:(3C) 8S/AC,KC/- 9C - t9.1.1.0.000.111.20 main"
    state = at(text, players=3).play("p8S>2.0")
    assert gardens(state) == "1r:(2S)/x/7r:(3C)"
    assert str(state).split(" ")[4] == "AC,KC,8S,7H"
    out = at(text, players=3, elim_hand="out").play("p8S>2.0")
    assert str(out).split(" ")[4] == "8S,7H"
    assert " _AC,KC" in str(out)
    assert at(text, players=3).seen_by(2, "p8S>2.0") == "p8S>2.0 @2=AC,KC"


def test_fp_91_the_active_seat_may_eliminate_itself() -> None:
    state = at("FP1 1r:7H/2r:(2S)/7r:(3C) 8S/-/- 9C - t9.1.1.0.000.111.20 main", players=3)
    assert state.play("p8S>1.0").turn == 1


def test_fp_92_the_last_seat_wins() -> None:
    state = at("FP1 1r:AS/2r:KH -/- TS - t9.1.1.0.00.11.20 main")
    over = play(state, "a1>2", "P", "P")
    assert over.winners == (0,)
    assert gardens(over) == "-/x"


def test_fp_93_payoffs() -> None:
    text = "FP1 1r:AS,(2C)/2r:KH,(3C)/7r:(2D) -/-/- TS - t9.1.1.0.000.111.20 main"
    over = at(text, players=3, stall=1).play("E")
    assert over.returns == [0.5, 0.5, 0.0]


def test_fp_94_a_turn_is_finite() -> None:
    rng = random.Random(1)
    state = mf.Game("flower_power").deal(rng)
    moves = 0
    while not state.is_over:
        state = state.play(state.random_move(rng))
        moves += 1
    assert moves < 5000


def test_fp_95_stall() -> None:
    text = "FP1 1r:AS,(2C)/2r:KH,(3C)/7r:(2D) -/-/- TS - t9.1.1.{}.000.111.20 main"
    over = at(text.format(3), players=3, stall=4).play("E")
    assert base(str(over)).endswith("t9.1.1.4.000.111.20 over:1+2")
    shared = at(text.format(3), players=3, stall=4, stall_win="share").play("E")
    assert phase(shared) == "over:1+2+3"
    assert not at(text.format(3), players=3, stall=0).play("E").is_over
    assert at(text.format(0), players=3, max_turns=9).play("E").is_over
    success = at("FP1 1r:AS,(2C);4r:(5C)/2r:KH,(3C);3r:(4C) -/- TS - t9.1.1.7.00.11.20 main")
    assert str(play(success, "a1>2", "P", "P")).split(" ")[5].split(".")[3] == "0"


# --- information


def test_fp_100_private_observations() -> None:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/KS 9C,8C - t9.1.1.0.00.11.20 main")
    assert state.seen_by(0, "D") == "D *@1=9C"
    assert state.seen_by(1, "D") == "D *@1=?"
    assert state.seen_by(0, "s3C>2") == "s3C>2 *2.0=AC *2.1=KD"
    assert state.seen_by(1, "s3C>2") == "s3C>2 *2.0=? *2.1=?"


@pytest.mark.parametrize("spec", ["", ":players=3", ":players=4", ":petals=4,base=6"])
def test_fp_101_views_grow_from_events(spec: str) -> None:
    rng = random.Random(11)
    for _ in range(3):
        state = mf.Game("flower_power" + spec).start()
        views = [state.game.start_view(seat) for seat in range(state.players)]
        while not state.is_over:
            move = state.random_move(rng)
            for seat in range(state.players):
                views[seat] = views[seat].observe(state.seen_by(seat, move))
            state = state.play(move)
            assert views == [state.view(seat) for seat in range(state.players)]


def test_fp_101_dealt_games_give_the_same_views() -> None:
    for record in list(records("games_p3"))[:3]:
        dealt, lazy = dealt_start(record), lazy_start(record)
        views = [dealt.view(seat) for seat in range(3)]
        for step in record["steps"]:
            events = step[2]
            for seat in range(3):
                views[seat] = views[seat].observe(dealt.seen_by(seat, step[1]))
            dealt = dealt.play(step[1])
            if dealt.turn == mf.CHANCE:
                break  # a reshuffle: its order is no event of the lazy game
            lazy = draw_as_told(lazy.play(step[1]), events, lazy=True)
            for seat in range(3):
                assert dealt.view(seat) == lazy.view(seat) == views[seat]


def test_fp_102_known_petals_stay_known() -> None:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C,5H/KS 9C,8C - t9.1.1.0.00.11.20 main")
    state = play(state, "s3C>2", "h5H>2.1")
    assert str(state.view(0)).split(" ")[1] == "1r:?,?/2r:(AC),5H,(KD)"
    for seed in range(20):
        assert "(AC),5H,(KD)" in gardens(state.view(0).sample(seed))


def test_fp_103_groups() -> None:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/KS,7D,5H,2C 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "s3C>@2", "E", "fKS", "f7D", "f5H", "f.")
    assert " ~KS,7D,5H,2C@2+20" in str(state.view(0))
    worlds = state.view(0).worlds(1000)
    assert worlds is not None
    hands = Counter(str(world).split(" ")[2].split("/")[1] for world, _ in worlds)
    assert set(hands) == {"KS", "7D", "5H", "2C"}
    assert len(worlds) == 24
    assert all(share == pytest.approx(1 / 24) for _, share in worlds)
    played = play(state, "s2C>1")
    assert " ~KS,7D,5H@2+20" in str(played.view(0))


def test_fp_103_a_battle_may_show_the_last_place_of_a_group() -> None:
    state = at(
        "FP1 1r:KS,QS/3r:2H;20r:(7S) 9S/4S 8C - t9.1.1.0.00.11.21 main @20=2 &k20:2;g12:20:7S,4S"
    )
    assert " ~7S,4S@2+20" in str(state.view(0))
    after = str(state.play("a1>20").view(0))
    assert "~" not in after
    assert after.split(" ")[2] == "9S/4S"


def test_fp_120_groups_stay_written_while_a_flower_hides() -> None:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/KS,7D,5H 9C - t9.1.1.0.00.11.20 main")
    state = play(state, "s3C>@2", "E", "fKS", "f7D", "f5H", "f.")
    # The hand is empty, so counting puts all three in the flower; the text keeps the group.
    assert " ~KS,7D,5H@2+20" in str(state.view(0))
    worlds = state.view(0).worlds(1000)
    assert worlds is not None
    assert {str(world).split(" ")[2].split("/")[1] for world, _ in worlds} == {"-"}


def reshuffled() -> mf.State:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/KS - 9C,8C,7C t9.1.1.0.00.11.20 main")
    return play(state, "D", "*R", "*@1=9C", "E")


def test_fp_104_reshuffles() -> None:
    state = reshuffled()
    assert " ^8C,7C" in str(state.view(0))
    assert " ^9C,8C,7C" in str(state.view(1))
    for seed in range(50):
        world = state.view(1).sample(seed)
        assert (
            str(world).split(" ")[2].split("/")[0] in {"9C,3C", "8C,3C", "7C,3C"}
            or "3C" not in (str(world).split(" ")[2].split("/")[0])
        )
        # what was never in the grave is not in the pile
        assert set(str(world).split(" ")[3].strip("{}").split(",")) < {"9C", "8C", "7C"}


@pytest.mark.parametrize(
    "spec", ["petals=4,base=6", "players=3,petals=4,base=5", "decks=2,petals=4,base=3"]
)
def test_fp_105_samples_respect_what_is_known(spec: str) -> None:
    rng = random.Random(3)
    for _ in range(4):
        state = mf.Game("flower_power:" + spec).deal(rng)
        while not state.is_over:
            state = state.play(state.random_move(rng))
            if rng.random() < 0.1:
                for seat in range(state.players):
                    view = state.view(seat)
                    assert view.sample(rng).view(seat) == view


# --- chance


def test_fp_111_pools_and_odds() -> None:
    state = mf.Game("flower_power", petals=4, base=2).deal(seed=4)
    state = play(state, "B4", "B4", "a1>2")
    odds = state.outcomes()
    assert len(odds) == 54 - 7
    assert all(share == pytest.approx(1 / 47) for _, share in odds)


def test_fp_112_tokens() -> None:
    state = mf.Game("flower_power", petals=4, base=2).start()
    assert str(state.outcomes()[0][0]) == "*@1=BJ"
    state = play(state.game.deal(seed=4), "B4", "B4", "a1>2")
    assert {str(move).split("=")[0] for move, _ in state.outcomes()} == {"*1.0"}


def test_fp_113_order_and_privacy() -> None:
    state = play(mf.Game("flower_power", petals=4, base=2).deal(seed=4), "B4", "B4", "a1>2")
    first = state.outcomes()[0][0]
    state = state.play(first)
    assert {str(move).split("=")[0] for move, _ in state.outcomes()} == {"*2.0"}


def test_fp_114_joint_form() -> None:
    text = "FP1 1r:?,(3S)/2r:?,? AS/- #2 - t9.1.1.0.00.11.20 main"
    with pytest.raises(mf.ParseError, match="unseen places"):
        at(text)
    state = at(text + " %KS,KH,KD,KC,QS")
    assert str(state) == text + " %KS,KH,KD,KC,QS"
    assert len(state.play("a1>2").outcomes()) == 5
    pile = at("FP1 1r:2S,(3S)/2r:4S,(5S) AS/- {KS,KH} - t9.1.1.0.00.11.20 main")
    assert [str(move) for move, _ in pile.play("D").outcomes()] == ["*@1=KS", "*@1=KH"]


# --- limits and text


def test_fp_115_limits() -> None:
    for options in ({"decks": 3}, {"decks": 2, "petals": 37}, {"max_turns": 5001}):
        with pytest.raises(mf.OptionError):
            mf.Game("flower_power", **options)
    with pytest.raises(mf.OptionError, match=r"1 to 2 or auto .a position holds the cards of two"):
        mf.Game("flower_power", decks=3)


def test_fp_115_a_tie_break_is_at_most_31_levels_deep() -> None:
    """Two decks: the next pair would be the defender's, the larger flower is the attacker's."""
    ranks = "9876543T"
    mine = ",".join(rank + suit for suit in "SSHH" for rank in ranks) + ",2S"
    theirs = ",".join(rank + suit for suit in "DDCC" for rank in ranks)
    theirs = theirs[:-2] + "KC"  # index 31
    state = mf.Game("flower_power", decks=2).parse(
        f"FP1 1r:{mine}/2r:{theirs};3r:2H 2C/- 2D - t9.1.1.0.00.11.20 main"
    )
    state = play(state, "a1>2", *["P"] * 60)
    assert ":30:" in str(state)
    assert state.game.parse(str(state)) == state
    assert str(play(state, "P", "P")).startswith("FP1 1r:8S")


def test_fp_116_reshuffle_of_a_dealt_game() -> None:
    state = at("FP1 1r:(9S),3S/2r:(QH),4D KS/- - JD,JC t9.1.1.0.00.11.20 main").play("D")
    assert str(state.play("*R=JD,JC")).split(" ")[3] == "JC"
    assert str(state.play("*R")).split(" ")[3] == "{JD,JC}"


def test_fp_117_positions_between_chance_events() -> None:
    state = play(mf.Game("flower_power", petals=4, base=2).deal(seed=4), "B4", "B4", "a1>2")
    assert str(state).endswith(" *open")
    assert state.game.parse(str(state)) == state


def test_fp_118_a_reader_counts_a_thing_once_whoever_shares_it() -> None:
    """Like draws of several readers have one form, in the truth as in each view."""
    game = mf.Game("flower_power", players=4, decks=1, petals=4)
    table = (
        "FP1 1r:?,?/2r:2S,2H;22r:(8C),(8D),(JD)/3r:?,?/4r:?,? -/5C/5D/- #{pile} - "
        "t9.1.1.0.0000.1111.23 main @22=2 &k22:2.2.2;{draws}"
    )
    state = game.parse(table.format(pile=41, draws="d3.2:23:0:0:1;d134.2:23:0:0:1"))
    assert str(state).endswith("d14.2:23:0:0:1;d3.2:23:0:0:2")
    view = state.view(2)
    assert str(view).endswith("d3.2:23:0:0:2")
    assert view.key == game.parse_view(str(view), 2).key == view.sample(1).view(2).key


def test_fp_118_memory_travels_in_the_text() -> None:
    state = at("FP1 1r:(2S),(3S)/2r:(AC),(KD) 3C/KS,7D 9C - t9.1.1.0.00.11.20 main")
    state = state.play("s3C>@2")
    assert " &h12:KS,7D;s12:2.0" in str(state)
    assert state.game.parse(str(state)) == state
    view = state.view(0)
    assert state.game.parse_view(str(view), 0) == view


def test_fp_119_third_hands() -> None:
    text = "FP1 1r:(2S)/2r:(AC)/7r:(5C) 3C/KS,7D/- 9C - t9.1.1.0.000.111.20 main"
    state = at(text, players=3).play("s3C>@2")
    worlds = state.view(2).worlds(2000)
    assert worlds is not None
    # What seat 1 saw is the whole hand, whatever it is.
    for world, _ in worlds:
        hand = str(world).split(" ")[2].split("/")[1]
        assert f"h12:{hand};" in str(world)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "FP1",
        "FP1 1r:KS/2r:KS -/- - - t9.1.1.0.00.11.20 main",
        "FP1 1r:KS/1r:QS -/- - - t9.1.1.0.00.11.20 main",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.2 main",
        "FP1 1r:KS/2r:QS -/-/- - - t9.1.1.0.00.11.20 main",
        "FP1 1r:KS/x -/- - - t9.1.1.0.00.11.20 main",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 reply:1:0:1>3:0:-:-:11",
        "FP1 1r:KS/2r:(QS) -/- - - t9.1.1.0.00.11.20 reply:1:0:1>2:0:-:-:11",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 reply:1:0:2>1:0:-:-:11",
        "FP1 1w:KS/2r:QS -/- - - t9.1.1.0.00.11.20 reply:1:0:1>2:0:-:-:11",
        "FP1 1w:KS/2r:QS -/- - - t9.1.1.0.00.11.20 confirm:1:0:1>2:0:KS:-:11",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 makef:1:AS|main",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 over:3",
        "FP1 1r:?/2r:QS -/- - - t9.1.1.0.00.11.20 main",
        "FP1 u20/u20 -/- #14 - t1.1.1.0.00.00.1 main",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 main &k1:2",
        "FP1 1r:KS/2r:QS -/- - - t9.1.1.0.00.11.20 main *draw *draw",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(mf.ParseError, match=r"^flower_power: position .*accepted"):
        at(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("e1:1.0:-:20", "e1:3.0:-:20"),  # more cards held than the reshuffle has left
        ("|9C,8C,7C", "|9C,8C"),
        ("e1:", "e2:"),  # there was but one reshuffle
        ("r1", "r2"),
    ],
)
def test_fp_118_memories_that_cannot_be_are_refused(old: str, new: str) -> None:
    state = reshuffled()
    full, seen = str(state), str(state.view(1))
    assert old in full
    assert old in seen
    with pytest.raises(mf.ParseError, match="cannot be"):
        state.game.parse(full.replace(old, new))
    with pytest.raises(mf.ParseError, match="cannot be"):
        state.game.parse_view(seen.replace(old, new), 1)


def test_texts_of_any_kind_never_break_the_reader() -> None:
    rng = random.Random(2)
    game = mf.Game("flower_power:players=3,petals=4,base=4")
    state = game.deal(rng)
    while not state.is_over:
        state = state.play(state.random_move(rng))
        for text in (str(state), str(state.view(0))):
            broken = list(text)
            for _ in range(rng.randrange(1, 4)):
                broken[rng.randrange(len(broken))] = rng.choice("0123456789KSH:;,.|&@*%^~(?#-+ux")
            for parse in (game.parse, lambda t: game.parse_view(t, 0)):
                try:
                    read = parse("".join(broken))
                except ValueError:
                    continue
                if isinstance(read, mf.State) and read.turn >= 0:
                    read.legal_moves()
        for token in ("", "a", "B", "*", "p", "s5C>@9", "f#", "c99", "B4+", "*1.=KS", "*@1=", "h"):
            with pytest.raises(ValueError, match="flower_power"):
                state.play(token)
            with pytest.raises(ValueError, match="flower_power"):
                state.view(0).observe(token or "?")


def test_drawings_fit_the_screen_and_keep_secrets() -> None:
    rng = random.Random(6)
    state = mf.Game("flower_power:players=5").deal(rng)
    while not state.is_over:
        state = state.play(state.random_move(rng))
        for drawing in (state.drawing(), state.view(0).drawing()):
            assert max(map(len, drawing.split("\n"))) <= 80
            assert drawing.isascii()
