"""Shields! against a slow twin of modes enemy (with cheaters) and ffa, made from the rule book.

The twin shares nothing with the engine: it keeps lists and strings and works a whole turn at a
time. Random games of random options must give the same legal sets, positions and winners.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

import pytest

import moonflower as mf

SUITS = "CDHS"
KINDS = "nPIV067"
GAME = mf.Game("shields")
ORDER = ("k", "cheat", "plus2", "skip", "rev", "all_dead", "order", "encore", "lie", "max_turns")


@dataclass
class Twin:
    """A table between two turns."""

    mode: str
    options: dict[str, str]
    lives: list[int]
    deck: list[str]  # cards as written: H, HP, W
    attacks: int = 1
    hindered: str = ""
    handicapped: set[int] = field(default_factory=set)
    encore: dict[int, str] | None = None
    shown: set[int] = field(default_factory=set)
    destiny: str = ""
    confusion: bool = False
    turns: int = 0
    winners: list[int] | None = None

    def option(self, name: str, default: str) -> str:
        return self.options.get(name, default)

    def living(self) -> list[int]:
        return [seat for seat, life in enumerate(self.lives) if life > 0]

    # --- what may be chosen (SH-31 to SH-34)

    def legal(self, seat: int) -> list[str]:
        allowed = [suit for suit in SUITS if suit not in self.hindered]
        size = 1 if seat in self.handicapped else int(self.option("k", "2"))
        size = min(size, len(allowed))
        sets = ["".join(pick) for pick in itertools.combinations(allowed, size)]
        if self.confusion:
            return sorted(sets)
        if self.encore is not None:
            before = self.encore[seat]
            playable = len(before) <= size and all(suit in allowed for suit in before)
            if playable and self.option("encore", "exact") == "exact":
                sets = [before]
            else:
                most = max(len(set(choice) & set(before)) for choice in sets)
                sets = [choice for choice in sets if len(set(choice) & set(before)) == most]
        if self.destiny:
            sets = [choice for choice in sets if self.destiny in choice] or sets
        return sorted(sets)

    # --- one turn of mode enemy

    def take(
        self,
        shields: dict[int, str],
        cards: list[str],
        claims: dict[int, str],
        accusations: dict[int, int | None],
    ) -> None:
        for card in cards:
            self.deck.remove(card)
        acting = self.first_of_each_kind(cards)
        damage = [self.damage(card, index in acting) for index, card in enumerate(cards)]
        swaps = any(self.is_kind(cards[i], "V") for i in acting) and self.option("rev", "1") == "1"
        truth = {
            seat: "".join("h" if self.hits(card, choice, swaps) else "s" for card in cards)
            for seat, choice in shields.items()
        }
        before = self.living()
        loss = dict.fromkeys(before, 0)
        told = dict(truth)
        accused = {who for who in accusations.values() if who is not None}
        if self.option("cheat", "0") == "1":
            liars = {seat for seat in accused if claims[seat] != truth[seat]}
            for seat in before:
                said = self.cost(claims[seat], damage)
                true = self.cost(truth[seat], damage)
                if seat in liars:
                    flat = self.option("lie", "more") == "flat"
                    loss[seat] += 2 if flat else max(said, true) + 1
                else:
                    loss[seat] += true if seat in accused else said
                told[seat] = truth[seat] if seat in accused else claims[seat]
            for seat, who in accusations.items():
                if who is not None and who not in liars:
                    loss[seat] += 1
        else:
            for seat in before:
                loss[seat] = self.cost(truth[seat], damage)
        forced = {
            seat
            for seat in before
            if self.encore is not None and seat in self.shown and len(self.legal(seat)) == 1
        }
        self.set_pending(cards, acting, shields, told)
        if self.encore is not None and self.option("cheat", "0") == "1":
            self.shown = accused | forced
        self.lose(loss)
        self.end(before, is_last=not self.deck)

    @staticmethod
    def is_kind(card: str, kind: str) -> bool:
        return card[1:] == kind

    @staticmethod
    def first_of_each_kind(cards: list[str]) -> set[int]:
        seen: set[str] = set()
        acting = set()
        for index, card in enumerate(cards):
            kind = "W" if card == "W" else card[1:]
            if kind not in seen:
                acting.add(index)
            seen.add(kind)
        return acting

    def damage(self, card: str, acts: bool) -> int:
        if card == "W":
            return 0
        is_super = acts and self.is_kind(card, "P") and self.option("plus2", "super") == "super"
        return 2 if is_super else 1

    @staticmethod
    def hits(card: str, choice: str, swaps: bool) -> bool:
        if card == "W":
            return False
        effective = set(SUITS) - set(choice) if swaps else set(choice)
        return card[0] not in effective

    @staticmethod
    def cost(letters: str, damage: list[int]) -> int:
        return sum(cost for letter, cost in zip(letters, damage, strict=True) if letter == "h")

    def set_pending(
        self, cards: list[str], acting: set[int], shields: dict[int, str], told: dict[int, str]
    ) -> None:
        self.attacks, self.hindered, self.handicapped = 1, "", set()
        self.encore, self.shown, self.destiny, self.confusion = None, set(), "", False
        for index in sorted(acting):
            card = cards[index]
            kind = card[1:]
            if kind == "P" and self.option("plus2", "super") == "double":
                self.attacks = max(self.attacks, 2)
            elif kind == "I" and self.option("skip", "handicap") == "hindrance":
                self.hindered = card[0]
            elif kind == "I":
                self.handicapped = {s for s, letters in told.items() if letters[index] == "h"}
            elif kind == "0":
                self.encore = dict(shields)
            elif kind == "6":
                self.destiny = card[0]
            elif kind == "7":
                self.confusion = True
        if "W" in cards:
            self.attacks = 4

    def lose(self, loss: dict[int, int]) -> None:
        for seat, lost in loss.items():
            self.lives[seat] = max(0, self.lives[seat] - lost)
        alive = set(self.living())
        self.handicapped &= alive
        self.shown &= alive
        self.turns += 1

    def end(self, before: list[int], *, is_last: bool) -> None:
        alive = self.living()
        if len(self.lives) > 1 and len(alive) == 1:
            self.winners = alive
        elif not alive:
            draws = len(self.lives) > 1 and self.option("all_dead", "draw") == "draw"
            self.winners = before if draws else []
        elif is_last:
            self.winners = alive

    # --- one turn of mode ffa

    def attack_each_other(self, actions: dict[int, str]) -> None:
        loss = {
            seat: sum(other[0] not in own[2:] for foe, other in actions.items() if foe != seat)
            for seat, own in actions.items()
        }
        before = self.living()
        self.lose(loss)
        self.end(before, is_last=self.turns >= int(self.option("max_turns", "1000")))

    # --- as a position

    def text(self) -> str:
        options = ";".join(f"{k}={self.options[k]}" for k in ORDER if k in self.options) or "-"
        lives = "/".join(map(str, self.lives))
        cards = self.cards_text() if self.mode == "enemy" else "-"
        pending = self.pending_text() if self.mode == "enemy" else "-"
        phase = "-" if self.winners is not None else "S"
        return f"sh1 {self.mode} {options} {lives} {cards} {pending} {self.turns} {phase}"

    def cards_text(self) -> str:
        parts = []
        for kind in KINDS:
            written = "" if kind == "n" else kind
            counts = [self.deck.count(suit + written) for suit in SUITS]
            if any(counts):
                parts.append(f"{kind}=" + ",".join(map(str, counts)))
        if "W" in self.deck:
            parts.append(f"W={self.deck.count('W')}")
        return ";".join(parts) or "-"

    def pending_text(self) -> str:
        parts = [f"a{self.attacks}"]
        if self.hindered:
            parts.append("h" + self.hindered)
        if self.handicapped:
            parts.append(f"x{sum(1 << seat for seat in self.handicapped):x}")
        if self.encore is not None:
            sets = [
                self.encore.get(s, "-") if self.lives[s] else "-" for s in range(len(self.lives))
            ]
            parts.append("e" + "/".join(sets))
        if self.shown:
            parts.append(f"v{sum(1 << seat for seat in self.shown):x}")
        if self.destiny:
            parts.append("d" + self.destiny)
        if self.confusion:
            parts.append("c")
        return ";".join(parts)


def random_twin(rng: random.Random, *, cheats: bool) -> Twin:
    values = {
        "k": ["1", "3"],
        "plus2": ["double"],
        "skip": ["hindrance"],
        "rev": ["0"],
        "all_dead": ["none"],
        "encore": ["fill"],
    }
    options = {name: rng.choice(v) for name, v in values.items() if rng.random() < 0.5}
    if cheats:
        options["cheat"] = "1"
        if rng.random() < 0.5:
            options["lie"] = "flat"
    elif rng.random() < 0.3:
        options["order"] = "open"
    players = rng.randint(2 if cheats else 1, 5)
    kinds = [kind for kind in KINDS if not (cheats and kind == "7")]
    deck = [
        suit + ("" if kind == "n" else kind)
        for suit in SUITS
        for kind in kinds
        for _ in range(rng.randint(0, 3 if kind == "n" else 2))
    ]
    deck += ["W"] * rng.randint(0, 4)
    return Twin("enemy", options, [rng.randint(1, 12) for _ in range(players)], deck or ["H"])


def play_enemy_turn(twin: Twin, state: mf.State, rng: random.Random) -> mf.State:
    shields: dict[int, str] = {}
    for seat in twin.living():
        shields[seat] = rng.choice(twin.legal(seat))
        if twin.confusion:
            assert [str(move)[2:] for move, _ in state.outcomes()] == twin.legal(seat)
            state = state.play("*~" + shields[seat])
        else:
            assert state.turn == seat
            assert [str(move) for move in state.legal_moves()] == twin.legal(seat)
            state = state.play(shields[seat])
    drawn = rng.sample(twin.deck, min(twin.attacks, len(twin.deck)))
    for card in drawn:
        state = state.play("*!" + card)
    claims: dict[int, str] = {}
    accusations: dict[int, int | None] = {}
    if twin.options.get("cheat") == "1":
        for seat in twin.living():
            claims[seat] = "".join(rng.choice("hs") for _ in drawn)
            state = state.play(claims[seat])
        for seat in twin.living():
            accusations[seat] = rng.choice([None, *(s for s in twin.living() if s != seat)])
            state = state.play("-" if accusations[seat] is None else f"a{accusations[seat]}")
    twin.take(shields, drawn, claims, accusations)
    return state


@pytest.mark.parametrize("cheats", [False, True])
def test_sh_11_to_sh_47_random_games_agree_with_the_twin(cheats: bool) -> None:
    rng = random.Random(17 + cheats)
    for _ in range(250):
        twin = random_twin(rng, cheats=cheats)
        state = GAME.parse(twin.text())
        while twin.winners is None:
            assert not state.is_over
            state = play_enemy_turn(twin, state, rng)
            assert str(state) == twin.text()
            assert GAME.parse(str(state)) == state
        assert state.is_over
        assert list(state.winners) == twin.winners
        share = 1 / max(1, len(twin.winners))
        assert state.returns == [
            pytest.approx(share if s in twin.winners else 0) for s in range(len(twin.lives))
        ]


def test_sh_48_to_sh_52_random_games_agree_with_the_twin() -> None:
    rng = random.Random(3)
    for _ in range(150):
        options = {}
        if rng.random() < 0.6:
            options["k"] = rng.choice("13")
        if rng.random() < 0.3:
            options["all_dead"] = "none"
        if rng.random() < 0.5:
            options["max_turns"] = str(rng.randint(1, 8))
        players = rng.randint(2, 5)
        twin = Twin("ffa", options, [rng.randint(1, 6) for _ in range(players)], [])
        state = GAME.parse(twin.text())
        legal = [f"{suit}:{choice}" for suit in SUITS for choice in twin.legal(0)]
        while twin.winners is None:
            actions = {}
            for seat in twin.living():
                assert [str(move) for move in state.legal_moves()] == legal
                actions[seat] = rng.choice(legal)
                state = state.play(actions[seat])
            twin.attack_each_other(actions)
            assert str(state) == twin.text()
        assert state.is_over
        assert list(state.winners) == twin.winners
