"""``moonflower play``: a game in the terminal, against the engine or each other."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds, whole
from moonflower.commands.positions import seat_named
from moonflower.games import Game
from moonflower.hint_texts import LANGUAGES
from moonflower.records import Record, read_record
from moonflower.search import Engine, Limit
from moonflower.strength import FULL_STRENGTH
from moonflower.terminal.client import Client, Seating
from moonflower.terminal.course import Course
from moonflower.terminal.screen import open_screen

__all__ = ["MANUAL", "add_to", "run"]

MANUAL = Manual(
    about="""
Play a game in the terminal: people at one keyboard, the engine in the other seats. The board
shows what the seat on turn may see and nothing else; people who share a keyboard are asked to hand
it over where there is something to hide.

Type moves as the rule book writes them (moonflower rules GAME), help for the commands, ? ?? ???
for hints. Games are saved as two lines of the protocol, which every other command reads too.""",
    examples=(
        ("moonflower play hanamikoji", "you are p1, the engine p2, as strong as it can"),
        ("moonflower play terraflip --seat p2 --strength 8 --time 0.5", "a weaker, quicker engine"),
        ("moonflower play shields:players=3 --seat p1,p2", "two people and the engine"),
        ("moonflower play shields --seat none --strength 0 --nodes 50", "watch the engine"),
        ("moonflower play tic_tac_toe --load game.txt", "go on with a saved game"),
        ("moonflower play hanamikoji --language fr", "hints in French"),
    ),
    exits={0: "the game was played, or left"},
    see="docs/play.md, moonflower rules, moonflower analyse",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game, with options: hanamikoji or terraflip:players=3")
    parser.add_argument(
        "--seat",
        default="p1",
        help="seats of people: p1 (default), p1,p2 to share the keyboard, all, or none to watch",
    )
    parser.add_argument(
        "--strength",
        type=int,
        default=FULL_STRENGTH,
        metavar="0-20",
        help="of the engine: 0 plays almost at random, 20 (default) as well as it can",
    )
    parser.add_argument("--time", type=seconds, help="seconds the engine thinks (default 1)")
    parser.add_argument("--nodes", type=whole(1), help="simulations instead of time")
    parser.add_argument("--threads", type=whole(1), default=1, help="of the engine (default 1)")
    parser.add_argument("--seed", type=int, help="of the luck; without it every game differs")
    parser.add_argument("--position", help="begin from this position string")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of hints (default en)")
    parser.add_argument("--plain", action="store_true", help="plain text on a terminal too")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    seed = secrets.randbits(32) if options.seed is None else options.seed
    course = Course(_record(options, seed), seed)
    game = course.state.game
    limit = Limit(nodes=options.nodes, time=options.time)
    if limit.is_infinite:
        limit = Limit(time=1.0)
    seating = Seating(
        people=_people(options.seat, game),
        strength=options.strength,
        limit=limit,
        language=options.language,
    )
    screen = open_screen(plain=options.plain)
    with Engine(game, threads=options.threads, seed=seed, strength=options.strength) as engine:
        screen.say(f"{game.info.title}: {_table_text(seating, game)}; luck by seed {seed}")
        if seating.people:
            screen.say("Type help for what can be typed, ? for a hint.")
        Client(course, seating, engine, screen).run()
    return 0


def _record(options: argparse.Namespace, seed: int) -> Record:
    game = Game(options.game)
    if options.load is None:
        dealt = game.deal_tokens(seed) if options.position is None else ()
        return Record(game, options.position, tuple(dealt))
    if options.position is not None:
        msg = "--load and --position exclude each other; give one of them"
        raise ValueError(msg)
    record = read_record(options.load)
    if record.game.name != game.name:
        msg = f"--load: {str(options.load)!r} is a game of {record.game.spec}, not of {game.spec}"
        raise ValueError(msg)
    return record


def _people(text: str, game: Game) -> frozenset[int]:
    if text == "none":
        return frozenset()
    if text == "all":
        return frozenset(range(game.players))
    return frozenset(seat_named(name, game) for name in text.split(","))


def _table_text(seating: Seating, game: Game) -> str:
    seats = (
        f"p{seat + 1} {'you' if seat in seating.people else f'engine {seating.strength}'}"
        for seat in range(game.players)
    )
    return ", ".join(seats)
