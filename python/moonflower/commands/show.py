"""``moonflower show``: a position drawn."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from moonflower.commands.manual import Manual
from moonflower.commands.positions import add_position, position_of, seat_named
from moonflower.pictures import THEMES, picture
from moonflower.positions import CHANCE, OVER
from moonflower.words import LANGUAGES, usual_language
from moonflower.words.boards import translated

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Draw a position in text, and print its position string below. With --seat only what that seat
may see is drawn, and the string is the view string. --svg writes a picture instead.""",
    examples=(
        ("moonflower show terraflip --seed 3", "a dealt position, all of it"),
        ("moonflower show hanamikoji --seed 3 --seat p2", "what the second player sees"),
        (
            'moonflower show shields --position "sh1 enemy - 3/3 n=9,8,1,1 a1 0 S" --json',
            "drawing, string, turn, legal moves, and the scene (docs/scenes.md)",
        ),
        ("moonflower show skud_paisho --svg board.svg --theme dark", "a picture, in a file"),
    ),
    see="docs/pictures.md, moonflower rules, moonflower play",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_position(parser)
    parser.add_argument("--seat", help="only what this seat may see: p1, p2, ...")
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=usual_language(os.environ),
        help="en or fr (default: that of LANG, else en)",
    )
    parser.add_argument("--json", action="store_true", help="as one object, for machines")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a picture to this file")
    parser.add_argument(
        "--theme", choices=THEMES, default="auto", help="of the picture (default auto)"
    )


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    state = position_of(options)
    seat = None if options.seat is None else seat_named(options.seat, state.game)
    shown = state if seat is None else state.view(seat)
    if options.json:
        turn = {CHANCE: "chance", OVER: "over"}.get(shown.turn, f"p{shown.turn + 1}")
        facts = {
            "game": state.game.spec,
            "seat": options.seat,
            "position": str(shown),
            "turn": turn,
            "legal": [str(move) for move in shown.legal_moves()],
            "words": {
                str(move): shown.words(move, language=options.language)
                for move in shown.legal_moves()
            },
            "ending": shown.ending(language=options.language),
            "drawing": shown.drawing(),
            "scene": shown.scene(),
        }
        print(json.dumps(facts))
        return 0
    if options.svg:
        svg = picture(shown.scene(moves=False), theme=options.theme)
        options.svg.write_text(svg + "\n", encoding="utf-8")
        print(options.svg)
        return 0
    print(translated(shown.drawing(), options.language), end="")
    if ending := shown.ending(language=options.language):
        print(ending)
    print(shown)
    return 0
