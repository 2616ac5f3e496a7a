"""Games kept in files: lines of the protocol, so that ``moonflower uci`` reads them too."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from moonflower.arguments import expect, expect_text
from moonflower.positions import Game, State, View
from moonflower.protocol.commands import Apply, Nothing, Position, Query, SetGame
from moonflower.protocol.grammar import parse_line
from moonflower.protocol.lines import LONGEST
from moonflower.protocol.table import Table
from moonflower.protocol.words import shown

__all__ = [
    "Record",
    "parse_record",
    "read_record",
    "record_text",
    "write_record",
    "write_whole",
    "written_record",
    "written_view",
]


@dataclass(frozen=True, slots=True)
class Record:
    """A game, where it began, and every move and chance outcome since."""

    game: Game
    position: str | None  # a position string, or None for the start of the game
    tokens: tuple[str, ...]

    @property
    def begin(self) -> State:
        """The state before the first token."""
        return self.game.start() if self.position is None else self.game.parse(self.position)


def write_record(path: Path | str, record: Record, *, notes: Sequence[str] = ()) -> None:
    """Keep a game in a file."""
    expect(record, Record, "record", "a Record")
    write_whole(_path(path), written_record(record, notes=notes))


def write_whole(path: Path, text: str) -> None:
    """Write a file; one that was there before is lost only when the new one is whole."""
    if not path.is_file():  # also what is no file at all: /dev/stdout
        path.write_text(text, encoding="utf-8")
        return
    path = path.resolve()  # a link stays one
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def written_record(record: Record, *, notes: Sequence[str] = ()) -> str:
    """The text of a game's file."""
    base = "startpos" if record.position is None else f"pos {record.position}"
    moves = f" moves {' '.join(record.tokens)}" if record.tokens else ""
    lines = [f"game {record.game.spec}", f"position {base}{moves}"]
    lines += [f"# {note}" for note in notes]
    return "\n".join(lines) + "\n"


def written_view(record: Record, seat: int) -> str:
    """The text of a game as one seat saw it: what others hide is not in it."""
    table = Table(record.game)
    table.set_position(Position(text=record.position, tokens=record.tokens))
    return f"game {record.game.spec}\nposition {table.answer(Query('view', seat=seat))}\n"


def read_record(path: Path | str) -> Record:
    """Read what ``write_record`` has written, or any record of a whole game."""
    table = parse_record(record_text(path))
    if isinstance(table.place, View):
        msg = f"record {str(path)!r} is what one seat saw; a full position is accepted"
        raise ValueError(msg)
    tokens = tuple(token for _, token in table.steps)  # without seats and announcements
    return Record(table.game, table.begin, tokens)


def record_text(path: Path | str) -> str:
    """The text of a file; ``-`` is standard input."""
    path = _path(path)
    try:
        if str(path) == "-":
            text = sys.stdin.read(LONGEST + 1)
        else:
            with path.open(encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no UTF-8"
        msg = f"record {str(path)!r} cannot be read ({why}); a text file is accepted"
        raise ValueError(msg) from None
    if len(text) > LONGEST:
        msg = f"record {str(path)!r} is too long; {LONGEST} characters are accepted"
        raise ValueError(msg)
    return text


def _path(path: Path | str) -> Path:
    expect(path, Path | str, "record", "a path")
    return Path(path)


def parse_record(text: str) -> Table:
    """A game, in full or as one seat saw it: lines ``game``, ``position`` and perhaps ``apply``."""
    expect_text(text, "record")
    table: Table | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            table = _after(table, line)
        except ValueError as error:
            msg = f"record line {number}: {error}"
            raise ValueError(msg) from None
    if table is None or not table.is_valid:
        msg = "record: no position; a line 'game ...' and a line 'position ...' are accepted"
        raise ValueError(msg)
    return table


def _after(table: Table | None, line: str) -> Table | None:
    """The table after one more line."""
    match parse_line(line):
        case Nothing():
            pass
        case SetGame() as command if table is None:
            return Table(Game(command.spec))
        case Position() as command if table is not None and not table.is_valid:
            table.set_position(command)
        case Apply() as command if table is not None and table.is_valid:
            table.apply(command.tokens)
        case _:
            msg = (
                f"{shown(line)} does not belong here; game, position, apply are accepted, in order"
            )
            raise ValueError(msg)
    return table
