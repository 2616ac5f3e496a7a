"""Every seat searches its own moves: in every game and variant, at every kind of decision."""

from __future__ import annotations

import random

import pytest

import moonflower as mf
from moonflower.bench.decisions import kinds_of_decision

SEATS = [
    *(f"flower_power:players={players}" for players in (3, 4, 5)),
    "flower_power:players=3,build_open=1",
    *(f"terraflip:players={players}" for players in (3, 4)),
    *(f"shields:mode={mode},players={n}" for mode in ("enemy", "ffa", "ffau") for n in (3, 4, 5)),
    *(f"shields:players={players},cheat=1" for players in (2, 4, 5)),
]
SPECS = list(
    dict.fromkeys(
        [
            *(info.name for info in mf.games(lab=True)),
            *(f"{info.name}:{variant}" for info in mf.games(lab=True) for variant in info.variants),
            *SEATS,
        ]
    )
)
SHARE = 0.9  # of the simulations that must say something about the asking seat's moves


def some_decisions(spec: str, count: int) -> list[mf.State]:
    """A few of all kinds, not only those games begin with."""
    found = list(kinds_of_decision(spec, games=2))
    return random.Random(f"{spec} {count}").sample(found, min(count, len(found)))


def check_counts(report: mf.Report, nodes: int) -> None:
    """The simulations went into the seat's moves, and all that was looked at has figures."""
    assert report.value is not None
    assert all(line.value is not None for line in report.lines if line.visits)
    if report.algorithm != "exact" and report.stop != "proven":
        assert report.nodes == nodes
        assert sum(line.visits for line in report.lines) >= SHARE * nodes


def check(report: mf.Report, nodes: int) -> None:
    """And so has the move to play; a level of strength may play one it has not looked at."""
    check_counts(report, nodes)
    best = next(line for line in report.lines if line.move == report.best)
    assert best.value is not None


@pytest.mark.parametrize("spec", SPECS)
def test_simulations_count_at_the_seats_own_moves(spec: str) -> None:
    with mf.Engine(spec, seed=3, hash_mb=8) as engine:
        for state in kinds_of_decision(spec, games=1):
            check(engine.analyse(state, mf.Limit(nodes=200)), 200)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1000, 5000, 20_000])
@pytest.mark.parametrize("spec", SPECS)
def test_so_they_do_on_larger_budgets(spec: str, nodes: int) -> None:
    with mf.Engine(spec, seed=4) as engine:
        for state in some_decisions(spec, 24):
            check(engine.analyse(state, mf.Limit(nodes=nodes)), nodes)


@pytest.mark.parametrize("options", [{"algorithm": "pimc"}, {"algorithm": "flat"}, {"threads": 2}])
@pytest.mark.parametrize("spec", SEATS)
def test_other_searches_do_too(spec: str, options: dict[str, object]) -> None:
    with mf.Engine(spec, seed=5, hash_mb=8, **options) as engine:
        for state in some_decisions(spec, 8):
            check(engine.analyse(state, mf.Limit(nodes=200)), 200)


@pytest.mark.parametrize("spec", SPECS)
def test_weak_levels_know_what_their_moves_are_worth(spec: str) -> None:
    decisions = some_decisions(spec, 6)
    for strength in (0, 5, 10):
        with mf.Engine(spec, seed=6, hash_mb=8, strength=strength) as engine:
            for state in decisions:
                report = engine.analyse(state, mf.Limit(nodes=100_000))
                check_counts(report, report.nodes)


@pytest.mark.parametrize("spec", SEATS)
def test_a_small_memory_full_of_another_game_leaves_the_root_its_node(spec: str) -> None:
    """Searches of one game keep what they have learned, also where that fills the memory."""
    with mf.Engine(spec, seed=7, hash_mb=1) as engine:
        for state in some_decisions(spec, 6):
            report = engine.analyse(state, mf.Limit(nodes=4000), game="one")
            kept = report.kept
            assert sum(line.visits for line in report.lines) - kept >= SHARE * report.nodes
