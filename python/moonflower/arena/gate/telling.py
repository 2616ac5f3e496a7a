"""What a gate found: a line for the commit message, an object for ``gate.jsonl``."""

from __future__ import annotations

import math
from dataclasses import asdict

from moonflower.arena.budget import Spent
from moonflower.arena.gate.gate import GateResult
from moonflower.arena.gate.sides import Side
from moonflower.arena.gate.verdict import Estimate

__all__ = ["facts_of", "line_of"]

_UNEQUAL = 0.03  # of CPU time, between the sides: said in the line


def line_of(result: GateResult) -> str:
    """One line: verdict, difference, deals, test, limits, sides."""
    gate, score, test = result.gate, result.score, result.test
    bounds = gate.bounds
    counts = f" {result.pairs}" if result.pairs else ""
    parts = [
        f"gate {gate.game.spec}: {result.verdict}, {_elo(result.elo)} Elo, {score.told()}"
        f" of {len(result.deals)} deals{counts}",
        f"SPRT {bounds.elo0:g}..{bounds.elo1:g} llr {test.llr:+.2f}",
    ]
    if result.is_alike:
        parts.append("both sides play the same")
    if gate.game.players > 2:  # noqa: PLR2004
        alone = [f"{100 * one.mean:.1f} ±{50 * (one.high - one.low):.1f}" for one in result.alone]
        parts.append("one new {} %, one old {} %".format(*alone))
    parts += [_limits(result), f"new {gate.new.name}, old {gate.old.name}", _origin(result)]
    faults = [
        f"{count} {kind} by {name}"
        for name, new in (("new", True), ("old", False))
        for kind, count in result.faults(new=new).items()
    ]
    if faults:
        parts.append("games lost by a fault: " + ", ".join(faults))
    return "; ".join(parts)


def _elo(elo: Estimate) -> str:
    parts = (round(part, 0) + 0.0 for part in (elo.mean, elo.low, elo.high))  # no -0
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(*parts)


def _limits(result: GateResult) -> str:
    new, old = result.spent(new=True), result.spent(new=False)
    told = f"CPU a move new {_ms(new):.3g} ms, old {_ms(old):.3g} ms"
    mine, theirs = (side.spec.control for side in (result.gate.new, result.gate.old))
    if mine.cpu is not None and mine.cpu == theirs.cpu and new.whole and old.whole:
        ratio = (new.whole_cpu / new.whole) / (old.whole_cpu / old.whole)
        if abs(ratio - 1) > _UNEQUAL:
            told += f" (whole searches {ratio:.3f} to 1: not equal)"
        return f"{1000 * mine.cpu:g} ms of CPU, {told}"
    return f"{_limit(result.gate.new)} against {_limit(result.gate.old)}, {told}"


def _limit(side: Side) -> str:
    control = side.spec.control
    if control.cpu is not None:
        return f"{1000 * control.cpu:g} ms of CPU"
    limits = {"nodes": control.limit.nodes, "s": control.limit.time, "worlds": control.limit.worlds}
    return ", ".join(f"{value:g} {name}" for name, value in limits.items() if value) or "no limit"


def _ms(spent: Spent) -> float:
    return 1000 * spent.cpu / max(spent.moves, 1)


def _origin(result: GateResult) -> str:
    gate = result.gate
    openings = f"{len(gate.openings)} openings, " if gate.openings else ""
    return f"{openings}seed {gate.seed}"


def facts_of(result: GateResult) -> dict[str, object]:
    """Everything, for machines; no number that JSON does not have."""
    gate = result.gate
    sides = {}
    for name, side, new in (("new", gate.new, True), ("old", gate.old, False)):
        sides[name] = {
            "build": side.label,
            "digest": side.digest,
            "options": side.options,
            "control": side.spec.control.key(),
            "spent": asdict(result.spent(new=new)),
            "faults": result.faults(new=new),
        }
    new_alone, old_alone = result.alone
    return {
        "game": gate.game.spec,
        "verdict": result.verdict,
        "deals": len(result.deals),
        "games": len(result.games.games),
        "pairs": result.pairs,
        "score": asdict(result.score),
        "elo": {key: _finite(value) for key, value in asdict(result.elo).items()},
        "new_alone": asdict(new_alone),
        "old_alone": asdict(old_alone),
        "bounds": asdict(gate.bounds),
        "llr": result.test.llr,
        "seed": gate.seed,
        "openings": len(gate.openings),
        **sides,
        "line": line_of(result),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
