"""What a line of the protocol can mean: every command as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field

from moonflower.history.lines import Apply, Position, SetGame

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
]


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
class Undo:
    """``undo [N]``: take the last moves back."""

    count: int


@dataclass(frozen=True, slots=True)
class Go:
    """``go``: think. ``None`` limits are not set; no limit at all means the default time."""

    mode: str = "search"  # search, hint, solve, beliefs, perft
    level: int = 2  # hint
    depth: int | None = None  # search depth, or the depth of perft
    split: bool = False  # perft
    seat: int | None = None  # beliefs
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
    """``query WHAT``; ``token`` for islegal and words, ``seat`` for view."""

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
