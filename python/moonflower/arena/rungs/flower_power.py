"""Flower Power by careful rules of thumb, from the advice a rule book gives.

Build many small flowers; attack only where the odds are good, the largest garden first; in a battle
spend the cheapest card that turns it, and none that does not; draw when there is nothing to attack.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from moonflower.positions import View

__all__ = ["choose"]

_RANKS: Final = "..23456789TJQKA"
_JOKER: Final = 15
_UNKNOWN: Final = 8.3  # the mean strength of a card
_ODDS: Final = 0.6  # an attack has to have
_SAFE_GARDEN: Final = 3  # flowers; with fewer a hand is laid out as a new one
_LOW: Final = 9  # cards up to this strength are not missed in a hand


@dataclass(frozen=True, slots=True)
class _Flower:
    owner: int
    is_power: bool
    petals: tuple[str, ...]  # "KS" seen by all, "(KS)" by us, "?" by nobody

    @property
    def best(self) -> float | None:
        """The strength it would fight with, if we know it."""
        strengths = [_strength(petal) for petal in self.petals]
        if self.is_power:
            return max(strength for strength in strengths if strength is not None)
        return strengths[0]


def _strength(petal: str) -> int | None:
    card = petal.strip("()")
    if card == "?":
        return None
    return _JOKER if card in ("BJ", "RJ") else _RANKS.index(card[0])


class _Scene:
    """A view string, read."""

    def __init__(self, view: View) -> None:
        words = str(view).split()
        self.seat = view.seat
        self.flowers: dict[int, _Flower] = {}
        for owner, garden in enumerate(words[1].split("/")):
            for part in garden.split(";"):
                name, colon, petals = part.partition(":")
                head = name.rstrip("*!")
                if colon and head[:-1].isdigit():
                    flower = _Flower(owner, head[-1] == "w", tuple(petals.split(",")))
                    self.flowers[int(head[:-1])] = flower
        self.hand = tuple(words[2].split("/")[view.seat].split(","))
        self.phase = words[6] if len(words) > 6 else ""  # noqa: PLR2004 - the field's place

    @property
    def garden(self) -> list[_Flower]:
        return [flower for flower in self.flowers.values() if flower.owner == self.seat]

    @property
    def battle(self) -> tuple[int, int] | None:
        """Attacker and target."""
        for part in self.phase.split(":"):
            first, arrow, second = part.partition(">")
            if arrow and first.isdigit() and second.isdigit():
                return int(first), int(second)
        return None

    def fighter(self, name: int) -> tuple[str, float] | None:
        """The petal a flower of the battle fights with, and its strength, if they show."""
        flower = self.flowers.get(name)
        if flower is None:
            return None
        picks = self.phase.split(":")
        place = next((i for i, part in enumerate(picks) if ">" in part), None)
        battle = self.battle
        if flower.is_power and place is not None and battle is not None:
            chosen = picks[place + (2 if name == battle[0] else 3)].split("+")[-1]
            strength = None if chosen == "-" else _strength(chosen)
            return None if strength is None else (chosen, strength)
        strength = _strength(flower.petals[0])
        return None if strength is None else (flower.petals[0].strip("()"), strength)


def choose(view: View, source: random.Random) -> str:
    """The move the rules give, ties at random."""
    tokens = [str(move) for move in view.legal_moves()]
    if len(tokens) == 1:
        return tokens[0]
    scene = _Scene(view)
    if tokens[0].startswith("B"):
        most = max(token.count("+") for token in tokens)
        return source.choice([token for token in tokens if token.count("+") == most])
    if any(token[0] == "f" for token in tokens) and "makef" in scene.phase:
        return _laid(tokens)
    if any(token[0] == "c" for token in tokens):
        return _picked(scene, tokens)
    if scene.battle is not None:
        return _replied(scene, tokens)
    return _turn(scene, tokens, source)


def _odds(mine: float | None, theirs: float | None) -> float:
    """That one petal beats the other, where what is unseen is any card."""
    if mine is not None and theirs is not None:
        return 1.0 if mine > theirs else 0.45 if mine == theirs else 0.0
    if mine is None and theirs is None:
        return 0.47
    known = mine if mine is not None else theirs
    assert known is not None
    below = min(max((known - 2) / 13, 0.0), 1.0)
    return below if mine is not None else 1 - below - 1 / 13


def _turn(scene: _Scene, tokens: list[str], source: random.Random) -> str:
    """On turn: attack with good odds, lay a new flower, draw, or end."""
    attacks = []
    for token in tokens:
        if token[0] != "a":
            continue
        first, second = (scene.flowers[int(part)] for part in token[1:].split(">"))
        odds = _odds(first.best, second.best)
        attacks.append((odds >= _ODDS, odds * (1 + len(second.petals)), source.random(), token))
    best = max(attacks, default=None)
    if best is not None and best[0]:
        return best[-1]
    if len(scene.garden) < _SAFE_GARDEN:
        lays = [token for token in tokens if token[0] == "f" and token != "f."]
        if lays:
            return max(lays, key=lambda token: _strength(token[1:]) or 0)
    poisons = _useful_poisons(scene, tokens)
    if poisons:
        return poisons[0]
    if "D" in tokens:
        return "D"
    if best is not None and len(scene.hand) > 1 and best[1] > 1:
        return best[-1]  # with cards in hand to help
    return "E" if "E" in tokens else source.choice(tokens)


def _useful_poisons(scene: _Scene, tokens: list[str]) -> list[str]:
    """Petals of others that fight well, killed by low cards; the strongest first."""
    found = []
    for token in tokens:
        if token[0] != "p":
            continue
        card, _, place = token[1:].partition(">")
        name, _, index = place.partition(".")
        flower = scene.flowers[int(name)]
        killed = _strength(flower.petals[int(index)]) or 0
        if flower.owner != scene.seat and killed > _LOW and (flower.is_power or index == "0"):
            found.append((-killed, _strength(card) or 0, token))
    return [token for *_, token in sorted(found)]


def _laid(tokens: list[str]) -> str:
    """A new flower takes low cards; its strongest is on top already."""
    low = [t for t in tokens if t != "f." and (_strength(t[1:]) or _JOKER) <= _LOW]
    if "f." in tokens and not low:
        return "f."
    cards = [token for token in tokens if token not in ("f.", "E")]
    return min(low or cards, key=lambda token: _strength(token[1:]) or 0)


def _picked(scene: _Scene, tokens: list[str]) -> str:
    """The weakest petal that wins, else the strongest; what fights well stays."""
    battle = scene.battle
    if battle is None:
        return tokens[0]
    attacker, target = battle
    is_attacker = scene.flowers[attacker].owner == scene.seat
    mine, theirs = (attacker, target) if is_attacker else (target, attacker)
    seen = scene.fighter(theirs)
    petals = scene.flowers[mine].petals
    strengths = {t: _strength(petals[int(t[1:])]) or 0 for t in tokens if t[0] == "c"}
    if "K" in tokens:
        now = scene.fighter(mine)
        if now is not None and (seen is None or now[1] > seen[1]):
            return "K"
        better = [t for t, strength in strengths.items() if seen and strength > seen[1]]
        return min(better, key=strengths.__getitem__) if better else "K"
    wanted = seen[1] if seen is not None else _UNKNOWN
    winning = [token for token, strength in strengths.items() if strength > wanted]
    if winning:
        return min(winning, key=strengths.__getitem__)
    return max(strengths, key=strengths.__getitem__)


def _replied(scene: _Scene, tokens: list[str]) -> str:
    """In a battle: pass while it goes well, else the cheapest card that turns it."""
    assert scene.battle is not None
    attacker, target = scene.battle
    fighters = scene.fighter(attacker), scene.fighter(target)
    is_attacker = attacker in scene.flowers and scene.flowers[attacker].owner == scene.seat
    mine, theirs = fighters if is_attacker else fighters[::-1]
    names = (attacker, target) if is_attacker else (target, attacker)
    rest = "P" if "P" in tokens else tokens[0]
    if mine is None or theirs is None or mine[1] > theirs[1]:
        return rest
    if not is_attacker and mine[1] == theirs[1]:
        larger = len(scene.flowers[target].petals) >= len(scene.flowers[attacker].petals)
        if larger:
            return rest
    turning = []
    for token in tokens:
        card, _, place = token[1:].partition(">")
        name, _, index = place.partition(".")
        if token[0] == "h" and name == str(names[0]) and index == "0":
            if (_strength(card) or 0) > theirs[1]:
                turning.append((_strength(card) or 0, token))
        elif token[0] == "p" and name == str(names[1]):
            petal = scene.flowers[names[1]].petals[int(index)]
            if petal.strip("()") == theirs[0]:
                turning.append((_strength(card) or 0, token))
    if turning:
        return min(turning)[1]
    is_lost = is_attacker and "E" in tokens and len(scene.garden) > 1
    return "E" if is_lost and mine[1] < theirs[1] else rest
