"""Hints: same content in every language, nothing the seat cannot know, clear errors."""

from __future__ import annotations

import asyncio
import math
import random
import re
import string
from dataclasses import replace

import pytest

import moonflower as mf
from moonflower.hints.features import features, move_kinds
from moonflower.hints.hint import explain
from moonflower.hints.reasons import find_reasons
from moonflower.words import LANGUAGES, Catalogue
from moonflower.words.texts import en, fr

NODES = mf.Limit(nodes=300)
PLAYED = [info.name for info in mf.games()]


def places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


def some_state(spec: str, seed: int) -> mf.State:
    """A state in the middle of a random game, somebody on turn with a choice."""
    source = random.Random(seed)
    while True:
        state = mf.Game(spec).deal(source)
        passed = source.randrange(2, 30)
        while not state.is_over and (passed > 0 or len(state.legal_moves()) < 2):
            state = state.play(state.random_move(source))
            passed -= 1
        if not state.is_over:
            return state


# --- texts


def test_no_sentence_is_left_in_english() -> None:
    english, french = en.hints.TEXTS, fr.hints.TEXTS
    same = {
        "mixed.part",
        "line.visits",
        "unit.chance",
        "unit.points",
        "unit.count",
        "hint.simulations",
    }
    alike = [key for key, text in english.items() if key not in same and text == french[key]]
    assert [key for key in alike if not key.endswith(".unit")] == []


@pytest.mark.parametrize("name", PLAYED)
def test_every_feature_and_kind_can_be_told(name: str) -> None:
    game = mf.Game(name)
    keys = [f"{name}.kind.{kind}" for kind in move_kinds(game)]
    for fact in features(game):
        keys += [f"{name}.{fact.name}", f"{name}.{fact.name}.look"]
        assert set(places(en.TEXTS[f"{name}.{fact.name}"])) <= {"other", "value"}
        none = f"{name}.{fact.name}.none"  # a sentence of its own for nothing at all
        keys += [none] if none in en.TEXTS else []
        more = [f"{name}.{fact.name}.{kind}" for kind in ("unit", "answered")]
        keys += [key for key in more if key in en.TEXTS]
    told = [key for key in en.hints.TEXTS if key.split(".")[0] == name]
    assert sorted(keys) == sorted(told)


# --- what may not leak


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_of_one_view_get_the_same_hint(name: str, seed: int) -> None:
    view = some_state(name, seed)
    view = view.view(view.turn)
    worlds = [view.sample(1), view.sample(2)]
    for level in (1, 2, 3):
        hints = []
        for position in (view, *worlds):
            with mf.Engine(view.game, seed=3) as engine:
                hints.append(engine.hint(position, NODES, level=level))
        assert hints[0] == hints[1] == hints[2]
        assert hints[0].report.lines == hints[1].report.lines


# --- what hints say


@pytest.mark.parametrize("name", [info.name for info in mf.games(lab=True)])
def test_levels_and_languages(name: str) -> None:
    state = some_state(name, 4)
    legal = {str(move) for move in state.legal_moves()}
    with mf.Engine(state.game, seed=1) as engine:
        for language in LANGUAGES:
            nudge = engine.hint(state, NODES, level=1, language=language)
            assert nudge.move is None
            assert (nudge.alternatives, nudge.equals, nudge.mixture) == ((), (), ())
            assert not legal & set(nudge.text.replace(".", " ").split())
            advice = engine.hint(state, NODES, level=2, language=language)
            assert str(advice.move) in legal
            assert f"{advice.move}" in advice.text
            assert "\n" not in advice.text
            full = engine.hint(state, NODES, level=3, language=language)
            assert full.text.count("\n") == min(5, len(legal))
            assert "{" not in nudge.text + advice.text + full.text


@pytest.mark.parametrize("name", PLAYED)
def test_lines_are_listed_by_the_values_shown(name: str) -> None:
    """The advised move first, then the search's next favourites, the best value first."""
    state = some_state(name, 6)
    with mf.Engine(state.game, seed=1) as engine:
        hint = engine.hint(state, mf.Limit(nodes=400), level=3)
    values = [-math.inf if line.value is None else line.value for line in hint.alternatives]
    assert values == sorted(values, reverse=True)
    listed = [re.findall(r" \[(\S+?)\]: ", line)[0] for line in hint.text.splitlines()[1:]]
    assert listed == [str(hint.move), *(str(line.move) for line in hint.alternatives)]
    favourites = [line for line in hint.report.lines if line.move != hint.move][:4]
    assert set(hint.alternatives) == set(favourites)


def test_languages_say_the_same() -> None:
    view = mf.Game("hanamikoji").deal(7).view(0)
    with mf.Engine("hanamikoji", seed=1) as engine:
        report = engine.analyse(view, mf.Limit(nodes=2000))
    both = [explain(view, report, level=3, language=language) for language in LANGUAGES]
    plain = [replace(hint, language="", text="", reasons=()) for hint in both]
    assert plain[0] == plain[1]
    assert [reason.feature for reason in both[0].reasons] == [
        reason.feature for reason in both[1].reasons
    ]
    assert both[0].text != both[1].text


def test_a_proven_win_is_told_as_one() -> None:
    state = mf.Game("tic_tac_toe").start()
    for token in ("a1", "b1", "a2", "b2"):
        state = state.play(token)
    with mf.Engine("tic_tac_toe", seed=1) as engine:
        hint = engine.hint(state, mf.Limit(nodes=5000))
        assert (str(hint.move), hint.confidence, hint.after) == ("a3", "proven", 1.0)
        assert "wins for certain" in hint.text
        assert "wins for certain" in engine.hint(state, mf.Limit(nodes=5000), level=1).text


def test_an_only_move_is_told_as_one() -> None:
    state = mf.Game("tic_tac_toe").start()
    for token in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"):
        state = state.play(token)
    with mf.Engine("tic_tac_toe") as engine:
        hint = engine.hint(state, NODES)
        assert (str(hint.move), hint.confidence) == ("c3", "forced")
        assert "only move" in hint.text
        assert "only one move" in engine.hint(state, NODES, level=1).text


def test_equal_moves_are_called_so() -> None:
    """By symmetry every pair of suits is as good as any other."""
    state = mf.Game("shields", players=1).parse("sh1 enemy - 5 n=3,3,3,3 a1 0 S")
    with mf.Engine(state.game, seed=1, selection="ucb1", solve=False) as engine:
        hint = engine.hint(state, mf.Limit(nodes=3000))
        assert hint.equals or hint.mixture
        assert hint.confidence == "open"
        engine.configure(solve=True)
        hint = engine.hint(state, mf.Limit(nodes=3000))
        assert len(hint.equals) == len(state.legal_moves()) - 1
        assert hint.confidence == "proven"


def test_mixed_play_is_told_in_shares() -> None:
    state = mf.Game("goofspiel").deal(1)
    with mf.Engine(state.game, seed=1) as engine:
        hint = engine.hint(state, mf.Limit(nodes=3000))
    assert len(hint.mixture) > 1
    assert " times in " in hint.text or " time in " in hint.text


def test_a_reason_is_found_where_there_is_one() -> None:
    state = mf.Game("shields").parse("sh1 enemy - 3/3 n=9,8,1,1 a1 0 S")
    with mf.Engine(state.game, seed=1) as engine:
        hint = engine.hint(state, mf.Limit(nodes=3000))
    assert str(hint.move) == "CD"
    assert hint.reasons[0].feature in ("hit_chance", "hits_expected")
    assert hint.reasons[0].value < hint.reasons[0].other


def solved_report(view: mf.View, seed: int = 1) -> mf.Report:
    """What a search would tell that knew all the solver knows."""
    with mf.Engine(view.game, seed=seed) as engine:
        searched = engine.analyse(view, mf.Limit(nodes=200))
        found = engine.solve(view)
    assert found.exact
    moves = {str(move.move): move for move in found.moves}
    lines = [
        line.__replace__(
            visits=0,
            value=moves[str(line.move)].value,
            error=0.0,
            policy=moves[str(line.move)].share,
            proven="value",
            pv=(str(line.move),),
        )
        for line in searched.lines
    ]
    lines.sort(key=lambda line: -line.policy)
    return searched.__replace__(
        algorithm="exact",
        best=lines[0].move,
        all_lines=tuple(lines),
        is_mixed=lines[0].policy < 1,
        nodes=0,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exact_value_is_told_as_proven(language: str) -> None:
    view = mf.Game("shields", players=1).parse("sh1 enemy - 5 n=6,5,4,3 a1 0 S").view(0)
    report = solved_report(view)
    hint = explain(view, report, level=3, language=language)
    assert hint.confidence == "proven"
    assert hint.after == report.lines[0].value
    space = " " if language == "en" else "\N{NARROW NO-BREAK SPACE}"
    percent = f"{100 * hint.after:.0f}{space}%"
    told, *lines = hint.text.splitlines()
    assert percent in told
    assert ("This is proven." if language == "en" else "C’est prouvé.") in told
    assert "give or take" not in hint.text
    assert "près" not in hint.text
    assert "simulations" not in hint.text
    assert all("prove" in line or "prouv" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_of_moves_nobody_has_looked_at_nothing_is_told(language: str) -> None:
    """A single simulation has looked at a single move: that one is not the best for sure."""
    view = mf.Game("flower_power").deal(1).view(0)
    with mf.Engine("flower_power", seed=1) as engine:
        report = engine.analyse(view, mf.Limit(nodes=1))
    hint = explain(view, report, level=3, language=language)
    told, *lines = hint.text.splitlines()
    assert hint.confidence == "open"
    assert "?" not in told
    assert ("no other move has been looked at" if language == "en" else "aucun autre coup") in told
    assert sum("not looked at" in line or "pas examiné" in line for line in lines) == 4


def test_equal_values_of_a_solver_are_equal_but_for_rounding() -> None:
    view = mf.Game("shields", players=1).parse("sh1 enemy - 5 n=3,3,3,3 a1 0 S").view(0)
    report = solved_report(view)
    first, *others = report.lines
    others[0] = others[0].__replace__(value=first.value - 1e-13)
    hint = explain(view, report.__replace__(all_lines=(first, *others)), level=2)
    assert others[0].move in hint.equals


def test_numbers_take_the_form_of_their_language() -> None:
    english, french = Catalogue("en"), Catalogue("fr")
    key = "skud_paisho.harmonies_made"
    assert "1 harmony " in english.say(key, value="1", other="0")
    assert "1.5 harmonies " in english.say(key, value="1.5", other="0")
    assert "1,5 Harmonie " in french.say(key, value="1,5", other="0")
    assert "2 Harmonies " in french.say(key, value="2", other="0")


def test_nothing_at_all_has_a_sentence_of_its_own() -> None:
    """A secret shows no card; the second of the best moves is told against the gifts."""
    view = mf.Game("hanamikoji").deal(3).view(0)
    with mf.Engine("hanamikoji", seed=1) as engine:
        report = engine.analyse(view, mf.Limit(nodes=3000))
    secret = next(line for line in report.lines if str(line.move).startswith("s"))
    gifts = [line for line in report.lines if str(line.move).startswith("g")]
    found = find_reasons(view, [secret, *gifts], Catalogue("en"), worlds=50, seed=1)
    told = {reason.feature: reason.text for reason in found}
    assert told["cards_shown"].startswith("it shows none of your cards (other moves: 3")


# --- errors


def test_no_hint_where_nothing_is_to_be_chosen() -> None:
    game = mf.Game("kuhn_poker")
    over = game.deal(1).play("p").play("p")
    with mf.Engine(game) as engine:
        with pytest.raises(mf.IllegalMoveError, match="no hint; the game is over"):
            engine.hint(over)
        with pytest.raises(mf.IllegalMoveError, match="no hint; the game is over"):
            engine.hint(over.view(0))
        with pytest.raises(mf.IllegalMoveError, match="chance is on turn"):
            engine.hint(game.start())
        with pytest.raises(mf.IllegalMoveError, match="no hint for p2; p1 is on turn"):
            engine.hint(game.deal(1).view(1))
        with pytest.raises(mf.OptionError, match="hint level"):
            engine.hint(game.deal(1), level=4)
        with pytest.raises(mf.OptionError, match="'de' is not spoken"):
            engine.hint(game.deal(1), language="de")


def test_the_async_twin() -> None:
    async def ask() -> mf.Hint:
        with mf.Engine("kuhn_poker", seed=1) as engine:
            return await engine.hint_async(mf.Game("kuhn_poker").deal(1), NODES, level=3)

    assert asyncio.run(ask()).level == 3
