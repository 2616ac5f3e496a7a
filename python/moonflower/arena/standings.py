"""Ratings of many players from the games of many tables, with their errors and a cross table.

Two seats: Bradley-Terry. More: Plackett-Luce on the order of the payoffs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from moonflower.arena.games import PlayedGame
from moonflower.arena.match import MatchResult
from moonflower.arena.rating import Score, bradley_terry, mean_of, plackett_luce

__all__ = ["Rating", "Standings", "rank", "ranking_of", "rate_pairs", "rate_rankings", "standings"]

_DEVIATE = 1.959964  # of a 95 % interval


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength. Ratings of one table have mean 0; ``error`` is half a 95 % interval."""

    name: str
    elo: float
    error: float
    score: Score  # mean payoff over all rounds


@dataclass(frozen=True, slots=True)
class Standings:
    """Players from the strongest down, and how each fared against each."""

    ratings: tuple[Rating, ...]
    cross: Mapping[tuple[str, str], Score]  # (a, b): payoff of a at tables with b
    rounds: int
    games: int


def ranking_of(game: PlayedGame, names: Sequence[str]) -> list[list[str]]:
    """The players of a game from first to last; equal payoffs share a place."""
    return rank(names, [game.payoff(player) for player in range(len(names))])


def rank(names: Sequence[str], payoffs: Sequence[float]) -> list[list[str]]:
    """Names by payoff, the highest first.

    >>> rank(["a", "b", "c"], [0, 0.5, 0.5])
    [['b', 'c'], ['a']]
    """
    groups: dict[float, list[str]] = {}
    for name, payoff in zip(names, payoffs, strict=True):
        groups.setdefault(payoff, []).append(name)
    return [groups[payoff] for payoff in sorted(groups, reverse=True)]


def standings(matches: Iterable[tuple[Sequence[str], MatchResult]]) -> Standings:
    """Ratings from matches, each with the names of its players."""
    tables = list(matches)
    seats = {len(names) for names, _ in tables}
    if seats == {2}:
        elo, errors = rate_pairs(_totals(tables))
    else:
        elo, errors = rate_rankings(
            [ranking_of(game, names) for names, result in tables for game in result.games]
        )
    scores = {name: _score(tables, name) for name in elo}
    ratings = [Rating(name, elo[name], errors[name], scores[name]) for name in elo]
    ratings.sort(key=lambda rating: -rating.elo)
    cross = {
        (a, b): _score(tables, a, beside=b)
        for a in elo
        for b in elo
        if a != b and any(a in names and b in names for names, _ in tables)
    }
    rounds = sum(len(result.rounds) for _, result in tables)
    games = sum(len(result.games) for _, result in tables)
    return Standings(tuple(ratings), cross, rounds, games)


_Tables = Sequence[tuple[Sequence[str], MatchResult]]


def _score(tables: _Tables, name: str, *, beside: str | None = None) -> Score:
    payoffs = []
    for names, result in tables:
        if name not in names or (beside is not None and beside not in names):
            continue
        places = [i for i, one in enumerate(names) if one == name]
        for played in result.rounds:
            payoffs.append(sum(played.payoff(i) for i in places) / len(places))
    return mean_of(payoffs)


def _totals(tables: _Tables) -> dict[tuple[str, str], tuple[float, int]]:
    totals: dict[tuple[str, str], tuple[float, int]] = {}
    for names, result in tables:
        points, games = totals.get((names[0], names[1]), (0.0, 0))
        points += sum(_won(game.payoff(0), game.payoff(1)) for game in result.games)
        totals[names[0], names[1]] = (points, games + len(result.games))
    return totals


def _won(own: float, other: float) -> float:
    """A game as a win, a draw or a loss: stakes differ between games, places do not."""
    return 0.5 if own == other else float(own > other)


def rate_pairs(
    totals: Mapping[tuple[str, str], tuple[float, int]],
) -> tuple[dict[str, float], dict[str, float]]:
    """Elo and half widths of its 95 % intervals: (a, b) -> (points of a, games)."""
    elo = bradley_terry(totals)
    chosen = [(list(pair), games) for pair, (_, games) in totals.items()]
    return elo, _errors(elo, chosen, prior=0.5)


def rate_rankings(
    rankings: Sequence[Sequence[Sequence[str]]],
) -> tuple[dict[str, float], dict[str, float]]:
    """The same from games of several seats, each a ranking as ``ranking_of`` makes it."""
    elo = plackett_luce(rankings)
    chosen = []  # each place is a choice among those not yet placed
    for ranking in rankings:
        behind = [name for group in ranking for name in group]
        for group in ranking[:-1]:
            chosen.append((list(behind), len(group)))
            behind = behind[len(group) :]
    return elo, _errors(elo, chosen, prior=2.0)


def _errors(
    elo: Mapping[str, float], choices: Sequence[tuple[Sequence[str], int]], *, prior: float
) -> dict[str, float]:
    """Half widths of 95 % intervals from the curvature of the likelihood.

    A choice of one among several, so many times, has the information of a multinomial. Deals
    played in all orders make games of a round depend on each other a little; that is not counted.
    """
    names = list(elo)
    place = {name: i for i, name in enumerate(names)}
    strength = np.array([10 ** (elo[name] / 400) for name in names])
    information = np.diag(prior * strength / (1 + strength) ** 2)
    for among, times in choices:
        index = [place[name] for name in among]
        shares = strength[index] / strength[index].sum()
        block = times * (np.diag(shares) - np.outer(shares, shares))
        for i, row in zip(index, block, strict=True):
            np.add.at(information[i], index, row)
    # Ratings have mean 0: how well their common height is known does not matter.
    centre = np.eye(len(names)) - 1 / len(names)
    variance = np.diag(centre @ np.linalg.pinv(information) @ centre)
    scale = _DEVIATE * 400 / math.log(10)
    return {name: scale * math.sqrt(max(variance[place[name]], 0.0)) for name in names}
