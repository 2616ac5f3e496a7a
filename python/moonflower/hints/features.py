"""What can be measured about a move in the words of its game, over worlds of the seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.positions import Game, Move, View
from moonflower.positions.game import expect_view, game_of

__all__ = ["FeatureInfo", "Measures", "features", "measure", "move_kind", "move_kinds"]


@dataclass(frozen=True, slots=True)
class FeatureInfo:
    """One feature of a game's moves."""

    name: str
    unit: str  # "count", "points" or "chance"
    sign: int  # +1: more of it is good for the seat that moves; -1: bad


@dataclass(frozen=True, slots=True)
class Measures:
    """Features of some moves: a row for each move, a column for each feature of the game."""

    means: tuple[tuple[float, ...], ...]  # not a number where a feature says nothing of a move
    spreads: tuple[tuple[float, ...], ...]  # standard deviations between worlds
    worlds: int


def features(game: Game | str) -> tuple[FeatureInfo, ...]:
    """What can be measured in this game, the weightiest first; nothing in most lab games.

    >>> import moonflower as mf
    >>> features(mf.Game("hanamikoji"))[0]
    FeatureInfo(name='majorities_secured', unit='count', sign=1)
    """
    return tuple(FeatureInfo(*fact) for fact in _core.feature_facts(game_of(game)._inner))


def measure(view: View, moves: Sequence[Move], *, worlds: int = 100, seed: int = 0) -> Measures:
    """Features of legal moves of the view's seat, in the same sampled worlds for each of them.

    Nothing but the view goes in, so nothing comes out that its seat could not know.
    """
    expect_view(view)
    expect_whole(worlds, "worlds", least=1)
    expect_whole(seed, "seed", most=None)
    expect(moves, Sequence, "moves", "a list of moves")
    legal = [view.parse_move(str(move)) for move in moves]
    means, spreads = _core.measure(view._inner, legal, worlds, seed % 2**64)
    return Measures(tuple(map(tuple, means)), tuple(map(tuple, spreads)), worlds)


def move_kinds(game: Game | str) -> tuple[str, ...]:
    """The kinds of moves people tell apart; nothing in most lab games."""
    return tuple(_core.move_kinds(game_of(game)._inner))


def move_kind(view: View, move: Move) -> str | None:
    """The kind of a legal move of the view's seat, where the game has kinds."""
    expect_view(view)
    move = view.parse_move(str(move))
    index = _core.move_kind(view._inner, move)
    return None if index is None else move_kinds(view.game)[index]
