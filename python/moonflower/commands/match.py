"""``moonflower match``: one player against a field of another."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from moonflower.arena.match import Match, MatchResult
from moonflower.arena.players import parse_player
from moonflower.arena.rating import SprtResult, sprt
from moonflower.games import Game

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument("first", help="a player: ismcts,nodes=1000 or flat,time=0.01")
    parser.add_argument("field", help="who sits in all other seats")
    parser.add_argument("--rounds", type=int, default=100, help="deals, each in every seating")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, help="keep the rounds here and go on from there")
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when sure"
    )
    parser.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    match = Match(
        Game(options.game), parse_player(options.first), parse_player(options.field), options.seed
    )

    info = match.game.info
    has_pairs = match.game.players == 2 and info.payoff_sum == 1  # noqa: PLR2004
    if options.sprt and not has_pairs:
        msg = "--sprt needs a game of two seats in which one win is shared out"
        raise ValueError(msg)

    def go_on(so_far: MatchResult) -> bool:
        done = len(so_far.rounds)
        if sys.stderr.isatty():
            print(f"\r{done} of {options.rounds}", end="", file=sys.stderr, flush=True)
        return options.sprt is None or _sprt(so_far, options.sprt).accepted is None

    result = match.play(options.rounds, workers=options.workers, path=options.out, on_round=go_on)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    score = result.score
    if options.json:
        facts = {**asdict(score), "rounds": [asdict(played) for played in result.rounds]}
        print(json.dumps(facts))
        return 0
    print(f"{options.first} against {options.field}, {match.game.spec}, {score.pairs} deals")
    print(f"mean payoff {score.mean:.4f} (95 %: {score.low:.4f} to {score.high:.4f})")
    if has_pairs:
        print("Elo {:+.0f} ({:+.0f} to {:+.0f})".format(*score.elo), f"pairs {result.pairs}")
    if options.sprt:
        test = _sprt(result, options.sprt)
        print(f"SPRT llr {test.llr:.2f} in [{test.lower:.2f}, {test.upper:.2f}]: {test.accepted}")
    if result.faults:
        print(f"{result.faults} games lost by a fault")
    return 0


def _sprt(result: MatchResult, bounds: Sequence[float]) -> SprtResult:
    return sprt(result.pairs, elo0=bounds[0], elo1=bounds[1])
