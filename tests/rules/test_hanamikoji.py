"""Hanamikoji: every clause of seeds/hanamikoji.md, and the golden matches move by move."""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter
from itertools import combinations, pairwise, product
from math import comb, factorial, prod
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf

VALUES = (2, 2, 2, 3, 3, 4, 5)
GOLDEN = Path(__file__).parents[1] / "golden" / "hanamikoji" / "games.jsonl.xz"
START = "hk1 ------- r0t0 -/- 0000000/0000000 -/- -/- -/- deal0 -"


def play(state: mf.State, tokens: str) -> mf.State:
    for token in tokens.split():
        state = state.play(token)
    return state


def tokens_of(state: mf.State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def word(state: mf.State | mf.View, index: int) -> str:
    return str(state).split(" ")[index]


def parse(text: str) -> mf.State:
    return mf.Game("hanamikoji").parse(text)


def random_states(spec: str, count: int, seed: int = 0) -> list[mf.State]:
    """Every state of a few random matches."""
    rng = random.Random(seed)
    states = []
    for _ in range(count):
        state = mf.Game(spec).start()
        states.append(state)
        while not state.is_over:
            moves = state.legal_moves()
            state = state.play(rng.choice(moves)) if moves else state.draw(rng)
            states.append(state)
    return states


def last_action(
    placed: str, secrets: str, *, owners: str = "-------", round_: int = 1, options: str = "-"
) -> mf.State:
    """The last action of a round, a secret; in round 1 it is seat 0's. Plays on with ``finish``."""
    mover = (7 + round_) % 2
    seen = Counter(secrets)
    for side in placed.split("/"):
        seen += Counter({str(g): int(n) for g, n in enumerate(side)})
    left = "".join(str(g) * (VALUES[g] - seen[str(g)]) for g in range(7))
    assert len(left) == 5  # four discards and the card set aside
    hands = ["-", "-"]
    hands[mover] = secrets[mover]
    shown = [*secrets]
    shown[mover] = "-"
    used = ["sdgc", "sdgc"]
    used[mover] = "dgc"
    return parse(
        f"hk1 {owners} r{round_}t7 {'/'.join(hands)} {placed} {'/'.join(shown)} "
        f"{left[:2]}/{left[2:4]} {'/'.join(used)} act {options}"
    )


def finish(state: mf.State) -> mf.State:
    (move,) = state.legal_moves()
    return state.play(move)


# --- A slow twin: moves listed by trying every choice of cards.


def twin_actions(hand: str, used: str) -> set[str]:
    def text(cards: tuple[str, ...]) -> str:
        return "".join(sorted(cards))

    moves = set()
    for letter, size in (("s", 1), ("d", 2), ("g", 3)):
        if letter not in used:
            moves |= {letter + text(cards) for cards in combinations(hand, size)}
    if "c" not in used:
        for four in combinations(range(len(hand)), 4):
            for pair in combinations(four, 2):
                rest = [i for i in four if i not in pair]
                pairs = sorted(
                    [text((hand[pair[0]], hand[pair[1]])), text((hand[rest[0]], hand[rest[1]]))]
                )
                moves.add("c" + "/".join(pairs))
    return moves


def twin_answers(offer: str) -> set[str]:
    return {"t" + part for part in (offer[1:].split("/") if offer[0] == "c" else offer[1:])}


# --- Material and match


def test_hk_1_cards_and_owners_at_the_start() -> None:
    state = mf.Game("hanamikoji").start()
    assert str(state) == START
    assert state.scores == [0, 0]
    drawn = Counter("".join(str(move) for move, _ in state.outcomes()))
    assert set(drawn) == set("*0123456")
    hands = [str(move)[1:] for move, _ in state.outcomes()]
    most = [max(hand.count(str(g)) for hand in hands) for g in range(7)]
    assert tuple(most) == VALUES  # a geisha has as many cards as her value


def test_hk_2_rounds_and_starters() -> None:
    for starter in (0, 1):
        for state in random_states(f"hanamikoji:starter={starter}", 20):
            clock = word(state, 2)
            round_, turn = map(int, clock[1:].split("t"))
            if word(state, 8) == "act":
                assert state.turn == (turn + round_ + starter) % 2
            if word(state, 8) == "deal0":  # the deck is whole again, ownership carried over
                assert turn == 0
                assert len(state.outcomes()) == 611
    most = max(int(word(s, 2)[1]) for s in random_states("hanamikoji:max_rounds=2", 40))
    assert most == 1


def test_hk_2_no_limit_is_a_draw_after_99_rounds() -> None:
    def last(round_: int) -> mf.State:
        return last_action(
            "0111112/1011112", "01", owners="0--1---", round_=round_, options="max_rounds=0"
        )

    over = finish(last(98))
    assert over.is_over
    assert over.scores == [2, 3]  # points are not compared
    assert over.returns == [0.5, 0.5]
    assert word(finish(last(97)), 2) == "r98t0"
    with pytest.raises(mf.ParseError, match="r98t7"):
        parse(START.replace("r0t0", "r99t0").replace("deal0 -", "deal0 max_rounds=0"))


def test_hk_3_a_round_is_dealt_drawn_and_played() -> None:
    for seed in range(20):
        state = mf.Game("hanamikoji:max_rounds=1").start()
        kinds: list[str] = []
        rng = random.Random(seed)
        while not state.is_over:
            move = str(state.random_move(rng))
            kinds.append(move[0] if move[0] != "*" else f"*{len(move) - 1}")
            state = state.play(move)
        assert kinds[:2] == ["*6", "*6"]
        assert kinds.count("*1") == 8
        assert Counter(kinds[2:])["t"] == 4
        assert all(kinds.count(kind) == 2 for kind in "sdgc")
        # a draw before every action and never before an answer
        assert all(after in "sdgc" for now, after in pairwise(kinds) if now == "*1")
        assert all(before in "gc" for before, now in pairwise(kinds) if now == "t")


# --- Actions


def dealt(first: str = "0123456", second: str = "012456") -> mf.State:
    """Round 0, seat 0 to act with seven cards; seat 1 holds ``second`` or what is left of it."""
    left = "".join(str(g) * (VALUES[g] - first.count(str(g))) for g in range(7))
    kept = Counter(second) & Counter(left)
    spare = sorted((Counter(left) - kept).elements(), reverse=True)
    second = "".join([*kept.elements(), *spare][:6])
    return parse(f"hk1 ------- r0t0 {first}/{second} 0000000/0000000 -/- -/- -/- act -")


def test_hk_4_secret() -> None:
    state = dealt()
    after = state.play("s6")
    assert word(after, 5) == "6/-"
    assert word(after, 4) == "0000000/0000000"
    assert state.seen_by(1, "s6") == "s?"
    assert word(after.view(1), 5) == "?/-"
    assert state.seen_by(0, "s6") == "s6"
    # it counts for the mover at the end: 1-0 by the secret alone
    assert word(finish(last_action("1020211/0200122", "36")), 1)[3] == "0"


def test_hk_5_discard() -> None:
    state = dealt()
    after = state.play("d56")
    assert word(after, 6) == "56/-"
    assert state.seen_by(1, "d56") == "d??"
    assert word(after.view(1), 6) == "??/-"
    assert word(after, 4) == "0000000/0000000"


def test_hk_6_gift() -> None:
    state = dealt()
    offered = state.play("g046")
    assert offered.turn == 1
    assert word(offered, 8) == "g046"
    assert tokens_of(offered) == ["t0", "t4", "t6"]
    assert state.seen_by(1, "g046") == "g046"
    after = offered.play("t4")
    assert word(after, 4) == "1000001/0000100"
    assert offered.seen_by(0, "t4") == "t4"


def test_hk_7_competition() -> None:
    state = dealt("0155566")
    offered = state.play("c01/55")
    assert offered.turn == 1
    assert tokens_of(offered) == ["t01", "t55"]
    after = offered.play("t55")
    assert word(after, 4) == "1100000/0000020"
    assert word(after, 3).startswith("566/")


def test_hk_8_cards_are_a_sub_multiset_of_the_hand() -> None:
    state = dealt("0012345")
    for token in ("g000", "d66", "s6", "c00/06", "c00/00"):
        with pytest.raises(mf.IllegalMoveError, match="not in the hand"):
            state.play(token)
    assert "g001" in tokens_of(state)
    with pytest.raises(mf.IllegalMoveError):  # the hole of the tournament's code
        dealt("0011234").play("g000")


def test_hk_8_order_means_nothing() -> None:
    state = dealt("0155566")
    assert str(state.parse_move("g650")) == "g056"
    assert str(state.parse_move("d60")) == "d06"
    assert str(state.parse_move("c55/10")) == "c01/55"
    assert state.play("c55/10") == state.play("c01/55")
    assert str(state.play("c01/55").parse_move("t10")) == "t01"


def test_hk_8_equal_options_are_one_and_none_can_be_declined() -> None:
    assert tokens_of(dealt("0055123").play("c05/05")) == ["t05"]
    assert tokens_of(dealt("0055123").play("g005")) == ["t0", "t5"]
    assert tokens_of(dealt("0355523").play("g555")) == ["t5"]
    offered = dealt().play("g046")
    for token in ("t1", "t04", "s1", "*5", "g123"):
        with pytest.raises(mf.IllegalMoveError, match="t0, t4, t6"):
            offered.play(token)
    assert word(offered.play("t4"), 2) == "r0t1"  # the answer belongs to the same turn


def test_hk_8_legal_moves_are_those_of_the_slow_twin() -> None:
    seen = Counter[str]()
    for state in random_states("hanamikoji", 30, seed=5):
        if state.turn < 0:
            continue
        phase = word(state, 8)
        hand = word(state, 3).split("/")[state.turn]
        used = word(state, 7).split("/")[state.turn]
        expected = twin_actions(hand, used) if phase == "act" else twin_answers(phase)
        tokens = tokens_of(state)
        assert len(tokens) == len(set(tokens))
        assert set(tokens) == expected
        seen[phase[0]] += 1
    assert min(seen[kind] for kind in "agc") > 20


def test_hk_9_the_last_action_is_forced_and_hands_end_empty() -> None:
    for state in random_states("hanamikoji:max_rounds=1", 60, seed=2):
        phase, (round_, turn) = word(state, 8), map(int, word(state, 2)[1:].split("t"))
        if phase == "act" and turn >= 6:
            used = word(state, 7).split("/")[state.turn]
            letter = next(letter for letter in "sdgc" if letter not in used)
            assert all(str(move)[0] == letter for move in state.legal_moves())
            assert len(state.legal_moves()) == 1 or letter == "c"
        if state.is_over:
            assert round_ == 0
            assert word(state, 3) == "-/-"
            placed = word(state, 4).split("/")
            assert [sum(map(int, side)) for side in placed] == [7, 7]  # and the secret
            assert len(word(state, 6)) == len("36/36")


# --- End of a round and of the match


def test_hk_10_more_cards_take_a_geisha_even_from_the_other() -> None:
    before = last_action("1020211/0101122", "33", owners="10-----")
    assert word(finish(before), 1) == "0101011"  # 3: one against two with both secrets


def test_hk_10_equal_counts_leave_her_where_she_was() -> None:
    for one_each, none in product("-01", repeat=2):
        before = last_action("1020211/1001122", "33", owners=f"{one_each}{none}-----")
        assert word(finish(before), 1)[:2] == one_each + none


def owners_of(sides: tuple[int, ...]) -> str:
    return "".join("-01"[side + 1] for side in sides)


def twin_end(sides: tuple[int, ...], win_points: int = 11) -> int | None:
    """The winner by points or geishas alone."""
    points = [sum(v for v, s in zip(VALUES, sides, strict=True) if s == seat) for seat in (0, 1)]
    for seat in (0, 1):
        if points[seat] >= win_points:
            return seat
    for seat in (0, 1):
        if sides.count(seat) >= 4:
            return seat
    return None


def over_text(owners: str, options: str = "-", round_: int = 0) -> str:
    """A finished match with these owners: every count is tied, so any owner may stay."""
    return f"hk1 {owners} r{round_}t7 -/- 0111112/1011112 0/1 34/55 sdgc/sdgc over {options}"


def test_hk_11_every_ownership_ends_as_the_book_says() -> None:
    terminal = 0
    over_geishas = 0
    for sides in product((-1, 0, 1), repeat=7):
        owners = owners_of(sides)
        winner = twin_end(sides)
        if winner is None:
            with pytest.raises(mf.ParseError, match="do not end the match"):
                parse(over_text(owners))
            parse(START.replace("-------", owners).replace("r0", "r1"))
            continue
        terminal += 1
        state = parse(over_text(owners))
        assert state.winners == (winner,)
        over_geishas += sides.count(1 - winner) >= 4
        with pytest.raises(mf.ParseError, match="have ended the match"):
            parse(START.replace("-------", owners).replace("r0", "r1"))
    assert terminal == 3**7 - 1249
    assert over_geishas == 12  # 11 points beat an opponent's four geishas


def test_hk_11_win_points_12_reads_the_text_strictly() -> None:
    eleven = "1---000"  # 3 + 4 + 5 is 12; 2 + 4 + 5 is 11
    assert parse(over_text(eleven, "win_points=12")).winners == (0,)
    eleven = "0----00"
    assert parse(over_text(eleven)).winners == (0,)
    with pytest.raises(mf.ParseError, match="do not end the match"):
        parse(over_text(eleven, "win_points=12"))


def test_hk_11_after_the_last_round_points_are_compared() -> None:
    assert parse(over_text("1-----0", round_=2)).winners == (0,)
    assert parse(over_text("0----1-", round_=2)).winners == (1,)
    assert parse(over_text("01-----", round_=2)).returns == [0.5, 0.5]
    assert parse(over_text("-------", round_=2)).returns == [0.5, 0.5]


def test_hk_11_nothing_is_tested_inside_a_round() -> None:
    state = last_action("0000223/1220011", "33")  # the 3, the 4 and the 5 are seat 0's already
    assert state.turn == 0
    assert state.scores == [0, 0]
    assert finish(state).winners == (0,)


def test_hk_12_tiebreak_tiers() -> None:
    # 5 against 2 + 3: equal points, seat 0 has the highest tier
    assert parse(over_text("1--1--0", "tiebreak=tiers", round_=2)).winners == (0,)
    assert parse(over_text("1--1--0", round_=2)).returns == [0.5, 0.5]
    # 4 against 2 + 2
    assert parse(over_text("11---0-", "tiebreak=tiers", round_=2)).winners == (0,)
    # a 3 and a 2 each: nobody owns alone in either tier
    assert parse(over_text("01-01--", "tiebreak=tiers", round_=2)).returns == [0.5, 0.5]
    # 3 + 3 against 2 + 4: the 4 stands above the 3s
    assert parse(over_text("1--001-", "tiebreak=tiers", round_=2)).winners == (1,)
    # nothing owned
    assert parse(over_text("-------", "tiebreak=tiers", round_=2)).returns == [0.5, 0.5]


def test_hk_12_cap_draw_overrides_the_tiebreak() -> None:
    assert parse(over_text("1-----0", "cap=draw", round_=2)).returns == [0.5, 0.5]
    both = "tiebreak=tiers;cap=draw"
    assert parse(over_text("1--1--0", both, round_=2)).returns == [0.5, 0.5]
    assert parse(over_text("0----00", "cap=draw", round_=2)).winners == (0,)


def test_hk_13_secrets_are_public_from_the_end_of_the_round() -> None:
    for reveal in (1, 0):
        for state in random_states(f"hanamikoji:max_rounds=1,reveal_secret={reveal}", 10):
            if not state.is_over:
                continue
            secrets = word(state, 5).split("/")
            shown = secrets[1] if reveal else "?"
            assert word(state.view(0), 5) == f"{secrets[0]}/{shown}"
            assert word(state.view(0), 6).endswith("/??")
            assert state.public().split(" ")[5] == ("/".join(secrets) if reveal else "?/?")
            assert state.public().split(" ")[6] == "??/??"


def test_hk_13_the_round_ends_with_its_token() -> None:
    shown = last_action("1020211/0101122", "33")
    assert shown.seen_by(1, "s3") == "s? !33"
    assert shown.seen_by(0, "s3") == "s3 !33"
    hidden = last_action("1020211/0101122", "33", options="reveal_secret=0")
    assert hidden.seen_by(1, "s3") == "s? =0101011"


# --- Information


def test_hk_14_a_view_knows_its_own_and_no_more() -> None:
    state = play(dealt(), "d56 *6 s6 *5")
    assert str(state.view(0)) == (
        "hk1 ------- r0t2 012345/#6 0000000/0000000 -/? 56/- d/s act - d56,s?"
    )
    assert str(state.view(1)) == (
        "hk1 ------- r0t2 #6/012456 0000000/0000000 -/6 ??/- d/s act - d??,s6"
    )
    # the same to seat 0 whatever seat 1 has hidden
    other = play(dealt(), "d56 *6 s0 *5")
    assert state.view(0) == other.view(0)
    assert state.view(0).key == other.view(0).key
    assert state.view(1) != other.view(1)
    assert state.view(0).legal_moves() == state.legal_moves()
    assert state.view(1).legal_moves() == []


def test_hk_14_the_log_is_perfect_memory_and_own_draws_are_forgotten() -> None:
    first = play(dealt(), "s6 *6 s6 *5 d01")
    second = play(dealt(), "d01 *6 s6 *5 s6")
    assert str(first).split(" ")[:10] == str(second).split(" ")[:10]
    assert first.view(1) != second.view(1)
    assert first.view(1).key != second.view(1).key
    one = play(dealt("1123456", "234566"), "s1 *6 s6 *0 d01")
    other = play(dealt("0123456", "234566"), "s1 *6 s6 *1 d01")
    assert one.view(0) == other.view(0)


def test_hk_14_a_missing_log_stays_missing_until_the_next_round() -> None:
    known = play(dealt(), "g046 t4 *6 s6 *5")
    text = " ".join(str(known).split(" ")[:10])
    unknown = parse(text)
    assert str(unknown) == text
    assert unknown != known
    assert len(str(unknown.view(0)).split(" ")) == 10
    assert str(unknown.view(0).sample(1).view(0)) == str(unknown.view(0))
    assert tokens_of(unknown) == tokens_of(known)
    assert len(str(play(unknown, "d12 *5")).split(" ")) == 10
    # before the first action there is no history to forget
    assert parse(str(dealt()) + " -") == dealt()


def places(text: str, seat: int) -> tuple[Counter[str], int, int, int]:
    """Unseen cards of a view string, and the other seat's hand, secret and discards to fill."""
    parts = text.split(" ")
    other = 1 - seat
    seen = Counter(parts[3].split("/")[seat]) + Counter(parts[5].split("/")[seat])
    seen += Counter(parts[6].split("/")[seat])
    if parts[8][0] in "gc":
        seen += Counter(parts[8])
    for side in parts[4].split("/"):
        seen += Counter({str(g): int(n) for g, n in enumerate(side)})
    unseen = Counter({str(g): VALUES[g] - seen[str(g)] for g in range(7)})
    hand = parts[3].split("/")[other]
    size = int(hand[1:]) if hand.startswith("#") else 0
    return +unseen, size, int(parts[5].split("/")[other] == "?"), 2 * int("??" in parts[6])


def test_hk_15_worlds_weigh_their_deals() -> None:
    checked = 0
    for state in random_states("hanamikoji:max_rounds=1", 30, seed=8):
        if state.is_over or word(state, 8).startswith("deal"):
            continue
        for seat in (0, 1):
            view = state.view(seat)
            unseen, hand, secret, discards = places(str(view), seat)
            found = view.worlds(100)
            if found is None or comb(unseen.total(), hand) > 1000:
                continue
            # brute force: every order of the unseen copies, cut into places
            cards = list(unseen.elements())
            weights: Counter[tuple[str, str, str]] = Counter()
            indices = range(len(cards))
            for h in combinations(indices, hand):
                after_hand = [i for i in indices if i not in h]
                for s in combinations(after_hand, secret):
                    after_secret = [i for i in after_hand if i not in s]
                    for d in combinations(after_secret, discards):
                        key = tuple("".join(cards[i] for i in part) or "-" for part in (h, s, d))
                        weights[key] += 1  # type: ignore[index]
            total = sum(weights.values())
            got = {}
            for world, share in found:
                parts = str(world).split(" ")
                other = 1 - seat
                key = (
                    parts[3].split("/")[other],
                    parts[5].split("/")[other],
                    parts[6].split("/")[other],
                )
                got[key] = share
            assert set(got) == set(weights)
            for key, weight in weights.items():
                assert got[key] == pytest.approx(weight / total, rel=1e-12)
            checked += 1
    assert checked > 40


def test_hk_15_chance_weighs_its_copies() -> None:
    start = mf.Game("hanamikoji").start()
    weights = {str(move): weight for move, weight in start._inner.outcomes()}
    assert sum(weights.values()) == comb(21, 6)
    for token, weight in weights.items():
        count = Counter(token[1:])
        assert weight == prod(comb(VALUES[g], count[str(g)]) for g in range(7))
    second = start.play("*012456")
    assert sum(weight for _, weight in second._inner.outcomes()) == comb(15, 6)
    drawn = second.play("*013556")
    assert {str(m): w for m, w in drawn._inner.outcomes()} == {
        "*2": 1, "*3": 2, "*4": 2, "*5": 1, "*6": 3
    }  # fmt: skip


# --- Notation


def test_positions_of_the_book_are_read() -> None:
    state = play(parse(START), "*012456 *013556 *5")
    assert str(state) == "hk1 ------- r0t0 0124556/013556 0000000/0000000 -/- -/- -/- act -"
    state = play(state, "g046 t4 *3 d36")
    assert str(state) == (
        "hk1 ------- r0t2 1255/01355 1000001/0000100 -/- -/36 g/d draw - g046t4,d36"
    )


def test_tokens_in_any_order_and_positions_rewritten() -> None:
    text = "hk1 ------- r0t2 5521/53510 1000001/0000100 -/- -/63 g/d draw - g640t4,d63"
    assert str(parse(text)) == (
        "hk1 ------- r0t2 1255/01355 1000001/0000100 -/- -/36 g/d draw - g046t4,d36"
    )
    assert parse(START.replace("deal0 -", "deal0 starter=1;max_rounds=0")).game.spec == (
        "hanamikoji:max_rounds=0,starter=1"
    )


@pytest.mark.parametrize(
    "token",
    ["", "s", "s7", "s9", "d0", "g04", "c0155", "c01/5", "c01-55", "t", "t012", "x", "*", "*01",
     "*0123456", "g04?", "s?", "\xff\x00", "S4", "s4 ", "*?", "!46", "=-------", "g" * 10_000],
)  # fmt: skip
def test_tokens_that_are_none(token: str) -> None:
    with pytest.raises(mf.ParseError, match=r"hanamikoji: .*; accepted: "):
        dealt().play(token)


def test_moves_of_the_wrong_phase_are_refused() -> None:
    state = mf.Game("hanamikoji").start()
    for token in ("s4", "*5", "t4", "*000123"):
        with pytest.raises(mf.IllegalMoveError, match="six of the unseen cards"):
            state.play(token)
    state = play(state, "*012456 *013556")
    for token in ("s4", "*012456", "*0"):
        with pytest.raises(mf.IllegalMoveError, match=r"one of the unseen cards$"):
            state.play(token)
    state = state.play("*5")
    for token in ("*5", "t5"):
        with pytest.raises(mf.IllegalMoveError, match="is no action; accepted: s, d, g, c"):
            state.play(token)
    used = play(state, "d01 *3 d01 *4")
    with pytest.raises(mf.IllegalMoveError, match="already used this round; accepted: s, g, c"):
        used.play("d45")


GOOD = "hk1 ------- r0t2 1255/01355 1000001/0000100 -/- -/36 g/d draw - g046t4,d36"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("1255/", "125/", "a hand of 4"),
        ("1255/", "12555/", "a hand of 4"),
        ("1255/", "-/", "a hand of 4"),
        ("1255/", "#4/", "a hand of 4"),
        ("1255/", "1257/", "cannot be read"),
        ("1255/", "1111/", "geisha 1"),
        ("1000001/", "3000001/", "validated"),
        ("1000001/", "10000010/", "validated"),
        ("1000001/0000100", "2000000/0000100", "geisha 0"),
        ("-/36", "-/3", "discards"),
        ("-/36", "36/-", "discards"),
        ("-/36", "-/??", "hides what is known"),
        ("-/- -/36", "4/- -/36", "secrets"),
        ("g/d", "g/s", "a hand of 6"),
        ("g/d", "gd/d", "used"),
        ("g/d", "dg/d", "used"),
        ("g/d", "g/-", "used"),
        ("draw", "act", "a hand of 5"),
        ("draw", "g046", "used"),
        ("draw", "deal0", "phase"),
        ("draw", "over", "phase"),
        ("draw", "end", "phase"),
        ("draw", "sleep", "phase"),
        ("r0t2", "r0t8", "clock"),
        ("r0t2", "r3t2", "clock"),
        ("r0t2", "r-1t2", "clock"),
        ("r0t2", "r0", "clock"),
        ("-------", "------", "owners"),
        ("-------", "------2", "owners"),
        ("-------", "0000---", "have ended the match"),
        ("draw -", "draw max_rounds=100", "max_rounds"),
        ("draw -", "draw colour=red", "colour"),
        ("draw -", "draw starter=1;starter=1", "options"),
        ("g046t4,d36", "d36,g046t4", "log"),
        ("g046t4,d36", "g046t4", "log"),
        ("g046t4,d36", "g046t4,d35", "log"),
        ("g046t4,d36", "g046t6,d36", "log"),
        ("g046t4,d36", "g046t1,d36", "log"),
        ("g046t4,d36", "g046t4,d36,s1", "log"),
        ("g046t4,d36", "g046,d36", "log"),
        ("g046t4,d36", "g046t4,d??", "log"),
        ("g046t4,d36", "-", "log"),
        ("g046t4,d36", "g046t4,d36 more", "words"),
        ("hk1", "hk2", "words"),
    ],
)
def test_impossible_positions_are_refused(old: str, new: str, why: str) -> None:
    assert old in GOOD
    with pytest.raises((mf.ParseError, mf.OptionError), match=why) as refused:
        parse(GOOD.replace(old, new, 1))
    assert str(refused.value).startswith("hanamikoji: ")
    assert "; " in str(refused.value)


def test_views_that_show_too_much_or_too_little_are_refused() -> None:
    game = mf.Game("hanamikoji")
    view = str(game.parse(GOOD).view(0))
    assert view == "hk1 ------- r0t2 1255/#5 1000001/0000100 -/- -/?? g/d draw - g046t4,d??"
    assert str(game.parse_view(view, 0)) == view
    for text, seat in (
        (GOOD, 0),
        (view, 1),
        (view.replace("#5", "#6"), 0),
        (view.replace("??", "36"), 0),
        (view.replace("d??", "d36"), 0),
        (view.replace("#5", "-"), 0),
    ):
        with pytest.raises(mf.ParseError, match="hanamikoji: "):
            game.parse_view(text, seat)


# --- Views grown from events


def test_an_event_list_with_its_end_tokens() -> None:
    for spec in ("hanamikoji", "hanamikoji:reveal_secret=0,max_rounds=0"):
        for seed in range(20):
            rng = random.Random(seed)
            game = mf.Game(spec)
            state = game.start()
            events: list[list[str]] = [[], []]
            while not state.is_over:
                move = state.random_move(rng)
                for seat in (0, 1):
                    events[seat] += state.seen_by(seat, move).split()
                state = state.play(move)
            for seat in (0, 1):
                whole = game.start_view(seat).observe(" ".join(events[seat]))
                assert whole == state.view(seat)
                stepwise = game.start_view(seat)
                for token in events[seat]:  # an end token may come in a call of its own
                    stepwise = stepwise.observe(token)
                    assert game.parse_view(str(stepwise), seat) == stepwise
                assert stepwise == whole


def test_before_the_end_token_the_round_is_not_settled() -> None:
    late = last_action("1020211/0101122", "33")
    view = late.view(0).observe("s3")
    assert view.turn == mf.CHANCE
    assert word(view, 8) == "end"
    worlds = view.worlds(100)
    assert worlds is not None
    assert {str(world).split(" ")[2] for world, _ in worlds} <= {"r2t0", "r1t7"}
    assert sum(share for _, share in worlds) == pytest.approx(1)
    assert str(view.sample(1)) in {str(world) for world, _ in worlds}
    assert view.observe("!33") == late.play("s3").view(0)
    for token in ("!23", "!32", "!3", "=0101011", "*012345"):
        with pytest.raises(mf.IllegalMoveError):
            view.observe(token)


def test_events_a_seat_cannot_have_seen_are_refused() -> None:
    game = mf.Game("hanamikoji")
    view = game.start_view(0)
    for token in ("*??????", "*000123", "*01234", "s4"):
        with pytest.raises(mf.MoonflowerError):
            view.observe(token)
    view = view.observe("*001245")
    for token in ("*012345", "*?", "*5"):
        with pytest.raises(mf.MoonflowerError):
            view.observe(token)
    view = view.observe("*?????? *5 d45")
    for token in ("*5", "s?"):
        with pytest.raises(mf.MoonflowerError):
            view.observe(token)
    view = view.observe("*?")
    for token in ("s4", "d01", "g006", "t4", "g00"):  # both 0s are elsewhere
        with pytest.raises(mf.MoonflowerError):
            view.observe(token)
    before = str(view)
    with pytest.raises(mf.MoonflowerError):
        view.observe("s? *6 s9")
    assert str(view) == before


def test_views_of_a_finished_match_with_hidden_secrets() -> None:
    """reveal_secret=0: the owners say what the secret may be."""
    seen = 0
    for seed in range(40):
        for state in random_states("hanamikoji:max_rounds=1,reveal_secret=0", 1, seed=seed)[-1:]:
            for seat in (0, 1):
                worlds = state.view(seat).worlds(1000)
                assert worlds is not None
                assert str(state) in {str(world) for world, _ in worlds}
                assert all(word(world, 1) == word(state, 1) for world, _ in worlds)
                seen += 1
    assert seen == 80


# --- Policies


def test_playouts_agree_with_moves_played_one_by_one() -> None:
    """``playouts`` plays whole turns, ``random_move`` single moves: the same game."""
    game = mf.Game("hanamikoji:max_rounds=1,cap=draw")
    start = game.deal(seed=3)
    rng = random.Random(1)
    singles = []
    for _ in range(1500):
        state = start
        while not state.is_over:
            state = state.play(state.random_move(rng))
        assert state.returns is not None
        singles.append(state.returns[0])
    bulk = mf.playouts(start, 60_000, seed=4)[:, 0]
    for payoff in (0.0, 0.5, 1.0):
        share = singles.count(payoff) / len(singles)
        expected = float((bulk == payoff).mean())
        assert abs(share - expected) < 4 * (expected * (1 - expected) / len(singles)) ** 0.5


# --- Golden matches


def read_golden() -> list[dict[str, Any]]:
    with lzma.open(GOLDEN, "rt") as lines:
        return [json.loads(line) for line in lines]


LETTERS = {"secret": "s", "discard": "d", "gift": "g", "competition": "c"}


def token_of(ply: dict[str, Any], offer: dict[str, Any] | None) -> str:
    if ply["action"] in LETTERS:
        cards = [str(card) for card in ply["cards"]]
        if ply["action"] == "competition":
            cards.insert(2, "/")
        return LETTERS[ply["action"]] + "".join(cards)
    assert offer is not None
    if ply["action"] == "take_gift":
        return f"t{offer['cards'][ply['choice']]}"
    pair = offer["cards"][2 * ply["choice"] : 2 * ply["choice"] + 2]
    return "t" + "".join(map(str, pair))


def owners_text(owners: list[int]) -> str:
    return "".join("-01"[owner + 1] for owner in owners)


def counts(state: mf.State, index: int) -> list[list[int]]:
    return [list(map(int, side)) for side in word(state, index).split("/")]


def replay_round(state: mf.State, record: dict[str, Any], deck: list[int]) -> mf.State:
    assert word(state, 1) == owners_text(record["ownership_before"])
    assert word(state, 2) == f"r{record['round']}t0"
    for hand in (deck[:6], deck[6:12]):
        state = state.play("*" + "".join(map(str, hand)))
    offer = None
    plies = record["plies"]
    for ply, following in zip(plies, [*plies[1:], None], strict=True):
        if "drawn" in ply:
            assert ply["drawn"] == deck[12 + ply["turn"]]
            state = state.play(f"*{ply['drawn']}")
        assert state.turn == ply["player"]
        assert word(state, 2) == f"r{record['round']}t{ply['turn']}"
        assert word(state, 3).split("/")[state.turn] == ("".join(map(str, ply["hand"])) or "-")
        assert len(state.legal_moves()) == ply["n_legal"]
        before = state
        state = state.play(token_of(ply, offer))
        offer = ply
        if following is not None:
            assert counts(state, 4) == ply["validated_public"]
            continue
        # the last ply settles the round: its words are gone unless the match is over
        events = before.seen_by(0, token_of(ply, plies[-2])).split()
        assert events[-1] == "!" + "".join(map(str, record["secret"]))
        if state.is_over:
            assert counts(state, 4) == ply["validated_public"]
            assert word(state, 5) == "/".join(map(str, record["secret"]))
            discarded = ["".join(map(str, sorted(pair))) for pair in record["discarded"]]
            assert word(state, 6) == "/".join(discarded)
    final = [list(side) for side in plies[-1]["validated_public"]]
    for seat in (0, 1):
        final[seat][record["secret"][seat]] += 1
    assert final == record["validated_final"]
    assert word(state, 1) == owners_text(record["ownership_after"])
    assert state.scores == record["points"]
    return state


def reason_of(state: mf.State) -> str:
    assert state.scores is not None
    owners = word(state, 1)
    if max(state.scores) >= 11:
        return "points"
    if max(owners.count("0"), owners.count("1")) >= 4:
        return "geishas"
    return "score_after_3" if len(state.winners) == 1 else "tie"


@pytest.mark.parametrize("part", range(4))
def test_golden_matches(part: int) -> None:
    games = read_golden()
    assert len(games) == 200
    for game in games[part::4]:
        state = mf.Game("hanamikoji").start()
        for record, deck in zip(game["rounds"], game["rounds_dealt"], strict=False):
            assert not state.is_over
            state = replay_round(state, record, deck)
        assert state.is_over
        winner = game["winner"]
        assert state.winners == ((0, 1) if winner == -1 else (winner,))
        assert reason_of(state) == game["reason"]
        assert state.scores == game["points"]
        owners = word(state, 1)
        geishas = [owners.count("0"), owners.count("1")]
        assert geishas == game["geishas"]
        loser_had_four = winner != -1 and geishas[1 - winner] >= 4
        assert (loser_had_four and reason_of(state) == "points") == game["points_over_geishas"]
        assert len(game["rounds"]) == game["rounds_played"]


# --- Figures of section 6


def test_figures_hands_and_deals() -> None:
    start = mf.Game("hanamikoji").start()
    hands = [str(move)[1:] for move, _ in start.outcomes()]
    assert len(hands) == 611
    sevens = {"".join(sorted(hand + str(g))) for hand in hands for g in range(7)
              if hand.count(str(g)) < VALUES[g]}  # fmt: skip
    assert len(sevens) == 910
    lefts = [[VALUES[g] - hand.count(str(g)) for g in range(7)] for hand in [*hands, *sevens]]
    counts_of = [[hand.count(str(g)) for g in range(7)] for hand in hands]

    def rests(left: list[int]) -> list[list[int]]:
        found = ([n - m for n, m in zip(left, six, strict=True)] for six in counts_of)
        return [rest for rest in found if min(rest) >= 0]

    assert sum(len(rests(left)) for left in lefts[len(hands) :]) == 144_965
    # both hands of six, then the order of the nine cards left: eight draws and the one set aside
    orders = (
        factorial(9) // prod(map(factorial, rest))
        for left in lefts[: len(hands)]
        for rest in rests(left)
    )
    assert sum(orders) == 2_064_182_064
