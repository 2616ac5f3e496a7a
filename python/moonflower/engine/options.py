"""How an engine thinks: algorithm, resources, and what a game would choose for itself."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from moonflower import _core
from moonflower.engine.weaker import FULL_STRENGTH, node_cap

__all__ = ["SEED_LIMIT", "EngineOptions"]

SEED_LIMIT: Final = 2**64


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """How an engine thinks. ``None`` leaves a choice to the game."""

    algorithm: str = "auto"  # auto, mcts, ismcts, pimc, flat, random, greedy, cheat, so-ismcts
    threads: int = 1
    hash_mb: int = 64  # memory of the search table, never exceeded
    seed: int = 0
    strength: int = FULL_STRENGTH  # 0 plays almost at random, 20 as well as it can; not for hints
    deterministic: bool = False  # several threads, yet the same answer every time
    margin: bool = (
        False  # maximise the lead in points instead of the payoff, where there are points
    )
    greedy: bool = False  # play the best move even where the policy is a mixture
    solve: bool = True  # prove values in known worlds; auto asks the game's solver first
    smooth: bool = False  # Smooth UCT: a policy that mixes, in games with secrets
    redeterminize: int = 0  # percent of simulations that see the world as the next seat does
    pimc_worlds: int = 32
    move_overhead: float = 0.01  # seconds kept back from every clock
    selection: str | None = None  # ucb1, ucb1-tuned, puct
    leaf: str | None = None  # playout, cutoff, heuristic, stage
    cut_off: int | None = None  # moves a cut-off playout makes
    greedy_percent: int | None = None  # share of playout moves made by the game's greedy rule
    exploration: float | None = None  # of the selection rule, for payoffs from 0 to 1
    regret_matching: bool | None = None  # at choices made together, up to 16 moves
    expand_at: int | None = None  # visits before a node gets moves of its own
    widen_base: int | None = None  # moves a node considers at first; 0: all
    widen_rate: float | None = None  # more of them, times the root of its visits

    def __post_init__(self) -> None:
        node_cap(self.strength)  # refuses what is out of range

    def to_core(self) -> _core.SearchSettings:
        settings = _core.SearchSettings()
        renamed = ("move_overhead", "exploration", "widen_rate", "seed", "strength")
        for option in fields(self):
            if option.name not in renamed:
                setattr(settings, option.name, getattr(self, option.name))
        settings.seed = self.seed % SEED_LIMIT
        settings.move_overhead_ms = round(1000 * self.move_overhead)
        settings.exploration_milli = _thousandths(self.exploration)
        settings.widen_milli = _thousandths(self.widen_rate)
        return settings


def _thousandths(value: float | None) -> int | None:
    return None if value is None else round(1000 * value)
