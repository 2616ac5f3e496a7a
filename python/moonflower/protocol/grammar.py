"""Text to command: every line of the protocol as a frozen value. Pure: no engine, no input."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from moonflower.protocol.refusal import refuse

__all__ = [
    "Apply",
    "Bench",
    "Command",
    "Debug",
    "Evaluate",
    "Go",
    "Handshake",
    "Help",
    "IsReady",
    "NewGame",
    "Nothing",
    "PonderHit",
    "Position",
    "Query",
    "Quit",
    "SelfTest",
    "SetGame",
    "SetOption",
    "Show",
    "Stop",
    "Undo",
    "parse_line",
    "parse_seat",
]

MAX_SEATS: Final = 5
HINT_LEVELS: Final = 3


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty line or a comment."""


@dataclass(frozen=True, slots=True)
class Handshake:
    """``uci`` or ``ugi``; the answer ends with the same word and ``ok``."""

    keyword: str


@dataclass(frozen=True, slots=True)
class IsReady:
    """``isready``."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """``ucinewgame`` or ``uginewgame``: forget what was learnt."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """``setoption name NAME [value TEXT]``."""

    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class SetGame:
    """``game SPEC``."""

    spec: str


@dataclass(frozen=True, slots=True)
class Position:
    """``position``: a base and what has happened since, for one seat's eyes or in full."""

    seat: int | None = None  # the viewer, or None for a full position
    text: str | None = None  # a position string, or None for the start
    seed: int | None = None  # deals a start position
    tokens: tuple[str, ...] = ()
    tokens_are_events: bool = False


@dataclass(frozen=True, slots=True)
class Apply:
    """``apply``: more moves on the position that is set."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """``undo [N]``: take the last moves back."""

    count: int


@dataclass(frozen=True, slots=True)
class Go:
    """``go``: think. ``None`` limits are not set; no limit at all means the default time."""

    mode: str = "search"  # search, hint, solve, perft
    level: int = 2  # hint
    depth: int | None = None  # search depth, or the depth of perft
    split: bool = False  # perft
    movetime: int | None = None
    nodes: int | None = None
    worlds: int | None = None
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    clocks: dict[int, int] = field(default_factory=dict)  # milliseconds by seat
    increments: dict[int, int] = field(default_factory=dict)
    searchmoves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """``stop``."""


@dataclass(frozen=True, slots=True)
class PonderHit:
    """``ponderhit``."""


@dataclass(frozen=True, slots=True)
class Query:
    """``query WHAT``; ``token`` for islegal, ``seat`` for view."""

    what: str
    token: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """``d [SEAT]``: draw the position, for one seat's eyes if one is named."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Evaluate:
    """``eval``."""


@dataclass(frozen=True, slots=True)
class Bench:
    """``bench [N] [threads T]``."""

    size: int | None = None
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class SelfTest:
    """``selftest``."""


@dataclass(frozen=True, slots=True)
class Debug:
    """``debug on|off``."""

    on: bool


@dataclass(frozen=True, slots=True)
class Help:
    """``help [topic]``."""

    topic: str | None


@dataclass(frozen=True, slots=True)
class Quit:
    """``quit``."""


Command = (
    Nothing
    | Handshake
    | IsReady
    | NewGame
    | SetOption
    | SetGame
    | Position
    | Apply
    | Undo
    | Go
    | Stop
    | PonderHit
    | Query
    | Show
    | Evaluate
    | Bench
    | SelfTest
    | Debug
    | Help
    | Quit
)

QUERIES: Final = (
    "gameover", "p1turn", "result", "turn", "seats", "legal", "islegal", "returns", "pos",
    "public", "view", "key", "spec",
)  # fmt: skip
CHESS_CLOCKS: Final = {"w": 0, "b": 1}


class _Words:
    """The words of a line, taken from the front; errors name the place."""

    def __init__(self, line: str, place: str) -> None:
        self.words = line.split()
        self.place = place

    def __bool__(self) -> bool:
        return bool(self.words)

    def peek(self) -> str:
        return self.words[0] if self.words else ""

    def take(self, what: str) -> str:
        if not self.words:
            refuse("syntax", f"{self.place}: expected {what}, got nothing")
        return self.words.pop(0)

    def number(self, place: str, least: int = 0) -> int:
        word = self.take("a whole number")
        if not re.fullmatch(r"[0-9]{1,18}", word):
            refuse("syntax", f"{place}: expected a whole number, got {word!r}")
        if int(word) < least:
            refuse("syntax", f"{place}: expected at least {least}, got {word}")
        return int(word)

    def end(self) -> None:
        if self.words:
            refuse("syntax", f"{self.place}: expected the end of the line, got {self.words[0]!r}")

    def rest(self, what: str) -> tuple[str, ...]:
        if not self.words:
            refuse("syntax", f"{self.place}: expected {what}, got nothing")
        taken, self.words = tuple(self.words), []
        return taken


def parse_seat(word: str, place: str) -> int:
    """``p1`` is seat 0."""
    if not re.fullmatch(rf"p[1-{MAX_SEATS}]", word):
        refuse("syntax", f"{place}: expected a seat p1 to p{MAX_SEATS}, got {word!r}")
    return int(word[1]) - 1


def parse_line(line: str) -> Command:
    """The command of one line; ``Refusal`` says what was expected where."""
    words = line.split()
    if not words or line.startswith("#"):
        return Nothing()
    parse = _COMMANDS.get(words[0])
    if parse is None:
        refuse("unknown", f"unknown command {words[0]!r}; try help")
    rest = _Words(line, words[0])
    rest.take("a command")
    command = parse(rest)
    rest.end()
    return command


def _set_option(words: _Words) -> Command:
    if words.take("name") != "name":
        refuse("syntax", "setoption: expected setoption name NAME [value TEXT]")
    name: list[str] = []
    while words and words.peek() != "value":
        name.append(words.take("a name"))
    if not name:
        refuse("syntax", "setoption name: expected a name, got nothing")
    if not words:
        return SetOption(" ".join(name), None)
    words.take("value")
    return SetOption(" ".join(name), " ".join(words.rest("a value")) if words else "")


def _position(words: _Words) -> Command:
    seat = None
    if words.peek() == "view":
        words.take("view")
        seat = parse_seat(words.take("a seat"), "position view")
    text, seed = None, None
    base = words.take("startpos or pos")
    if base == "startpos":
        if words.peek() == "seed":
            words.take("seed")
            seed = words.number("position startpos seed")
    elif base == "pos":
        parts: list[str] = []
        while words and words.peek() not in ("moves", "events"):
            parts.append(words.take("a position string"))
        if not parts:
            refuse("syntax", "position pos: expected a position string, got nothing")
        text = " ".join(parts)
    else:
        refuse("syntax", f"position: expected startpos or pos, got {base!r}")
    if not words:
        return Position(seat, text, seed)
    kind = words.take("moves or events")
    if kind not in ("moves", "events"):
        refuse("syntax", f"position: expected moves or events, got {kind!r}")
    return Position(seat, text, seed, words.rest("tokens"), kind == "events")


def _clock(word: str) -> tuple[str, int] | None:
    """``p2time`` is ("time", 1), ``winc`` is ("inc", 0)."""
    found = re.fullmatch(rf"(p[1-{MAX_SEATS}]|w|b)(time|inc)", word)
    if not found:
        return None
    who = found[1]
    return found[2], CHESS_CLOCKS[who] if who in CHESS_CLOCKS else int(who[1]) - 1


def _go(words: _Words) -> Command:
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
            fields[word] = words.number(f"go {word}", 0 if word == "movetime" else 1)
        elif clock is not None:
            kind, seat = clock
            (clocks if kind == "time" else increments)[seat] = words.number(f"go {word}")
        elif word == "searchmoves":
            fields[word] = words.rest("moves")
        else:
            refuse(
                "syntax",
                f"go: expected a limit, got {word!r}; limits are movetime, nodes, depth, worlds, "
                "infinite, ponder, p1time, p1inc, movestogo, searchmoves",
            )
    return Go(**fields, clocks=clocks, increments=increments)  # type: ignore[arg-type]


def _go_mode(words: _Words, fields: dict[str, object]) -> None:
    mode = words.peek()
    if mode not in ("search", "hint", "solve", "perft"):
        return
    fields["mode"] = words.take("a mode")
    if mode == "perft":
        fields["depth"] = words.number("go perft")
        if words.peek() == "split":
            fields["split"] = bool(words.take("split"))
    elif mode == "hint" and words.peek() == "level":
        words.take("level")
        level = words.number("go hint level", 1)
        if level > HINT_LEVELS:
            refuse("syntax", f"go hint level: expected 1 to {HINT_LEVELS}, got {level}")
        fields["level"] = level


def _query(words: _Words) -> Command:
    what = words.take("a query")
    if what not in QUERIES:
        refuse("syntax", f"query: unknown {what!r}; queries are {', '.join(QUERIES)}")
    if what == "islegal":
        return Query(what, token=words.take("a move"))
    if what == "view":
        return Query(what, seat=parse_seat(words.take("a seat"), "query view"))
    return Query(what)


def _show(words: _Words) -> Command:
    return Show(parse_seat(words.take("a seat"), "d") if words else None)


def _bench(words: _Words) -> Command:
    size = words.number("bench", 1) if words and words.peek() != "threads" else None
    if not words:
        return Bench(size)
    if words.take("threads") != "threads":
        refuse("syntax", "bench: expected bench [N] [threads T]")
    return Bench(size, words.number("bench threads", 1))


def _debug(words: _Words) -> Command:
    word = words.take("on or off")
    if word not in ("on", "off"):
        refuse("syntax", f"debug: expected on or off, got {word!r}")
    return Debug(word == "on")


def _undo(words: _Words) -> Command:
    return Undo(words.number("undo", 1) if words else 1)


_COMMANDS: Final[dict[str, Callable[[_Words], Command]]] = {
    "uci": lambda _: Handshake("uci"),
    "ugi": lambda _: Handshake("ugi"),
    "isready": lambda _: IsReady(),
    "ucinewgame": lambda _: NewGame(),
    "uginewgame": lambda _: NewGame(),
    "setoption": _set_option,
    "game": lambda words: SetGame(words.take("a game")),
    "position": _position,
    "apply": lambda words: Apply(words.rest("moves")),
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
