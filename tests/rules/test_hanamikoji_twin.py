"""Hanamikoji against a slow twin: whole matches under every option, written from the rule book.

The twin keeps lists of cards and shares nothing with the engine. Position, views, legal moves,
points and the end of random matches must be the same at every ply.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import pytest

import moonflower as mf

VALUES = (2, 2, 2, 3, 3, 4, 5)
DECK = [g for g, value in enumerate(VALUES) for _ in range(value)]
SIZES = {"s": 1, "d": 2, "g": 3, "c": 4}
TIERS = ((6,), (5,), (3, 4), (0, 1, 2))


def digits(cards: list[int] | tuple[int, ...]) -> str:
    return "".join(map(str, sorted(cards))) or "-"


@dataclass
class Twin:
    options: dict[str, str]
    owners: list[str] = field(default_factory=lambda: ["-"] * 7)
    round: int = 0
    winners: list[int] | None = None

    def __post_init__(self) -> None:
        self.start_round()

    def option(self, name: str, default: int) -> int:
        return int(self.options.get(name, default))

    def start_round(self) -> None:
        self.turn = 0
        self.phase = "deal0"
        self.hands: list[list[int]] = [[], []]
        self.placed = [[0] * 7, [0] * 7]
        self.secrets: list[int | None] = [None, None]
        self.discards: list[list[int]] = [[], []]
        self.used = ["", ""]
        self.log: list[tuple[int, str]] = []
        self.rest = list(DECK)

    @property
    def mover(self) -> int:
        return (self.turn + self.round + self.option("starter", 0)) % 2

    # --- moves

    def legal(self) -> set[str]:
        if self.phase == "act":
            return self.actions()
        if self.phase[0] == "g":
            return {f"t{card}" for card in self.phase[1:]}
        return {f"t{pair}" for pair in self.phase[1:].split("/")}

    def actions(self) -> set[str]:
        hand = self.hands[self.mover]
        found = set()
        for kind in set(SIZES) - set(self.used[self.mover]):
            for picked in itertools.combinations(sorted(hand), SIZES[kind]):
                if kind != "c":
                    found.add(kind + digits(picked))
                    continue
                for first in itertools.combinations(range(4), 2):
                    pairs = [digits([picked[i] for i in first])]
                    pairs.append(digits([picked[i] for i in range(4) if i not in first]))
                    found.add("c" + "/".join(sorted(pairs)))
        return found

    def play(self, token: str) -> None:
        if token[0] == "*":
            self.chance([int(c) for c in token[1:]])
        elif token[0] == "t":
            self.answer(token)
        else:
            self.act(token)

    def chance(self, cards: list[int]) -> None:
        for card in cards:
            self.rest.remove(card)
        if self.phase == "draw":
            self.hands[self.mover] += cards
            self.phase = "act"
        else:
            self.hands[int(self.phase[-1])] = cards
            self.phase = "deal1" if self.phase == "deal0" else "draw"

    def act(self, token: str) -> None:
        seat, kind = self.mover, token[0]
        cards = [int(c) for c in token[1:] if c != "/"]
        for card in cards:
            self.hands[seat].remove(card)
        self.used[seat] = "".join(k for k in "sdgc" if k in self.used[seat] + kind)
        self.log.append((seat, token))
        if kind == "s":
            self.secrets[seat] = cards[0]
            self.next_turn()
        elif kind == "d":
            self.discards[seat] = cards
            self.next_turn()
        else:
            self.phase = token

    def answer(self, token: str) -> None:
        seat = self.mover
        taken = [int(c) for c in token[1:]]
        offered = [int(c) for c in self.phase[1:] if c != "/"]
        for card in taken:
            offered.remove(card)
            self.placed[1 - seat][card] += 1
        for card in offered:
            self.placed[seat][card] += 1
        self.log[-1] = (seat, self.log[-1][1] + token)
        self.next_turn()

    def next_turn(self) -> None:
        if self.turn < 7:
            self.turn += 1
            self.phase = "draw"
            return
        for g in range(7):
            first, second = (self.placed[s][g] + (self.secrets[s] == g) for s in (0, 1))
            if first != second:
                self.owners[g] = "0" if first > second else "1"
        self.winners = self.judge()
        if self.winners is None:
            self.round += 1
            self.start_round()
        else:
            self.phase = "over"

    # --- the end (HK-11, HK-12)

    def points(self, seat: int) -> int:
        return sum(v for v, owner in zip(VALUES, self.owners, strict=True) if owner == str(seat))

    def judge(self) -> list[int] | None:
        points = [self.points(0), self.points(1)]
        for seat in (0, 1):
            if points[seat] >= self.option("win_points", 11):
                return [seat]
        for seat in (0, 1):
            if self.owners.count(str(seat)) >= 4:
                return [seat]
        is_last = self.round + 1 >= (self.option("max_rounds", 3) or 99)
        return self.compare(points) if is_last else None

    def compare(self, points: list[int]) -> list[int]:
        if self.option("max_rounds", 3) == 0 or self.options.get("cap") == "draw":
            return [0, 1]
        if points[0] != points[1]:
            return [0] if points[0] > points[1] else [1]
        if self.options.get("tiebreak") == "tiers":
            for tier in TIERS:
                owners = {self.owners[g] for g in tier} - {"-"}
                if len(owners) == 1:
                    return [int(owners.pop())]
        return [0, 1]

    # --- as text, in full or as a seat sees it

    def text(self, viewer: int | None = None) -> str:
        order = ("max_rounds", "starter", "tiebreak", "cap", "reveal_secret", "win_points")
        options = ";".join(f"{k}={self.options[k]}" for k in order if k in self.options) or "-"
        reveals = self.phase == "over" and self.option("reveal_secret", 1) == 1
        hands, secrets, discards = [], [], []
        for seat in (0, 1):
            hides = viewer == 1 - seat
            hand = self.hands[seat]
            hands.append(f"#{len(hand)}" if hides and hand else digits(hand))
            secret = self.secrets[seat]
            hidden = hides and not reveals
            secrets.append("-" if secret is None else "?" if hidden else str(secret))
            gone = self.discards[seat]
            discards.append("??" if hides and gone else digits(gone))
        log = ",".join(
            self.seen(token, hides=viewer == 1 - seat, reveals=reveals) for seat, token in self.log
        )
        words = [
            "hk1",
            "".join(self.owners),
            f"r{self.round}t{self.turn}",
            "/".join(hands),
            "/".join("".join(map(str, side)) for side in self.placed),
            "/".join(secrets),
            "/".join(discards),
            "/".join(used or "-" for used in self.used),
            self.phase,
            options,
        ]
        if log or viewer is not None:
            words.append(log or "-")
        return " ".join(words)

    @staticmethod
    def seen(token: str, *, hides: bool, reveals: bool) -> str:
        if hides and (token[0] == "d" or (token[0] == "s" and not reveals)):
            return token[0] + "?" * (len(token) - 1)
        return token


def random_options(rng: random.Random) -> dict[str, str]:
    values = {
        "max_rounds": ["0", "1", "2", "5"],
        "starter": ["1"],
        "tiebreak": ["tiers"],
        "cap": ["draw"],
        "reveal_secret": ["0"],
        "win_points": ["12"],
    }
    return {name: rng.choice(v) for name, v in values.items() if rng.random() < 0.4}


def next_token(twin: Twin, state: mf.State, rng: random.Random) -> str:
    if twin.phase in ("deal0", "deal1", "draw"):
        size = 1 if twin.phase == "draw" else 6
        return "*" + digits(rng.sample(twin.rest, size))
    legal = sorted(twin.legal())
    assert sorted(map(str, state.legal_moves())) == legal
    seat = twin.mover if twin.phase == "act" else 1 - twin.mover
    assert state.turn == seat
    return rng.choice(legal)


@pytest.mark.parametrize("part", range(4))
def test_hk_1_to_hk_14_random_matches_agree_with_the_twin(part: int) -> None:
    rng = random.Random(100 + part)
    for _ in range(25):
        twin = Twin(random_options(rng))
        game = mf.Game("hanamikoji", **twin.options)
        state = game.start()
        views = [game.start_view(0), game.start_view(1)]
        while twin.winners is None:
            assert str(state) == twin.text()
            token = next_token(twin, state, rng)
            views = [v.observe(state.seen_by(seat, token)) for seat, v in enumerate(views)]
            twin.play(token)
            state = state.play(token)
            for seat, grown in enumerate(views):
                assert str(state.view(seat)) == twin.text(seat)
                assert grown == state.view(seat)
        assert state.is_over
        assert str(state) == twin.text()
        assert game.parse(str(state)) == state
        assert list(state.winners) == twin.winners
        assert state.scores == [twin.points(0), twin.points(1)]
