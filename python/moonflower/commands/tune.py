"""``moonflower tune``: engine options found by play, and the gain checked by a fresh match."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from moonflower.arena.backends import BACKENDS, open_backend
from moonflower.arena.match import Match
from moonflower.arena.players import EngineSpec
from moonflower.arena.progress import Progress
from moonflower.arena.specs import parse_player
from moonflower.arena.tuning import PARAMETERS, Tuning
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import whole
from moonflower.positions import Game

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Find engine options by play: every option a little up in one player and down in the other, a
short match, a step towards the better one (SPSA), and so on; then a fresh match of the tuned player
against the untuned one says what was gained.""",
    examples=(
        (
            "moonflower tune kuhn_poker exploration=0.7 --player ismcts,nodes=20 "
            "--steps 2 --deals 2 --verify 5",
            "a very short run",
        ),
    ),
    see="docs/arena.md, moonflower match",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game, with options: hanamikoji or terraflip:players=3")
    parser.add_argument(
        "start",
        nargs="+",
        metavar="OPTION=VALUE",
        help=f"what to tune and where to begin; of {', '.join(PARAMETERS)}",
    )
    parser.add_argument("--player", default="auto,nodes=200", help="who is tuned (auto,nodes=200)")
    parser.add_argument("--steps", type=whole(1), default=50, help="of the search (default 50)")
    parser.add_argument("--deals", type=whole(1), default=8, help="of each step, in every seating")
    parser.add_argument(
        "--verify", type=whole(1), default=100, help="deals against the untuned player"
    )
    parser.add_argument("--seed", type=int, default=1, help="of all deals (default 1)")
    parser.add_argument("--workers", type=whole(1), default=2, help="games at once (default 2)")
    parser.add_argument("--backend", choices=BACKENDS, default="threads", help="where they run")
    parser.add_argument("--out", type=Path, help="keep the games in this folder, go on from there")
    parser.add_argument("--progress", action="store_true", help="a bar even without a terminal")
    parser.add_argument("--json", action="store_true", help="as one object, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    player = parse_player(options.player)
    if not isinstance(player, EngineSpec):
        msg = f"--player {options.player!r}: only an engine of ours can be tuned"
        raise ValueError(msg)
    tuning = Tuning(
        game=Game(options.game),
        player=player,
        start=dict(_start(text) for text in options.start),
        seed=options.seed,
    )
    backend = open_backend(options.backend, options.workers)
    bar = Progress(sys.stderr, unit="steps", force=options.progress)
    steps = tuning.run(
        options.steps,
        deals=options.deals,
        backend=backend,
        folder=options.out,
        on_step=lambda step: bar(step.number + 1, options.steps, _told(step.values)),
    )
    bar.close()
    values = steps[-1].values
    tuned = tuning.with_values(values, name="tuned")
    match = Match.of(tuning.game, [tuned, player], seed=options.seed + 999_999_937)
    bar = Progress(sys.stderr, force=options.progress)
    result = match.play(options.verify, backend=backend, folder=options.out, on_game=bar)
    bar.close()
    score = result.score
    if options.json:
        facts = {"values": values, "steps": [asdict(step) for step in steps], **asdict(score)}
        print(json.dumps(facts))
        return 0
    print(f"{tuning.game.spec} after {options.steps} steps: {_told(values)}")
    print(
        f"against {player.name}, {len(result.games)} fresh games: mean payoff {score.mean:.4f}"
        f" (95 %: {score.low:.4f} to {score.high:.4f})"
    )
    return 0


def _start(text: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    try:
        if not equals:
            raise ValueError
        return name, float(value)
    except ValueError:
        msg = f"tune: expected OPTION=NUMBER, got {text!r}"
        raise ValueError(msg) from None


def _told(values: object) -> str:
    assert isinstance(values, dict)
    return " ".join(f"{name}={value:g}" for name, value in values.items())
