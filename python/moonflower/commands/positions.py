"""How commands are told a position."""

from __future__ import annotations

import argparse

from moonflower.games import Game, State

__all__ = ["add_position", "position_of"]


def add_position(parser: argparse.ArgumentParser) -> None:
    """A game, and a position string or a seed to deal by."""
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument("--position", help="a position string of the rule book")
    parser.add_argument("--seed", type=int, help="deal by this seed (default 0)")


def position_of(options: argparse.Namespace) -> State:
    """The position the arguments name."""
    game = Game(options.game)
    if options.position is None:
        return game.deal(options.seed or 0)
    if options.seed is not None:
        msg = "--position and --seed exclude each other; give one of them"
        raise ValueError(msg)
    return game.parse(options.position)
