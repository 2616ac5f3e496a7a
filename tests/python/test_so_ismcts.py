"""The frozen yardstick: it plays as it always has, from views alone."""

from __future__ import annotations

import pytest

import moonflower as mf
from moonflower.arena.match import Match
from moonflower.arena.specs import parse_player

# Visits of the root's moves after 3000 simulations with seed 5. These numbers do not change: they
# are what "frozen" means. (A lab game whose playouts change would change them too.)
VISITS = {
    ("leduc_poker", 3): {"c": 1499, "r": 1501},
    ("goofspiel:cards=4", 1): {"A": 760, "2": 700, "3": 761, "4": 779},
    ("phantom_ttt", 1): {
        "a1": 98, "a2": 33, "a3": 514, "b1": 169, "b2": 1596, "b3": 15, "c1": 158, "c2": 162,
        "c3": 255,
    },
}  # fmt: skip


@pytest.mark.parametrize(("spec", "deal"), VISITS)
def test_it_searches_as_it_always_has(spec: str, deal: int) -> None:
    state = mf.Game(spec).deal(deal)
    with mf.Engine(state.game, algorithm="so-ismcts", seed=5) as engine:
        report = engine.analyse(state.view(state.turn), mf.Limit(nodes=3000))
    assert {str(line.move): line.visits for line in report.lines} == VISITS[spec, deal]


def test_no_option_of_the_engine_changes_it() -> None:
    state = mf.Game("phantom_ttt").deal(1)
    tuned = {"exploration": 3.0, "expand_at": 9, "selection": "puct", "greedy_percent": 100}
    visits = []
    for options in ({}, tuned):
        with mf.Engine(state.game, algorithm="so-ismcts", seed=5, **options) as engine:
            report = engine.analyse(state, mf.Limit(nodes=500))
        visits.append([(str(line.move), line.visits) for line in report.lines])
    assert visits[0] == visits[1]


def test_worlds_that_look_alike_are_searched_alike() -> None:
    """It is given a view: what the other seat holds cannot reach it."""
    game = mf.Game("leduc_poker")
    view = game.deal(3).view(0)
    worlds = {str(view.sample(seed)): view.sample(seed) for seed in range(30)}
    assert len(worlds) > 1
    found = set()
    for world in worlds.values():
        with mf.Engine(game, algorithm="so-ismcts", seed=1) as engine:
            report = engine.analyse(world, mf.Limit(nodes=300))
        found.add(tuple((str(line.move), line.visits) for line in report.lines))
    assert len(found) == 1


def test_it_beats_random_play() -> None:
    for spec in ("hanamikoji", "phantom_ttt"):
        players = [parse_player("so-ismcts,nodes=200"), parse_player("random")]
        assert Match.of(mf.Game(spec), players).play(15).score.low > 0.5


def test_it_ponders_and_keeps_to_the_moves_it_is_given() -> None:
    state = mf.Game("phantom_ttt").deal(1)
    with mf.Engine(state.game, algorithm="so-ismcts", seed=1, threads=2) as engine:
        report = engine.analyse(state, mf.Limit(nodes=200), only=["a1", "c3"])
        assert {str(line.move) for line in report.lines} == {"a1", "c3"}
        engine.ponder(state.play("b2").view(0), game="x")
        engine.close()
