"""The lab games against published counts, payoffs worked by hand, and slow twins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import moonflower as mf


def states(start: mf.State, depth: int = 99) -> Iterator[mf.State]:
    """Every state that can come within so many moves, chance included."""
    yield start
    if start.is_over or depth == 0:
        return
    moves = [move for move, _ in start.outcomes()] or start.legal_moves()
    for move in moves:
        yield from states(start.play(move), depth - 1)


def played(spec: str, *tokens: str) -> mf.State:
    state = mf.Game(spec).start()
    for token in " ".join(tokens).split():
        state = state.play(token)
    return state


def information_sets(spec: str) -> list[int]:
    """How many each seat has."""
    keys: list[set[str]] = [set(), set()]
    for state in states(mf.Game(spec).start()):
        if state.turn >= 0:
            keys[state.turn].add(str(state.view(state.turn)))
    return [len(keys[0]), len(keys[1])]


def histories(state: mf.State, seat: int, events: list[str]) -> Iterator[mf.State]:
    """A slow twin of ``View.worlds``: every state a game may have led to, given what a seat saw."""
    if not events:
        yield state
    if state.is_over:
        return
    for move in [move for move, _ in state.outcomes()] or state.legal_moves():
        seen = state.seen_by(seat, move).split()
        if seen == events[: len(seen)]:
            yield from histories(state.play(move), seat, events[len(seen) :])


# --- facts


def test_lab_games_stay_out_of_the_players_lists() -> None:
    lab = {"tic_tac_toe", "kuhn_poker", "leduc_poker", "liars_dice", "phantom_ttt", "hex"}
    assert lab | {"goofspiel"} <= {info.name for info in mf.games(lab=True) if info.lab}
    assert not any(info.lab for info in mf.games())


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("kuhn_poker", 10),
        ("leduc_poker", 10),
        ("liars_dice:dice_sides=4", 5),
        ("phantom_ttt", 6),
        ("goofspiel:cards=4", 8),
        ("goofspiel:cards=5,points=descending", 4),
    ],
)
def test_worlds_are_the_histories_a_seat_cannot_rule_out(spec: str, games: int) -> None:
    for seed in range(games):
        rng = random.Random(seed)
        state = start = mf.Game(spec).start()
        events: list[list[str]] = [[], []]
        while not state.is_over:
            move = state.random_move(rng)
            for seat in (0, 1):
                events[seat] += state.seen_by(seat, move).split()
            state = state.play(move)
            for seat in (0, 1):
                worlds = state.view(seat).worlds(1500)
                if worlds is None:
                    continue
                twin = {
                    str(world): 1 / len(worlds) for world in histories(start, seat, events[seat])
                }
                assert {str(world): share for world, share in worlds} == twin


# --- kuhn_poker


def test_kuhn_tree_has_its_published_size() -> None:
    start = mf.Game("kuhn_poker").start()
    assert mf.perft(start, 2) == 6
    assert mf.perft(start, 5) == 30
    assert len(list(states(start))) == 58
    assert information_sets("kuhn_poker") == [6, 6]


@pytest.mark.parametrize(
    ("position", "first"),
    [
        ("KJ pp", 1),
        ("JK pp", -1),
        ("JK bp", 1),
        ("KJ pbp", -1),
        ("QJ bb", 2),
        ("QK bb", -2),
        ("KQ pbb", 2),
        ("JQ pbb", -2),
    ],
)
def test_kuhn_pays_the_pot(position: str, first: int) -> None:
    assert mf.Game("kuhn_poker").parse(position).returns == [first, -first]


def test_kuhn_seats_see_their_own_card_until_a_showdown() -> None:
    state = played("kuhn_poker", "*K")
    assert [state.seen_by(seat, "*Q") for seat in (0, 1)] == ["*?", "*Q"]
    state = state.play("*Q").play("b")
    assert [str(state.view(seat)) for seat in (0, 1)] == ["K? b", "?Q b"]
    assert state.public() == "?? b"
    assert state.seen_by(1, "p") == "p"
    assert [state.seen_by(seat, "b") for seat in (0, 1)] == ["b =Q", "b =K"]
    assert str(state.play("p").view(1)) == "?Q bp"
    assert str(state.play("b").view(1)) == "KQ bb"


# --- leduc_poker


def test_leduc_tree_has_its_published_size() -> None:
    start = mf.Game("leduc_poker").start()
    assert mf.perft(start, 1) == 6
    assert mf.perft(start, 2) == 30
    # 30 deals; 4 ways to fold in the first round, 5 to go on to one of 4 public cards, and then
    # 9 ways to the end.
    assert mf.perft(start, 20) == 30 * (4 + 5 * 4 * 9)
    # 6 hole cards and 6 nodes of each seat's betting; 3 of them belong to a seat.
    assert information_sets("leduc_poker") == [6 * 3 * (1 + 5 * 5)] * 2 == [468, 468]


@pytest.mark.parametrize(
    ("position", "first"),
    [
        ("Js Qh Kh cc/cc", -1),  # the higher rank
        ("Js Qh Jh cc/cc", 1),  # a pair beats it
        ("Js Jh Kh crrc/crrc", 0),  # equal ranks share
        ("Ks Qh Kh crrc/crrc", 13),  # every raise of both rounds
        ("Qs Kh Jh rc/rrf", -7),  # 1 + 2 + 4; nothing of the raise that was not called
        ("Js Kh -- crf", -1),
        ("Js Kh -- rf", 1),
    ],
)
def test_leduc_pays_the_pot(position: str, first: int) -> None:
    assert mf.Game("leduc_poker").parse(position).returns == [first, -first]


def test_leduc_bets() -> None:
    state = played("leduc_poker", "*Js *Qh")
    assert list(map(str, state.legal_moves())) == ["c", "r"]
    assert list(map(str, state.play("r").legal_moves())) == ["f", "c", "r"]
    assert list(map(str, state.play("r").play("r").legal_moves())) == ["f", "c"]
    with pytest.raises(mf.IllegalMoveError, match="accepted: f, c"):
        state.play("r").play("r").play("r")
    chance = state.play("c").play("c")
    assert sorted(str(move) for move, _ in chance.outcomes()) == ["*Jh", "*Kh", "*Ks", "*Qs"]
    assert chance.play("*Ks").turn == 0


# --- liars_dice


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_liars_dice_tree_has_its_published_size(sides: int) -> None:
    start = mf.Game("liars_dice", dice_sides=sides).start()
    # Any rising row of bids but the empty one may be called a lie.
    assert mf.perft(start, 2 * sides + 4) == sides**2 * (2 ** (2 * sides) - 1)


def test_liars_dice_information_sets() -> None:
    # Each seat: its die and a row of bids of its parity, 24,576 in all with six sides.
    assert information_sets("liars_dice:dice_sides=3") == [3 * 2**5, 3 * 2**5]


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        ("35 1-3/liar", 0),
        ("35 1-4/liar", 1),
        ("33 2-3/liar", 0),
        ("36 2-3/liar", 0),  # six is wild
        ("66 2-1/liar", 0),
        ("35 1-1/1-6/liar", 0),  # only a six is a six
        ("36 1-1/1-6/liar", 1),
    ],
)
def test_liars_dice_bids_are_counted_with_the_wild_face(position: str, winner: int) -> None:
    state = mf.Game("liars_dice").parse(position)
    assert state.returns == [float(seat == winner) for seat in (0, 1)]


def test_liars_dice_show_at_the_call() -> None:
    state = played("liars_dice", "*3 *5 1-4")
    assert str(state.view(0)) == "3? 1-4"
    assert state.seen_by(0, "liar") == "liar =5"
    assert str(state.play("liar").view(0)) == "35 1-4/liar"
    with pytest.raises(mf.IllegalMoveError, match="from 1-5 to liar"):
        state.play("1-4")


# --- phantom_ttt


def test_phantom_perft() -> None:
    start = mf.Game("phantom_ttt").start()
    # The second seat may run into the first mark, and then has eight cells left.
    assert [mf.perft(start, depth) for depth in range(4)] == [1, 9, 81, 9 * 8 + 72 * 8]


def test_phantom_seats_hear_of_marks_only() -> None:
    state = played("phantom_ttt", "b2")
    assert [state.seen_by(seat, "b2") for seat in (0, 1)] == ["", "b2x"]
    state = state.play("b2")
    assert state.turn == 1
    assert [state.seen_by(seat, "a1") for seat in (0, 1)] == ["?", "a1"]
    state = state.play("a1")
    assert [str(state.view(seat)) for seat in (0, 1)] == ["b2/?", "?/b2x/a1"]
    assert str(state) == "b2/b2/a1"


def test_phantom_ends() -> None:
    lost = played("phantom_ttt", "a1 a2 b1 b2")
    assert [lost.seen_by(seat, "c1") for seat in (0, 1)] == ["c1", "?!"]
    assert lost.play("c1").returns == [1.0, 0.0]
    full = played("phantom_ttt", "a1 b1 c1 b2 a2 a3 b3 c2")
    assert full.turn == 0
    assert full.seen_by(1, "c3") == "?="
    assert full.play("c3").returns == [0.5, 0.5]


def test_phantom_refuses_what_cannot_have_happened() -> None:
    game = mf.Game("phantom_ttt")
    for text in ("a1x", "?/a1x/a2x", "a1/?!", "a1/?=", "a1/?/a1", "?/a1/b1", "a1/a2"):
        for seat in (0, 1):
            with pytest.raises(ValueError, match="phantom_ttt"):
                game.parse_view(text, seat)


# --- hex


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 11, 14, 19])
def test_hex_is_never_drawn(size: int) -> None:
    payoffs = mf.playouts(mf.Game("hex", size=size).start(), 300)
    assert set(map(tuple, payoffs.tolist())) <= {(1.0, 0.0), (0.0, 1.0)}


def hex_winner(board: list[str]) -> str:
    """Plain search from a side, for boards with at most one winner."""
    size = len(board)
    for stone, start, goal in (
        ("x", [(0, c) for c in range(size)], lambda r, _c: r == size - 1),
        ("o", [(r, 0) for r in range(size)], lambda _r, c: c == size - 1),
    ):
        open_cells = [(r, c) for r, c in start if board[r][c] == stone]
        seen = set(open_cells)
        while open_cells:
            r, c = open_cells.pop()
            if goal(r, c):
                return stone
            for dr, dc in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                cell = (r + dr, c + dc)
                inside = 0 <= cell[0] < size and 0 <= cell[1] < size
                if inside and cell not in seen and board[cell[0]][cell[1]] == stone:
                    seen.add(cell)
                    open_cells.append(cell)
    return ""


@pytest.mark.parametrize("size", [2, 3, 5, 11])
def test_hex_ends_when_a_slow_twin_sees_a_connection(size: int) -> None:
    for seed in range(20):
        state = mf.Game("hex", size=size).start()
        while not state.is_over:
            assert hex_winner(str(state).split("/")) == ""
            state = state.play(state.random_move(seed * 1000 + state.key % 997))
        assert state.returns is not None
        assert hex_winner(str(state).split("/")) == "xo"[state.returns.index(1.0)]


def first_wins_at_random(state: mf.State, known: dict[str, float]) -> float:
    """The exact odds of seat 0 when both move at random."""
    if state.returns:
        return state.returns[0]
    text = str(state)
    if text not in known:
        odds = [first_wins_at_random(state.play(move), known) for move in state.legal_moves()]
        known[text] = sum(odds) / len(odds)
    return known[text]


@pytest.mark.parametrize("position", [".../.../...", ".o./.x./...", "x../.../.o.", "xo./ox./..x"])
def test_hex_playouts_keep_the_odds_of_random_moves(position: str) -> None:
    # Playouts fill the board instead of stopping at the connection.
    state = mf.Game("hex").parse(position)
    share = first_wins_at_random(state, {})
    games = 40_000
    spread = (share * (1 - share) / games) ** 0.5
    assert mf.playouts(state, games)[:, 0].mean() == pytest.approx(share, abs=5 * spread)


def test_hex_perft() -> None:
    assert mf.perft(mf.Game("hex", size=1).start(), 9) == 1
    # x wins with any stone of each row but a1 and b2, which do not touch: 3 pairs in 2 orders,
    # with 2 stones o may have put between; any other three stones leave one cell.
    ends = [str(state) for state in states(mf.Game("hex", size=2).start()) if state.is_over]
    assert Counter(text.count(".") for text in ends) == {1: 12, 0: 12}
    assert mf.perft(mf.Game("hex").start(), 2) == 121 * 120


def test_hex_positions_carry_their_size() -> None:
    state = mf.Game("hex").parse("x./.o")
    assert state.game.spec == "hex:size=2"
    assert state.turn == 0
    for text in ("xx/..", "x/", "xo/x./", "xo/x.x", "x.o/x.o/x.o", "x./x./", "", "x" * 9):
        with pytest.raises(mf.ParseError, match="hex: position"):
            mf.Game("hex").parse(text)


# --- goofspiel


def test_goofspiel_settles_rounds_and_plays_the_last_by_itself() -> None:
    state = played("goofspiel:cards=3", "*3 2 A *A")
    assert state.scores == [3, 0]
    assert state.seen_by(0, "A") == "A"
    assert state.seen_by(1, "A") == "?"
    state = state.play("A")
    # The bids 1 and 2, then what is left: 3 and 3 for the point card 2.
    assert [state.seen_by(seat, "2") for seat in (0, 1)] == ["? > =", "2 < ="]
    state = state.play("2")
    assert state.is_over
    assert str(state) == "3A2 2A3 A23"
    assert state.scores == [3, 1]
    assert state.returns == [1.0, 0.0]


@pytest.mark.parametrize("points", ["descending", "ascending"])
def test_goofspiel_points_in_order_need_no_chance(points: str) -> None:
    every = list(states(mf.Game("goofspiel", cards=3, points=points).start()))
    assert all(state.turn != mf.CHANCE for state in every)
    # A bid of each seat in the first round, then in the second; the third leaves no choice.
    assert sum(state.is_over for state in every) == 3 * 3 * 2 * 2


def test_goofspiel_is_fair_to_both_seats() -> None:
    totals = [0.0, 0.0]
    for state in states(mf.Game("goofspiel:cards=3").start()):
        if state.returns:
            totals = [total + payoff for total, payoff in zip(totals, state.returns, strict=True)]
    assert totals[0] == totals[1]


def test_goofspiel_views_hide_the_bids() -> None:
    state = played("goofspiel", "*K 3 7 *5")
    assert [str(state.view(seat)) for seat in (0, 1)] == ["K5 3 >", "K5 < 7"]
    state = state.play("A")
    assert [str(state.view(seat)) for seat in (0, 1)] == ["K5 3A >", "K5 <? 7"]
    game = mf.Game("goofspiel:cards=3")
    for text in ("3 3 >", "3 A <", "3 2 ?", "3 22 >", "4 2 >", "3 2", ""):
        with pytest.raises(ValueError, match="goofspiel"):
            game.parse_view(text, 0)
