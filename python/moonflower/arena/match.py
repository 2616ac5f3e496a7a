"""Matches with paired deals: the same chance for every seating, seats rotated through all places.

The referee holds the truth and gives each player its own view. A *round* is one deal played once
for every rotation of the seats; results are JSON lines, one per round, so that a stopped match
goes on where it was and never plays a round twice.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from moonflower.arena.players import EngineSpec, Player, open_player
from moonflower.arena.rating import PAIR_SCORES, Score, mean_of
from moonflower.games import CHANCE, Game

__all__ = ["GameResult", "Match", "MatchResult", "Round", "play_game", "play_round"]

_MIX = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game. ``fault`` names who broke it and how; that seat has lost."""

    returns: tuple[float, ...]
    moves: int
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One deal in all its seatings: payoffs of the first player and the faults seen."""

    seed: int
    scores: tuple[float, ...]  # of the first player, one per seating
    moves: int
    faults: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """The first player's mean payoff over the seatings."""
        return sum(self.scores) / len(self.scores)


def play_game(game: Game, seed: int, seating: Sequence[Player]) -> GameResult:
    """One game. Chance follows from the seed alone, whoever sits where."""
    state = game.start()
    for seat, player in enumerate(seating):
        player.begin((seed * 31 + seat) & (2**64 - 1))
    moves = draws = 0
    while not state.is_over:
        if state.turn == CHANCE:
            state = state.draw((seed * _MIX + draws) % 2**64)
            draws += 1
            continue
        seat = state.turn
        try:
            state = state.play(seating[seat].choose(state.view(seat)))
        except Exception as error:  # a player's fault costs its own game, not the match
            others = 1.0 / (game.players - 1)
            returns = tuple(0.0 if s == seat else others for s in range(game.players))
            return GameResult(returns, moves, f"p{seat + 1}: {type(error).__name__}: {error}")
        moves += 1
    return GameResult(tuple(state.returns or ()), moves)


def play_round(spec: str, seed: int, first: EngineSpec, field: EngineSpec) -> Round:
    """One deal: the first player in every seat in turn, the field in all others."""
    game = Game(spec)
    players = _players(spec, first, field, game.players)
    scores, faults, moves = [], [], 0
    for place in range(game.players):
        seating = [*players[1:]]
        seating.insert(place, players[0])
        result = play_game(game, seed, seating)
        scores.append(result.returns[place])
        moves += result.moves
        if result.fault:
            faults.append(result.fault)
    return Round(seed, tuple(scores), moves, tuple(faults))


_open: dict[tuple[str, str], list[Player]] = {}


def _players(spec: str, first: EngineSpec, field: EngineSpec, seats: int) -> list[Player]:
    """The players of this worker, made once: an engine's table costs more than a game."""
    key = (spec, first.key() + field.key())
    if key not in _open:
        for players in _open.values():
            for player in players:
                player.close()
        _open.clear()
        game = Game(spec)
        _open[key] = [open_player(game, first)]
        _open[key] += [open_player(game, field) for _ in range(seats - 1)]
    return _open[key]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match has shown so far."""

    rounds: tuple[Round, ...]

    @property
    def pairs(self) -> tuple[int, ...]:
        """Counts of pair scores 0, 1/4, 1/2, 3/4, 1: two seats, payoffs that add up to 1."""
        counts = [0] * len(PAIR_SCORES)
        for played in self.rounds:
            counts[min(range(5), key=lambda i: abs(PAIR_SCORES[i] - played.score))] += 1
        return tuple(counts)

    @property
    def score(self) -> Score:
        """Mean payoff of the first player with its 95 % interval, from the means of rounds."""
        return mean_of([played.score for played in self.rounds])

    @property
    def faults(self) -> int:
        """Games lost by a broken player."""
        return sum(len(played.faults) for played in self.rounds)


@dataclass(frozen=True, slots=True)
class Match:
    """One player against a field of copies of another."""

    game: Game
    first: EngineSpec
    field: EngineSpec
    seed: int = 1

    @property
    def key(self) -> str:
        """What tells this match from others in a file of results."""
        return json.dumps([self.game.spec, self.first.key(), self.field.key(), self.seed])

    def play(
        self,
        rounds: int,
        *,
        workers: int = 1,
        path: Path | None = None,
        on_round: Callable[[MatchResult], bool] | None = None,
    ) -> MatchResult:
        """Play ``rounds`` deals; ``on_round`` may end the match early by returning ``False``.

        With ``path`` every round is kept there as soon as it is played, and rounds that are there
        already are not played again.
        """
        done = {played.seed: played for played in _kept(path, self.key)} if path else {}
        wanted = [(self.seed << 32) + index for index in range(rounds)]
        for played in self._rounds([one for one in wanted if one not in done], workers):
            done[played.seed] = played
            if path:
                _keep(path, self.key, played)
            so_far = MatchResult(tuple(done[one] for one in wanted if one in done))
            if on_round and on_round(so_far) is False:
                break
        return MatchResult(tuple(done[one] for one in wanted if one in done))

    def _rounds(self, seeds: Sequence[int], workers: int) -> Iterator[Round]:
        if workers == 1:
            for seed in seeds:
                yield play_round(self.game.spec, seed, self.first, self.field)
            return
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context) as pool:
            futures = [
                pool.submit(play_round, self.game.spec, seed, self.first, self.field)
                for seed in seeds
            ]
            try:
                for future in as_completed(futures):
                    yield future.result()
            finally:
                for future in futures:
                    future.cancel()


def _kept(path: Path, key: str) -> Iterator[Round]:
    """Rounds of this match in the file; a line cut short by a crash is passed over."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry["match"] == key:
            yield Round(
                entry["seed"], tuple(entry["scores"]), entry["moves"], tuple(entry["faults"])
            )


def _keep(path: Path, key: str, played: Round) -> None:
    entry = {
        "match": key,
        "seed": played.seed,
        "scores": played.scores,
        "moves": played.moves,
        "faults": played.faults,
    }
    torn = path.exists() and path.stat().st_size > 0 and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write(("\n" if torn else "") + json.dumps(entry) + "\n")
