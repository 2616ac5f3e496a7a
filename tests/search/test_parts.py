"""The parts a search can be made of: what each promises, seen from outside."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower.per_game import skud_paisho

GOLDEN = Path(__file__).parent.parent / "golden"


# --- several seats


@pytest.mark.parametrize(
    "spec", ["flower_power:players=5", "flower_power:players=3", "terraflip:players=4"]
)
def test_payoffs_of_all_seats_are_told(spec: str) -> None:
    game = mf.Game(spec)
    with mf.Engine(game, seed=1, hash_mb=4) as engine:
        report = engine.analyse(game.deal(seed=2), mf.Limit(nodes=400))
    assert len(report.values) == game.players
    assert sum(report.values) == pytest.approx(1.0, abs=1e-4)
    assert report.value == pytest.approx(report.values[report.seat])


def test_only_the_clock_of_the_seat_to_move_counts() -> None:
    game = mf.Game("flower_power:players=4")
    state = game.deal(seed=2)
    long, short = 60.0, 0.05
    clocks = [long] * 4
    clocks[state.turn] = short
    with mf.Engine(game, seed=1, hash_mb=4) as engine:
        soon = engine.analyse(state, mf.Limit(clocks=tuple(clocks)))
        assert soon.stop == "time"
        assert soon.time < short + 1.0
        clocks = [short] * 4
        clocks[state.turn] = long
        late = engine.analyse(state, mf.Limit(clocks=tuple(clocks), nodes=300))
        assert late.stop == "nodes"  # nobody else's clock ends it


def test_an_increment_is_thinking_time() -> None:
    state = mf.Game("hex").start()
    with mf.Engine(state.game, seed=1, hash_mb=4, solve=False) as engine:
        bare = engine.analyse(state, mf.Limit(clocks=(1.0, 1.0)))
        more = engine.analyse(state, mf.Limit(clocks=(1.0, 1.0), increments=(0.2, 0.0)))
    assert more.time > bare.time
    assert more.time >= 0.15


# --- reports


@pytest.mark.parametrize("spec", [info.name for info in mf.games()])
def test_a_report_is_whole(spec: str) -> None:
    state = mf.Game(spec).deal(seed=4)
    with mf.Engine(state.game, seed=1, hash_mb=4, solve=False) as engine:
        report = engine.analyse(state, mf.Limit(nodes=1500), multipv=3)
    assert report.nodes == 1500
    assert report.worlds == (1500 if state.game.info.hidden else 1)
    assert report.ess == report.worlds
    assert 0 < report.hash_full <= 1
    assert report.tree_nodes > 0
    assert report.time > 0
    assert report.nps > 0
    assert 1 <= report.depth <= report.seldepth
    best = report.lines[0]
    assert best.visits > 0
    assert best.error >= 0
    assert sum(best.values) == pytest.approx(1.0, abs=1e-4)
    assert best.pv[0] == str(best.move)
    priors = [line.prior for line in report.lines if line.prior is not None]
    assert all(0 < prior <= 1 for prior in priors)


# --- selection


def test_smooth_uct_mixes_as_the_equilibrium_does() -> None:
    """Kuhn poker: the first seat bets a jack a third of the time at most, a queen never."""
    game = mf.Game("kuhn_poker")
    bets = {}
    for seed in range(40):
        state = game.deal(seed=seed)
        view = state.view(0)
        if str(view) in bets:
            continue
        with mf.Engine(game, seed=1, smooth=True, hash_mb=2) as engine:
            report = engine.analyse(view, mf.Limit(nodes=200_000))
        assert report.is_mixed
        bets[str(view)] = {str(move): share for move, share in report.policy}
    assert len(bets) == 3
    by_card = {text: min(shares.values()) for text, shares in bets.items()}
    # The queen is passed (pure but for what is left of exploring), the others are mixed.
    assert min(by_card.values()) < 0.15


def test_the_move_of_a_mixture_is_drawn_by_the_seed() -> None:
    state = mf.Game("goofspiel", cards=4).deal(seed=1)
    played = set()
    for seed in range(12):
        with mf.Engine(state.game, seed=seed, hash_mb=2) as engine:
            report = engine.analyse(state, mf.Limit(nodes=3000))
        assert report.is_mixed  # regret matching at a choice made together
        played.add(str(report.best))
        with mf.Engine(state.game, seed=seed, hash_mb=2, greedy=True) as engine:
            report = engine.analyse(state, mf.Limit(nodes=3000))
        assert report.best == report.policy[0][0]
    assert len(played) > 1


@pytest.mark.parametrize("percent", [30, 100])
def test_resampled_simulations_teach_the_others_only(percent: int) -> None:
    """They go on from the next seat's view: the root's moves learn from the rest."""
    state = mf.Game("leduc_poker").deal(seed=3)
    nodes = 8000
    with mf.Engine(state.game, seed=1, redeterminize=percent, hash_mb=2) as engine:
        report = engine.analyse(state, mf.Limit(nodes=nodes))
    visits = sum(line.visits for line in report.lines)
    assert report.nodes == nodes
    # Those in which no other seat got to choose stay the root's.
    assert nodes * (100 - percent) / 100 * 0.95 <= visits < nodes


def test_restricted_moves_share_the_table_but_not_the_root() -> None:
    state = mf.Game("hanamikoji").deal(seed=3)
    some = [str(move) for move in state.legal_moves()[:3]]
    with mf.Engine(state.game, seed=1, hash_mb=4) as engine:
        engine.analyse(state, mf.Limit(nodes=2000), game="one")
        report = engine.analyse(state, mf.Limit(nodes=2000), game="one", only=some)
    assert {str(line.move) for line in report.lines} == set(some)
    assert report.kept == 0
    assert sum(line.visits for line in report.lines) == 2000


# --- forced wins in test sets of games without secrets


def tactics() -> list[dict[str, Any]]:
    with lzma.open(GOLDEN / "skud_paisho" / "tactics.jsonl.xz", "rt") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("entry", tactics(), ids=lambda entry: entry["id"])
def test_skud_paisho_rings_are_found_by_search(entry: dict[str, Any]) -> None:
    """Proven, perhaps by another way to a ring, and won whatever the other seat does."""
    state = skud_paisho.read_record(";".join(entry["moves"])).state
    seat = state.turn
    with mf.Engine(state.game, seed=1, hash_mb=8) as engine:
        assert engine.analyse(state, mf.Limit(nodes=60_000)).proven == "win"
        for step in range(40):
            if state.is_over:
                break
            if state.turn == seat:
                state = state.play(engine.play(state, mf.Limit(nodes=60_000), game="one").move)
            else:
                state = state.play(state.random_move(step))
        assert state.is_over
        assert tuple(state.winners) == (seat,)


def test_hex_wins_in_a_few_moves_are_proven() -> None:
    """Every position of a small board that the solver calls won is won by the search as well."""
    game = mf.Game("hex", size=4)
    found = 0
    with mf.Engine(game, seed=1, hash_mb=8) as engine:
        for seed in range(30):
            state = game.start()
            for step in range(6):
                state = state.play(state.random_move(100 * seed + step))
            if state.is_over:
                continue
            solved = engine.solve(state)
            report = engine.analyse(state, mf.Limit(nodes=50_000))
            assert report.proven == solved.kind
            if solved.kind == "win":
                found += 1
                after = state.play(report.best)
                assert after.is_over or engine.solve(after).kind == "loss"
    assert found > 5
