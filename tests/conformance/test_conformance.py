"""Every registered game keeps the contract: nothing to edit for a new game."""

from __future__ import annotations

import os
import pickle

import pytest

import moonflower as mf
from moonflower import _core

SPECS = [
    spec
    for info in mf.games(lab=True)
    for spec in (info.name, *(f"{info.name}:{variant}" for variant in info.variants))
]


# Sanitizers make everything several times slower; they look for other things and need fewer games.
GAMES = int(os.environ.get("MOONFLOWER_CONFORMANCE_GAMES", "20"))


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_keep_the_contract(spec: str) -> None:
    report = _core.conformance(_core.Game(spec), games=GAMES, seed=1)
    assert not report.findings, "\n".join(report.findings)


@pytest.mark.full
@pytest.mark.parametrize("spec", SPECS)
def test_many_more_random_games_keep_the_contract(spec: str) -> None:
    report = _core.conformance(_core.Game(spec), games=150, seed=2)
    assert not report.findings, "\n".join(report.findings)


@pytest.mark.parametrize("spec", SPECS)
def test_worlds_are_what_could_have_happened(spec: str) -> None:
    audit = _core.audit_beliefs(_core.Game(spec), limit=20_000)
    assert not audit.findings, "\n".join(audit.findings)


def test_small_hidden_games_are_audited_completely() -> None:
    for spec in ("kuhn_poker", "leduc_poker"):
        audit = _core.audit_beliefs(_core.Game(spec), limit=20_000)
        assert audit.complete
        assert audit.views > 0


@pytest.mark.parametrize("spec", SPECS)
def test_values_survive_pickle_and_repr(spec: str) -> None:
    state = mf.Game(spec).start()
    for seed in range(12):
        values: list[object] = [state.game, state, *map(state.view, range(state.players))]
        for value in values:
            assert pickle.loads(pickle.dumps(value)) == value
            assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
            assert eval(repr(value), {"Game": mf.Game}) == value
        if state.is_over:
            break
        move = state.random_move(seed)
        assert pickle.loads(pickle.dumps(move)) == move
        state = state.play(move)
