"""Positions with exact answers: what each move gives away, by the game's own solver.

A problem follows from its set and number alone. The numbers from 0 on are the public half, kept
under bench/positions/regret; those from ``SECRET`` on are made when the gate asks for them, so that
nothing can be tuned on them. Numbers whose position has nothing at stake, or is not solved, give no
problem.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from moonflower.bench.samples import Row, Sampler
from moonflower.engine import Engine, Limit
from moonflower.per_game import skud_paisho
from moonflower.positions import CHANCE, Game, State, View
from moonflower.solve.solution import Solution

__all__ = ["SECRET", "SETS", "Problems", "keeps_win", "position_of", "problems_of"]

SECRET: Final = 1_000_000

_STAKE: Final = 0.01  # what the worst move must give away at least
_SURE: Final = 0.001  # a bound this small is as good as exact
_SECONDS: Final = 600.0  # of wall time for one solution: enough on any machine for
_MEMORY_MB: Final = 128  # what fits here, so that the same positions are solved everywhere
_RING_NODES: Final = 300
_RING_TURNS: Final = 160
_RANKS: Final = "AKQJT98765432"
_DECK: Final = ("BJ", "RJ", *(rank + suit for rank in _RANKS for suit in "SHDC"))

Position = State | View
Found = tuple[Position, dict[str, float], float]


def _solved(position: Position, nash_conv: float = 1e-4) -> Found | None:
    """The position with what its moves give away and the bound of that; None: not this one."""
    with Engine(position.game) as engine:
        limit = Limit(time=_SECONDS)
        found = engine.solve(position, limit, memory_mb=_MEMORY_MB, nash_conv=nash_conv)
    losses = {str(move.move): round(move.loss, 6) for move in found.moves}
    if not _is_sure(found, nash_conv) or max(losses.values()) < _STAKE:
        return None
    return position, losses, found.bound


def _is_sure(found: Solution, nash_conv: float) -> bool:
    if not found.moves or found.bound > max(_SURE, nash_conv):
        return False
    # A proof may leave the other moves with mere bounds; a mixture has the value of each.
    return all(move.exact for move in found.moves) or not any(move.exact for move in found.moves)


def _random_turns(game: Game, source: random.Random) -> list[State]:
    """Where each turn of a random game began."""
    state, turns = game.deal(source), []
    while not state.is_over:
        if state.turn != CHANCE and not state.mid_turn and len(state.legal_moves()) > 1:
            turns.append(state)
        state = state.play(state.random_move(source))
    return turns


def _hanamikoji(turns_left: int) -> Callable[[random.Random], Found | None]:
    def find(source: random.Random) -> Found | None:
        clock = f"r{source.randrange(3)}t{8 - turns_left}"
        while True:
            for state in _random_turns(Game("hanamikoji"), source):
                words = str(state).split()
                if words[2] == clock and words[8] == "act":
                    goal = 1e-3 if turns_left > 3 else 1e-4  # noqa: PLR2004 - a larger tree
                    return _solved(state.view(state.turn), goal)

    return find


def _last_turn(source: random.Random) -> Found | None:
    last = _random_turns(Game("terraflip"), source)[-1]
    return _solved(last.view(last.turn))


def _shields_duel(source: random.Random) -> Found | None:
    game = Game("shields", cheat=source.randrange(2))
    state = source.choice(_random_turns(game, source))
    return _solved(state.view(state.turn))


def _open_ending(source: random.Random) -> Found | None:
    """Flower Power with all petals in sight and empty hands: nothing is hidden but the pile."""
    deck = source.sample(_DECK, len(_DECK))
    gardens = []
    for first_id in (1, 5):
        flowers: list[str] = []
        petals = source.randint(1, 2)
        while petals > 0:
            size = source.randint(1, petals)
            cards = sorted((deck.pop() for _ in range(size)), key=_DECK.index)
            kind = "w" if source.random() < 0.3 else "r"  # noqa: PLR2004 - power flowers
            flowers.append(f"{first_id + len(flowers)}{kind}:{','.join(cards)}")
            petals -= size
        gardens.append(";".join(flowers))
    pile = sorted((deck.pop() for _ in range(source.randint(2, 5))), key=_DECK.index)
    table = f"FP1 {gardens[0]}/{gardens[1]} -/- #{len(pile)} -"
    state = Game("flower_power").parse(f"{table} t9.1.1.0.00.11.20 main %{','.join(pile)}")
    return _solved(state)


def _forced_ring(source: random.Random) -> Found | None:
    """The first position of a game of the greedy rule that is won in two turns and not in one."""
    state = Game("skud_paisho").start()
    for _ in range(_RING_TURNS):
        if state.is_over:
            return None
        if not state.mid_turn and not skud_paisho.ring_in_one(state, state.turn):
            win = skud_paisho.forced_win(state, turns=2, nodes=_RING_NODES, bonus_threats=False)
            if win is not None and win.winner == state.turn:
                return state, {}, 0.0
        seed = source.getrandbits(63)
        is_random = source.random() < 0.2  # noqa: PLR2004 - games differ
        move = state.random_move(seed) if is_random else skud_paisho.greedy_move(state, seed=seed)
        state = state.play(move)
    return None


def keeps_win(before: State, after: State) -> bool:
    """Whether a position won in two turns is, after a whole turn, still proved won in one."""
    if after.is_over:
        return before.turn in after.winners
    win = skud_paisho.forced_win(after, turns=1, nodes=100 * _RING_NODES)
    return win is not None and win.winner == before.turn


SETS: Final[dict[str, Callable[[random.Random], Found | None]]] = {
    "hanamikoji-2": _hanamikoji(2),
    "hanamikoji-3": _hanamikoji(3),
    "hanamikoji-4": _hanamikoji(4),
    "terraflip-last": _last_turn,
    "flower_power-ending": _open_ending,
    "shields-duel": _shields_duel,
    "skud_paisho-ring": _forced_ring,
}


@dataclass(frozen=True)
class Problems:
    """The problems of a set from a number on.

    A sample has the game, the position (a view with its seat, or a state in which nothing is
    hidden), what each move gives away and the bound of that; or nothing.
    """

    set: str
    first: int = 0

    def about(self) -> dict[str, object]:
        """See ``Work``."""
        return {"set": self.set, "first": self.first}

    def open(self) -> Sampler:
        """See ``Work``."""
        find = SETS[self.set]

        def sample(number: int) -> Row:
            found = find(random.Random(f"{self.set} {self.first + number}"))
            if found is None:
                return {"position": None}
            position, losses, bound = found
            return {
                "game": position.game.spec,
                "position": str(position),
                "seat": position.seat if isinstance(position, View) else None,
                "losses": losses,
                "bound": bound,
                "origin": f"{self.set} {self.first + number}",
            }

        return sample


def position_of(row: Row) -> Position:
    """The position of a sample that has one."""
    game = Game(row["game"])
    if row["seat"] is None:
        return game.parse(row["position"])
    return game.parse_view(row["position"], row["seat"])


def problems_of(rows: Sequence[Row]) -> list[Row]:
    """The samples that are problems."""
    return [row for row in rows if row["position"] is not None]
