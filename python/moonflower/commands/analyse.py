"""``moonflower analyse``: a game record judged move by move."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from moonflower.review import MoveReview, read_game, review, worst
from moonflower.search import Limit

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = (
        "Judge every move of a game from what its seat knew: the value before it with the best\n"
        "move, the value after the move played, and the loss between them, from 0 to 1."
    )
    parser.epilog = (
        "record: two lines of the protocol, comments with #:\n"
        "  game tic_tac_toe\n"
        "  position startpos moves b2 a1 c3\n\n"
        "exit codes: 0 done, 2 the record cannot be read"
    )
    parser.add_argument("file", help="a game record; - reads standard input")
    parser.add_argument("--nodes", type=int, default=2000, help="simulations a move (default 2000)")
    parser.add_argument("--time", type=float, help="seconds a move instead")
    parser.add_argument("--worst", type=int, default=3, help="mistakes in the summary (default 3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="all figures, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    table = read_game(_text(options.file))
    limit = Limit(nodes=options.nodes) if options.time is None else Limit(time=options.time)
    shows = sys.stderr.isatty()

    def progress(ply: int, plies: int) -> None:
        if shows:
            print(f"\rmove {ply} of {plies}", end="", file=sys.stderr, flush=True)

    moves = list(review(table, limit, seed=options.seed, progress=progress))
    if shows:
        print("\r\033[K", end="", file=sys.stderr)
    mistakes = worst(moves, options.worst)
    if options.json:
        facts = {
            "game": table.place.game.spec,
            "moves": [asdict(move) for move in moves],
            "worst": [move.ply for move in mistakes],
            "mean_loss": _mean_losses(moves),
        }
        print(json.dumps(facts))
        return 0
    print(f"{table.place.game.spec}, {len(moves)} moves")
    print(f"{'ply':>4} seat {'move':14} {'before':>7} {'after':>7} {'loss':>7}  best")
    for move in moves:
        print(_line(move))
    for seat, loss in _mean_losses(moves).items():
        print(f"{seat} gave away {loss:.3f} a move")
    for move in mistakes:
        print(f"mistake: ply {move.ply} p{move.seat + 1} {move.move} lost {move.loss:.3f} "
              f"+- {move.error:.3f}; {move.best} was better")  # fmt: skip
    return 0


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{name!r} cannot be read ({error}); a text file with a game record is accepted"
        raise ValueError(msg) from None


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
