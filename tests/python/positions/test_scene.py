"""Scenes: one schema for all games, ids that lead somewhere, and nothing the reader cannot know."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import moonflower as mf
from moonflower.positions import Scene, scene_schema

SPECS = [
    f"{info.name}{':' if variant else ''}{variant}"
    for info in mf.games(lab=True)
    for variant in ("", *info.variants)
]
# Nothing is hidden, or only while others choose after the reader has.
OPEN = ("terraflip:hand=open", "shields")
SCHEMA = scene_schema()
KINDS = {"null": type(None), "boolean": bool, "number": (int, float), "string": str,
         "object": dict, "array": list, "integer": int}  # fmt: skip


def faults(value: object, schema: dict[str, Any], where: str = "$") -> Iterator[str]:
    """What the schema refuses: the few keywords ours uses, so that tests need no library."""

    if "$ref" in schema:
        yield from faults(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], where)
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is not None and value not in allowed:
        yield f"{where}: {value!r}"
    if "anyOf" in schema and all(any(faults(value, part, where)) for part in schema["anyOf"]):
        yield f"{where}: {value!r} fits none"
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    fits = [isinstance(value, KINDS[name]) and (name == "boolean" or not isinstance(value, bool))
            for name in names]  # fmt: skip
    if names and not any(fits):
        yield f"{where}: {value!r} is no {names}"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                yield f"{where}: no {key}"
        for key, part in value.items():
            more = known.get(key, schema.get("additionalProperties", {}))
            if more is False:
                yield f"{where}: unknown {key}"
            else:
                yield from faults(part, more or {}, f"{where}.{key}")
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from faults(part, schema.get("items", {}), f"{where}[{number}]")


def ids_of(scene: Scene) -> list[str]:
    return [place["id"] for part in ("seats", "zones", "slots") for place in scene[part]]


def check_whole(position: mf.State | mf.View, *, by_schema: bool = False) -> Scene:
    """A scene holds to its schema, and what it names is there."""
    scene = position.scene()
    assert json.loads(json.dumps(scene)) == scene
    assert not by_schema or not list(itertools.islice(faults(scene, SCHEMA), 3))
    ids = ids_of(scene)
    assert len(ids) == len(set(ids))
    places = set(ids)
    zones = {zone["id"] for zone in scene["zones"]}
    for slot in scene["slots"]:
        assert slot["zone"] in zones
        if slot["hidden"]:
            assert slot["piece"] is None or slot["piece"]["face"] is None
        elif slot["piece"]:
            assert slot["piece"]["face"] is not None
    for zone in scene["zones"]:
        assert zone["inside"] is None or zone["inside"] in zones
        held = sum(s["zone"] == zone["id"] and s["piece"] is not None for s in scene["slots"])
        assert held <= zone["count"]
    for link in scene["links"]:
        assert {link["from"], link["to"]} <= places
    assert [move["move"] for move in scene["moves"]] == [str(m) for m in position.legal_moves()]
    for move in scene["moves"]:
        assert len(move["from"]) == len(move["to"])
        assert {*move["from"], *move["to"]} <= places | {None}
    steps = [json.dumps({key: part for key, part in move.items() if key != "move"})
             for move in scene["moves"]]  # fmt: skip
    assert len(set(steps)) == len(steps), "two moves touch the same places in the same way"
    assert position.scene(moves=False) == {**scene, "moves": None}
    return scene


def known_places(scene: Scene) -> dict[str, object]:
    return {slot["id"]: slot["piece"] for slot in scene["slots"] if not slot["hidden"]}


@pytest.mark.parametrize("spec", SPECS)
def test_scenes_are_whole_and_hold_nothing_hidden(spec: str) -> None:
    game = mf.Game(spec)
    rng = random.Random(spec)
    state = game.start()
    hides = False
    for ply in itertools.count():
        if ply % 16 in (3, 4) or state.is_over:
            whole = check_whole(state, by_schema=ply in (3, 20) or state.is_over)
            assert whole["zones"] or game.info.lab
            for seat in range(game.players):
                view = state.view(seat)
                scene = check_whole(view, by_schema=state.is_over)
                assert scene["reader"] == f"p{seat + 1}"
                assert check_whole(view.sample(rng).view(seat)) == scene
                hides = hides or any(slot["hidden"] for slot in scene["slots"])
        if state.is_over or ply > 400:
            break
        state = state.play(state.random_move(rng))
    assert hides or not game.info.hidden or game.info.lab or spec.startswith(OPEN)


def test_a_hidden_slot_keeps_its_id() -> None:
    game = mf.Game("hanamikoji")
    rng = random.Random(4)
    state = game.deal(seed=4)
    seen: list[set[str]] = []
    while state.scene()["facts"]["round"] == 1 and not state.is_over:
        slots = state.view(0).scene(moves=False)["slots"]
        seen.append({s["id"] for s in slots if s["hidden"] and s["zone"] != "p2.hand"})
        state = state.play(state.random_move(rng))
    for before, after in itertools.pairwise(seen):
        assert before <= after


def test_what_is_known_to_whom() -> None:
    state = mf.Game("terraflip").start().play("TM@e6").play(".")
    owner, other = (state.view(seat).scene()["slots"] for seat in (0, 1))
    own = next(slot for slot in owner if slot["id"] == "e6.under")
    hidden = next(slot for slot in other if slot["id"] == "e6.under")
    assert own["piece"]["face"] == "M"
    assert not own["hidden"]
    assert hidden["hidden"]
    assert hidden["known_to"] == own["known_to"] == ["p1"]


def test_moves_only_when_asked_for_in_words() -> None:
    with pytest.raises(mf.OptionError, match="moves"):
        mf.Game("hanamikoji").start().scene(moves="yes")  # type: ignore[arg-type]
