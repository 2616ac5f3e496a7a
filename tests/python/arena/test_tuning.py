"""SPSA: it walks uphill, stays in range and repeats itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.players import EngineSpec
from moonflower.arena.specs import parse_player
from moonflower.arena.tuning import PARAMETERS, Tuning

PLAYER = parse_player("ismcts,nodes=30")
assert isinstance(PLAYER, EngineSpec)


def test_parameters_and_shares_are_inverse() -> None:
    for parameter in PARAMETERS.values():
        assert parameter.at(0) == parameter.low
        assert parameter.at(1) == parameter.high
        middle = parameter.at(0.5)
        assert parameter.at(parameter.share(middle)) == middle
        assert hasattr(mf.EngineOptions(), parameter.name)


def tuning(**start: float) -> Tuning:
    assert isinstance(PLAYER, EngineSpec)
    return Tuning(game=mf.Game("tic_tac_toe"), player=PLAYER, start=start)


def test_a_bad_start_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a match that says which is nearer to the best, the walk ends there."""

    class Judge:
        def __init__(self, pair: list[EngineSpec]) -> None:
            self._pair = pair

        def play(self, *_: object, **__: object) -> Judge:
            return self

        @property
        def score(self) -> Judge:
            return self

        @property
        def mean(self) -> float:
            off = [abs((player.options.greedy_percent or 0) - 70) for player in self._pair]
            return 0.5 if off[0] == off[1] else float(off[0] < off[1])

    monkeypatch.setattr(
        "moonflower.arena.tuning.Match.of", lambda _game, pair, **_: Judge(list(pair))
    )
    steps = tuning(greedy_percent=10).run(60)
    assert steps[-1].values["greedy_percent"] == pytest.approx(70, abs=10)


def test_tuning_repeats_and_goes_on_from_its_folder(tmp_path: Path) -> None:
    walk = tuning(exploration=0.7, expand_at=1)
    once = walk.run(3, deals=2, folder=tmp_path)
    assert walk.run(3, deals=2) == once
    assert walk.run(3, deals=2, folder=tmp_path) == once
    assert len(list(tmp_path.glob("*.jsonl"))) == 3


def test_what_cannot_be_tuned_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown parameter 'colour'"):
        tuning(colour=1)
    with pytest.raises(ValueError, match="no parameter given"):
        tuning()
    with pytest.raises(ValueError, match="exploration: 9 is out of range"):
        tuning(exploration=9).run(1)
