"""Games that engines play, with what ours reports at each of its decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from moonflower import _core
from moonflower.bench.samples import Row, Sampler
from moonflower.bench.signature import bench_positions
from moonflower.engine import Engine, EngineOptions, Limit
from moonflower.history import History, seed_of
from moonflower.positions import Game, games

__all__ = ["OURS", "SPECS", "ReportedGames", "behaviour", "chance", "typical_decisions"]

OURS: Final = "auto"
_INSTANT: Final = ("random", "greedy")
_HASH_MB: Final = 16
_DIGITS: Final = 6
_MOST_NODES: Final = 500  # of a search that tells one behaviour from another


def _specs() -> Iterator[str]:
    """Every game in which one payoff is shared out, by seats and families of variants."""
    families = {
        "flower_power": ("", "build_open=1", "jokers=0"),
        "hanamikoji": ("", "max_rounds=1", "tiebreak=tiers"),
        "terraflip": ("", "lines=axial", "hand=blind", "connect=final"),
        "shields": ("", "cheat=1", "deck=uno44", "mode=ffa", "mode=ffau"),
        "skud_paisho": ("", "stuck=loss"),
    }
    by_seats = {"", "mode=ffa", "mode=ffau"}
    for info in games():
        least = max(2, info.min_players)
        for family in families.get(info.name, ("",)):
            most = info.max_players if family in by_seats else least
            for players in range(least, most + 1):
                options = [family, f"players={players}" if players > least else ""]
                yield f"{info.name}:{','.join(filter(None, options))}".rstrip(":")


SPECS: Final = tuple(_specs())
"""What the truth bench looks at by itself."""


def chance(payoff: float, game: Game) -> float:
    """A payoff on the way from the lowest of the game to its highest; what is outside stays so."""
    low, high = game.info.lowest_payoff, game.info.highest_payoff
    return (payoff - low) / (high - low)


def typical_decisions(game: Game) -> int:
    """About how many decisions a game has; always the same answer."""
    state = game.deal(1)
    of_a_seat = _core.decisions_left(state.view(state.turn)._inner)
    return max(game.players, round(of_a_seat * game.players))


def behaviour(game: Game, options: EngineOptions, nodes: int) -> str:
    """A checksum of what the engine plays and reports on a few positions."""
    digest = hashlib.blake2b(digest_size=8)
    with Engine(game, options=options) as engine:
        for state in bench_positions(game):
            report = engine.analyse(state, Limit(nodes=min(nodes, _MOST_NODES)))
            lines = [(str(line.move), line.visits, line.value) for line in report.lines]
            digest.update(repr((str(report.best), report.value, lines)).encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class ReportedGames:
    """Games of ours against itself, or of ours in one seat against an opponent in the others.

    A sample is one game: ``values`` has for each decision of ours how many decisions there were
    before it, its seat and the value reported to it as a chance from 0 to 1. ``returns`` are the
    payoffs in the same units; none in a game that was left after ``most`` decisions.
    """

    spec: str
    nodes: int
    opponent: str = OURS  # an algorithm
    most: int | None = None
    options: EngineOptions = field(default_factory=lambda: EngineOptions(hash_mb=_HASH_MB))
    seed: int = 1

    def about(self) -> dict[str, object]:
        """See ``Work``."""
        return {
            "game": self.spec,
            "nodes": self.nodes,
            "opponent": self.opponent,
            "most": self.most,
            "options": {**self.options.changed, "seed": self.seed},
            "behaviour": behaviour(Game(self.spec), self.options, self.nodes),
        }

    def own_seats(self, number: int) -> tuple[int, ...]:
        """Where ours sits in a game; against others each seat in turn."""
        players = Game(self.spec).players
        return tuple(range(players)) if self.opponent == OURS else (number % players,)

    def open(self) -> Sampler:
        """See ``Work``."""
        game = Game(self.spec)
        ours = Engine(game, options=self.options)
        others = ours
        if self.opponent != OURS:
            others = Engine(game, algorithm=self.opponent, hash_mb=_HASH_MB)

        def sample(number: int) -> Row:
            seed = seed_of(self.seed, number)
            for engine in {ours, others}:
                engine.configure(seed=seed)
            return self._play(History(game, deal=seed, seed=seed), ours, others, number)

        return sample

    def _play(self, history: History, ours: Engine, others: Engine, number: int) -> Row:
        limit = Limit(nodes=self.nodes)
        other_limit = Limit(nodes=1) if self.opponent in _INSTANT else limit
        own = self.own_seats(number)
        waiting = set(own)  # for a decision after the last that counts
        values: list[tuple[int, int, float]] = []
        decisions = 0
        while waiting:
            history.draw_all()
            if history.is_over:
                break
            state = history.state
            if len(moves := state.legal_moves()) == 1:
                history.play(moves[0])
                continue
            if state.turn in own:
                report = ours.analyse(history, limit, multipv=1)
                assert report.value is not None
                value = chance(report.value, history.game)
                values.append((decisions, state.turn, round(value, _DIGITS)))
                if self.most is not None and decisions >= self.most - 1:
                    waiting.discard(state.turn)
                history.play(report.best)
            else:
                history.play(others.play(history, other_limit).move)
            decisions += 1
        returns = history.state.returns
        payoffs = None if returns is None else [chance(one, history.game) for one in returns]
        return {"values": values, "returns": payoffs}
