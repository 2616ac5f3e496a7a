"""Pictures: well-formed, whole, free of anything from outside, for every game, variant and seat."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

import moonflower as mf
from moonflower.pictures import THEMES, picture

SPECS = [
    spec
    for info in mf.games(lab=True)
    for spec in (info.name, *(f"{info.name}:{variant}" for variant in info.variants))
]


def positions(spec: str, seed: int, count: int) -> list[mf.State | mf.View]:
    """Positions along a random game: the state and every seat's view."""
    game = mf.Game(spec)
    source = random.Random(seed)
    state = game.start()
    states = [state]
    while not state.is_over and len(states) < 120:
        move = None if state.turn < 0 else source.choice(state.legal_moves())
        state = state.draw(source) if move is None else state.play(move)
        states.append(state)
    chosen = [states[0], states[-1], *source.sample(states, min(count, len(states)))]
    return [p for s in chosen for p in (s, *(s.view(seat) for seat in range(game.players)))]


@pytest.mark.parametrize("spec", SPECS)
def test_every_slot_with_something_in_it_is_drawn_under_its_id(spec: str) -> None:
    for position in positions(spec, seed=3, count=2):
        scene = position.scene(moves=False)
        root = ET.fromstring(picture(scene))
        ids = Counter(part.get("data-id") for part in root.iter() if part.get("data-id"))
        filled = {slot["id"] for slot in scene["slots"] if slot["piece"] or slot["hidden"]}
        assert filled <= set(ids), (str(position), filled - set(ids))
        known = {place["id"] for part in ("seats", "zones", "slots") for place in scene[part]}
        assert set(ids) <= known, (str(position), set(ids) - known)
        assert max(ids.values(), default=1) == 1, (str(position), ids.most_common(1))


def test_nothing_comes_from_outside() -> None:
    for name in ("hanamikoji", "flower_power", "terraflip", "shields", "skud_paisho"):
        svg = picture(mf.Game(name).deal(seed=1).scene())
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        assert "<script" not in svg
        assert "url(" not in svg


def test_names_are_shown_and_harmless() -> None:
    scene = mf.Game("hanamikoji").deal(seed=1).scene()
    svg = picture(scene, names={"p1": 'Ada <b>&"', "p2": "Bo"})
    words = [part.text for part in ET.fromstring(svg).iter() if part.text]
    assert 'Ada <b>&"' in words
    assert "Bo" in words


def test_themes() -> None:
    scene = mf.Game("hex").start().scene()
    for theme in THEMES:
        assert f'class="mf {theme}"' in picture(scene, theme=theme)
    with pytest.raises(ValueError, match="theme 'neon' is not known; auto, light, dark"):
        picture(scene, theme="neon")  # type: ignore[arg-type]


def test_notebooks_show_states_and_views() -> None:
    state = mf.Game("terraflip").deal(seed=1)
    assert state._repr_svg_() == picture(state.scene(moves=False))
    assert state.view(1)._repr_svg_() == picture(state.view(1).scene(moves=False))
