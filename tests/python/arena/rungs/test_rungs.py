"""Opponents from published descriptions: they play, see their view alone, stay as they are."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.gate.builds import FROZEN
from moonflower.arena.match import Match
from moonflower.arena.rungs import GAMES, choose
from moonflower.arena.specs import parse_player
from moonflower.history import History

ROOT = Path(__file__).parents[4]
SPECS = [
    "hanamikoji",
    "terraflip",
    "terraflip:players=4,hand=blind",
    "flower_power",
    "flower_power:players=4",
    "skud_paisho:max_plies=60",
]


@pytest.mark.parametrize("spec", SPECS)
def test_whole_games_without_a_fault(spec: str) -> None:
    result = Match.of(mf.Game(spec), [parse_player("published"), parse_player("random")]).play(1)
    assert not result.faults


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_beats_random_play(name: str) -> None:
    players = [parse_player("published"), parse_player("random")]
    result = Match.of(mf.Game(name), players).play(10)
    assert not result.faults
    assert result.score.mean > 0.8


@pytest.mark.parametrize("spec", SPECS)
def test_it_is_told_a_view_and_nothing_else(spec: str) -> None:
    """Worlds of one view give one move: nothing else can reach it, nor is chance shared."""
    history = History(mf.Game(spec), seed=2)
    source = random.Random(1)
    for _ in range(12):
        history.draw_all()
        if history.is_over:
            break
        view = history.view(history.turn)
        again = mf.Game(spec).parse_view(str(view), view.seat)
        assert choose(view, random.Random(5)) == choose(again, random.Random(5))
        history.play(source.choice(history.state.legal_moves()))


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="published: nothing for 'kuhn_poker'; games are"):
        choose(mf.Game("kuhn_poker").deal(1).view(0), random.Random(1))


def test_hanamikoji_takes_the_card_that_counts_most() -> None:
    state = mf.Game("hanamikoji").start()
    for token in ("*012456", "*013556", "*5", "g046"):
        state = state.play(token)
    assert choose(state.view(1), random.Random(1)) == "t6"


def test_skud_paisho_closes_its_ring() -> None:
    state = mf.Game("skud_paisho").parse(
        "sp1 GR4(5,6);GR3(-5,5);GR4(-5,-5);GR3(5,-5) 111111LORWKB/111111LORWKB G 10 -"
    )
    while state.turn == 0:
        state = state.play(choose(state.view(0), random.Random(1)))
    assert state.winners == (0,)


def test_flower_power_attacks_where_it_sees_that_it_wins() -> None:
    game = mf.Game("flower_power")
    text = "FP1 1r:{},?;2r:2D,?/3r:7C,?;4r:9H,? -/- #46 - t3.1.1.0.00.11.5 main"
    strong = game.parse_view(text.format("KS"), 0)
    assert choose(strong, random.Random(1)) in {"a1>3", "a1>4"}


def test_the_rungs_are_what_they_were() -> None:
    """Those of this package; the frozen wheel is compared by .ci/full."""
    check("published")


@pytest.mark.full
def test_the_frozen_rungs_are_what_they_were() -> None:
    known = subprocess.run(["git", "cat-file", "-e", "66ed9b7"], cwd=ROOT, check=False).returncode
    if known != 0:
        pytest.skip("a shallow clone has no history")
    check(*FROZEN)


def check(*rungs: str) -> None:
    kept = json.loads((ROOT / "bench" / "rungs.json").read_text())
    assert set(rungs) <= set(kept)
    line = [sys.executable, str(ROOT / "bench" / "rungs.py"), *rungs]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
