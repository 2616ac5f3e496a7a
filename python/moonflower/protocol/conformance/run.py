"""Hold an engine to all rules, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

# Rules are declared where they are written; the order of these is the order of the report.
from moonflower.protocol.conformance import (  # noqa: F401
    about_endings,
    about_lines,
    about_positions,
    about_thinking,
)
from moonflower.protocol.conformance.rules import Bench, Games, Rule, Skip, rules_of
from moonflower.protocol.conformance.talk import Broken
from moonflower.protocol.conformance.wire import ProcessWire, Wire

__all__ = ["Verdict", "check_engine", "check_wire", "rule_ids"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one rule: ``passed``, ``failed`` or ``skipped``."""

    rule: str
    text: str
    outcome: str
    why: str = ""


def rule_ids() -> tuple[str, ...]:
    """The names of all rules."""
    return tuple(rule.id for rule in rules_of())


def check_engine(
    command: list[str],
    *,
    games: Games | None = None,
    only: Collection[str] = (),
    patience: float = 10.0,
) -> Iterator[Verdict]:
    """Run an engine command and try every rule on it, or those named."""
    return check_wire(
        lambda more: ProcessWire([*command, *more]), games=games, only=only, patience=patience
    )


def check_wire(
    open_wire: Callable[[tuple[str, ...]], Wire],
    *,
    games: Games | None = None,
    only: Collection[str] = (),
    patience: float = 10.0,
) -> Iterator[Verdict]:
    """The same over any wire; what it is given are arguments for the engine."""
    unknown = set(only) - set(rule_ids())
    if unknown:
        msg = f"no rule {sorted(unknown)[0]!r}; rules are {', '.join(rule_ids())}"
        raise ValueError(msg)
    bench = Bench(open_wire, games or Games(), patience)
    try:
        for rule in rules_of():
            if not only or rule.id in only:
                yield _try(rule, bench)
    finally:
        bench.tidy(is_lost=True)


def _try(rule: Rule, bench: Bench) -> Verdict:
    outcome, why = "passed", ""
    try:
        rule.check(bench)
    except Skip as skip:
        outcome, why = "skipped", str(skip)
    except Broken as broken:
        outcome, why = "failed", str(broken)
    except (IndexError, KeyError, ValueError) as odd:  # an answer that has not even its form
        outcome, why = "failed", f"an answer cannot be read: {odd}"
    # Whatever state a broken rule has left behind is no concern of the next one.
    bench.tidy(is_lost=outcome == "failed")
    return Verdict(rule.id, rule.text, outcome, why)
