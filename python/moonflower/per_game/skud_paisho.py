"""What Skud Pai Sho offers beyond the common interface: turns, harmonies, rings, records."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from moonflower import _core
from moonflower.arguments import expect, expect_text, expect_whole
from moonflower.positions import Game, Move, State
from moonflower.positions.game import expect_state
from moonflower.solve.solution import Solution, solution_of

__all__ = [
    "Harmony",
    "Point",
    "Record",
    "canonical_key",
    "check_forced_win",
    "drained",
    "evaluation",
    "forced_win",
    "greedy_move",
    "harmonies",
    "images",
    "priors",
    "read_record",
    "repetition_key",
    "ring_in_one",
    "ring_threats",
    "trapped",
    "turns",
    "write_record",
]

Point = tuple[int, int]
"""``(x, y)`` with the centre at ``(0, 0)``, x to the right and y up."""


@dataclass(frozen=True, slots=True)
class Harmony:
    """Two tiles in Harmony and the seat that owns it."""

    owner: int
    first: Point
    second: Point


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its start: its turns with their prefixes, and the position they lead to."""

    turns: tuple[str, ...]
    state: State

    def text(self, *, separator: str = ";") -> str:
        """The record as one text; ``separator`` is ``";"`` or a line end."""
        if separator not in {";", "\n"}:
            msg = f"separator must be ';' or a line end, got {separator!r}"
            raise ValueError(msg)
        return separator.join(self.turns)


def _inner(state: State) -> _core.State:
    expect_state(state)
    return state._inner


def turns(state: State) -> list[str]:
    """All complete turns in the site's text; at an open bonus, its steps.

    >>> import moonflower as mf
    >>> from moonflower.per_game import skud_paisho
    >>> record = skud_paisho.read_record("0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8)")
    >>> len(skud_paisho.turns(record.state))
    27
    """
    return _core.skud_paisho_turns(_inner(state))


def harmonies(state: State) -> list[Harmony]:
    """The harmonies of both seats."""
    return [Harmony(*found) for found in _core.skud_paisho_harmonies(_inner(state))]


def trapped(state: State) -> list[Point]:
    """Where flowers stand that an enemy Orchid keeps from being arranged."""
    return _core.skud_paisho_trapped(_inner(state))


def drained(state: State) -> list[Point]:
    """Where basic flowers and Lotuses stand that a Knotweed keeps out of harmonies."""
    return _core.skud_paisho_drained(_inner(state))


def ring_in_one(state: State, seat: int) -> list[str]:
    """The turns of a seat after which it has won by a ring, as if it were on turn.

    At the seat's own open bonus: the bonus steps that do so.
    """
    expect_whole(seat, "seat")
    return _core.skud_paisho_ring_in_one(_inner(state), seat)


def ring_threats(state: State, seat: int) -> list[str]:
    """The turns by which the opponent of a seat would complete a ring if it were on turn."""
    expect_whole(seat, "seat")
    return _core.skud_paisho_ring_in_one(_inner(state), {0: 1, 1: 0}.get(seat, seat))


def forced_win(
    state: State, *, turns: int = 3, nodes: int = 50_000, bonus_threats: bool = True
) -> Solution | None:
    """A win of either seat in at most ``turns`` of its turns by threats of a ring or a last flower.

    Threat-limited proof-number search: what is found holds against every reply, what is not found
    may still be there. Without ``bonus_threats`` the threats are made by turns without a bonus,
    which is much faster. ``nodes`` bounds each of the searches. The answer is the winner's: it says
    in how many ``turns`` of its own at most, and ``line`` is one of the ways to the end.

    >>> import moonflower as mf
    >>> from moonflower.per_game import skud_paisho
    >>> state = mf.Game("skud_paisho").parse(
    ...     "sp1 GR4(5,6);GR3(-5,5);GR4(-5,-5);GR3(5,-5) 111111LORWKB/111111LORWKB G 10 -"
    ... )
    >>> win = skud_paisho.forced_win(state)
    >>> win.winner, win.turns
    (0, 1)
    """
    expect_whole(turns, "turns")
    expect_whole(nodes, "nodes", most=2**63 - 1)
    if turns < 1 or nodes < 1:
        msg = f"turns and nodes must be at least 1, got {turns} and {nodes}"
        raise ValueError(msg)
    begun = time.perf_counter()
    found = _core.skud_paisho_forced_win(_inner(state), turns, nodes, bonus_threats)
    return None if found is None else solution_of(found, time.perf_counter() - begun)


def check_forced_win(state: State, *, seat: int, turns: int) -> int | None:
    """Prove a win of ``seat`` and play the proof against every reply by the rules alone.

    The number of positions visited, or ``None`` without a proof. ``MoonflowerError`` if a proof
    should not hold.
    """
    expect_whole(seat, "seat")
    expect_whole(turns, "turns")
    return _core.skud_paisho_check_forced_win(_inner(state), seat, turns)


def canonical_key(state: State) -> int:
    """64 bits, equal for positions that a symmetry of the game carries into each other."""
    return _core.skud_paisho_canonical_key(_inner(state))


def repetition_key(state: State) -> int:
    """64 bits over board, reserves and phase; the number of plies is left out."""
    return _core.skud_paisho_repetition_key(_inner(state))


def images(state: State) -> list[State]:
    """The state and its images: four, or eight when no Wheel is left in a reserve."""
    return [State._of(image) for image in _core.skud_paisho_images(_inner(state))]


def evaluation(state: State, seat: int) -> int:
    """The seat's lead in points of the static evaluation."""
    expect_whole(seat, "seat")
    return _core.skud_paisho_evaluation(_inner(state), seat)


def priors(state: State) -> list[int]:
    """The prior weight of each legal move, in the order of ``State.legal_moves``."""
    return _core.skud_paisho_priors(_inner(state))


def greedy_move(state: State, *, seed: int = 0) -> Move:
    """The step with the best static evaluation; ties are drawn by the seed."""
    expect_whole(seed, "seed", most=None)
    return _core.skud_paisho_greedy_move(_inner(state), seed % 2**64)


def read_record(text: str, *, game: Game | None = None) -> Record:
    """Read a whole game in the site's notation, separated by ``;`` or line ends.

    ``IllegalMoveError`` and ``ParseError`` give the number of the refused entry and the reason.
    """
    expect_text(text, "record")
    expect(game, Game | None, "game", "a Game")
    inner = _core.Game("skud_paisho") if game is None else game._inner
    state, found = _core.skud_paisho_read_record(inner, text)
    return Record(tuple(found), State._of(state))


def write_record(
    moves: Iterable[str | Move], *, game: Game | None = None, separator: str = ";"
) -> str:
    """The record of a game given by its steps or turns from the start."""
    expect(moves, Iterable, "moves", "a list of moves")
    expect_text(separator, "separator")
    return read_record(";".join(map(str, moves)), game=game).text(separator=separator)
