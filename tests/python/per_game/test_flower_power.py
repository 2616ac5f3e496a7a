"""Battles, sure wins and open endings of Flower Power against plain walks over states."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from functools import cache

import pytest

import moonflower as mf
from moonflower.per_game import flower_power

RANKS = "AKQJT98765432"
DECK = [rank + suit for rank in RANKS for suit in "SHDC"]
WHOLE_DECK = ["BJ", "RJ", *DECK]
LIMIT = mf.Limit(time=60)
STALL = 3  # the counter at the start of every set-up: 0 or less once an attack has succeeded


def solve(position: mf.State | mf.View, **options: float) -> mf.Solution:
    with mf.Engine(position.game) as engine:
        return engine.solve(position, LIMIT, **options)  # type: ignore[arg-type]


def in_order(cards: list[str]) -> str:
    """FP-4: canonical order; "-" for none."""
    return ",".join(sorted(cards, key=WHOLE_DECK.index)) or "-"


def garden(
    rng: random.Random, deck: list[str], first_id: int, sizes: list[int], power: float
) -> str:
    flowers = []
    for number, size in enumerate(sizes, first_id):
        cards = [deck.pop() for _ in range(size)]
        if rng.random() < power:
            flowers.append(f"{number}w:{in_order(cards)}")
        else:
            shown = [card if rng.random() < 0.6 else f"({card})" for card in cards]
            flowers.append(f"{number}r:{','.join(shown)}")
    return ";".join(flowers)


def set_up(
    seed: int,
    *,
    sizes: tuple[list[int], list[int]] = ([2, 1], [2, 1]),
    hands: tuple[int, int] = (1, 1),
    power: float = 0.5,
    spec: str = "flower_power",
) -> mf.State:
    """A small position with every card in its place, seat 0 at the start of its turn."""
    rng = random.Random(seed)
    deck = rng.sample(DECK, 16)
    gardens = [garden(rng, deck, 1, sizes[0], power), garden(rng, deck, 5, sizes[1], power)]
    held = [in_order([deck.pop() for _ in range(size)]) for size in hands]
    pile = ",".join(deck.pop() for _ in range(3))
    return mf.Game(spec).parse(
        f"FP1 {gardens[0]}/{gardens[1]} {held[0]}/{held[1]} {pile} - t9.1.1.{STALL}.00.11.20 main"
    )


# --- battles


@cache
def odds(state: mf.State) -> float:
    """Every decision of both seats, giving up included, until the battle is over."""
    phase = str(state).split()[6].split(":")[0]
    if state.is_over or phase in {"main", "will"}:
        counter = int(str(state).split()[5].split(".")[3])
        return float(counter <= 0)
    if state.turn == mf.CHANCE:
        return sum(share * odds(state.play(move)) for move, share in state.outcomes())
    values = [odds(state.play(move)) for move in state.legal_moves()]
    return max(values) if state.turn == 0 else min(values)


def attacks(state: mf.State) -> list[str]:
    return [str(move) for move in state.legal_moves() if str(move).startswith("a")]


@pytest.mark.parametrize("seed", range(24))
def test_battles_equal_a_walk_over_every_decision(seed: int) -> None:
    """Both gardens keep a flower, so that nobody is eliminated by a hand action."""
    state = set_up(seed, hands=((1, 1), (2, 0), (0, 2))[seed % 3])
    for attack in attacks(state):
        found = flower_power.attack_odds(state, attack)
        assert found.exact
        assert found.chance == pytest.approx(odds(state.play(attack))), (str(state), attack)


def test_both_results_of_a_battle_are_met() -> None:
    """The test above would prove little if every attack failed, or no hand changed a result."""
    chances = set()
    changed = 0
    for seed in range(24):
        state = set_up(seed, hands=((1, 1), (2, 0), (0, 2))[seed % 3])
        bare = set_up(seed, hands=(0, 0))
        for attack in attacks(state):
            chance = flower_power.attack_odds(state, attack).chance
            chances.add(chance)
            changed += chance != flower_power.attack_odds(bare, attack).chance
    assert {0.0, 1.0} <= chances
    assert changed > 5


def test_fp_76_a_target_that_is_destroyed_is_not_beaten() -> None:
    state = mf.Game("flower_power").parse(
        "FP1 1r:KS,3S/2r:5H;3r:9D,4D -/6S 9C,8C,7C - t9.1.1.3.00.11.20 main"
    )
    assert flower_power.attack_odds(state, "a1>2").chance == 0
    assert odds(state.play("a1>2")) == 0
    bare = mf.Game("flower_power").parse(
        "FP1 1r:KS,3S/2r:5H;3r:9D,4D -/- 9C,8C,7C - t9.1.1.3.00.11.20 main"
    )
    assert flower_power.attack_odds(bare, "a1>2").chance == 1


@pytest.mark.parametrize("seed", range(6))
def test_odds_of_a_view_are_the_mean_of_its_worlds(seed: int) -> None:
    state = set_up(seed, hands=(1, 1))
    view = state.view(0)
    worlds = view.worlds(1000)
    assert worlds is not None
    for attack in attacks(state)[:2]:
        found = flower_power.attack_odds(view, attack, samples=1000)
        assert (found.exact, found.worlds) == (True, len(worlds))
        mean = sum(share * odds(world.play(attack)) for world, share in worlds)
        assert found.chance == pytest.approx(mean)
        some = flower_power.attack_odds(view, attack, samples=len(worlds) - 1)
        assert not some.exact
        assert abs(some.chance - mean) < 0.5


# --- wins this turn


def sure_win(worlds: list[mf.State], seat: int) -> bool:
    """Whether the seat wins before its turn is over in all these worlds, which look alike to it."""
    first = worlds[0]
    own = first.turn == seat
    moves = first.legal_moves() if own else [None]
    return any(sure_after(worlds, move, seat) for move in moves)


def sure_after(worlds: list[mf.State], own: mf.Move | None, seat: int) -> bool:
    alike: dict[int, list[mf.State]] = {}
    for world in worlds:
        if own is not None:
            after = [world.play(own)]
        elif world.turn == mf.CHANCE:
            after = [world.play(move) for move, _ in world.outcomes()]
        else:
            after = [world.play(move) for move in world.legal_moves()]
        for state in after:
            if state.is_over:
                if state.winners != (seat,):
                    return False
                continue
            words = str(state).split()
            if words[6] == "main" and int(words[5].split(".")[1]) != seat + 1:
                return False  # the turn is over
            alike.setdefault(state.view(seat).key, []).append(state)
    return all(sure_win(group, seat) for group in alike.values())


def test_wins_this_turn_equal_a_walk_over_all_worlds() -> None:
    met = {True: 0, False: 0}
    for seed in range(40):
        state = set_up(seed, sizes=([2], [1]), hands=((1, 1), (2, 0), (2, 1))[seed % 3], power=0.3)
        view = state.view(0)
        worlds = [world for world, _ in view.worlds(2000) or []]
        expected = sure_win(worlds, 0)
        with mf.Engine(view.game) as engine:
            found = engine.solve(view, mf.Limit(time=0.5), memory_mb=16)
        assert (found.method == "proof over all worlds") is expected, str(state)
        met[expected] += 1
        if expected:
            assert (found.kind, found.value, found.exact) == ("win", 1.0, True)
            own = found.moves[0].move
            assert sure_after(worlds, own, 0)
    assert min(met.values()) >= 3


def test_wins_this_turn_are_proved_over_many_worlds() -> None:
    """Two poisons take the other's last flower, whichever four of 48 cards it holds (FP-40)."""
    mine, theirs, poisons = ["KS", "3S"], ["5H", "4D"], ["AS", "QS"]
    rest = [card for card in WHOLE_DECK if card not in {*mine, *theirs, *poisons}]
    state = mf.Game("flower_power").parse(
        f"FP1 1r:{','.join(mine)}/2r:{','.join(theirs)} {','.join(poisons)}/{','.join(rest[:4])} "
        f"{','.join(rest[4:])} - t9.1.1.3.00.11.20 main"
    )
    found = solve(state.view(0))
    assert (found.kind, found.exact, found.method) == ("win", True, "proof over all worlds")
    assert "194580 worlds" in found.note
    assert found.line[0][0] == "p"


def test_a_win_that_one_hand_prevents_is_not_claimed() -> None:
    """A heart above the attacker's king on top of the target turns the comparison (FP-41)."""
    text = "FP1 1r:KS,3S/2r:5H -/9C {},8C,7C - t9.1.1.3.00.11.20 main"
    game = mf.Game("flower_power")
    harmless = game.parse(text.format("6D")).view(0)
    assert solve(harmless).method == "proof over all worlds"
    armed = game.parse(text.format("AH"))  # it holds 9C, it may hold AH
    with mf.Engine(game) as engine:
        hidden = engine.solve(armed.view(0), mf.Limit(time=0.5), memory_mb=16)
    assert hidden.method != "proof over all worlds"
    assert solve(armed).kind == "win"  # with open cards it is one


# --- open endings


@pytest.fixture(autouse=True)
def deep_walks() -> Iterator[None]:
    """A plain walk is as deep as the game is long."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(limit)


@cache
def expectimax(state: mf.State) -> float:
    """The first seat's payoff with all cards open."""
    if state.is_over:
        return (state.returns or [])[0]
    if state.turn == mf.CHANCE:
        return sum(share * expectimax(state.play(move)) for move, share in state.outcomes())
    values = [expectimax(state.play(move)) for move in state.legal_moves()]
    return max(values) if state.turn == 0 else min(values)


OPTIONS = (
    "",
    ",end_in_battle=0",
    ",stall_win=share",
    ",will_one=1",
    ",rechoice=2",
    ",reply_burst=1",
    ",old_unique=1",
    ",noop_spy=1",
    ",end_in_battle=0,elim_hand=out",
)
TOO_LARGE = {65, 88}  # for a plain walk
SEEDS = [seed for seed in range(90) if seed not in TOO_LARGE]
SIZES = (([1], [1]), ([2], [1]), ([1, 1], [2]), ([2], [1, 1]), ([2], [2]))


def ending(seed: int) -> mf.State:
    """A small ending, dealt or lazy, by all options, that a plain walk can follow to its end: the
    count of quiet turns or, in every other one, the last turn of all is near."""
    rng = random.Random(seed)
    ends = f"stall={STALL + 1}" if seed % 4 < 2 else f"stall={rng.randint(5, 9)},max_turns=12"
    spec = f"flower_power:{ends}{OPTIONS[seed % len(OPTIONS)]}"
    sizes = SIZES[rng.randrange(len(SIZES))]
    hands = rng.choice([(0, 0), (1, 0), (0, 1), (1, 1)])
    deck = rng.sample(WHOLE_DECK, 12)
    gardens = [garden(rng, deck, 1, sizes[0], 0.4), garden(rng, deck, 5, sizes[1], 0.4)]
    held = [in_order([deck.pop() for _ in range(size)]) for size in hands]
    pile = [deck.pop() for _ in range(rng.randint(0, 2))]
    grave = in_order([deck.pop() for _ in range(rng.randint(0, 1))])
    text = f"FP1 {gardens[0]}/{gardens[1]} {held[0]}/{held[1]}"
    turn = f"t9.{rng.choice((1, 2))}.1.{STALL}.{rng.choice(('00', '10'))}.11.20 main"
    if pile and seed % 2:
        text += f" #{len(pile)} {grave} {turn} %{in_order(pile)}"
    else:
        text += f" {','.join(pile) or '-'} {grave} {turn}"
    return mf.Game(spec).parse(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_open_endings_equal_expectimax(seed: int) -> None:
    """The stall counter stands before its end, so that a plain walk comes to it."""
    state = ending(seed)
    found = solve(state)
    assert found.method in {"alpha-beta", "best-first"}
    assert (found.exact, found.bound) == (True, 0)
    assert found.values[0] == pytest.approx(expectimax(state))
    for move in found.moves:
        after = expectimax(state.play(move.move))
        value = after if found.seat == 0 else 1 - after
        if move.exact:
            assert move.value == pytest.approx(value)
        else:  # what it is sure to get
            assert move.value <= value + 1e-9
    assert found.moves[0].exact
    assert found.moves[0].loss == pytest.approx(0)


def test_values_of_open_endings_differ() -> None:
    """The test above would prove little if every position were won or lost at once."""
    values = {round(expectimax(ending(seed)), 6) for seed in SEEDS}
    assert {0.0, 0.5, 1.0} < values


def test_proofs_serve_all_counts() -> None:
    """A win that needs turns is one only where the count leaves them."""
    text = "FP1 1r:KS/5r:AD;6r:2D -/- - - t9.1.1.{}.00.11.20 main"
    game = mf.Game("flower_power:stall=9")
    for quiet in range(9):
        state = game.parse(text.format(quiet))
        found = solve(state)
        assert found.exact
        assert found.values[0] == pytest.approx(expectimax(state)), quiet


WAITING = (
    "1w:AH/5w:AD -/3H - -",  # the petal of a fertiliser decides
    "1w:AH/5w:AD 2H/3H - -",
    "1w:KD,2C/5w:QS -/- - 4H",  # the grave comes back as the pile
    "1r:9D/5w:9S -/3S #1 - %4H",
)


@pytest.mark.parametrize("text", WAITING)
@pytest.mark.parametrize("stall", range(6, 11))
def test_waiting_for_the_count_equals_expectimax(text: str, stall: int) -> None:
    """Nobody has to move: who stands well at the end of the count, whoever has its last turn."""
    cards, _, pool = text.partition("%")
    for seat, quiet in ((1, 0), (2, 0), (1, 1)):
        position = f"FP1 {cards.strip()} t9.{seat}.1.{quiet}.00.11.20 main"
        state = mf.Game(f"flower_power:stall={stall}").parse(
            f"{position} %{pool}" if pool else position
        )
        found = solve(state)
        assert found.exact
        assert found.values[0] == pytest.approx(expectimax(state))


@pytest.mark.parametrize("turn", [1990, 1996, 1999])
def test_fp_95_the_last_turn_of_all(turn: int) -> None:
    """Near ``max_turns`` the number of the turn belongs to the position."""
    state = mf.Game("flower_power").parse(
        f"FP1 1r:KS/5r:(AD);6r:2D -/- 3S,9C - t{turn}.1.1.3.00.11.20 main"
    )
    found = solve(state)
    assert found.exact
    assert found.values[0] == pytest.approx(expectimax(state))


def test_names_and_history_do_not_matter() -> None:
    """Flowers by other names, in another order, known to somebody: the same value."""
    game = mf.Game("flower_power:stall=6")
    one = solve(game.parse("FP1 1r:9S;2r:4D/5r:(QC);6r:7C 3H/- 8D - t9.1.1.2.00.11.20 main"))
    two = solve(game.parse("FP1 3r:4D;8r:9S/4r:7C;9r:(QC) 3H/- 8D - t9.1.1.2.00.11.20 main &k9:12"))
    assert one.exact
    assert two.exact
    assert one.values == pytest.approx(two.values)


def unseen(seed: int, stall: int) -> mf.State:
    """Two petals a seat that nobody has seen, and three cards to draw."""
    rng = random.Random(seed)
    cards = in_order(rng.sample(DECK, 7))
    return mf.Game(f"flower_power:stall={stall}").parse(
        f"FP1 1r:?,?/2r:?,? -/- #3 - t9.1.1.{STALL}.00.11.20 main %{cards}"
    )


@pytest.mark.parametrize("seed", range(3))
def test_bounds_close_in_on_the_value(seed: int) -> None:
    """The more nodes, the narrower, each inside the one before and around the true value."""
    for stall in (STALL + 1, 40):
        state = unseen(seed, stall)
        low, high = 0.0, 1.0
        with mf.Engine(state.game) as engine:
            for nodes in (2_000, 20_000, 200_000):
                found = engine.solve(state, mf.Limit(nodes=nodes))
                assert low - 1e-9 <= found.value - found.bound
                assert found.value + found.bound <= high + 1e-9
                low, high = found.value - found.bound, found.value + found.bound
        assert high - low < 0.6
        if stall == STALL + 1:
            assert low - 1e-9 <= expectimax(state) <= high + 1e-9


def test_too_large_is_told_with_what_is_known() -> None:
    """A whole deck in play: bounds, the positions met, the part that is settled."""
    state = mf.Game("flower_power").parse(
        "FP1 1w:4C/5r:9D QD,2C/JD,TH #5 - t9.1.1.0.00.11.20 main %AS,AC,KH,JH,5H"
    )
    with mf.Engine(state.game) as engine:
        found = engine.solve(state, mf.Limit(nodes=20_000))
    assert (found.kind, found.exact) == ("unknown", False)
    assert 0 < found.bound < 0.5
    assert found.nodes >= 20_000
    assert f"more than {found.nodes} positions" in found.note
    ways = re.search(r"start in up to ([0-9.e+]+) ways", found.note)
    assert ways is not None
    assert found.nodes < float(ways[1]) < 10**20  # thirteen cards
    settled = sum(move.exact for move in found.moves)
    assert f"settled: {settled} of {len(found.moves)} moves" in found.note
    low = found.value - found.bound
    assert f"between {100 * low:.4g} %" in found.note
    assert max(move.value for move in found.moves) == pytest.approx(low)
    assert not found.line


def test_the_part_that_is_solved_is_named() -> None:
    """Along the moves of the note comes a position that is solved on the spot."""
    told = 0
    for seed in range(80):
        state = ending(seed)
        with mf.Engine(state.game) as engine:
            found = engine.solve(state, mf.Limit(nodes=60))
            if found.exact or "further on:" not in found.note:
                continue
            told += 1
            part = state
            for token in found.note.split("further on:")[1].split():
                part = part.play(token)
            if part.is_over or part.turn < 0:
                continue
            assert engine.solve(part).exact
    assert told >= 3
