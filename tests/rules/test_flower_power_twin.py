"""Flower Power against a slow twin: whole dealt games under every option, from the rule book.

The twin keeps lists of cards and shares nothing with the engine. The full position, what everybody
sees, every seat's view and the legal moves must be the same at every ply.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

import moonflower as mf

RANKS = "AKQJT98765432"
SUITS = "SHDC"
CARDS = ["BJ", "RJ", *(rank + suit for rank in RANKS for suit in SUITS)]
ORDER = {card: place for place, card in enumerate(CARDS)}
STRENGTH = {
    card: 15 if card[1] == "J" and card[0] in "BR" else 14 - RANKS.index(card[0]) for card in CARDS
}
USES = {"S": "p", "H": "h", "D": "t", "C": "s", "BJ": "ps", "RJ": "ht"}


def uses(card: str) -> str:
    return USES.get(card) or USES[card[1]]


def ordered(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.__getitem__)


def listed(cards: list[str], none: str = "-", by: str = ",") -> str:
    return by.join(ordered(cards)) or none


def less(cards: list[str], other: list[str]) -> list[str]:
    rest = list(cards)
    for card in other:
        if card in rest:
            rest.remove(card)
    return rest


def is_power(cards: list[str]) -> bool:
    suits = {card[1] for card in cards if card not in ("BJ", "RJ")}
    return (
        len(cards) >= 4
        and len(set("SC") - suits) <= cards.count("BJ")
        and len(set("HD") - suits) <= cards.count("RJ")
    )


def partitions(n: int, most: int) -> list[list[int]]:
    if n == 0:
        return [[]]
    return [
        [first, *rest]
        for first in range(min(n, most), 1, -1)
        for rest in partitions(n - first, first)
    ]


@dataclass
class Petal:
    card: str
    up: bool = False
    known: set[int] = field(default_factory=set)

    def text(self, reader: int | None) -> str:
        if self.up:
            return self.card
        return f"({self.card})" if reader == ALL or reader in self.known else "?"


ALL = -1  # reads everything; None is what everybody sees


@dataclass
class Flower:
    id: int
    owner: int
    petals: list[Petal]
    power: bool = False
    spent: bool = False
    exhausted: bool = False
    creator: int | None = None

    def cards(self) -> list[str]:
        return [petal.card for petal in self.petals]

    def hides_from(self, seat: int) -> bool:
        return any(not petal.up and seat not in petal.known for petal in self.petals)

    def is_open(self) -> bool:
        return all(petal.up for petal in self.petals)

    def text(self, reader: int | None) -> str:
        kind = "w" if self.power else "r"
        marks = "*" * self.spent + "!" * self.exhausted
        return f"{self.id}{kind}{marks}:" + ",".join(petal.text(reader) for petal in self.petals)


@dataclass
class Battle:
    x: int
    y: int
    allowance: list[int]
    level: int = 0
    picks: list[list[str]] = field(default_factory=lambda: [[], []])

    def text(self) -> str:
        picks = ":".join("+".join(cards) or "-" for cards in self.picks)
        return f"{self.x}>{self.y}:{self.level}:{picks}:{self.allowance[0]}{self.allowance[1]}"


@dataclass
class Group:
    reader: int
    creator: int
    origin: int
    cards: list[str]


class Twin:
    """FP-1 to FP-104 in dealt mode."""

    def __init__(self, options: dict[str, Any], rng: random.Random) -> None:
        self.options = options
        self.rng = rng
        self.players = options["players"]
        self.seats = range(self.players)
        deck = CARDS[0 if options["jokers"] else 2 :] * options["decks"]
        rng.shuffle(deck)
        cards = iter(deck)
        packs = [options["petals"] + options["petal_adj"][i] for i in self.seats]
        sizes = [max(0, options["base"] + i + 1 + options["hand_adj"][i]) for i in self.seats]
        self.packs = [[next(cards) for _ in range(size)] for size in packs]
        self.hands = [[next(cards) for _ in range(size)] for size in sizes]
        self.pile = list(cards)
        self.grave: list[str] = []
        self.out: list[str] = []
        self.builds: list[str | None] = [None] * self.players
        self.flowers: list[Flower] = []
        self.alive = set(self.seats)
        self.turn, self.active, self.fresh, self.stall = 1, 0, True, 0
        self.last_draw, self.had_turn = [False] * self.players, [False] * self.players
        self.next_id = 1
        self.phase, self.mover = "build", 0
        self.passes, self.reason, self.next_replier, self.changed = 0, "i", 0, False
        self.battle: Battle | None = None
        self.made: list[str] = []
        self.came_from = ""
        self.winners: list[int] = []
        self.reshuffled: list[str] | None = None  # told to the engine
        self.last_reshuffle: list[str] = []
        self.known = [[list[str]() for _ in self.seats] for _ in self.seats]
        self.groups: list[Group] = []

    # --- strings (part 12)

    def text(self, reader: int | None) -> str:
        fields = ["FP1", self.garden_text(reader)]
        fields.append("/".join(self.hand_text(seat, reader) for seat in self.seats))
        fields.append(",".join(self.pile) or "-" if reader == ALL else f"#{len(self.pile)}")
        fields.append(listed(self.grave))
        bits = ["".join(map(str, map(int, flags))) for flags in (self.last_draw, self.had_turn)]
        turn = [f"t{self.turn}", self.active + 1, int(self.fresh), self.stall, *bits, self.next_id]
        fields.append(".".join(map(str, turn)))
        fields.append(self.phase_text(reader))
        if self.out:
            fields.append("_" + listed(self.out))
        if reader is not None and reader != ALL:
            fields += self.memory_text(reader)
        return " ".join(fields)

    def garden_text(self, reader: int | None) -> str:
        if self.phase == "build":
            packs = []
            for seat, pack in enumerate(self.packs):
                text = "u:" + ",".join(pack) if reader == ALL else f"u{len(pack)}"
                shown = reader in (ALL, seat) or self.options["build_open"]
                built = self.builds[seat]
                packs.append(f"{text}={built}" if built and shown else text)
            return "/".join(packs)
        gardens = []
        for seat in self.seats:
            own = [flower.text(reader) for flower in self.flowers if flower.owner == seat]
            gardens.append(";".join(own) or ("-" if seat in self.alive else "x"))
        return "/".join(gardens)

    def hand_text(self, seat: int, reader: int | None) -> str:
        hand = self.hands[seat]
        if reader is None:
            return f"#{len(hand)}"
        if reader in (ALL, seat):
            return listed(hand)
        known = self.known[reader][seat]
        hidden = [f"#{len(hand) - len(known)}"] if len(hand) > len(known) else []
        return ",".join(ordered(known) + hidden) or "-"

    def phase_text(self, reader: int | None) -> str:
        if self.phase in ("makef", "makew"):
            chosen = "+".join(self.made) if reader in (ALL, self.mover) else "#"
            return f"{self.phase}:{self.mover + 1}:{chosen}|{self.plain_phase(self.came_from)}"
        return self.plain_phase(self.phase)

    def plain_phase(self, phase: str) -> str:
        seat = self.mover + 1
        if phase == "build":
            return f"build:{seat}"
        if phase == "over":
            return "over:" + "+".join(str(winner + 1) for winner in self.winners)
        if phase in ("main", "will"):
            return phase
        assert self.battle is not None
        detail = {
            "reply": str(self.passes),
            "confirm": str(int(self.changed)),
            "pick": f"r{self.next_replier + 1}" if self.reason == "r" else self.reason + "0",
        }[phase]
        return f"{phase}:{seat}:{detail}:{self.battle.text()}"

    def memory_text(self, reader: int) -> list[str]:
        fields = []
        if self.last_reshuffle and self.options["decks"] == 1:
            lost = [card for card in self.last_reshuffle if card not in self.located(reader)]
            fields += ["^" + listed(lost)] if lost else []
        groups = []
        for group in self.groups:
            if group.reader == reader and group.cards:
                places = "".join(f"+{flower.id}" for flower in self.places(group))
                groups.append(f"{listed(group.cards)}@{group.creator + 1}{places}")
        return fields + (["~" + ";".join(groups)] if groups else [])

    def located(self, reader: int) -> set[str]:
        cards = {*self.grave, *self.out, *self.hands[reader]}
        for known in self.known[reader]:
            cards.update(known)
        for flower in self.flowers:
            cards.update(p.card for p in flower.petals if p.up or reader in p.known)
        return cards

    # --- knowledge (part 11)

    def places(self, group: Group) -> list[Flower]:
        return [
            flower
            for flower in self.flowers
            if flower.creator == group.creator
            and flower.id >= group.origin
            and flower.hides_from(group.reader)
        ]

    def leave_group(self, reader: int, creator: int, card: str, last: int) -> None:
        for group in self.groups:
            about = (group.reader, group.creator) == (reader, creator)
            if about and group.origin <= last and card in group.cards:
                group.cards.remove(card)
                return

    def leaves_hand(self, seat: int, card: str) -> None:
        """FP-103: seen as the equal card known there, then as one of a group."""
        for reader in self.seats:
            if card in self.known[reader][seat]:
                self.known[reader][seat].remove(card)
            elif reader != seat:
                self.leave_group(reader, seat, card, self.next_id)

    def sees(self, reader: int, flower: Flower, petal: Petal) -> None:
        if reader not in petal.known and flower.creator is not None and reader != flower.creator:
            self.leave_group(reader, flower.creator, petal.card, flower.id)

    def settle_knowledge(self) -> None:
        for flower in self.flowers:
            if flower.is_open():
                flower.creator = None
        for group in list(self.groups):
            if not self.places(group):
                self.groups.remove(group)
                if self.hands[group.creator]:
                    self.known[group.reader][group.creator] += group.cards

    def turn_up(self, flower: Flower, index: int) -> None:
        petal = flower.petals[index]
        if petal.up:
            return
        for reader in self.seats:
            self.sees(reader, flower, petal)
        petal.up, petal.known = True, set()

    # --- who has what

    def of(self, seat: int) -> list[Flower]:
        return [flower for flower in self.flowers if flower.owner == seat]

    def flower(self, number: int) -> Flower | None:
        return next((flower for flower in self.flowers if flower.id == number), None)

    def fighting(self) -> list[Flower]:
        assert self.battle is not None
        pair = [self.flower(self.battle.x), self.flower(self.battle.y)]
        return [flower for flower in pair if flower is not None]

    # --- legal moves

    def legal(self) -> set[str]:
        found: set[str] = set()
        if self.phase == "build":
            pack = len(self.packs[self.mover])
            return {"B" + "+".join(map(str, sizes)) for sizes in partitions(pack, pack)}
        if self.phase in ("makef", "makew"):
            return self.steps()
        in_battle = self.phase in ("pick", "reply", "confirm")
        if self.phase in ("main", "will") or (
            in_battle and self.mover == self.active and self.options["end_in_battle"]
        ):
            found.add("E")
        if self.phase == "main":
            found |= self.attacks()
            first = not self.had_turn[self.active] or self.last_draw[self.active]
            if self.fresh and not first and (self.pile or self.grave):
                found.add("D")
        if self.phase == "reply":
            found.add("P")
        if self.phase == "confirm":
            found.add("K")
        if self.phase in ("pick", "confirm"):
            found |= self.choices()
        if self.phase in ("main", "reply", "will"):
            found |= self.hand_actions()
        return found

    def attacks(self) -> set[str]:
        own = self.of(self.active)
        able = [flower for flower in own if len(own) == 1 or not flower.spent]
        targets = [f for f in self.flowers if f.owner != self.active and not f.exhausted]
        return {f"a{x.id}>{y.id}" for x, y in itertools.product(able, targets)}

    def choices(self) -> set[str]:
        assert self.battle is not None
        side = 0 if self.mover == self.active else 1
        cards = self.fighting()[side].cards()
        used = self.battle.picks[side]
        if self.phase == "confirm":
            return {f"c{cards.index(card)}" for card in set(cards) if card != used[0]}
        return {
            f"c{cards.index(card) + used.count(card)}"
            for card in set(cards)
            if cards.count(card) > used.count(card)
        }

    def hand_actions(self) -> set[str]:
        hand = self.hands[self.mover]
        found = {f"f{card}" for card in hand} if len(hand) >= 3 else set()
        found |= {f"w{card}" for card in hand if self.may_lead_on([], card, hand)}
        for card in set(hand):
            for use in uses(card):
                found |= {f"{use}{card}>{target}" for target in self.targets(use, card)}
        return found

    def targets(self, use: str, card: str) -> list[str]:
        found = []
        noop = self.options["noop_spy"]
        for flower in self.flowers:
            cards = flower.cards()
            if use == "p":
                found += [
                    f"{flower.id}.{i}"
                    for i, petal in enumerate(flower.petals)
                    if petal.up
                    and STRENGTH[petal.card] <= STRENGTH[card]
                    and not (flower.power and petal.card in cards[:i])
                ]
            elif use == "h" and not flower.power:
                found += [f"{flower.id}.{i}" for i in range(len(cards) + 1)]
            elif {"h": True, "t": not flower.power, "s": noop or not flower.is_open()}[use]:
                found.append(str(flower.id))
        if use == "s":
            others = self.alive - {self.mover}
            found += [f"@{seat + 1}" for seat in others if noop or self.hands[seat]]
        return found

    def may_lead_on(self, made: list[str], card: str, rest: list[str]) -> bool:
        if made and ORDER[card] < ORDER[made[-1]]:
            return False
        return is_power(made + [other for other in rest if ORDER[other] >= ORDER[card]])

    def steps(self) -> set[str]:
        rest = less(self.hands[self.mover], self.made)
        if self.phase == "makef":
            return {f"f{card}" for card in rest} | ({"f."} if len(self.made) >= 3 else set())
        found = {f"w{card}" for card in rest if self.may_lead_on(self.made, card, rest)}
        return found | ({"w."} if is_power(self.made) else set())

    # --- playing

    def play(self, move: str) -> None:
        self.reshuffled = None
        kind, rest = move[0], move[1:]
        if kind == "B":
            self.build(rest)
        elif kind == "D":
            self.draw(self.active)
            self.end_turn(by_draw=True)
        elif kind == "E":
            self.end()
        elif kind == "P":
            self.give_way()
        elif kind in "Kc":
            self.choose(None if kind == "K" else int(rest))
        elif kind == "a":
            self.attack(*map(int, rest.split(">")))
        elif kind in "fw":
            self.make(kind, rest)
        else:
            self.act(kind, *rest.split(">"))
        self.settle_knowledge()

    def build(self, sizes: str) -> None:
        self.builds[self.mover] = sizes
        if self.mover + 1 < self.players:
            self.mover += 1
            return
        for seat in self.seats:
            pack = iter(self.packs[seat])
            for size in (self.builds[seat] or "").split("+"):
                petals = [Petal(next(pack)) for _ in range(int(size))]
                self.flowers.append(Flower(self.next_id, seat, petals))
                self.next_id += 1
        self.phase, self.mover = "main", 0

    def draw(self, seat: int) -> None:
        if not self.pile and self.grave:
            self.pile, self.grave = self.grave, []
            self.rng.shuffle(self.pile)
            self.reshuffled = list(self.pile)
            self.last_reshuffle = list(self.pile)
        if self.pile:
            self.hands[seat].append(self.pile.pop(0))

    def end(self) -> None:
        if self.phase == "will" and not self.of(self.active):
            self.eliminate(self.active)
            if self.last_alive():
                return
        self.end_turn()

    def end_turn(self, *, by_draw: bool = False) -> None:
        self.battle = None
        for flower in self.flowers:
            flower.spent = flower.exhausted = False
        self.had_turn[self.active] = True
        self.last_draw[self.active] = by_draw
        self.stall += 1
        stalled = self.options["stall"] and self.stall >= self.options["stall"]
        if stalled or self.turn >= self.options["max_turns"]:
            count = {s: sum(len(f.petals) for f in self.of(s)) for s in sorted(self.alive)}
            most = max(count.values())
            share = self.options["stall_win"] == "share"
            self.phase = "over"
            self.winners = [seat for seat in count if share or count[seat] == most]
            return
        self.turn += 1
        self.fresh = True
        self.active = next(
            seat
            for step in range(1, self.players + 1)
            if (seat := (self.active + step) % self.players) in self.alive
        )
        self.phase, self.mover = "main", self.active

    def eliminate(self, seat: int) -> None:
        for card in self.hands[seat]:
            self.leaves_hand(seat, card)
        (self.out if self.options["elim_hand"] == "out" else self.grave).extend(self.hands[seat])
        self.hands[seat] = []
        for reader in self.seats:
            self.known[reader][seat] = []
        self.alive.remove(seat)
        self.stall = -1

    def last_alive(self) -> bool:
        if len(self.alive) == 1:
            self.phase, self.winners = "over", sorted(self.alive)
        return self.phase == "over"

    def remove_dead(self, *, spared: bool) -> None:
        self.flowers = [flower for flower in self.flowers if flower.petals]
        for seat in sorted(self.alive):
            if not self.of(seat) and not (spared and seat == self.active):
                self.eliminate(seat)

    # --- hand actions (part 8)

    def make(self, kind: str, card: str) -> None:
        if not self.phase.startswith("make"):
            self.came_from, self.phase, self.made = self.phase, "make" + kind, []
        if card != ".":
            self.made.append(card)
            return
        before = len(self.of(self.active))
        self.phase = self.came_from
        hand = self.hands[self.mover]
        self.hands[self.mover] = less(hand, self.made)
        if kind == "w":
            for made in self.made:
                self.leaves_hand(self.mover, made)
            petals = [Petal(made, up=True) for made in ordered(self.made)]
            self.flowers.append(Flower(self.next_id, self.mover, petals, power=True))
        else:
            petals = [Petal(made, known={self.mover}) for made in self.made]
            made_flower = Flower(self.next_id, self.mover, petals, creator=self.mover)
            self.flowers.append(made_flower)
            for reader in self.seats:
                if reader != self.mover and self.known[reader][self.mover]:
                    cards = self.known[reader][self.mover]
                    self.groups.append(Group(reader, self.mover, self.next_id, cards))
                    self.known[reader][self.mover] = []
        self.next_id += 1
        self.made = []
        self.after_hand_action(before)

    def act(self, use: str, card: str, target: str) -> None:
        before = len(self.of(self.active))
        self.hands[self.mover].remove(card)
        self.leaves_hand(self.mover, card)
        if use != "h":
            self.grave.append(card)
        if target[0] == "@":
            self.spy_on_hand(int(target[1:]) - 1)
            self.after_hand_action(before)
            return
        number, _, place = target.partition(".")
        flower = self.flower(int(number))
        assert flower is not None
        if use == "p":
            destroyed = flower.petals.pop(int(place)).card
            self.grave.append(destroyed)
            self.lose_fighter(flower, destroyed)
        elif use == "h":
            flower.petals.insert(int(place or 0), Petal(card, up=True))
            self.sort_power(flower)
        elif use == "t":
            self.transform(flower)
        else:
            for petal in flower.petals:
                if not petal.up:
                    self.sees(self.mover, flower, petal)
                    petal.known.add(self.mover)
        self.after_hand_action(before)

    def spy_on_hand(self, seat: int) -> None:
        spy, hand = self.mover, self.hands[seat]
        for card in less(hand, self.known[spy][seat]):
            self.leave_group(spy, seat, card, self.next_id)
        self.known[spy][seat] = list(hand)

    def lose_fighter(self, flower: Flower, card: str) -> None:
        if self.battle is None or not flower.power:
            return
        for side, number in enumerate((self.battle.x, self.battle.y)):
            if number == flower.id and self.battle.picks[side][:1] == [card]:
                self.battle.picks[side] = []

    def transform(self, flower: Flower) -> None:
        if self.battle is not None:
            for side, number in enumerate((self.battle.x, self.battle.y)):
                if number == flower.id:
                    self.battle.picks[side] = [flower.petals[0].card]
        for index in range(len(flower.petals)):
            self.turn_up(flower, index)
        flower.power = True
        self.sort_power(flower)

    def sort_power(self, flower: Flower) -> None:
        if flower.power:
            flower.petals.sort(key=lambda petal: ORDER[petal.card])

    def after_hand_action(self, before: int) -> None:
        self.fresh = False
        self.remove_dead(spared=self.phase == "will")
        if self.last_alive():
            return
        if self.active not in self.alive:
            self.end_turn()
            return
        self.change_of_uniqueness(before)
        if self.phase == "main":
            self.end_if_exhausted()
        elif self.phase == "will" and self.options["will_one"]:
            self.end()
        elif self.phase == "reply":
            self.go_on()

    def change_of_uniqueness(self, before: int) -> None:
        own = self.of(self.active)
        if before >= 2 and len(own) == 1:
            own[0].spent = False
        if before == 1 and len(own) >= 2:
            for flower in self.flowers:
                if flower.owner != self.active:
                    flower.exhausted = False
                elif self.options["old_unique"]:
                    flower.spent = False

    def end_if_exhausted(self) -> None:
        own = self.of(self.active)
        enemies = [flower for flower in self.flowers if flower.owner != self.active]
        if len(own) == 1:
            done = all(flower.exhausted for flower in enemies)
        else:
            done = all(flower.spent for flower in own)
        if done:
            self.end_turn()

    # --- battles (parts 6 and 7)

    def attack(self, x: int, y: int) -> None:
        self.fresh = False
        self.battle = Battle(x, y, [self.options["rechoice"]] * 2)
        for flower in self.fighting():
            self.turn_up(flower, 0)
        self.ask_picks("i")

    def defender(self) -> int:
        return self.fighting()[1].owner

    def ask_picks(self, reason: str, then: int | None = None) -> None:
        """Owners of fighting power flowers pick where they have to, then a reply phase begins."""
        assert self.battle is not None
        seats = (self.active, self.defender())
        for side, flower in enumerate(self.fighting()):
            if flower.power and len(self.battle.picks[side]) <= self.battle.level:
                self.phase, self.mover, self.reason = "pick", seats[side], reason
                self.next_replier = self.active if then is None else then
                return
        self.phase, self.passes = "reply", 0
        self.mover = self.active if then is None else then

    def choose(self, index: int | None) -> None:
        assert self.battle is not None
        side = 0 if self.mover == self.active else 1
        if self.phase == "pick":
            assert index is not None
            self.battle.picks[side].append(self.fighting()[side].petals[index].card)
            self.ask_picks(self.reason, self.next_replier)
            return
        if index is not None:
            self.battle.picks[side] = [self.fighting()[side].petals[index].card]
            self.battle.allowance[side] -= 1
            self.changed = True
        self.confirm_from(side + 1)

    def confirm_from(self, first: int) -> None:
        assert self.battle is not None
        seats = (self.active, self.defender())
        for side in range(first, 2):
            flower = self.fighting()[side]
            if flower.power and len(set(flower.cards())) > 1 and self.battle.allowance[side] > 0:
                self.phase, self.mover = "confirm", seats[side]
                return
        if self.changed:
            self.phase, self.mover, self.passes = "reply", self.active, 0
        else:
            self.evaluate()

    def give_way(self) -> None:
        assert self.battle is not None
        self.passes += 1
        self.mover = self.defender() if self.mover == self.active else self.active
        if self.passes < 2:
            return
        if self.battle.level > 0:
            self.evaluate()
            return
        self.changed = False
        self.confirm_from(0)

    def go_on(self) -> None:
        """FP-55: the battle after a hand action."""
        battle = self.battle
        assert battle is not None
        battle.level = 0
        battle.picks = [picks[:1] for picks in battle.picks]
        battle.allowance = [self.options["rechoice"]] * 2
        x, y = self.flower(battle.x), self.flower(battle.y)
        if x is None or y is None:
            self.fail(by_comparison=False)
            return
        for flower in (x, y):
            self.turn_up(flower, 0)
        acted = self.mover
        other = self.defender() if acted == self.active else self.active
        self.ask_picks("r", acted if self.options["reply_burst"] else other)

    def evaluate(self) -> None:
        assert self.battle is not None
        level = self.battle.level
        flowers = self.fighting()
        shown = [
            self.battle.picks[side][level] if flower.power else flower.petals[level].card
            for side, flower in enumerate(flowers)
        ]
        lead = STRENGTH[shown[0]] - STRENGTH[shown[1]]
        sizes = [len(flower.petals) for flower in flowers]
        if lead == 0 and min(sizes) > level + 1:
            self.battle.level += 1
            for flower in flowers:
                self.turn_up(flower, level + 1)
            self.ask_picks("t")
            return
        if (lead or sizes[0] - sizes[1]) > 0:
            self.succeed()
        else:
            self.fail(by_comparison=True)

    def fail(self, *, by_comparison: bool) -> None:
        assert self.battle is not None
        x, y = self.flower(self.battle.x), self.flower(self.battle.y)
        if x is not None:
            x.spent = True
        if by_comparison and y is not None and len(self.of(self.active)) == 1:
            y.exhausted = True
        self.battle = None
        self.phase, self.mover = "main", self.active
        self.end_if_exhausted()

    def succeed(self) -> None:
        assert self.battle is not None
        x, y = self.fighting()
        for side, flower in enumerate((x, y)):
            place = flower.cards().index(self.battle.picks[side][0]) if flower.power else 0
            self.grave.append(flower.petals.pop(place).card)
        y.owner = self.active
        self.battle = None
        self.stall = -1
        self.remove_dead(spared=True)
        self.phase, self.mover = "main", self.active
        if self.last_alive():
            return
        self.draw(self.active)
        if self.of(self.active):
            self.end_turn()
        else:
            self.phase = "will"


# --- the comparison

DEFAULTS: dict[str, Any] = {
    "build_open": 0,
    "end_in_battle": 1,
    "reply_burst": 0,
    "rechoice": 1,
    "old_unique": 0,
    "will_one": 0,
    "elim_hand": "grave",
    "noop_spy": 0,
    "stall_win": "petals",
    "max_turns": 2000,
}


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any valid configuration; small gardens and large hands bring more of the rules about."""
    while True:
        players = rng.randint(2, 5)
        decks = rng.choice((1, 2))
        jokers = rng.choice((1, 1, 0))
        options = {
            "players": players,
            "decks": decks,
            "jokers": jokers,
            "petals": rng.randint(2, 12),
            "base": rng.randint(-1, 8),
            "petal_adj": [rng.choice((0, 0, 1, 2)) for _ in range(players)],
            "hand_adj": [rng.choice((0, 0, -2, 3)) for _ in range(players)],
            "build_open": rng.randint(0, 1),
            "end_in_battle": rng.randint(0, 1),
            "reply_burst": rng.choice((0, 0, 1)),
            "rechoice": rng.choice((0, 1, 1, 2)),
            "old_unique": rng.randint(0, 1),
            "will_one": rng.randint(0, 1),
            "elim_hand": rng.choice(("grave", "out")),
            "noop_spy": rng.choice((0, 0, 1)),
            "stall": rng.choice((0, 5, 20 * players)),
            "stall_win": rng.choice(("petals", "share")),
            "max_turns": rng.choice((15, 40)),
        }
        dealt = sum(options["petals"] + adj for adj in options["petal_adj"])
        dealt += sum(
            max(0, options["base"] + i + 1 + adj) for i, adj in enumerate(options["hand_adj"])
        )
        if decks * (54 if jokers else 52) - dealt >= 3:
            return options


def standard_options(players: int) -> dict[str, Any]:
    petals, base = ((20, 2), (15, 0), (15, 1), (12, 1))[players - 2]
    zeros = [0] * players
    return DEFAULTS | {
        "players": players,
        "decks": 1 if players < 4 else 2,
        "jokers": 1,
        "petals": petals,
        "base": base,
        "petal_adj": zeros,
        "hand_adj": zeros,
        "stall": 20 * players,
    }


def shown(text: str) -> str:
    """The fields of part 12 that golden strings have."""
    fields = text.split(" ")
    return " ".join(fields[:7] + [word for word in fields[7:] if word[0] in "_^~"])


def likely(moves: set[str], rng: random.Random) -> str:
    """By kinds, with hand actions often and quick ends of turns seldom."""
    kinds: dict[str, list[str]] = {}
    for move in sorted(moves):
        kinds.setdefault("@" if "@" in move else move[0], []).append(move)
    weights = {"E": 1, "P": 5, "K": 3, "a": 6, "D": 3, "f": 2, "w": 4, "@": 2}
    kind = rng.choices(list(kinds), [weights.get(kind, 2) for kind in kinds])[0]
    return rng.choice(kinds[kind])


def compare(twin: Twin, state: mf.State) -> None:
    where = twin.text(ALL)
    assert shown(str(state)) == where
    assert state.public() == twin.text(None), where
    for seat in twin.seats:
        assert shown(str(state.view(seat))) == twin.text(seat), (seat, where)
    if twin.phase == "over":
        assert state.is_over
        payoff = [1 / len(twin.winners) * (seat in twin.winners) for seat in twin.seats]
        assert list(state.returns) == pytest.approx(payoff)
        return
    assert state.turn == twin.mover, where
    assert {str(move) for move in state.legal_moves()} == twin.legal(), where


def play_both(options: dict[str, Any], seed: int) -> int:
    rng = random.Random(seed)
    twin = Twin(options, rng)
    named = {
        name: ",".join(map(str, value)) if isinstance(value, list) else value
        for name, value in options.items()
    }
    state = mf.Game("flower_power", **named).parse(twin.text(ALL))
    moves = 0
    compare(twin, state)
    while twin.phase != "over":
        move = likely(twin.legal(), rng)
        twin.play(move)
        state = state.play(move)
        if twin.reshuffled:
            state = state.play("*R=" + ",".join(twin.reshuffled))
        compare(twin, state)
        moves += 1
    return moves


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_standard_games_agree_with_the_twin(players: int) -> None:
    for seed in range(2):
        assert play_both(standard_options(players), seed) > players


@pytest.mark.parametrize("batch", range(4))
def test_games_under_random_options_agree_with_the_twin(batch: int) -> None:
    for seed in range(10):
        rng = random.Random(f"{batch} {seed}")
        assert play_both(random_options(rng), rng.getrandbits(32)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(40))
def test_many_more_games_agree_with_the_twin(batch: int) -> None:
    for seed in range(20):
        rng = random.Random(f"slow {batch} {seed}")
        assert play_both(random_options(rng), rng.getrandbits(32)) > 0
