"""How commands are told a position."""

from __future__ import annotations

import argparse
import re

from moonflower.positions import Game, State, View

__all__ = ["add_position", "add_view", "place_of", "position_of", "seat_named"]


def add_position(parser: argparse.ArgumentParser) -> None:
    """A game, and a position string or a seed to deal by."""
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument("--position", help="a position string of the rule book")
    parser.add_argument("--seed", type=int, help="deal by this seed (default 0)")


def add_view(parser: argparse.ArgumentParser) -> None:
    """A view string instead of a position, for those who know no more than one seat does."""
    parser.add_argument("--view", help="a view string of the rule book; needs --seat")
    parser.add_argument("--seat", help="whose view it is: p1, p2, ...")


def position_of(options: argparse.Namespace) -> State:
    """The position the arguments name."""
    game = Game(options.game)
    if options.position is None:
        return game.deal(options.seed or 0)
    if options.seed is not None:
        msg = "--position and --seed exclude each other; give one of them"
        raise ValueError(msg)
    return game.parse(options.position)


def place_of(options: argparse.Namespace) -> State | View:
    """The view the arguments name, or the position, seen by ``--seat`` if that is given."""
    if options.view is None:
        state = position_of(options)
        return state if options.seat is None else state.view(seat_named(options.seat, state.game))
    if options.position is not None or options.seed is not None:
        msg = "--view excludes --position and --seed; give one of them"
        raise ValueError(msg)
    if options.seat is None:
        msg = "--view needs --seat; p1, p2, ... say whose view it is"
        raise ValueError(msg)
    game = Game(options.game)
    return game.parse_view(options.view, seat_named(options.seat, game))


def seat_named(text: str, game: Game) -> int:
    """Read ``p2``; seats count from 0 inside."""
    found = re.fullmatch(r"p([1-9])", text)
    if not found or int(found[1]) > game.players:
        msg = f"seat {text!r} is not at the table; p1 to p{game.players} are"
        raise ValueError(msg)
    return int(found[1]) - 1
