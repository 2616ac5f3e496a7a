"""What a seat may think lies in the slots it cannot see, and how likely something about them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.positions.scene import Scene

__all__ = ["Beliefs", "Chance", "Condition", "SlotBelief", "believe"]

Condition: TypeAlias = Mapping[str, str] | Callable[[Any], bool]
"""``{"p2.secret": "6"}`` (of a zone whose hidden slots are all alike: a 6 lies there), or a
predicate over worlds, which are states."""


StateOf: TypeAlias = Callable[[_core.State], Any]  # how a world is handed to a predicate


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is for a seat that knows what its view knows."""

    probability: float
    error: float  # standard error; 0 when exact
    worlds: int
    exact: bool  # all worlds of the view were counted; else so many drawn
    given: str  # "rules": how others may have chosen to play counts for nothing


@dataclass(frozen=True, slots=True)
class SlotBelief:
    """One hidden slot of a view's scene."""

    slot: str
    faces: dict[str, float]  # probabilities of those that are possible
    errors: dict[str, float]  # standard errors; 0 when exact


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Every hidden slot of a view with the probability of each face."""

    slots: tuple[SlotBelief, ...]
    supposition: Chance  # how likely what was supposed is; 1 when nothing was

    def of(self, slot: str) -> dict[str, float]:
        """The probabilities of a slot's faces; ``KeyError`` when it hides nothing."""
        return {belief.slot: belief.faces for belief in self.slots}[slot]

    def as_dict(self) -> Scene:
        """The same ready for JSON."""
        return asdict(self)


def believe(
    view: _core.View, condition: Condition | None, worlds: int, seed: int, state_of: StateOf
) -> Beliefs:
    """Count beliefs of a view, under a condition if one is given."""
    expect_whole(worlds, "worlds", least=1)
    expect_whole(seed, "seed", least=0, most=2**64 - 1)
    if not (condition is None or callable(condition)):
        expect(condition, Mapping, "condition", "a mapping of places to faces or a predicate")
    places: list[tuple[str, str]] = []
    holds: Callable[[_core.State], bool] | None = None
    if isinstance(condition, Mapping):
        places = [(str(place), str(face)) for place, face in condition.items()]
    elif condition is not None:
        predicate = condition

        def test(world: _core.State) -> bool:
            return bool(predicate(state_of(world)))

        holds = test

    found = view.beliefs(worlds, seed, places, holds)
    fixed = dict(places)
    slots = [
        SlotBelief(slot, {fixed[slot]: 1.0}, {fixed[slot]: 0.0})
        if slot in fixed
        else SlotBelief(
            slot,
            {face: odds[0] for face, odds in faces.items()},
            {face: odds[1] for face, odds in faces.items()},
        )
        for names, faces in found["groups"]
        for slot in names
    ]
    chance = Chance(
        found["probability"], found["error"], found["worlds"], found["exact"], given="rules"
    )
    return Beliefs(tuple(slots), chance)
