"""``moonflower rules``: the rule book of a game."""

from __future__ import annotations

import argparse
import json
import re
from importlib import resources
from pathlib import Path

from moonflower.commands.manual import Manual
from moonflower.positions import Game

__all__ = ["MANUAL", "add_to", "clauses", "rule_book", "run"]


MANUAL = Manual(
    about="""
Print the rule book of a game, or one of its numbered clauses. The book says what is written in
positions and moves, which every other command reads and prints.""",
    examples=(
        ("moonflower rules hanamikoji", "the whole book"),
        ("moonflower rules hanamikoji HK-14", "one clause; 14 will do as well"),
        ("moonflower rules terraflip --json", "clauses by number"),
    ),
    see="moonflower games, docs/games/",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a name from `moonflower games`")
    parser.add_argument("clause", nargs="?", help="a clause's number: HK-14, or 14")
    parser.add_argument("--json", action="store_true", help="clauses by number, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    book = rule_book(options.game)
    if options.clause is None and not options.json:
        print(book, end="")
        return 0
    found = clauses(book)
    if options.clause is not None:
        wanted = _named(found, options.clause)
        found = {wanted: found[wanted]}
    print(json.dumps(found) if options.json else "\n".join(found.values()))
    return 0


def clauses(book: str) -> dict[str, str]:
    """Every numbered clause of a rule book: from its number to the next one or a heading."""
    marks = list(re.finditer(r"\*\*([A-Z]{2}-[0-9]+[a-z]?)\b", book))
    headings = [found.start() for found in re.finditer(r"^#+ ", book, re.MULTILINE)]
    ends = [*(mark.start() for mark in marks[1:]), len(book)]
    texts: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        stop = min([heading for heading in headings if heading > mark.start()] + [end])
        texts.setdefault(mark[1], book[mark.start() : stop].replace("**", "").strip(" \n-*+|"))
    return texts


def _named(found: dict[str, str], clause: str) -> str:
    for name in found:
        if clause.upper() in (name.upper(), name.upper().split("-")[1]):
            return name
    msg = f"no clause {clause!r}; clauses are {', '.join(found)}"
    raise ValueError(msg)


def rule_book(game: str) -> str:
    """The text of ``seeds/<game>.md``, which is installed with the package."""
    name = Game(game).name
    installed = resources.files("moonflower") / "rules" / f"{name}.md"
    checkout = Path(__file__).parents[3] / "seeds" / f"{name}.md"
    for book in (installed, checkout):
        if book.is_file():
            return book.read_text(encoding="utf-8")
    msg = f"{name} has no rule book; lab games follow their published rules"
    raise ValueError(msg)
