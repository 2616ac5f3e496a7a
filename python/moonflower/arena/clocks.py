"""How long players may think: by nodes, by move, or on a clock that runs down over the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from moonflower.arena.faults import PlayerFault
from moonflower.engine import Limit

__all__ = ["Clocks", "Control"]


@dataclass(frozen=True, slots=True)
class Control:
    """Limits of every move, and a clock for the whole game where ``clock`` is set.

    A player that overdraws its time by more than ``margin`` seconds has lost. Wall clocks lie on
    a busy machine, so the margin is wide; an even match is best made by nodes.
    """

    limit: Limit = field(default_factory=lambda: Limit(nodes=1000))
    clock: float | None = None  # seconds for the game
    increment: float = 0.0  # seconds a move adds
    margin: float = 1.0
    cpu: float | None = None  # CPU seconds a move: the player's nodes follow from it (``Budget``)

    def key(self) -> str:
        """What tells this control from others in a file of results."""
        facts = {name: value for name, value in asdict(self.limit).items() if value}
        if self.cpu is not None:
            facts["cpu"] = self.cpu
        if self.clock is not None:
            facts |= {"clock": self.clock, "increment": self.increment}
        return json.dumps(facts, sort_keys=True)


class Clocks:
    """The clocks of one game, kept by the referee."""

    def __init__(self, controls: Sequence[Control]) -> None:
        self._controls = controls
        self._left = [control.clock for control in controls]

    def limit(self, seat: int) -> Limit:
        """What the player of a seat is told."""
        control = self._controls[seat]
        if control.clock is None:
            return control.limit
        return replace(
            control.limit,
            clocks=tuple(self._left),
            increments=tuple(one.increment for one in self._controls),
        )

    def charge(self, seat: int, seconds: float) -> None:
        """Take what a move has cost; a fault when the seat had no more."""
        control = self._controls[seat]
        if control.limit.time is not None and seconds > control.limit.time + control.margin:
            msg = f"{seconds:.3f} s for a move; {control.limit.time} s are allowed"
            raise PlayerFault(kind="time", text=msg)
        left = self._left[seat]
        if left is None:
            return
        if seconds > left + control.margin:
            msg = f"{seconds:.3f} s for a move; {left:.3f} s were left on the clock"
            raise PlayerFault(kind="time", text=msg)
        self._left[seat] = max(left - seconds, 0.0) + control.increment

    def patience(self, seat: int) -> float | None:
        """Seconds after which a silent player has lost; ``None`` where only nodes count."""
        control = self._controls[seat]
        ends = [end for end in (control.limit.time, self._left[seat]) if end is not None]
        return min(ends) + control.margin if ends else None
