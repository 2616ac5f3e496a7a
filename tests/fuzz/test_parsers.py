"""Every parser answers or raises ``ValueError``: arbitrary text, and real text with damage."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import moonflower as mf

NAMES = [info.name for info in mf.games(lab=True)]
RELAXED = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def answers_or_refuses(parse: Callable[[], object]) -> None:
    try:
        parse()
    except ValueError as error:
        if not str(error):
            raise


# What is drawn does not depend on the game: a number that picks a real text, and edits (a place,
# characters dropped, characters put in), so that a failing example can be replayed anywhere.
NUMBERS = st.integers(0, 2**20)
CHARACTERS = st.text("0123456789-+/?#*=;:,.x!@&|^~()<>_ ABCDHKQRSTabcdfghstuw", max_size=3)
EDITS = st.lists(st.tuples(NUMBERS, st.integers(0, 3), CHARACTERS), min_size=1, max_size=4)
DAMAGE = st.one_of(st.text(max_size=80), st.tuples(NUMBERS, EDITS))
Damage = str | tuple[int, list[tuple[int, int, str]]]


def damaged(damage: Damage, texts: list[str]) -> str:
    """Arbitrary text, or a real text with a few characters changed, dropped or doubled."""
    if isinstance(damage, str):
        return damage
    pick, edits = damage
    text = texts[pick % len(texts)]
    for place, dropped, put_in in edits:
        at = place % (len(text) + 1)
        text = text[:at] + put_in + text[at + dropped :]
    return text


def sampled_positions(game: mf.Game) -> list[mf.State]:
    positions = []
    for seed in range(6):
        state = game.start()
        for ply in range(400):
            if ply % 7 == seed:
                positions.append(state)
            if state.is_over:
                break
            state = state.play(state.random_move(1000 * seed + ply))
        positions.append(state)
    return positions


@pytest.fixture(scope="module", params=NAMES)
def positions(request: pytest.FixtureRequest) -> list[mf.State]:
    return sampled_positions(mf.Game(request.param))


@given(text=st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_specifications(text: str) -> None:
    answers_or_refuses(lambda: mf.Game(text))
    for name in NAMES:
        answers_or_refuses(lambda name=name: mf.Game(f"{name}:{text}"))


@given(damage=DAMAGE)
@RELAXED
def test_position_texts(positions: list[mf.State], damage: Damage) -> None:
    game = positions[0].game
    text = damaged(damage, [str(p) for p in positions])
    answers_or_refuses(lambda: game.parse(text))
    try:
        state = game.parse(text)
    except ValueError:
        return
    # What was accepted is a position like any other.
    assert state._inner.check() == ""
    assert state.game.parse(str(state)) == state
    for seed in range(30):
        if state.is_over:
            break
        state = state.play(state.random_move(seed))
    assert state._inner.check() == ""


@given(number=NUMBERS, damage=DAMAGE)
@RELAXED
def test_view_texts(positions: list[mf.State], number: int, damage: Damage) -> None:
    game = positions[0].game
    seat = number % game.players
    text = damaged(damage, [str(p.view(seat)) for p in positions])
    answers_or_refuses(lambda: game.parse_view(text, seat))
    try:
        view = game.parse_view(text, seat)
    except ValueError:
        return
    world = view.sample(1)
    assert world._inner.check() == ""
    assert world.view(seat) == view


@given(number=NUMBERS, damage=DAMAGE)
@RELAXED
def test_move_and_event_tokens(positions: list[mf.State], number: int, damage: Damage) -> None:
    state = positions[number % len(positions)]
    moves = state.legal_moves() or [move for move, _ in state.outcomes()]
    tokens = [str(move) for move in moves[:50]] or ["?"]
    text = damaged(damage, tokens)
    answers_or_refuses(lambda: state.play(text))
    for seat in range(state.players):
        view = state.view(seat)
        before = str(view)
        answers_or_refuses(lambda view=view: view.observe(text))
        answers_or_refuses(lambda view=view: view.parse_move(text))
        assert str(view) == before
