"""Hints: a search's report told to a person, with reasons in the words of the game.

A reason is a feature in which the move does better than the alternatives. Features are measured
over worlds sampled from the seat's own view, so a hint holds nothing the seat could not know.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from moonflower._core import Line, Report
from moonflower.arguments import expect
from moonflower.errors import IllegalMoveError, OptionError
from moonflower.hints.features import move_kind
from moonflower.hints.reasons import Reason, find_reasons
from moonflower.positions import CHANCE, OVER, Move, State, View
from moonflower.positions.game import expect_position, expect_view
from moonflower.words import Catalogue

__all__ = ["DEFAULT_SECONDS", "HINT_LINES", "Hint", "Reason", "check_question", "explain"]

DEFAULT_SECONDS: Final[Mapping[int, float]] = MappingProxyType({1: 0.05, 2: 0.5, 3: 1.5})
"""How long each level thinks unless told otherwise; a nudge comes within a tenth of a second."""

HINT_LINES: Final = 5
"""Lines that level 3 tells."""

_WORLDS: Final = MappingProxyType({1: 16, 2: 100, 3: 200})
_MOST_REASONS: Final = MappingProxyType({1: 1, 2: 1, 3: 3})
_MOST_NAMED: Final = 4  # equals and alternatives
_FEWEST_VISITS: Final = 0.1  # of the best move's, to call another as good
_ROUNDING: Final = 1e-9  # between proven values
_SHARES: Final = ("1/20", "1/10", "1/5", "1/4", "1/3", "2/5", "1/2", "3/5", "2/3", "3/4", "4/5",
                  "9/10", "19/20")  # fmt: skip
_LEAST_SHARE: Final = 0.04  # of mixed play, to be named


@dataclass(frozen=True, slots=True)
class Hint:
    """What to play and why. At level 1 no move is named, in any field but ``report``."""

    level: int
    language: str
    seat: int
    move: Move | None
    kind: str | None  # of the move, where the game tells kinds apart
    text: str  # the whole hint for a person
    reasons: tuple[Reason, ...]
    alternatives: tuple[Line, ...]  # the next best moves
    equals: tuple[Move, ...]  # within one standard error of the best
    mixture: tuple[tuple[Move, float], ...]  # shares, where play should be mixed
    before: float | None  # expected payoff of an average move
    after: float | None  # of the move
    error: float  # standard error of ``after``
    confidence: str  # forced, proven, clear, likely, open
    report: Report = field(repr=False, compare=False)


def check_question(position: State | View, *, level: int, language: str) -> View:
    """The view a hint is given for; raises when there is nothing to be hinted at."""
    expect_position(position)
    if not isinstance(level, int) or level not in DEFAULT_SECONDS:
        msg = f"hint level: {level!r} is out of range; 1, 2 and 3 are accepted"
        raise OptionError(msg)
    Catalogue(language)
    name = position.game.name
    if position.turn == OVER:
        msg = f"{name}: no hint; the game is over"
        raise IllegalMoveError(msg)
    if position.turn == CHANCE:
        msg = f"{name}: no hint; chance is on turn, give its outcome first"
        raise IllegalMoveError(msg)
    if isinstance(position, State):
        return position.view(position.turn)
    if position.turn != position.seat:
        msg = f"{name}: no hint for p{position.seat + 1}; p{position.turn + 1} is on turn"
        raise IllegalMoveError(msg)
    return position


def explain(view: View, report: Report, *, level: int, language: str = "en", seed: int = 0) -> Hint:
    """The hint of a level from what a search of the view has found."""
    expect_view(view)
    expect(report, Report, "report", "a Report")
    teller = _Teller(view, report, level, Catalogue(language), seed)
    text = teller.nudge() if level == 1 else teller.advice()
    best = teller.best
    is_nudge = level == 1
    return Hint(
        level=level,
        language=language,
        seat=view.seat,
        move=None if is_nudge else best.move,
        kind=teller.kind,
        text=text,
        reasons=teller.reasons,
        alternatives=() if is_nudge else teller.alternatives,
        equals=() if is_nudge else tuple(line.move for line in teller.equals),
        mixture=() if is_nudge else teller.mixture,
        before=teller.before,
        after=best.value,
        error=best.error,
        confidence=teller.confidence,
        report=report,
    )


class _Teller:
    """Finds what is worth saying and says it."""

    def __init__(self, view: View, report: Report, level: int, texts: Catalogue, seed: int) -> None:
        self._view, self._report, self._level, self._texts = view, report, level, texts
        lines = report.lines
        self.best = _best_line(report)
        self.others = tuple(line for line in lines if line != self.best)
        # The search's favourites: those it has hardly looked at have values of chance. Listed as
        # their values stand beside them, the unseen last.
        self.alternatives = tuple(sorted(self.others[: HINT_LINES - 1], key=_value_or_least))
        self._rivals = tuple(line for line in self.others if line.value is not None)
        self.equals = tuple(line for line in self.others if _is_equal(self.best, line))
        values = [line.value for line in lines if line.value is not None]
        self.before = sum(values) / len(values) if values else None
        # A line may be proven where the position is not: a loss beside moves nobody has looked at.
        self._is_proven = report.proven is not None or self.best.proven == "win"
        self._outcome = self.best.proven if self._is_proven else None
        self.kind = move_kind(view, self.best.move)
        info = view.game.info
        self._is_open = not (info.hidden or info.chance or info.simultaneous)
        self._worlds = 1 if self._is_open else _WORLDS[level]
        self._is_chance = (info.lowest_payoff, info.highest_payoff) == (0, 1)
        self.mixture = self._mixture()
        self.confidence = self._confidence()
        self.reasons = self._reasons(seed)

    # --- finding

    def _mixture(self) -> tuple[tuple[Move, float], ...]:
        if not self._report.is_mixed:
            return ()
        named = [(move, share) for move, share in self._report.policy if share >= _LEAST_SHARE]
        return tuple(named[:_MOST_NAMED]) if len(named) > 1 else ()

    def _confidence(self) -> str:
        if not self.others:
            return "forced"
        if self._is_proven:
            return "proven"
        if self.equals or self.best.value is None or not self._rivals:
            return "open"
        gaps = [_gap(self.best, line) for line in self._rivals if _is_looked_at(self.best, line)]
        return "clear" if min(gaps, default=math.inf) >= 2 else "likely"  # noqa: PLR2004

    def _reasons(self, seed: int) -> tuple[Reason, ...]:
        rivals = [line for line in self.others if line not in self.equals] or list(self.others)
        found = find_reasons(
            self._view, [self.best, *rivals], self._texts, worlds=self._worlds, seed=seed
        )
        return tuple(found[: _MOST_REASONS[self._level]])

    # --- saying

    def _payoff(self, value: float) -> str:
        return self._texts.percent(value) if self._is_chance else self._texts.number(value, 3)

    def _error(self, error: float) -> str:
        """What the value may be off by; too little to be written is still more than nothing."""
        scale, digits, unit = (100, 0, " %") if self._is_chance else (1, 3, "")
        least = 10.0**-digits
        text = self._texts.number(max(scale * error, least), digits) + unit
        return text if scale * error >= least else self._texts.say("below", value=text)

    def nudge(self) -> str:
        """Level 1: the kind of move and what to look at."""
        say = self._texts.say
        if not self.others:
            return say("nudge.forced")
        parts = []
        if self._outcome == "win":
            parts.append(say("nudge.win"))
        elif self._outcome == "loss":
            parts.append(say("nudge.lost"))
        name = self._view.game.name
        kinds = {self.kind} | {move_kind(self._view, line.move) for line in self.equals}
        is_of_one_kind = len(kinds) == 1 and self.kind is not None
        if is_of_one_kind and not self._has_one_kind():
            parts.append(say("nudge.kind", kind=say(f"{name}.kind.{self.kind}")))
        if self.reasons:
            parts.append(say("nudge.look", look=say(f"{name}.{self.reasons[0].feature}.look")))
        if not parts:
            if is_of_one_kind:
                parts.append(say("nudge.kind", kind=say(f"{name}.kind.{self.kind}")))
            parts.append(say("nudge.several" if self.equals else "nudge.one"))
        return " ".join(parts)

    def _has_one_kind(self) -> bool:
        """All legal moves are of one kind, so naming it would say nothing."""
        kinds = {move_kind(self._view, line.move) for line in self.others[:50]}
        return kinds == {self.kind}

    def advice(self) -> str:
        """Levels 2 and 3: the move, why, chances, certainty, equals; then numbers and lines."""
        say, best = self._texts.say, self.best
        main = self._main_reason()
        sentence = say("play.reason", move=self._turn_words(), reason=main)
        parts = [sentence[:1].upper() + sentence[1:]]
        more = [reason.text for reason in self.reasons if reason.text != main]
        parts += [say("reason.more", reason=text) for text in more]
        if best.value is not None and self._outcome not in ("win", "loss"):
            parts.append(self._chances())
        if self.mixture:
            parts.append(say("mixed", moves=self._texts.listed(self._mixed_parts())))
        elif self.equals:
            named = [self._words(line.move, short=True) for line in self.equals[:_MOST_NAMED]]
            parts.append(say("equal", moves=self._texts.listed(named)))
        is_open = self.confidence == "open" and self.mixture  # then the shares say it all
        if self.confidence != "forced" and not is_open:
            parts.append(say(f"certain.{self.confidence}"))
        text = " ".join(parts)
        if self._level == 3:  # noqa: PLR2004
            lines = [self._line_text(line) for line in (best, *self.alternatives)]
            text = "\n".join([text, *lines])
        return text

    def _turn_words(self) -> str:
        """The move; where a win takes the rest of its turn as well, that too."""
        told = self._words(self.best.move)
        if self._outcome != "win" or not self._is_open:
            return told
        state = self._view.sample(0).play(self.best.move)
        for token in self.best.pv[1:]:
            if state.is_over or not state.mid_turn:
                break
            move = state.parse_move(token)
            own = state.view(self._view.seat)
            words = own.words(move, told=False, language=self._texts.language, short=True)
            told = self._texts.say("play.then", move=told, next=f"{words} [{move}]")
            state = state.play(move)
        return told

    def _chances(self) -> str:
        """What the move is worth and what an average one leaves."""
        assert self.best.value is not None
        assert self.before is not None
        key = "chance" if self._is_chance else "payoff"
        words = {"after": self._payoff(self.best.value), "before": self._payoff(self.before)}
        if self.best.proven:
            return self._texts.say(f"{key}.proven", **words)
        return self._texts.say(key, error=self._error(self.best.error), **words)

    def _main_reason(self) -> str:
        """What to say first: a proof, then a feature, then the bare numbers."""
        say = self._texts.say
        if not self.others:
            return say("reason.only")
        if self._outcome in ("win", "loss"):
            return say("reason.win" if self._outcome == "win" else "reason.lost")
        if self.reasons:
            return self.reasons[0].text
        return self._bare_reason()

    def _bare_reason(self) -> str:
        """Where no feature tells the move from the others."""
        say, best = self._texts.say, self.best
        if best.proven == "draw":
            return say("reason.draw")
        if self.mixture:
            return say("reason.mixed")
        if self.equals:
            return say("reason.equal")
        if best.value is None or not self._rivals:
            return say("reason.unseen")
        second = self._rivals[0]
        assert second.value is not None
        return say(
            "reason.value",
            value=self._payoff(best.value),
            other=self._payoff(second.value),
            next=self._words(second.move, short=True),
        )

    def _words(self, move: Move, *, short: bool = False) -> str:
        """What the move does, with its token behind."""
        told = self._view.words(move, told=False, language=self._texts.language, short=short)
        return f"{told} [{move}]"

    def _mixed_parts(self) -> list[str]:
        say = self._texts.say
        return [
            say(
                "mixed.part",
                move=self._words(move, short=True),
                share=say(f"share.{_nearest_share(share)}"),
            )
            for move, share in self.mixture
        ]

    def _line_text(self, line: Line) -> str:
        say = self._texts.say
        if line.value is None:
            return say("line.unseen", move=self._words(line.move, short=True))
        after = [f"[{token}]" for token in itertools.takewhile(_is_seen, line.pv[1:])]
        error = "" if line.proven else say("line.error", error=self._error(line.error))
        return say(
            "line",
            move=self._words(line.move, short=True),
            value=self._payoff(line.value),
            error=error,
            visits=say("line.visits", visits=str(line.visits)) if line.visits else "",
            proven=say(f"line.proven.{line.proven}") if line.proven else "",
            line=say("line.then", line=" ".join(after)) if after else "",
        )


def _is_seen(token: str) -> bool:
    """The line goes on with something that can be read, not with a hidden choice."""
    return any(sign.isalnum() for sign in token) or "?" not in token


def _best_line(report: Report) -> Line:
    """Mixed play is drawn from its policy; a hint speaks of the likeliest move."""
    if report.is_mixed:
        return max(report.lines, key=lambda line: line.policy)
    return next(line for line in report.lines if line.move == report.best)


def _value_or_least(line: Line) -> float:
    """For sorting, the best first."""
    return math.inf if line.value is None else -line.value


def _is_looked_at(best: Line, line: Line) -> bool:
    return line.value is not None and line.visits >= _FEWEST_VISITS * best.visits


def _gap(best: Line, line: Line) -> float:
    """How far behind the best, in standard errors of the difference."""
    assert best.value is not None
    assert line.value is not None
    error = math.hypot(best.error, line.error)
    behind = best.value - line.value
    return behind / error if error > 0 else math.copysign(math.inf, behind) if behind else 0.0


def _is_close(one: float | None, other: float | None) -> bool:
    """The same but for rounding: solvers work in floating point."""
    return one == other or (
        one is not None and other is not None and math.isclose(one, other, abs_tol=_ROUNDING)
    )


def _is_equal(best: Line, line: Line) -> bool:
    """Within one standard error; of proven values, the same."""
    if best.proven and line.proven:
        return best.proven == line.proven and _is_close(best.value, line.value)
    if best.value is None or not _is_looked_at(best, line) or line.proven == "loss":
        return False
    return _gap(best, line) <= 1 and best.proven != "win"


def _nearest_share(share: float) -> str:
    def value(text: str) -> float:
        above, below = text.split("/")
        return int(above) / int(below)

    return min(_SHARES, key=lambda text: abs(value(text) - share))
