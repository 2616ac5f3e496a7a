"""What a ``go`` line says about when to stop, as the engine takes it."""

from __future__ import annotations

from typing import Final

from moonflower.engine import Limit
from moonflower.history.refusal import refuse
from moonflower.protocol.commands import Go

__all__ = ["limit_of"]

_LONGEST_MS: Final = 10**12  # thirty years
_SHALLOW_NODES: Final = 256
_MOST_DOUBLINGS: Final = 22


def limit_of(command: Go, seat: int, *, solves: bool = False) -> Limit:
    """The limits of a ``go`` for the seat that thinks; none at all means until ``stop``.

    A search by worlds and playouts has no last depth: ``depth N`` alone bounds the tree and ends
    after 256 times two to the power of N simulations, at most a billion; what ``solves`` ends by
    itself. ``worlds N`` alone ends after a thousand times N simulations where a search keeps to few
    worlds.
    """
    if command.infinite:
        return Limit(depth=command.depth)
    has_other = any(
        limit is not None
        for limit in (command.movetime, command.nodes, command.depth, command.worlds)
    )
    if (command.clocks or command.increments) and seat not in command.clocks and not has_other:
        refuse("clock", f"go: no clock for p{seat + 1}, who is on turn; give p{seat + 1}time")
    nodes = command.nodes
    if command.depth is not None and not solves and _only_depth(command, seat):
        nodes = _SHALLOW_NODES << min(command.depth, _MOST_DOUBLINGS)
    seats = range(max([*command.clocks, *command.increments], default=-1) + 1)
    return Limit(
        time=_seconds(command.movetime),
        nodes=nodes,
        depth=command.depth,
        worlds=command.worlds,
        clocks=tuple(_seconds(command.clocks.get(each)) for each in seats)
        if seat in command.clocks
        else None,
        increments=tuple(_seconds(command.increments.get(each)) or 0.0 for each in seats),
        moves_to_go=command.movestogo or 0,
    )


def _only_depth(command: Go, seat: int) -> bool:
    others = (command.movetime, command.nodes, command.worlds)
    return seat not in command.clocks and all(limit is None for limit in others)


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else min(milliseconds, _LONGEST_MS) / 1000
