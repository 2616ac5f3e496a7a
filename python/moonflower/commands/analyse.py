"""``moonflower analyse``: a game record judged move by move."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from moonflower.arena.progress import Progress
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds, whole
from moonflower.engine import Limit, MoveReview, review, worst
from moonflower.history import History, parse_record, record_text
from moonflower.terminal.screen import wrapped

__all__ = ["MANUAL", "add_to", "run"]

MANUAL = Manual(
    about="""
Judge every move of a game from what its seat knew: the value of the position with the best move,
the value after the move that was played, the loss between them, and the best move. Values go from 0
to 1. Below the table: what each seat gave away on average, and the worst mistakes, with their
standard error; what the noise of the search explains is not called a mistake.""",
    notes="""record: lines of the protocol, as moonflower play saves them; # begins a comment
  game tic_tac_toe
  position startpos moves b2 a1 c3""",
    examples=(
        ("moonflower analyse game.txt", "a table and the three worst mistakes"),
        ("moonflower analyse game.txt --nodes 500 --json", "all figures, for machines"),
        (
            r"printf 'game hanamikoji\nposition startpos seed 7 moves s6\n' | "
            "moonflower analyse - --nodes 500",
            "from another program",
        ),
    ),
    exits={0: "the game was judged"},
    see="moonflower play, moonflower hint",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="a game record; - reads standard input")
    parser.add_argument(
        "--nodes", type=whole(1), default=2000, help="simulations a move (default 2000)"
    )
    parser.add_argument("--time", type=seconds, help="seconds a move instead")
    parser.add_argument(
        "--worst", type=whole(0), default=3, help="mistakes in the summary (default 3)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the search (default 0)")
    parser.add_argument("--json", action="store_true", help="all figures, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    history = parse_record(record_text(options.file))
    limit = Limit(nodes=options.nodes) if options.time is None else Limit(time=options.time)
    bar = Progress(sys.stderr, unit="moves")
    moves = list(review(history, limit, seed=options.seed, progress=bar))
    bar.close()
    mistakes = worst(moves, options.worst)
    if options.json:
        facts = {
            "game": history.game.spec,
            "moves": [asdict(move) for move in moves],
            "worst": [move.ply for move in mistakes],
            "mean_loss": _mean_losses(moves),
        }
        print(json.dumps(facts))
        return 0
    print(f"{history.game.spec}, {len(moves)} moves")
    print(f"{'ply':>4} seat {'move':14} {'before':>7} {'after':>7} {'loss':>7}  best")
    for move in moves:
        print(_line(move))
    for seat, loss in _mean_losses(moves).items():
        print(f"{seat} gave away {loss:.3f} a move")
    for move in mistakes:
        played, best = (_told(history, move, token) for token in (move.move, move.best))
        lost = f"lost {move.loss:.3f} +- {move.error:.3f}"
        told = f"mistake: ply {move.ply}, p{move.seat + 1}: {played} {lost}; {best} was better"
        print(wrapped(told))
    return 0


def _told(history: History, judged: MoveReview, token: str) -> str:
    """A move that could be made at that ply, in words with its token behind."""
    view = history.until(judged.ply - 1).view(judged.seat)
    return f"{view.words(token, told=False)} [{token}]"


def _line(move: MoveReview) -> str:
    proven = " proven" if move.proven else ""
    return (
        f"{move.ply:4} p{move.seat + 1}   {move.move:14} {move.before:7.3f} {move.after:7.3f} "
        f"{move.loss:7.3f}  {move.best}{proven}"
    )


def _mean_losses(moves: list[MoveReview]) -> dict[str, float]:
    losses: dict[str, list[float]] = {}
    for move in moves:
        losses.setdefault(f"p{move.seat + 1}", []).append(move.loss)
    return {seat: round(sum(lost) / len(lost), 6) for seat, lost in sorted(losses.items())}
