"""``moonflower play``: a game in the terminal, against the engine or each other."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from moonflower.commands.manual import Manual
from moonflower.commands.numbers import seconds, whole
from moonflower.commands.positions import seat_named
from moonflower.engine import Engine, Limit
from moonflower.engine.weaker import FULL_STRENGTH
from moonflower.history import History, read_record
from moonflower.positions import Game
from moonflower.terminal.client import Client
from moonflower.terminal.keeping import Keeper, drop_old, games_folder, last_unfinished
from moonflower.terminal.screen import open_screen
from moonflower.terminal.sitting import Seating, Sitting, read_sitting
from moonflower.words import LANGUAGES, Catalogue, usual_language

__all__ = ["MANUAL", "add_to", "run"]

_LAST: Final = Path()  # of --resume without a file

MANUAL = Manual(
    about="""
Play a game in the terminal: people at one keyboard, the engine in the other seats. The board
shows what the seat on turn may see and nothing else; people who share a keyboard are asked to hand
it over where there is something to hide.

Type moves as the rule book writes them (moonflower rules GAME), help for the commands, ? ?? ???
for hints. Games are saved as lines of the protocol, which every other command reads too.

A game is kept after every move, in MOONFLOWER_DATA/games or the folder for state of your system
(XDG_STATE_HOME/moonflower/games, else ~/.local/state/moonflower/games). Ctrl-C, quit and a closed
window lose nothing: --resume goes on with it.""",
    examples=(
        ("moonflower play hanamikoji", "you are p1, the engine p2, as strong as it can"),
        ("moonflower play terraflip --seat p2 --strength 8 --time 0.5", "a weaker, quicker engine"),
        ("moonflower play shields:players=3 --seat p1,p2", "two people and the engine"),
        ("moonflower play shields --seat none --strength 0 --nodes 50", "watch the engine"),
        ("moonflower play tic_tac_toe --load game.txt", "go on with a saved game"),
        ("moonflower play --resume game.txt", "the same with its people, strength and luck"),
        ("moonflower play hanamikoji --language fr", "all of it in French"),
    ),
    exits={0: "the game was played, or left"},
    see="docs/play.md, moonflower rules, moonflower analyse",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "game", nargs="?", help="a game, with options: hanamikoji or terraflip:players=3"
    )
    parser.add_argument(
        "--seat",
        help="seats of people: p1 (default), p1,p2 to share the keyboard, all, or none to watch",
    )
    parser.add_argument(
        "--strength",
        type=int,
        metavar="0-20",
        help="of the engine: 0 plays almost at random, 20 (default) as well as it can",
    )
    parser.add_argument("--time", type=seconds, help="seconds the engine thinks (default 1)")
    parser.add_argument("--nodes", type=whole(1), help="simulations instead of time")
    parser.add_argument("--threads", type=whole(1), help="of the engine (default 1)")
    parser.add_argument("--seed", type=int, help="of the luck; without it every game differs")
    parser.add_argument("--position", help="begin from this position string")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--resume",
        nargs="?",
        type=Path,
        const=_LAST,
        metavar="FILE",
        help="go on with the last unfinished game, or this one, its people, strength and luck "
        "included; --seat, --strength, --time, --nodes, --threads and --language change them",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="of all that is said: en or fr (default: that of LANG, else en)",
    )
    parser.add_argument("--plain", action="store_true", help="plain text on a terminal too")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    sitting, keeper = _begun(options) if options.resume is None else _resumed(options)
    seating, history = sitting.seating, sitting.history
    seed, game = history.seed, history.state.game
    shares = seating.shares_secrets(game)
    screen = open_screen(plain=options.plain, remembers=not shares)
    with (
        contextlib.closing(keeper),
        Engine(game, threads=seating.threads, seed=seed, strength=seating.strength) as engine,
    ):
        # The seed is the deal: of people with secrets only those who have typed it may know it.
        say = Catalogue(seating.language).say
        luck = "" if shares and options.seed is None else say("play.luck", seed=str(seed))
        table = _table_text(seating, game, say)
        screen.say(say("play.table", title=game.info.title, table=table) + luck)
        if seating.people:
            screen.say(say("play.type_help"))
        if shares and not screen.can_wipe:
            screen.say(say("play.no_wipe"))
        Client(history, seating, engine, screen, keeper if seating.people else None).run()
    return 0


def _begun(options: argparse.Namespace) -> tuple[Sitting, Keeper]:
    """A new game, or a record to go on with."""
    if options.game is None:
        msg = "a game is missing; moonflower games lists them, --resume needs none"
        raise ValueError(msg)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    history = _history(options, seed)
    folder = games_folder()
    drop_old(folder)
    default = Seating(
        people=frozenset({0}),
        strength=FULL_STRENGTH,
        limit=Limit(time=1.0),
        language=usual_language(os.environ),
    )
    seating = _changed(default, options, history.game)
    return Sitting(history=history, seating=seating), Keeper.for_new(folder, history.game)


def _resumed(options: argparse.Namespace) -> tuple[Sitting, Keeper]:
    """A kept game with all that belonged to it."""
    for name in ("load", "position", "seed"):
        if getattr(options, name) is not None:
            msg = f"--resume and --{name} exclude each other; give one of them"
            raise ValueError(msg)
    folder = games_folder()
    game = None if options.game is None else Game(options.game)
    path = last_unfinished(folder, game) if options.resume == _LAST else options.resume
    sitting = read_sitting(path)
    if sitting.is_over:
        msg = f"--resume: the game in {str(path)!r} is over; an unfinished one is accepted"
        raise ValueError(msg)
    if game is not None and sitting.history.game.name != game.name:
        kept = sitting.history.game.spec
        msg = f"--resume: {str(path)!r} is a game of {kept}, not of {game.spec}"
        raise ValueError(msg)
    is_kept = path.resolve().parent == folder.resolve()  # a file of one's own stays as it is
    keeper = Keeper(path) if is_kept else Keeper.for_new(folder, sitting.history.game)
    seating = _changed(sitting.seating, options, sitting.history.game)
    return replace(sitting, seating=seating), keeper


def _changed(seating: Seating, options: argparse.Namespace, game: Game) -> Seating:
    """What is given on the command line goes before what was so far."""
    limit = Limit(nodes=options.nodes, time=options.time)
    return Seating(
        people=seating.people if options.seat is None else _people(options.seat, game),
        strength=seating.strength if options.strength is None else options.strength,
        limit=seating.limit if limit.is_infinite else limit,
        threads=options.threads or seating.threads,
        language=options.language or seating.language,
    )


def _history(options: argparse.Namespace, seed: int) -> History:
    game = Game(options.game)
    if options.load is None:
        deal = seed if options.position is None else None
        return History(game, position=options.position, deal=deal, seed=seed)
    if options.position is not None:
        msg = "--load and --position exclude each other; give one of them"
        raise ValueError(msg)
    history = read_record(options.load)
    if history.game.name != game.name:
        msg = f"--load: {str(options.load)!r} is a game of {history.game.spec}, not of {game.spec}"
        raise ValueError(msg)
    history.seed = seed
    return history


def _people(text: str, game: Game) -> frozenset[int]:
    if text == "none":
        return frozenset()
    if text == "all":
        return frozenset(range(game.players))
    return frozenset(seat_named(name, game) for name in text.split(","))


def _table_text(seating: Seating, game: Game, say: Callable[..., str]) -> str:
    engine = say("play.engine_seat", strength=str(seating.strength))
    seats = (
        f"p{seat + 1} {say('play.you') if seat in seating.people else engine}"
        for seat in range(game.players)
    )
    return ", ".join(seats)
