"""Exact solutions of Shields!: survival, duels and, for more players, an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.errors import OptionError
from moonflower.positions import State, View
from moonflower.positions.game import expect_position

__all__ = [
    "Accusation",
    "Choice",
    "FfaDuel",
    "Plan",
    "Solution",
    "ffa_duel",
    "least_hits",
    "random_winners",
    "solve",
]

_SUITS = 4
_MIN_K, _MAX_K = 1, 3
_MAX_SEATS = 5
_MOST_LIVES = 300


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a seat in a solution."""

    move: str
    probability: Fraction | float  # how often the solution plays it
    loss: Fraction | float  # what playing it for certain costs against the others' solution


@dataclass(frozen=True, slots=True)
class Accusation:
    """How often a cheater accuses the other after both claims (``h`` or ``s``)."""

    own_claim: str
    other_claim: str
    probability: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What a cheater does once a card of a suit has come, his shields stopping it or not."""

    suit: str
    covered: bool
    probability: float  # how often the solution has this case
    claim_hit: float  # how often it then claims ``h``, true or not
    accusations: tuple[Accusation, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth and how it is played.

    Fractions where the solution is exact, floats otherwise. ``measure`` says what ``values`` are:
    ``"survival"`` (probability), ``"difference"`` (own payoff minus the opponent's, so a win is 1
    and a draw 0) or ``"payoff"``.
    """

    kind: str
    measure: str
    exact: bool
    gap: float  # 0, the certified error of the value, or the gain of the best deviation
    values: tuple[Fraction | float, ...]  # by seat
    choices: tuple[tuple[Choice, ...], ...]  # by seat, empty for seats that do not choose
    positions: int
    plans: tuple[tuple[Plan, ...], ...] = ()  # by seat, where cheaters choose their shields
    note: str = ""

    @property
    def value(self) -> Fraction | float:
        """The value of seat 0."""
        return self.values[0]

    def best(self, seat: int) -> tuple[str, ...]:
        """The choices of a seat that lose nothing."""
        return tuple(c.move for c in self.choices[seat] if c.loss <= self.gap)


@dataclass(frozen=True, slots=True)
class FfaDuel:
    """An ``ffa`` duel under optimal play, without a turn limit."""

    value: Fraction
    win0: Fraction
    win1: Fraction
    draw: Fraction
    expected_turns: Fraction


def _number(figure: _core.ShieldsFigure) -> Fraction | float:
    return Fraction(figure.fraction) if figure.fraction else figure.value


def _plan(plan: _core.ShieldsPlan) -> Plan:
    accusations = tuple(
        Accusation(own, other, share)
        for own, shares in zip("sh", plan.accuses, strict=True)
        for other, share in zip("sh", shares, strict=True)
    )
    return Plan(plan.suit, plan.covered, plan.share, plan.claims_hit, accusations)


def solve(position: State | View, *, max_positions: int = 2_000_000) -> Solution:
    """Solve a position in which a seat decides, as that seat sees it.

    What others have committed in secret plays no part: every state a view allows has the solution
    of the view. Claims and accusations of cheaters have the choices of the seat on turn alone,
    because they depend on its own shields.

    ``OptionError`` for positions that are not offered, ``TooLargeError`` for those that would need
    more than ``max_positions``.

    >>> import moonflower as mf
    >>> from moonflower.per_game import shields
    >>> state = mf.Game("shields").parse("sh1 enemy - 10 n=7,7,7,7 a1 0 S")
    >>> shields.solve(state).value
    Fraction(1667724493807, 3579684451200)
    """
    expect_position(position)
    expect_whole(max_positions, "max_positions", least=1, most=2**63 - 1)
    if isinstance(position, View):
        solved = _core.shields_solve_view(position._inner, max_positions)
    else:
        solved = _core.shields_solve(position._inner, max_positions)
    return Solution(
        kind=solved.kind,
        measure=solved.measure,
        exact=solved.exact,
        gap=solved.gap,
        values=tuple(_number(value) for value in solved.values),
        choices=tuple(
            tuple(Choice(c.token, _number(c.probability), _number(c.loss)) for c in seat)
            for seat in solved.choices
        ),
        positions=solved.positions,
        plans=tuple(tuple(_plan(plan) for plan in seat) for seat in solved.plans),
        note=solved.note,
    )


def _check(lives: Sequence[int], k: int, *, most: int) -> None:
    expect_whole(k, "k")
    expect(lives, Sequence, "numbers", "a list of whole numbers")
    if not _MIN_K <= k <= _MAX_K:
        msg = f"k must be 1 to 3, got {k}"
        raise ValueError(msg)
    for count in lives:
        expect_whole(count, "numbers")
        if not 0 <= count <= most:
            msg = f"numbers must be 0 to {most}, got {count}"
            raise ValueError(msg)


def ffa_duel(lives0: int, lives1: int, *, k: int = 2) -> FfaDuel:
    """The exact odds of an ``ffa`` duel without a turn limit.

    >>> from moonflower.per_game import shields
    >>> shields.ffa_duel(5, 4).value
    Fraction(838, 2187)
    """
    _check((lives0, lives1), k, most=_MOST_LIVES)
    return FfaDuel(*map(Fraction, _core.shields_ffa_duel(lives0, lives1, k)))


def least_hits(counts: Sequence[int], *, k: int = 2) -> Fraction:
    """The least expected number of hits of one player against plain cards ``counts`` by suit."""
    _check(counts, k, most=30)
    if len(counts) != _SUITS:
        msg = f"counts must be {_SUITS} numbers, got {list(counts)}"
        raise OptionError(msg)
    return Fraction(_core.shields_least_hits(list(counts), k))


def random_winners(lives: Sequence[int], *, k: int = 2) -> dict[frozenset[int], Fraction]:
    """Who wins an ``ffa`` game in which everybody plays at random: each set with its share."""
    _check(lives, k, most=20)
    if not 1 <= len(lives) <= _MAX_SEATS or not any(lives):
        msg = f"one to five seats with somebody alive, got {list(lives)}"
        raise ValueError(msg)
    shares = _core.shields_random_winners(list(lives), k)
    return {
        frozenset(seat for seat in range(len(lives)) if code >> seat & 1): Fraction(share)
        for code, share in enumerate(shares)
        if share != "0"
    }
