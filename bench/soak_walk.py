"""A random game played from Python, with every promise of the package checked on the way.

``moonflower selftest`` checks the engine below the border; this walk checks what crosses it: values
written, read and pickled, views grown from events, sampled worlds, records, and a small search.
"""

from __future__ import annotations

import math
import pickle
import random
from dataclasses import dataclass, field

import moonflower as mf
from moonflower.history import parse_record

LONGEST = 200_000
NODES = 32  # of the searches
ANY_MOVE = 0.5  # shares of the turns: a move drawn from the list, not by the playout policy
SEARCHED = 0.02
COMPARED = 0.1  # the old state is looked at again after a move
SAMPLED = 0.25  # of the views


class BrokenPromise(AssertionError):
    """Something that must always hold does not."""


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise BrokenPromise(what)


@dataclass
class Walk:
    """One random game, the same for the same seed. ``tokens`` replay it after a fault."""

    game: mf.Game
    seed: int
    tokens: list[str] = field(default_factory=list)
    checks: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.game.spec} {self.seed}")
        self.state = self.game.start()
        self.grown = [self.game.start_view(seat) for seat in range(self.game.players)]

    def play(self) -> None:
        """To the end of the game; raises ``BrokenPromise`` or what the package raises."""
        while not self.state.is_over:
            expect(len(self.tokens) < LONGEST, "the game does not end")
            self._check()
            self._step()
        self._check()
        self._check_payoffs()
        self._check_record()

    def _holds(self, holds: bool, what: str) -> None:
        self.checks += 1
        expect(holds, what)

    def _step(self) -> None:
        state = self.state
        move = state.random_move(self.rng)
        if state.turn != mf.CHANCE:
            moves = state.legal_moves()
            self._holds(move in moves, f"random_move gives {move}, which is not legal")
            if self.rng.random() < ANY_MOVE:
                move = self.rng.choice(moves)
            if self.rng.random() < SEARCHED:
                self._check_search()
        else:
            total = math.fsum(share for _, share in state.outcomes())
            self._holds(math.isclose(total, 1), f"the odds add up to {total}")
        token = str(move)
        self._holds(state.parse_move(token) == move, f"move {token} changes when read")
        events = [state.seen_by(seat, token) for seat in range(state.players)]
        self.grown = [
            view.observe(seen) if seen else view
            for view, seen in zip(self.grown, events, strict=True)
        ]
        before = str(state) if self.rng.random() < COMPARED else None
        self.tokens.append(token)
        self.state = state.play(token)
        self._holds(before is None or str(state) == before, f"move {token} changes the old state")

    def _check(self) -> None:
        state = self.state
        self._check_value(state)
        self._holds(self.game.parse(str(state)) == state, "the position changes when read")
        for seat, grown in enumerate(self.grown):
            view = state.view(seat)
            who = f"seat {seat}: "
            self._holds(view == grown, f"{who}the view {view} is not the grown one, {grown}")
            self._holds(view.key == grown.key, f"{who}equal views, different keys")
            self._check_value(view)
            if state.turn == seat:
                self._holds(view.legal_moves() == state.legal_moves(), f"{who}other legal moves")
            if self.rng.random() < SAMPLED:
                self._check_world(view, who)

    def _check_value(self, value: mf.State | mf.View) -> None:
        copy = pickle.loads(pickle.dumps(value))
        self._holds(copy == value, f"{value!r} changes when pickled")
        self._holds(hash(copy) == hash(value), f"{value!r} has another hash when pickled")
        self._holds(str(copy) == str(value), f"{value!r} is written otherwise when pickled")

    def _check_world(self, view: mf.View, who: str) -> None:
        seed = self.rng.getrandbits(64)
        world = view.sample(seed)
        self._holds(world == view.sample(seed), f"{who}same seed, another world")
        back = world.view(view.seat)
        self._holds(back == view, f"{who}world {world} gives {back} instead of {view}")
        self._holds(back.key == view.key, f"{who}world {world} gives another key")
        self._holds(self.game.parse(str(world)) == world, f"{who}world {world} changes when read")
        if view.turn == view.seat == world.turn:
            self._holds(
                world.legal_moves() == view.legal_moves(), f"{who}world {world}: other legal moves"
            )

    def _check_search(self) -> None:
        """The same small search twice: a legal move, possible values, and both alike."""
        state, info = self.state, self.game.info
        seed = self.rng.getrandbits(32)
        found = []
        for _ in range(2):
            with mf.Engine(self.game, seed=seed, hash_mb=1) as engine:
                report = engine.analyse(state.view(state.turn), mf.Limit(nodes=NODES))
            found.append((report.best, report.value))
        move, value = found[0]
        self._holds(found[0] == found[1], f"same search, other results: {found}")
        self._holds(move in state.legal_moves(), f"the search plays {move}, which is not legal")
        low, high = info.lowest_payoff - 1e-9, info.highest_payoff + 1e-9
        self._holds(value is None or low <= value <= high, f"the search tells a value of {value}")

    def _check_payoffs(self) -> None:
        returns, info = self.state.returns, self.game.info
        self._holds(returns is not None, "no payoffs at the end")
        returns = returns or []
        self._holds(len(returns) == self.game.players, f"payoffs {returns} of other seats")
        for payoff in returns:
            self._holds(info.lowest_payoff <= payoff <= info.highest_payoff, f"payoffs {returns}")
        total = math.fsum(returns)
        self._holds(
            info.payoff_sum is None or math.isclose(total, info.payoff_sum, abs_tol=1e-9),
            f"payoffs {returns} add up to {total}",
        )
        self._holds(not self.state.legal_moves(), "legal moves after the end")

    def _check_record(self) -> None:
        text = f"game {self.game.spec}\nposition startpos moves {' '.join(self.tokens)}\n"
        self._holds(parse_record(text).position == self.state, "the record ends elsewhere")
