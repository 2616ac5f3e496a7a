"""Weaker play: monotone in its parts, repeatable, and never for hints."""

from __future__ import annotations

import pytest

import moonflower as mf
from moonflower.arena.match import Match
from moonflower.arena.specs import parse_player
from moonflower.engine.weaker import blur, choose, most_loss, node_cap

LIMIT = mf.Limit(nodes=5000)


def test_steps_are_monotone() -> None:
    caps = [node_cap(strength) for strength in range(20)]
    assert caps == sorted(set(filter(None, caps)))
    for handicap in (blur, most_loss):
        sizes = [handicap(strength) for strength in range(21)]
        assert sizes == sorted(set(sizes), reverse=True)
        assert sizes[20] == 0
    assert node_cap(20) is None


@pytest.mark.parametrize("strength", [-1, 21, "x", 1.5])
def test_what_is_no_strength_is_refused(strength: object) -> None:
    with pytest.raises(mf.OptionError, match="whole numbers 0 to 20"):
        mf.Engine("kuhn_poker", strength=strength)


def test_weak_play_is_legal_cheap_and_repeatable() -> None:
    game = mf.Game("hanamikoji")
    played = []
    for seed in range(20):
        view = game.deal(seed).view(0)
        with mf.Engine(game, seed=seed, strength=0) as engine:
            first = engine.play(view, LIMIT)
            assert first.report.nodes <= 16 * len(view.legal_moves()) < LIMIT.nodes
            assert first.move in view.legal_moves()
            assert engine.play(view, LIMIT).move == first.move
            played.append(first.move != first.report.lines[0].move)
    assert sum(played) > 10  # most moves are misjudged


@pytest.mark.parametrize("strength", [0, 5, 6, 10, 15, 19])
def test_nothing_is_played_that_is_seen_to_lose_much(strength: int) -> None:
    view = mf.Game("hanamikoji").deal(3).view(0)
    with mf.Engine("hanamikoji", seed=1) as engine:
        report = engine.analyse(view, mf.Limit(nodes=500))
    values = {line.move: line.value for line in report.lines if line.value is not None}
    chosen = [choose(report, strength, seed=s, key=7, span=1.0).best for s in range(200)]
    assert max(values[report.best] - values[move] for move in chosen) <= most_loss(strength)
    assert len(set(chosen)) > (1 if strength > 15 else 3)


def test_a_blunder_that_stands_out_is_seen() -> None:
    """Of many equal moves and one that loses at once, the loss is hardly ever played."""
    game = mf.Game("tic_tac_toe")
    state = game.parse("x.x.o..o.")
    with mf.Engine(game, seed=1) as engine:
        report = engine.analyse(state, mf.Limit(nodes=2000))
        wins = [choose(report, 10, seed=s, key=7, span=1.0).best == report.best for s in range(99)]
    assert sum(wins) > 60


def test_full_strength_is_what_it_was() -> None:
    view = mf.Game("hanamikoji").deal(3).view(0)
    with mf.Engine("hanamikoji", seed=1) as engine:
        plain = engine.play(view, LIMIT)
    with mf.Engine("hanamikoji", seed=1, strength=20) as engine:
        assert engine.play(view, LIMIT).move == plain.move
        assert engine.play(view, LIMIT).report.nodes == plain.report.nodes


def test_hints_and_endless_analysis_ignore_it() -> None:
    view = mf.Game("hanamikoji").deal(3).view(0)
    with mf.Engine("hanamikoji", seed=1) as engine:
        full = engine.hint(view, LIMIT)
        engine.configure(strength=0)
        assert engine.hint(view, LIMIT) == full
        with engine.analysis(view) as analysis:
            for report in analysis:
                if report.nodes > 8:
                    break


def test_full_strength_beats_the_lowest() -> None:
    """The steps between are measured by bench/strength_levels.py, see docs/play.md."""
    strong, weak = (parse_player(f"auto,nodes=300,strength={level}") for level in (20, 0))
    assert Match.of(mf.Game("hanamikoji"), (strong, weak), seed=2).play(10).score.mean > 0.7
