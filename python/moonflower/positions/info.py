"""Facts and results as frozen values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["GameInfo", "OptionInfo"]


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One option of a game: what it is called, what it takes, what it means."""

    name: str
    kind: str  # "integer", "choice" or "text"
    default: str
    min: int  # integers
    max: int
    choices: tuple[str, ...]  # choices, the default first
    help: str


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game, known before it is played."""

    name: str
    title: str
    summary: str
    lab: bool  # a small game with published values, for tests and comparisons
    hidden: bool  # some seat knows what another does not
    chance: bool
    simultaneous: bool  # choices made together, as secret commits
    min_players: int
    max_players: int
    lowest_payoff: int
    highest_payoff: int
    payoff_sum: int | None  # what the payoffs of a finished game add up to, if that is fixed
    options: tuple[OptionInfo, ...]
    variants: tuple[str, ...]  # option sets worth trying, as in ``Game("name:variant")``
