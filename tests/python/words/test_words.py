"""Every move and event of every game has words in both languages, and they hold no secrets."""

from __future__ import annotations

import os
import random
import re

import pytest

import moonflower as mf
from moonflower.words import LANGUAGES, Speaker, seat_name, spelled_for, typeset
from moonflower.words.catalogue import table_of

SPECS = [
    spec
    for info in mf.games(lab=True)
    for spec in (info.name, *(f"{info.name}:{variant}" for variant in info.variants))
]
GAMES = int(os.environ.get("MOONFLOWER_WORDS_GAMES", "3"))  # of each spec; .ci/full plays 1,000
MARKS = re.compile(r"[{}\[\]<>]|\bNone\b|  ")


def places(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


def test_languages_have_the_same_keys_and_places() -> None:
    tables = {language: table_of(language) for language in LANGUAGES}
    english, *others = tables.values()
    for table in others:
        plain = {key for key in english if not key.endswith((".you", ".self", ".to_you"))}
        assert plain == {key for key in table if not key.endswith((".you", ".self", ".to_you"))}
        for key in english.keys() & table.keys():
            assert places(english[key]) == places(table[key]) or key in ("of", "your"), key
            assert english[key].count("[") <= 2, key


def test_variants_of_a_text_name_no_more_than_the_text() -> None:
    for language in LANGUAGES:
        table = table_of(language)
        for key, text in table.items():
            base, _, kind = key.rpartition(".")
            if kind in ("you", "self", "to_you", "short") and base in table:
                assert places(text) <= places(table[base]) | {"who"}, (language, key)


def check(text: str, where: tuple[object, ...]) -> None:
    assert text.strip(), where
    assert not MARKS.search(text), (text, where)


def follow(spec: str, seed: int) -> None:
    """One random game: every legal move, outcome and event in every language and form."""
    rng = random.Random(f"{spec} {seed}")
    state = mf.Game(spec).start()
    views = [state.game.start_view(seat) for seat in range(state.players)]
    while not state.is_over:
        moves = state.legal_moves()
        view = state.view(state.turn) if moves else None
        for move in rng.sample(moves, min(len(moves), 2)):
            for language in LANGUAGES:
                check(state.words(move, language=language), (spec, str(state), move, language))
                if view is not None:
                    said = view.words(move, language=language)
                    check(said, (spec, str(view), move, language))
                    check(view.words(move, language=language, short=True), (spec, move))
        move = state.random_move(rng)
        if state.turn == mf.CHANCE:
            for language in LANGUAGES:
                check(state.words(move, language=language), (spec, str(state), move, language))
        for seat, grown in enumerate(views):
            event = state.seen_by(seat, move)
            for language in LANGUAGES:
                said = state.words(move, seat=seat, language=language)
                assert bool(said) == bool(event)
                if event:
                    check(said, (spec, str(state), event, seat, language))
                    again = grown.words(event, told=True, language=language)
                    assert said == again, (spec, event, seat)
            views[seat] = grown.observe(event) if event else grown
        state = state.play(move)
    for language in LANGUAGES:
        for seat in (None, *range(state.players)):
            check(state.ending(seat=seat, language=language), (spec, str(state), seat))


@pytest.mark.parametrize("spec", SPECS)
def test_a_random_game_is_told(spec: str) -> None:
    follow(spec, 0)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_many_random_games_are_told(spec: str) -> None:
    for seed in range(1, GAMES + 1):
        follow(spec, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_worlds_of_one_view_are_told_alike(spec: str) -> None:
    """What a seat sees of a move is told from what it sees: the world does not matter."""
    rng = random.Random(f"{spec} worlds")
    state = mf.Game(spec).deal(seed=5)
    for _ in range(40):
        if state.is_over:
            break
        seat = rng.randrange(state.players)
        other = state.view(seat).sample(rng)
        if other.turn == state.turn:
            mine, theirs = state.random_move(rng), other.random_move(rng)
            if state.seen_by(seat, mine) == other.seen_by(seat, theirs):
                assert state.words(mine, seat=seat) == other.words(theirs, seat=seat)
        state = state.play(state.random_move(rng))


def test_words_stand_in_their_context() -> None:
    view = mf.Game("hanamikoji").start_view(1).observe("*?????? *013556 *?")
    assert view.words("g444") == "p1 offered three 4s as a gift"
    assert view.words("s?", names=["Alice", "Bob"]) == "Alice kept a card as the secret"
    own = view.observe("s? *2")
    assert own.words("g055") == "offer a 0 and two 5s as a gift"
    assert own.words("g055", told=True) == "you offered a 0 and two 5s as a gift"
    assert own.words("g055", short=True, language="fr") == "choix un 0 et deux 5"


def test_french_is_set_as_french() -> None:
    said = typeset("l'attaque : « touché » de Alice de le roi à le valet", "fr")
    assert said == "l’attaque\u202f: «\u202ftouché\u202f» d’Alice du roi au valet"
    assert spelled_for(said, "utf-8") == said
    assert spelled_for(said, "ascii") == "l'attaque : \" touche \" d'Alice du roi au valet"


def test_names_of_seats() -> None:
    assert seat_name(1) == "p2"
    assert seat_name(1, {1: "Zoé"}) == "Zoé"
    assert seat_name(2, ["Ann", "Bob"]) == "p3"
    phrase = {"key": "shields.accuse", "who": {"seat": 0}, "target": {"seat": 1}}
    assert Speaker("fr", 1).told([phrase]) == "p1 vous accuse d’avoir menti"
    assert Speaker("fr", 0).told([phrase]) == "vous avez accusé p2 d’avoir menti"
