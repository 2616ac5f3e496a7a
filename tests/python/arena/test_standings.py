"""Ratings with errors, cross tables, ladders, round robins and pictures."""

from __future__ import annotations

import math
import random
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import moonflower as mf
from moonflower.arena.ladder import OURS, STEPS, Ladder, nodes_in
from moonflower.arena.plots import plot_curves, plot_standings
from moonflower.arena.rating import score_of_elo
from moonflower.arena.robin import RoundRobin
from moonflower.arena.specs import parse_player
from moonflower.arena.standings import rate_pairs, rate_rankings
from moonflower.arena.tables import cross_table

PLAYERS = tuple(parse_player(text) for text in ("flat,nodes=200,name=flat", "random", "greedy"))


def test_errors_are_those_of_a_thousand_worlds() -> None:
    """Half widths cover the spread of ratings over simulated round robins."""
    rng = np.random.default_rng(1)
    truth = {"a": 100.0, "b": 0.0, "c": -100.0}
    pairs = [("a", "b"), ("b", "c"), ("a", "c")]
    games = 200
    found, errors = [], {}
    for _ in range(200):
        totals = {
            (x, y): (float(rng.binomial(games, score_of_elo(truth[x] - truth[y]))), games)
            for x, y in pairs
        }
        elo, errors = rate_pairs(totals)
        found.append([elo[name] for name in truth])
    spread = 1.96 * np.array(found).std(axis=0)
    for name, width in zip(truth, spread, strict=True):
        assert errors[name] == pytest.approx(width, rel=0.2)


def test_rankings_of_two_are_rated_like_pairs() -> None:
    rankings = [[["a"], ["b"]]] * 70 + [[["b"], ["a"]]] * 30
    elo, errors = rate_rankings(rankings)
    expected, widths = rate_pairs({("a", "b"): (70.0, 100)})
    assert elo["a"] - elo["b"] == pytest.approx(expected["a"] - expected["b"], rel=0.05)
    assert errors["a"] == pytest.approx(widths["a"], rel=0.05)


def test_a_round_robin_finds_who_is_best() -> None:
    robin = RoundRobin(mf.Game("tic_tac_toe"), PLAYERS)
    done: list[tuple[int, int]] = []
    table = robin.play(12, on_game=lambda n, total: done.append((n, total)))
    assert table.ratings[0].name == "flat"
    assert done[-1] == (72, 72)
    assert table.cross["flat", "random"].mean > 0.6
    text = cross_table(table)
    assert text.startswith("| player")
    assert len(text.splitlines()) == 5


def test_more_seats_are_rated_too() -> None:
    players = (*PLAYERS[:2], parse_player("random,name=other"))
    table = RoundRobin(mf.Game("shields:players=3,lives=3"), players).play(3)
    assert {rating.name for rating in table.ratings} == {"flat", "random", "other"}
    assert all(math.isfinite(rating.error) for rating in table.ratings)


def test_a_round_robin_needs_names_and_players() -> None:
    with pytest.raises(ValueError, match="names of their own"):
        _ = RoundRobin(mf.Game("tic_tac_toe"), (PLAYERS[0], PLAYERS[0])).matches
    with pytest.raises(ValueError, match="2 players for 3 seats"):
        _ = RoundRobin(mf.Game("shields:players=3"), PLAYERS[:2]).matches


def test_the_ladder_has_all_steps_and_ours_plays_each() -> None:
    ladder = Ladder.at_nodes(mf.Game("kuhn_poker"), 50)
    assert tuple(player.name for player in ladder.players) == STEPS
    opponents = {m.players[1].name for m in ladder.matches if m.players[0].name == OURS}
    assert opponents == set(STEPS) - {OURS}
    assert "cheat" not in [p.name for p in Ladder.at_nodes(mf.Game("tic_tac_toe"), 9).players]
    result = ladder.play(2)
    assert len(result.standings.ratings) == len(STEPS)
    assert sum(len(match.faults) for _, match in result.matches) == 0


def test_nodes_by_cpu_time_grow_with_it() -> None:
    game = mf.Game("kuhn_poker")
    assert nodes_in(game, "flat", 0.02) > nodes_in(game, "flat", 0.001) >= 1


@pytest.mark.extra
def test_pictures_are_drawn_or_name_the_extra(tmp_path: Path) -> None:
    table = RoundRobin(mf.Game("tic_tac_toe"), PLAYERS).play(1)
    path = tmp_path / "table.png"
    if find_spec("matplotlib") is None:
        with pytest.raises(ValueError, match=r"moonflower\[plot\]"):
            plot_standings(table, path, title="")
        return
    plot_standings(table, path, title="three")
    curve = tmp_path / "curve.png"
    points = [(1.0, 0.0, 0.0, 0.0), (2.0, 5.0, 1.0, 9.0)]
    plot_curves({"x": points}, curve, title="", x_label="", y_label="")
    assert path.stat().st_size > 1000 < curve.stat().st_size


def test_shuffled_results_do_not_change_ratings() -> None:
    rankings = [[["a"], ["b", "c"]], [["b"], ["a"], ["c"]], [["c", "a"], ["b"]]] * 5
    before = rate_rankings(rankings)[0]
    random.Random(1).shuffle(rankings)
    assert rate_rankings(rankings)[0] == pytest.approx(before)
