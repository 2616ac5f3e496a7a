"""Why a move: the features in which it does better than the alternatives, told in a language."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from moonflower._core import Line
from moonflower.hints.features import FeatureInfo, features, measure
from moonflower.positions import Move, View
from moonflower.words import Catalogue

__all__ = ["Reason", "find_reasons"]

_MOST_MEASURED: Final = 12  # moves compared
_ANSWERED: Final = 8  # worlds in which the rival's answer is looked for
_SMALLEST: Final = MappingProxyType({"chance": 0.03, "count": 0.3, "points": 0.5})


@dataclass(frozen=True, slots=True)
class Reason:
    """A feature that tells the move from its alternatives."""

    feature: str
    value: float  # mean over worlds, of the move
    other: float  # of the alternatives
    error: float  # standard error of the difference
    text: str


def find_reasons(
    view: View, lines: Sequence[Line], texts: Catalogue, *, worlds: int, seed: int
) -> list[Reason]:
    """What tells the first of some lines from the others, the weightiest first."""
    facts = features(view.game)
    lines = lines[:_MOST_MEASURED]
    if not facts or len(lines) < 2:  # noqa: PLR2004
        return []
    found = measure(view, [line.move for line in lines], worlds=worlds, seed=seed)
    ranked = []
    for index, fact in enumerate(facts):
        column = [row[index] for row in found.means]
        spread = [row[index] for row in found.spreads]
        contrast = _contrast(fact, column, spread, found.worlds)
        if contrast is None:
            continue
        value, other, error = contrast
        apart = fact.sign * (value - other) / statistics.pstdev(_zeroed(column))
        weight = apart * _goes_along(fact.sign, _zeroed(column), lines) * 0.95**index
        ranked.append((weight, fact, value, other, error))
    ranked.sort(key=lambda entry: -entry[0])
    told = _Telling(view, lines[0].move, texts)
    return [
        Reason(fact.name, value, other, error, told.reason(fact, value, other))
        for _, fact, value, other, error in ranked
    ]


@dataclass(frozen=True, slots=True)
class _Telling:
    """Reasons for one move in a language."""

    view: View
    move: Move
    texts: Catalogue

    def reason(self, fact: FeatureInfo, value: float, other: float) -> str:
        """The feature of the move beside that of the others, with the unit of both."""
        key = f"{self.view.game.name}.{fact.name}"
        words = {"value": self._number(fact, value), "other": self._number(fact, other)}
        unit = f"{key}.unit" if f"{key}.unit" in self.texts else f"unit.{fact.unit}"
        words["other"] = self.texts.say(unit, value=words["other"])
        if words["value"] == "0" and f"{key}.none" in self.texts:
            key += ".none"
        if f"{key}.answered" in self.texts and (answer := self._worst_answer(fact)):
            return self.texts.say(f"{key}.answered", **words, answer=answer)
        return self.texts.say(key, **words)

    def _number(self, fact: FeatureInfo, value: float) -> str:
        return self.texts.percent(value) if fact.unit == "chance" else self.texts.number(value)

    def _worst_answer(self, fact: FeatureInfo) -> str:
        """How a rival who answers at once would gain most by that feature, in most worlds."""
        index = [known.name for known in features(self.view.game)].index(fact.name)
        found: Counter[str] = Counter()
        for seed in range(_ANSWERED):
            state = self.view.sample(seed).play(self.move)
            if state.turn < 0 or state.turn == self.view.seat:
                return ""
            rival = state.view(state.turn)
            answers = rival.legal_moves()
            gains = [fact.sign * row[index] for row in measure(rival, answers, worlds=4).means]
            answer = answers[max(range(len(answers)), key=gains.__getitem__)]
            found[rival.words(answer, language=self.texts.language, short=True)] += 1
        return found.most_common(1)[0][0]


def _contrast(
    fact: FeatureInfo, column: list[float], spread: list[float], worlds: int
) -> tuple[float, float, float] | None:
    """A feature of the first move, its mean over the others and the error of the difference, or
    nothing where the first is not clearly better."""
    others = [index for index in range(1, len(column)) if not math.isnan(column[index])]
    if math.isnan(column[0]) or (fact.sign < 0 and not others):
        return None
    other = statistics.fmean(column[index] for index in others) if others else 0.0
    noise = math.hypot(spread[0], max((spread[index] for index in others), default=0.0))
    error = noise / math.sqrt(worlds)
    gain = fact.sign * (column[0] - other)
    return None if gain < max(_SMALLEST[fact.unit], 2 * error) else (column[0], other, error)


def _zeroed(column: list[float]) -> list[float]:
    return [0.0 if math.isnan(value) else value for value in column]


def _goes_along(sign: int, column: list[float], lines: Sequence[Line]) -> float:
    """How well a feature follows the moves' values, from 0.1 to 1: what explains the choice."""
    pairs = [
        (sign * measured, line.value)
        for measured, line in zip(column, lines, strict=True)
        if line.value is not None
    ]
    if len(pairs) < 4:  # noqa: PLR2004
        return 0.5
    measured, values = zip(*pairs, strict=True)
    try:
        return max(0.1, statistics.correlation(measured, values))
    except statistics.StatisticsError:  # all alike
        return 0.5
