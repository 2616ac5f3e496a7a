"""Text to command: every line of the protocol as a frozen value. Pure: no engine, no input."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from moonflower.history.lines import parse_apply, parse_game, parse_position
from moonflower.history.refusal import refuse
from moonflower.history.words import LONGEST, MAX_SEATS, Words, parse_seat, shown
from moonflower.protocol.commands import (
    Bench,
    Command,
    Debug,
    Evaluate,
    Go,
    Handshake,
    Help,
    IsReady,
    NewGame,
    Nothing,
    PonderHit,
    Query,
    Quit,
    SelfTest,
    SetOption,
    Show,
    Stop,
    Undo,
)

__all__ = ["parse_line"]

HINT_LEVELS: Final = 3
DEEPEST: Final = 1000  # moves no search looks ahead

QUERIES: Final = (
    "gameover", "p1turn", "result", "turn", "seats", "legal", "islegal", "returns", "pos",
    "public", "view", "key", "spec", "outcomes", "scene", "words",
)  # fmt: skip
CHESS_CLOCKS: Final = {"w": 0, "b": 1}


def parse_line(line: str) -> Command:
    """The command of one line; ``Refusal`` says what was expected where."""
    if len(line) > LONGEST:
        refuse("syntax", f"line: {shown(line)} is too long; {LONGEST} characters are accepted")
    words = line.split()
    if not words or line.startswith("#"):
        return Nothing()
    parse = _COMMANDS.get(words[0])
    if parse is None:
        refuse("unknown", f"unknown command {shown(words[0])}; try help")
    rest = Words(words, words[0])
    rest.take("a command")
    command = parse(rest)
    rest.end()
    return command


def _set_option(words: Words) -> Command:
    if words.take("name") != "name":
        refuse("syntax", "setoption: expected setoption name NAME [value TEXT]")
    name = words.until("value")
    if not name:
        refuse("syntax", "setoption name: expected a name, got nothing")
    if not words:
        return SetOption(" ".join(name), None)
    words.take("value")
    return SetOption(" ".join(name), " ".join(words.rest("a value")) if words else "")


def _clock(word: str) -> tuple[str, int] | None:
    """``p2time`` is ("time", 1), ``winc`` is ("inc", 0)."""
    found = re.fullmatch(rf"(p[1-{MAX_SEATS}]|w|b)(time|inc)", word)
    if not found:
        return None
    who = found[1]
    return found[2], CHESS_CLOCKS[who] if who in CHESS_CLOCKS else int(who[1]) - 1


def _go(words: Words) -> Command:
    fields: dict[str, object] = {}
    clocks: dict[int, int] = {}
    increments: dict[int, int] = {}
    _go_mode(words, fields)
    while words:
        word = words.take("a limit")
        clock = _clock(word)
        if word in ("infinite", "ponder"):
            fields[word] = True
        elif word in ("movetime", "nodes", "depth", "worlds", "movestogo"):
            fields[word] = _limit_number(words, word)
        elif clock is not None:
            kind, seat = clock
            (clocks if kind == "time" else increments)[seat] = words.number(f"go {word}")
        elif word == "searchmoves":
            fields[word] = words.rest("moves")
        else:
            refuse(
                "syntax",
                f"go: expected a limit, got {shown(word)}; limits are movetime, nodes, depth, "
                "worlds, infinite, ponder, p1time, p1inc, movestogo, searchmoves",
            )
    return Go(**fields, clocks=clocks, increments=increments)  # type: ignore[arg-type]


def _limit_number(words: Words, name: str) -> int:
    """Depths and moves to go beyond what any game has count as much as that."""
    number = words.number(f"go {name}", 0 if name == "movetime" else 1)
    return min(number, DEEPEST) if name in ("depth", "movestogo") else number


def _go_mode(words: Words, fields: dict[str, object]) -> None:
    mode = words.peek()
    if mode not in ("search", "hint", "solve", "beliefs", "perft"):
        return
    fields["mode"] = words.take("a mode")
    if mode == "perft":
        fields["depth"] = words.number("go perft", 0, DEEPEST)
        if words.peek() == "split":
            fields["split"] = bool(words.take("split"))
    elif mode == "beliefs" and re.fullmatch(r"p\d+", words.peek() or ""):
        fields["seat"] = parse_seat(words.take("a seat"), "go beliefs")
    elif mode == "hint" and words.peek() == "level":
        words.take("level")
        level = words.number("go hint level", 1)
        if level > HINT_LEVELS:
            refuse("syntax", f"go hint level: expected 1 to {HINT_LEVELS}, got {level}")
        fields["level"] = level


def _query(words: Words) -> Command:
    what = words.take("a query")
    if what not in QUERIES:
        refuse("syntax", f"query: unknown {shown(what)}; queries are {', '.join(QUERIES)}")
    if what in ("islegal", "words"):
        return Query(what, token=words.take("a move"))
    if what == "view":
        return Query(what, seat=parse_seat(words.take("a seat"), "query view"))
    return Query(what)


def _show(words: Words) -> Command:
    return Show(parse_seat(words.take("a seat"), "d") if words else None)


def _bench(words: Words) -> Command:
    size = words.number("bench", 1) if words and words.peek() != "threads" else None
    if not words:
        return Bench(size)
    if words.take("threads") != "threads":
        refuse("syntax", "bench: expected bench [N] [threads T]")
    return Bench(size, words.number("bench threads", 1))


def _debug(words: Words) -> Command:
    word = words.take("on or off")
    if word not in ("on", "off"):
        refuse("syntax", f"debug: expected on or off, got {shown(word)}")
    return Debug(word == "on")


def _undo(words: Words) -> Command:
    return Undo(words.number("undo", 1) if words else 1)


_COMMANDS: Final[dict[str, Callable[[Words], Command]]] = {
    "uci": lambda _: Handshake("uci"),
    "ugi": lambda _: Handshake("ugi"),
    "isready": lambda _: IsReady(),
    "ucinewgame": lambda _: NewGame(),
    "uginewgame": lambda _: NewGame(),
    "setoption": _set_option,
    "game": parse_game,
    "position": parse_position,
    "apply": parse_apply,
    "undo": _undo,
    "go": _go,
    "stop": lambda _: Stop(),
    "ponderhit": lambda _: PonderHit(),
    "query": _query,
    "d": _show,
    "eval": lambda _: Evaluate(),
    "bench": _bench,
    "selftest": lambda _: SelfTest(),
    "debug": _debug,
    "help": lambda words: Help(words.take("a topic") if words else None),
    "quit": lambda _: Quit(),
}
