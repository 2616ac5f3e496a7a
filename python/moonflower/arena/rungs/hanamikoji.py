"""Hanamikoji by counting final distributions.

For each move the mean difference in geishas' points over all ways in which the cards whose end is
open can come to the two sides or to neither; of an offer, the answer that is worst for the one who
offers. It believes nothing of the other seat and does not think of what a move leads to.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Final

from moonflower.positions import View

__all__ = ["choose"]

_VALUES: Final = (2, 2, 2, 3, 3, 4, 5)
_SIDE: Final = 8  # cards a side has at the end: secret, one of a gift, two of a competition, twice
_OUT: Final = 5  # discards of both seats, the card set aside

Cards = tuple[int, ...]  # how many of each geisha


@dataclass(frozen=True, slots=True)
class _Table:
    """What is settled: cards of the asking seat, of the other one, and out of the round."""

    mine: Cards
    theirs: Cards
    out: Cards
    owners: tuple[int, ...]  # 1 mine, -1 theirs, 0 nobody's

    def with_mine(self, cards: str) -> _Table:
        return replace(self, mine=_plus(self.mine, cards))

    def with_theirs(self, cards: str) -> _Table:
        return replace(self, theirs=_plus(self.theirs, cards))

    def with_out(self, cards: str) -> _Table:
        return replace(self, out=_plus(self.out, cards))

    def mean_lead(self) -> float:
        """The mean difference at the end of the round."""
        places = (_SIDE - sum(self.mine), _SIDE - sum(self.theirs), _OUT - sum(self.out))
        return sum(
            value * _mean_owner(value - m - t - o, m - t, owner, places)
            for value, m, t, o, owner in zip(
                _VALUES, self.mine, self.theirs, self.out, self.owners, strict=True
            )
        )


@lru_cache(maxsize=1 << 16)
def _mean_owner(cards: int, lead: int, owner: int, places: tuple[int, int, int]) -> float:
    """Who has a geisha at the end, 1 to -1, when so many of her cards find any of the places."""
    mine, theirs, out = places
    total = 0
    for i in range(min(cards, mine) + 1):
        for j in range(min(cards - i, theirs) + 1):
            ways = comb(mine, i) * comb(theirs, j) * comb(out, cards - i - j)
            end = lead + i - j
            total += ways * (owner if end == 0 else 1 if end > 0 else -1)
    return total / comb(mine + theirs + out, cards)


def choose(view: View, source: random.Random) -> str:
    """The move with the best mean, ties at random."""
    words = str(view).split()
    table, phase = _read(words, view.seat), words[8]
    tokens = [str(move) for move in view.legal_moves()]
    means = {token: round(_worth(table, token, phase), 9) for token in tokens}
    best = max(means.values())
    return source.choice([token for token in tokens if means[token] == best])


def _worth(table: _Table, token: str, phase: str) -> float:
    kind, cards = token[0], token[1:]
    if kind == "s":
        return table.with_mine(cards).mean_lead()
    if kind == "d":
        return table.with_out(cards).mean_lead()
    if kind == "t":  # an answer: what is left is theirs
        return table.with_mine(cards).with_theirs(_rest(phase[1:], cards)).mean_lead()
    parts = set(cards) if kind == "g" else set(cards.split("/"))
    return min(
        table.with_theirs(taken).with_mine(_rest(cards, taken)).mean_lead() for taken in parts
    )


def _rest(offer: str, taken: str) -> str:
    """What is left of an offer."""
    if "/" in offer:
        first, second = offer.split("/")
        return second if taken == first else first
    return offer.replace(taken, "", 1)


def _read(words: Sequence[str], seat: int) -> _Table:
    owners = tuple({str(seat): 1, "-": 0}.get(who, -1) for who in words[1])
    validated = [tuple(map(int, side)) for side in words[4].split("/")]
    none = (0,) * len(_VALUES)
    table = _Table(validated[seat], validated[1 - seat], none, owners)
    secret, discards = words[5].split("/")[seat], words[6].split("/")[seat]
    return table.with_mine(secret).with_out(discards)


def _plus(counts: Cards, cards: str) -> Cards:
    """With the cards named; ``-`` and ``?`` name none."""
    return tuple(count + cards.count(str(geisha)) for geisha, count in enumerate(counts))
