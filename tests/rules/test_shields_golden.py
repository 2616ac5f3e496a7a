"""Shields! against recorded games and exact values that no part of the engine has made."""

from __future__ import annotations

import json
import lzma
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower.per_game import shields

GOLDEN = Path(__file__).parents[1] / "golden" / "shields"
GAME = mf.Game("shields")
CARRIED = ("k", "cheat", "plus2", "skip", "rev", "all_dead", "order", "encore", "lie")


def load(name: str) -> list[dict[str, Any]]:
    return json.loads(lzma.decompress((GOLDEN / f"{name}.json.xz").read_bytes()))


def traces() -> list[dict[str, Any]]:
    text = lzma.decompress((GOLDEN / "traces.jsonl.xz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def enemy(lives: list[int], deck: str | dict[str, int], **options: object) -> mf.State:
    if isinstance(deck, dict):
        deck = "n=" + ",".join(str(deck[suit]) for suit in "CDHS")
    options = {k: v for k, v in options.items() if (k, v) != ("k", 2)}
    written = ";".join(f"{key}={options[key]}" for key in CARRIED if key in options) or "-"
    return GAME.parse(f"sh1 enemy {written} {'/'.join(map(str, lives))} {deck} a1 0 S")


class Follower:
    """Plays a recorded game; every seat's view is grown from events beside it."""

    def __init__(self, start: str) -> None:
        self.state = GAME.parse(start)
        assert str(self.state) == start
        self.views = [self.state.view(seat) for seat in range(self.state.players)]

    def play(self, token: str) -> None:
        for seat, view in enumerate(self.views):
            self.views[seat] = view.observe(self.state.seen_by(seat, token))
        self.state = self.state.play(token)

    def moves(self) -> list[str]:
        return [str(move) for move in self.state.legal_moves()]

    def choose(self, turn: dict[str, Any]) -> None:
        for seat, sets in sorted(turn["shields"].items()):
            if turn["random"]:
                assert [str(m)[2:] for m, _ in self.state.outcomes()] == turn["legal"][seat]
                self.play("*~" + sets)
            else:
                assert self.state.turn == int(seat)
                assert self.moves() == turn["legal"][seat]
                self.play(sets)
        for card in turn["cards"]:
            self.play("*!" + card)

    def judge(self, turn: dict[str, Any]) -> None:
        seats = sorted(turn["claims"])
        for seat in seats:
            self.play(turn["claims"][seat])
        for seat in seats:
            accused = turn["accuse"].get(seat)
            self.play("-" if accused is None else f"a{accused}")

    def duel(self, turn: dict[str, Any]) -> None:
        for seat, action in sorted(turn["actions"].items()):
            if "n_attacks" in turn:
                pairs = [move.split(":") for move in self.moves()]
                assert len({attack for attack, _ in pairs}) == turn["n_attacks"][seat]
                assert sorted({sets for _, sets in pairs}) == sorted(turn["legal_shields"][seat])
            self.play(action)
        for _, card in turn.get("draws", []):
            self.play("*+" + card)

    def take(self, kind: str, turn: dict[str, Any]) -> None:
        before = self.state.scores or []
        if kind in ("enemy", "cheat"):
            self.choose(turn)
        else:
            self.duel(turn)
        if kind == "cheat":
            self.judge(turn)
        assert str(self.state) == turn["pos"]
        after = self.state.scores or []
        for seat, loss in turn.get("loss", {}).items():
            assert after[int(seat)] == max(0, before[int(seat)] - loss)
        if "view" in turn:
            seat, view = turn["view"]
            assert str(self.state.view(seat)) == view
            assert self.state.game.parse_view(view, seat) == self.state.view(seat)
        for seat, grown in enumerate(self.views):
            assert grown == self.state.view(seat)


@pytest.mark.parametrize("trace", traces(), ids=lambda trace: trace["id"])
def test_recorded_game(trace: dict[str, Any]) -> None:
    game = Follower(trace["start"])
    for turn in trace["turns"]:
        game.take(trace["kind"], turn)
    assert game.state.is_over
    assert list(game.state.winners) == trace["winners"]


@pytest.mark.parametrize("case", load("solo_base"))
def test_solo_base(case: dict[str, Any]) -> None:
    solution = shields.solve(enemy([case["life"]], case["counts"], k=case["k"]))
    assert solution.exact
    assert solution.value == Fraction(case["survive"])
    if "min_expected_hits" in case:
        counts = [case["counts"][suit] for suit in "CDHS"]
        assert shields.least_hits(counts, k=case["k"]) == Fraction(case["min_expected_hits"])
    if "action_values" in case:
        values = {c.move: solution.value - c.loss for c in solution.choices[0]}
        assert values == {m: Fraction(value) for m, value in case["action_values"].items()}
        assert sorted(solution.best(0)) == sorted(case["best"])


@pytest.mark.parametrize("case", load("solo_effects"))
def test_solo_effects(case: dict[str, Any]) -> None:
    solution = shields.solve(enemy([case["life"]], case["deck"], **case["options"]))
    assert solution.exact
    assert solution.value == Fraction(case["survive"])
    assert sorted(solution.best(0)) == sorted(case["best"])


@pytest.mark.parametrize("case", load("duel_base"))
def test_duel_base(case: dict[str, Any]) -> None:
    solution = shields.solve(enemy(case["lives"], case["counts"], k=case["k"]))
    assert solution.exact
    assert solution.value == Fraction(case["value"])
    in_turn = shields.solve(enemy(case["lives"], case["counts"], k=case["k"], order="open"))
    assert in_turn.value == Fraction(case["value_seat0_first_open"])


@pytest.mark.parametrize("case", load("duel_cheat"))
def test_duel_cheat(case: dict[str, Any]) -> None:
    solution = shields.solve(enemy(case["lives"], case["counts"], k=case["k"], cheat=1))
    assert abs(solution.value - case["value"]) <= case["tolerance"]
    assert solution.gap <= 1e-9


@pytest.mark.parametrize("case", load("ffa_duel"))
def test_ffa_duel(case: dict[str, Any]) -> None:
    duel = shields.ffa_duel(*case["lives"], k=case["k"])
    for name in ("value", "win0", "win1", "draw", "expected_turns"):
        assert getattr(duel, name) == Fraction(case[name])
    written = "-" if case["k"] == 2 else f"k={case['k']}"
    lives = "/".join(map(str, case["lives"]))
    assert shields.solve(GAME.parse(f"sh1 ffa {written} {lives} - - 0 S")).value == duel.value


@pytest.mark.parametrize("case", load("ffa_uniform_multi"))
def test_ffa_played_at_random(case: dict[str, Any]) -> None:
    expected = {
        frozenset(map(int, seats)): Fraction(share) for seats, share in case["winner_sets"].items()
    }
    assert shields.random_winners(case["lives"], k=case["k"]) == expected
