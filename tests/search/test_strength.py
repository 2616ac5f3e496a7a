"""Search plays better than what it is made of: against random play, and more against less."""

from __future__ import annotations

import pytest

import moonflower as mf


def duel(
    spec: str, first: dict[str, object], second: dict[str, object], *, deals: int, nodes: int
) -> float:
    """Mean payoff of the first player over deals played twice, seats swapped."""
    game = mf.Game(spec)
    limit = mf.Limit(nodes=nodes)
    total = 0.0
    for deal in range(deals):
        for seat in (0, 1):
            engines = [
                mf.Engine(game, seed=2 * deal + k, hash_mb=2, **options)
                for k, options in enumerate((first, second))
            ]
            state = game.deal(seed=deal)
            chance = 0
            while not state.is_over:
                if state.turn == mf.CHANCE:
                    chance += 1
                    state = state.draw(1000 * deal + chance)
                    continue
                engine = engines[0 if state.turn == seat else 1]
                state = state.play(engine.play(state, limit).move)
            assert state.returns is not None
            total += state.returns[seat]
    return total / (2 * deals)


@pytest.mark.parametrize(
    ("spec", "nodes", "at_least"),
    [
        ("tic_tac_toe", 300, 0.85),
        ("hex:size=5", 300, 0.9),
        ("leduc_poker", 300, 0.3),
        ("phantom_ttt", 300, 0.7),
        ("liars_dice", 300, 0.6),
    ],
)
def test_search_beats_random(spec: str, nodes: int, at_least: float) -> None:
    if spec.partition(":")[0] not in {info.name for info in mf.games(lab=True)}:
        pytest.skip(f"{spec} is not built in")
    assert duel(spec, {}, {"algorithm": "random"}, deals=40, nodes=nodes) >= at_least


@pytest.mark.slow
def test_more_beats_less() -> None:
    game = "hex:size=5"
    assert duel(game, {"expand_at": 1}, {"algorithm": "flat"}, deals=40, nodes=1000) > 0.5


@pytest.mark.slow
def test_the_cheat_is_a_yardstick() -> None:
    assert duel("leduc_poker", {"algorithm": "cheat"}, {}, deals=150, nodes=1000) > 0.3
