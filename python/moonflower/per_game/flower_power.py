"""What Flower Power offers beyond the common interface: the chance that an attack succeeds."""

from __future__ import annotations

from dataclasses import dataclass

from moonflower import _core
from moonflower.arguments import expect_whole
from moonflower.positions import Move, State, View
from moonflower.positions.game import expect_position

__all__ = ["AttackOdds", "attack_odds"]


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """How an attack ends when both sides fight as well as they can."""

    chance: float  # the target is captured or gone when the battle is over
    worlds: int  # hands of the others that were tried
    exact: bool  # all of them, each to the end
    nodes: int


def attack_odds(
    position: State | View,
    attack: str | Move,
    *,
    samples: int = 200,
    seed: int = 0,
    nodes: int = 100_000,
) -> AttackOdds:
    """The chance that an attack of the seat on turn succeeds.

    From a state: with the hands as they are, both open. From a view: averaged over the hands the
    others may hold, all of them if there are at most ``samples``, else as many drawn by ``seed``.
    Hand actions on the two fighting flowers are considered, and cards cost nothing; ``nodes``
    bounds the work for one hand.

    >>> import moonflower as mf
    >>> from moonflower.per_game import flower_power
    >>> state = mf.Game("flower_power").parse(
    ...     "FP1 1r:(KS),(3S)/2r:(QH),(4D);3r:(2D),(5C) -/- 9C,8C - t9.1.1.0.00.11.20 main"
    ... )
    >>> flower_power.attack_odds(state, "a1>2").chance
    1.0
    """
    expect_position(position)
    expect_whole(samples, "samples")
    expect_whole(nodes, "nodes", most=2**63 - 1)
    if samples < 1 or nodes < 1:
        msg = f"samples and nodes must be at least 1, got {samples} and {nodes}"
        raise ValueError(msg)
    if isinstance(position, State):
        found = _core.flower_power_attack_odds(position._inner, str(attack), nodes)
    else:
        found = _core.flower_power_view_attack_odds(
            position._inner, str(attack), samples, seed % 2**64, nodes
        )
    return AttackOdds(*found)
