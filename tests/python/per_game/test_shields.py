"""Solutions of Shields!: certified from outside, and the same for all a seat cannot tell apart."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from functools import cache

import pytest

import moonflower as mf
from moonflower.per_game import shields

GAME = mf.Game("shields")
SUITS = "CDHS"
CHANCE = -1


def sets_of(k: int) -> list[str]:
    return ["".join(pick) for pick in itertools.combinations(SUITS, k)]


def position(lives: str, counts: tuple[int, ...], options: str = "-") -> mf.State:
    cards = "n=" + ",".join(map(str, counts)) if any(counts) else "-"
    return GAME.parse(f"sh1 enemy {options} {lives} {cards} a1 0 S")


def outcome(state: mf.State) -> int:
    """+1, 0, -1 of a finished duel."""
    first, second = state.returns
    return (first > second) - (first < second)


def chances(state: mf.State) -> list[tuple[mf.Move, Fraction]]:
    """What chance may do, as fractions: no deck here has a hundred cards."""
    found = [(move, Fraction(share).limit_denominator(100)) for move, share in state.outcomes()]
    assert sum(share for _, share in found) == 1
    return found


# --- duels: the mixtures told for every position reached prove its value


class DuelProof:
    """Backward induction that believes nothing: each mixture must hold the other to the value."""

    def __init__(self) -> None:
        self.known: dict[str, Fraction] = {}

    def value(self, state: mf.State) -> Fraction:
        if state.is_over:
            return Fraction(outcome(state))
        text = str(state)
        if text not in self.known:
            self.known[text] = self.proven(state)
        return self.known[text]

    def proven(self, state: mf.State) -> Fraction:
        solution = shields.solve(state)
        assert solution.exact
        assert solution.gap == 0
        first, second = solution.choices
        rows = [str(move) for move in state.legal_moves()]
        matrix = {}
        for row in rows:
            answer = state.play(row)
            for column in map(str, answer.legal_moves()):
                matrix[row, column] = self.expected(answer.play(column))
        columns = sorted({column for _, column in matrix})
        assert sorted(c.move for c in first) == sorted(rows)
        assert sorted(c.move for c in second) == columns
        against_column = {
            row: sum(c.probability * matrix[row, c.move] for c in second) for row in rows
        }
        against_row = {
            column: sum(c.probability * matrix[c.move, column] for c in first) for column in columns
        }
        value = max(against_column.values())
        assert value == min(against_row.values()) == solution.value
        for choice in first:
            assert choice.loss == value - against_column[choice.move]
        for choice in second:
            assert choice.loss == against_row[choice.move] - value
        return Fraction(value)

    def expected(self, state: mf.State) -> Fraction:
        if state.turn != CHANCE:
            return self.value(state)
        parts = (share * self.expected(state.play(move)) for move, share in chances(state))
        return sum(parts, Fraction(0))


@pytest.mark.parametrize(
    "text",
    [
        "sh1 enemy - 2/1 n=1,1,1,1 a1 0 S",
        "sh1 enemy k=1 3/2 n=2,1,0,1 a1 0 S",
        "sh1 enemy k=3;all_dead=none 2/1 n=1,1,2,0 a1 0 S",
        "sh1 enemy - 3/2 n=1,0,1,0;P=0,1,0,0;0=1,0,0,0 a1 0 S",
        "sh1 enemy - 3/3 n=1,0,0,0;I=0,1,0,0;6=0,0,1,0 a1;x2 0 S",
        "sh1 enemy plus2=double;skip=hindrance 3/2 n=1,1,0,0;P=0,0,1,0;I=0,1,0,0 a1 0 S",
        "sh1 enemy - 4/3 n=0,1,0,1;V=1,0,0,0;W=1 a1 0 S",
        "sh1 enemy encore=fill 2/3 n=1,0,1,0;7=0,1,0,0 a1;eC/HS 0 S",
    ],
)
def test_duels_are_proven_by_their_mixtures(text: str) -> None:
    DuelProof().value(GAME.parse(text))


def test_a_duel_of_three_seats_with_one_defeated() -> None:
    three = shields.solve(GAME.parse("sh1 enemy - 2/0/1 n=1,1,1,1 a1 0 S"))
    assert three.values == (Fraction(7, 12), 0, Fraction(-7, 12))
    assert three.choices[1] == ()


# --- open order: a plain minimax


@cache
def open_value_of(text: str) -> Fraction:
    state = GAME.parse(text)
    if state.is_over:
        return Fraction(outcome(state))
    if state.turn == CHANCE:
        parts = (share * open_value(state.play(move)) for move, share in chances(state))
        return sum(parts, Fraction(0))
    best = max if state.turn == 0 else min
    return best(open_value(state.play(move)) for move in state.legal_moves())


def open_value(state: mf.State) -> Fraction:
    return open_value_of(str(state))


@pytest.mark.parametrize(
    "text",
    [
        "sh1 enemy order=open 2/1 n=1,1,1,0 a1 0 S",
        "sh1 enemy k=1;order=open 2/2 n=1,0,2,0 a1 0 S",
        "sh1 enemy order=open 2/2 n=1,0,0,0;I=0,1,0,0 a1 0 S",
    ],
)
def test_open_duels_against_minimax(text: str) -> None:
    state = GAME.parse(text)
    solution = shields.solve(state)
    assert solution.value == open_value(state)
    for choice in solution.choices[0]:
        assert choice.loss == solution.value - open_value(state.play(choice.move))
    answer = state.play(solution.best(0)[0])
    answered = shields.solve(answer)
    assert answered.value == solution.value
    for choice in answered.choices[1]:
        assert choice.loss == open_value(answer.play(choice.move)) - answered.value


# --- solo with effects: expectimax over the game's own moves


@cache
def survival(text: str) -> Fraction:
    state = GAME.parse(text)
    if state.is_over:
        return Fraction(int(state.returns[0]))
    if state.turn == CHANCE:
        parts = (share * survival(str(state.play(move))) for move, share in chances(state))
        return sum(parts, Fraction(0))
    return max(survival(str(state.play(move))) for move in state.legal_moves())


@pytest.mark.parametrize(
    "text",
    [
        "sh1 enemy - 3 n=1,1,0,0;P=1,0,0,0;0=0,1,0,0;7=0,0,1,0 a1 0 S",
        "sh1 enemy plus2=double 2 n=1,1,1,0;P=0,1,0,0;6=0,0,0,1 a1;x1 0 S",
        "sh1 enemy skip=hindrance;k=3 3 n=1,1,0,1;I=1,0,0,0;V=0,0,1,0;W=1 a2;hC 0 S",
        "sh1 enemy - 2 n=1,1,1,1 a1;c 0 S",
    ],
)
def test_solo_effects_against_expectimax(text: str) -> None:
    solution = shields.solve(GAME.parse(text))
    assert solution.exact
    assert solution.value == survival(text)
    for choice in solution.choices[0]:
        after = survival(str(GAME.parse(text).play(choice.move)))
        assert choice.loss == solution.value - after


# --- cheaters: both told strategies are answered as well as can be


class CheaterProof:
    """Best answers to a told strategy, by going through all shields, claims and accusations."""

    def __init__(self, k: int, options: str) -> None:
        self.sets = sets_of(k)
        self.options = options
        self.known: dict[tuple[tuple[int, int], tuple[int, ...]], float] = {}

    def value(self, lives: tuple[int, int], counts: tuple[int, ...]) -> float:
        if min(lives) <= 0 or not any(counts):
            return (lives[0] > 0) - (lives[1] > 0)
        if (lives, counts) not in self.known:
            self.known[lives, counts] = self.proven(lives, counts)
        return self.known[lives, counts]

    def proven(self, lives: tuple[int, int], counts: tuple[int, ...]) -> float:
        solution = shields.solve(position("/".join(map(str, lives)), counts, self.options))
        assert not solution.exact
        for seat in (0, 1):
            got = self.best_answer(lives, counts, solution, seat)
            assert got == pytest.approx(float(solution.values[seat]), abs=1e-9)
        return float(solution.value)

    def best_answer(
        self,
        lives: tuple[int, int],
        counts: tuple[int, ...],
        solution: shields.Solution,
        seat: int,
    ) -> float:
        other = solution.choices[1 - seat]
        total = sum(counts)
        best = -2.0
        for own in self.sets:
            sum_ = 0.0
            for suit, count in enumerate(counts):
                if count:
                    after = (*counts[:suit], count - 1, *counts[suit + 1 :])
                    args = (lives, after, SUITS[suit], seat, own)
                    covers = sum(float(c.probability) for c in other if SUITS[suit] in c.move)
                    plans = {
                        p.covered: p for p in solution.plans[1 - seat] if p.suit == SUITS[suit]
                    }
                    assert plans[True].probability == pytest.approx(covers, abs=1e-9)
                    sum_ += count / total * self.after_attack(args, plans)
            best = max(best, sum_)
        return best

    def after_attack(
        self,
        args: tuple[tuple[int, int], tuple[int, ...], str, int, str],
        plans: dict[bool, shields.Plan],
    ) -> float:
        """The best claim, then the best accusation after each claim of the other."""
        best = -2.0
        for claim in "hs":
            sum_ = 0.0
            for heard in "hs":
                cases = []
                for covered, plan in plans.items():
                    says = plan.claim_hit if heard == "h" else 1 - plan.claim_hit
                    accuses = next(
                        a.probability
                        for a in plan.accusations
                        if (a.own_claim, a.other_claim) == (heard, claim)
                    )
                    weight = plan.probability * says
                    cases += [(weight * accuses, covered, True)]
                    cases += [(weight * (1 - accuses), covered, False)]
                sum_ += max(
                    sum(
                        w * self.paid(args, (claim, accuse), (heard, covered, accused))
                        for w, covered, accused in cases
                    )
                    for accuse in (False, True)
                )
            best = max(best, sum_)
        return best

    def paid(
        self,
        args: tuple[tuple[int, int], tuple[int, ...], str, int, str],
        own_deeds: tuple[str, bool],
        other_deeds: tuple[str, bool, bool],
    ) -> float:
        lives, counts, suit, seat, own = args
        claim, accuse = own_deeds
        heard, covered, accused = other_deeds
        lost = [0, 0]
        sides = ((seat, suit in own, claim, accused), (1 - seat, covered, heard, accuse))
        for who, safe, said, is_accused in sides:
            truth = "s" if safe else "h"
            if is_accused and said != truth:
                lost[who] += 2
            elif is_accused:
                lost[who] += truth == "h"
                lost[1 - who] += 1
            else:
                lost[who] += said == "h"
        value = self.value((lives[0] - lost[0], lives[1] - lost[1]), counts)
        return value if seat == 0 else -value


@pytest.mark.parametrize(
    ("lives", "counts", "k"),
    [
        ((2, 1), (1, 1, 1, 1), 2),
        ((3, 2), (1, 1, 1, 0), 2),
        ((2, 3), (2, 1, 0, 0), 1),
        ((2, 1), (2, 1, 1, 0), 3),
        ((4, 4), (1, 0, 1, 0), 2),
    ],
)
def test_cheaters_are_proven_by_their_plans(
    lives: tuple[int, int], counts: tuple[int, ...], k: int
) -> None:
    options = "cheat=1" if k == 2 else f"k={k};cheat=1"
    CheaterProof(k, options).value(lives, counts)


@pytest.mark.parametrize("lives", ["2/1", "3/3", "1/4"])
def test_claims_and_accusations_follow_the_plans(lives: str) -> None:
    start = position(lives, (2, 1, 1, 1), "cheat=1")
    whole = shields.solve(start)
    for shield in ("CD", "HS"):
        state = start.play(shield).play("CH").play("*!C")
        plan = next(p for p in whole.plans[0] if p.suit == "C" and p.covered == ("C" in shield))
        claims = {c.move: c for c in shields.solve(state).choices[0]}
        assert shields.solve(state).choices[1] == ()
        assert claims["h"].probability == pytest.approx(plan.claim_hit)
        assert min(c.loss for c in claims.values()) == 0
        for own, other in itertools.product("hs", "hs"):
            solution = shields.solve(state.play(own).play(other))
            accuses = {c.move: c for c in solution.choices[0]}
            told = next(
                a.probability
                for a in plan.accusations
                if (a.own_claim, a.other_claim) == (own, other)
            )
            assert set(accuses) == {"-", "a1"}
            assert accuses["a1"].probability == pytest.approx(told)
            assert min(c.loss for c in accuses.values()) == 0


@pytest.mark.parametrize("lives", ["2/1", "3/2", "2/4"])
def test_values_of_claims_add_up_to_the_turn(lives: str) -> None:
    counts = (2, 1, 1, 0)
    start = position(lives, counts, "cheat=1")
    whole = shields.solve(start)
    mean = 0.0
    for choice in whole.choices[0]:
        chosen = start.play(choice.move).play("CD")
        for suit, count in zip(SUITS, counts, strict=True):
            if count and choice.probability > 0:
                claim = shields.solve(chosen.play("*!" + suit))
                part = float(choice.probability) * count / sum(counts)
                mean += part * float(claim.values[0])
    assert mean == pytest.approx(float(whole.value), abs=1e-9)


def test_what_the_solution_plays_loses_nothing() -> None:
    rng = random.Random(8)
    for _ in range(40):
        lives = f"{rng.randint(1, 4)}/{rng.randint(1, 4)}"
        counts = tuple(rng.randint(0, 2) for _ in SUITS)
        if not any(counts):
            continue
        state = position(lives, counts, "cheat=1")
        while not state.is_over:
            if state.turn == CHANCE:
                state = state.play(state.random_move(rng))
                continue
            solution = shields.solve(state)
            choices = solution.choices[state.turn]
            assert sorted(c.move for c in choices) == sorted(map(str, state.legal_moves()))
            assert sum(c.probability for c in choices) == pytest.approx(1)
            assert all(c.loss <= 1e-6 for c in choices if c.probability > 1e-6)
            state = state.play(rng.choice(choices).move)


# --- ffa: every choice against a uniform opponent


def test_ffa_stage_is_even_against_uniform_play() -> None:
    for k, options in ((1, "k=1"), (2, "-"), (3, "k=3")):
        state = GAME.parse(f"sh1 ffa {options} 3/2 - - 0 S")
        solution = shields.solve(state)
        actions = [f"{suit}:{choice}" for suit in SUITS for choice in sets_of(k)]
        assert [c.move for c in solution.choices[0]] == actions
        for own in actions[:: max(1, len(actions) // 5)]:
            total = Fraction(0)
            for other in actions:
                after = state.play(own).play(other)
                _, _, _, lives, *_ = str(after).split()
                first, second = map(int, lives.split("/"))
                total += shields.ffa_duel(first, second, k=k).value
            assert total / len(actions) == solution.value


# --- three and more


def test_several_players_near_the_turn_limit() -> None:
    last = shields.solve(GAME.parse("sh1 ffa max_turns=5 4/4/4 - - 4 S"))
    assert last.values == (pytest.approx(1 / 3),) * 3  # nobody can fall any more
    assert last.gap < 1e-12
    assert last.note == ""
    far = shields.solve(GAME.parse("sh1 ffa - 1/1/1 - - 0 S"))
    assert "turn limit" in far.note
    near = shields.solve(GAME.parse("sh1 ffa max_turns=60 1/1/1 - - 0 S"))
    assert near.values[0] == pytest.approx(far.values[0], abs=0.002)
    assert near.gap < 0.002


# --- nothing peeks


def secret_positions() -> list[mf.State]:
    rng = random.Random(4)
    found = []
    starts = [
        "sh1 enemy - 2/2 n=1,1,1,1 a1 0 S",
        "sh1 enemy cheat=1 3/2 n=1,1,1,1 a1 0 S",
        "sh1 enemy k=1;cheat=1 2/2 n=2,1,1,0 a1 0 S",
        "sh1 ffa - 2/2 - - 0 S",
        "sh1 ffa - 1/1/1 - - 0 S",
        "sh1 enemy - 2/1 n=1,1,0,0;0=0,1,0,0 a1;eCD/HS 0 S",
    ]
    for text in starts:
        for _ in range(4):
            state = GAME.parse(text)
            while not state.is_over:
                if state.turn != CHANCE:
                    found.append(state)
                state = state.play(state.random_move(rng))
    return rng.sample(found, 40)


@pytest.mark.parametrize("state", secret_positions(), ids=str)
def test_all_worlds_of_a_view_have_its_solution(state: mf.State) -> None:
    view = state.view(state.turn)
    told = shields.solve(view)
    worlds = view.worlds(1000)
    assert worlds is not None
    for world, _ in worlds[:30]:
        assert shields.solve(world) == told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sh1 ffau - 3/3 n=9,9,9,9|C+D+H+S|C+D+H+S - 0 S", "ffau"),
        ("sh1 enemy cheat=1 3/3/3 n=1,1,1,1 a1 0 S", "more than two"),
        ("sh1 enemy cheat=1 3/3 n=1,1,1,1;0=1,0,0,0 a1 0 S", "effect"),
        ("sh1 enemy cheat=1 3/3 n=1,1,1,1 a1;eCD/HS 0 S", "effect"),
        ("sh1 enemy order=open 3/3/3 n=1,1,1,1 a1 0 S", "open order"),
        ("sh1 enemy - 3/3 n=1,1,1,1 a1 0 D:CD/HS", "chance"),
        ("sh1 enemy - 3/0 - a1 4 -", "finished"),
    ],
)
def test_positions_that_are_not_offered(text: str, why: str) -> None:
    with pytest.raises(mf.OptionError, match=why):
        shields.solve(GAME.parse(text))


def test_positions_that_are_too_large() -> None:
    with pytest.raises(mf.TooLargeError, match="1000"):
        shields.solve(mf.Game("shields", players=1, deck="uno44").start(), max_positions=1000)
