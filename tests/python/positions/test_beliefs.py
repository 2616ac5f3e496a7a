"""Beliefs: odds of what lies in hidden slots, counted again by hand from the worlds of the view."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import moonflower as mf
from moonflower.positions.beliefs import Beliefs

HIDING = [info.name for info in mf.games() if info.hidden]


def played(spec: str, seed: int, moves: int) -> mf.State:
    rng = random.Random(seed)
    state = mf.Game(spec).deal(seed=seed)
    for _ in range(moves):
        after = state.play(state.random_move(rng))
        if after.is_over:
            break
        state = after
    while state.turn < 0:
        state = state.draw(rng)
    return state


def check(beliefs: Beliefs, view: mf.View) -> None:
    hidden = {slot["id"] for slot in view.scene()["slots"] if slot["hidden"]}
    assert {belief.slot for belief in beliefs.slots} == hidden
    for belief in beliefs.slots:
        assert sum(belief.faces.values()) == pytest.approx(1)
        assert belief.faces.keys() == belief.errors.keys()
    assert json.loads(json.dumps(beliefs.as_dict()))["supposition"]["given"] == "rules"


@pytest.mark.parametrize("spec", [*HIDING, "shields:cheat=1,players=3", "shields:mode=ffau",
                                  "terraflip:hand=blind", "flower_power:players=3"])  # fmt: skip
@pytest.mark.parametrize("moves", [3, 9, 16])
def test_every_hidden_slot_has_odds_that_add_up_to_one(spec: str, moves: int) -> None:
    state = played(spec, 5, moves)
    for seat in range(state.players):
        view = state.view(seat)
        check(view.beliefs(worlds=200), view)


def test_exact_odds_are_those_of_the_listed_worlds() -> None:
    view = played("hanamikoji", 7, 9).view(0)
    listed = view.worlds(100_000)
    assert listed is not None
    odds: Counter[str] = Counter()
    for world, weight in listed:
        hand = [slot["piece"]["face"] for slot in world.scene()["slots"]
                if slot["zone"] == "p2.hand"]  # fmt: skip
        for face in hand:
            odds[face] += weight / len(hand)  # type: ignore[assignment]
    beliefs = view.beliefs(worlds=100_000)
    assert beliefs.supposition.exact
    assert beliefs.supposition.worlds == len(listed)
    assert beliefs.of("p2.hand.1") == pytest.approx(dict(odds))


def test_a_sample_is_within_its_errors() -> None:
    view = mf.Game("hanamikoji").deal(seed=2).view(0)
    exact = view.beliefs(worlds=100_000)
    drawn = view.beliefs(worlds=80, seed=3)
    assert not drawn.supposition.exact
    for belief in drawn.slots:
        for face, odds in belief.faces.items():
            error = belief.errors[face]
            assert error > 0
            assert abs(odds - exact.of(belief.slot)[face]) < 5 * error


def test_chances_and_suppositions() -> None:
    view = played("hanamikoji", 7, 9).view(0)
    beliefs = view.beliefs()
    face, odds = max(beliefs.of("p2.hand.1").items(), key=lambda item: item[1])
    told = view.chance({"p2.hand.1": face})
    assert told.exact
    assert told.probability == pytest.approx(odds)

    def holds(world: mf.State) -> bool:
        return any(s["zone"] == "p2.hand" and s["piece"]["face"] == face
                   for s in world.scene()["slots"])  # fmt: skip

    anywhere = view.chance({"p2.hand": face})
    assert anywhere.probability == pytest.approx(view.chance(holds).probability)
    assert anywhere.probability >= told.probability
    # Bayes: P(a) P(b | a) = P(b) P(a | b).
    other = next(iter(beliefs.of("aside.1")))
    first = view.suppose({"p2.hand.1": face})
    second = view.suppose({"aside.1": other})
    assert first.of("p2.hand.1") == {face: 1.0}
    assert first.supposition.probability * first.of("aside.1").get(other, 0.0) == pytest.approx(
        second.supposition.probability * second.of("p2.hand.1").get(face, 0.0)
    )


def test_bad_conditions_are_refused() -> None:
    view = mf.Game("hanamikoji").deal(seed=2).view(0)
    with pytest.raises(mf.OptionError, match=r'suppose: "p1\.hand" hides nothing'):
        view.chance({"p1.hand": "6"})
    with pytest.raises(mf.OptionError, match=r'"9" is no face of "p2\.hand"'):
        view.chance({"p2.hand": "9"})
    with pytest.raises(mf.OptionError, match="condition"):
        view.chance(3)  # type: ignore[arg-type]
