"""Who sits where: every deal is played in every order of its players."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from moonflower.arena.players import Spec

__all__ = ["Pairing", "orders_of"]

_MOST_ORDERS = 24  # all orders of four players; five sit in their rotations


def orders_of(keys: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The seatings of one deal: for each, which player sits in seat 0, 1, ...

    Players with equal keys play alike, so orders that differ only among them are one. Where there
    are more than 24, the rotations stand for all: everybody sits everywhere once.

    >>> orders_of(["a", "b"])
    ((0, 1), (1, 0))
    >>> orders_of(["a", "b", "b"])
    ((0, 1, 2), (1, 0, 2), (1, 2, 0))
    """
    seats = len(keys)
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in itertools.permutations(range(seats)):
        found.setdefault(tuple(keys[player] for player in order), order)
        if len(found) > _MOST_ORDERS:
            turned = [tuple((i + shift) % seats for i in range(seats)) for shift in range(seats)]
            return tuple(turned)
    return tuple(sorted(found.values()))


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players of one table, as many as it has seats."""

    players: tuple[Spec, ...]

    @classmethod
    def of(cls, players: Sequence[Spec], seats: int) -> Pairing:
        """A table of all players, or of one against a field of the other."""
        if len(players) == 2 and seats >= 2:  # noqa: PLR2004 - one and its field
            first, field = players
            return cls((first, *(field for _ in range(seats - 1))))
        if len(players) != seats:
            msg = f"{len(players)} players for {seats} seats; give {seats}, or one and its field"
            raise ValueError(msg)
        return cls(tuple(players))

    @property
    def keys(self) -> tuple[str, ...]:
        """What tells the players apart."""
        return tuple(player.key() for player in self.players)

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The seatings of every deal.

        The first player is told from all others even where it is the same as they are: then every
        deal is played in all seats as well, and a match of equals comes out even.
        """
        first, *others = self.keys
        return orders_of([f"first {first}", *others])
