"""Games kept in files: lines of the protocol, so that ``moonflower uci`` reads them too.

For machines there is JSON, which holds the same.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from moonflower.arguments import expect, expect_text
from moonflower.errors import ParseError
from moonflower.history.history import History
from moonflower.history.lines import (
    Apply,
    Position,
    SetGame,
    parse_apply,
    parse_game,
    parse_position,
)
from moonflower.history.words import LONGEST, Words, shown
from moonflower.positions import Game

__all__ = [
    "from_json",
    "parse_record",
    "position_line",
    "read_record",
    "record_text",
    "seen_line",
    "to_json",
    "write_record",
    "write_whole",
    "written_record",
]

_LINES: dict[str, Callable[[Words], SetGame | Position | Apply]] = {
    "game": parse_game,
    "position": parse_position,
    "apply": parse_apply,
}
_FIELDS = {"game", "position", "view"}


def position_line(history: History) -> str:
    """What stands behind the word ``position``."""
    if history.seat is not None:
        return seen_line(history, history.seat)
    return _based(history, str(history.begin)) + _listed("moves", history.tokens)


def seen_line(history: History, seat: int) -> str:
    """The same as one seat may be told it: what a referee sends."""
    base = _based(history, str(history.begin_view(seat)))
    return f"view p{seat + 1} {base}{_listed('events', history.events(seat))}"


def _based(history: History, text: str) -> str:
    return "startpos" if history.is_from_start else f"pos {text}"


def _listed(kind: str, tokens: Sequence[str]) -> str:
    return f" {kind} {' '.join(tokens)}" if tokens else ""


def written_record(history: History, *, notes: Sequence[str] = ()) -> str:
    """The text of a game's file."""
    lines = [f"game {history.game.spec}", f"position {position_line(history)}"]
    lines += [f"# {note}" for note in notes]
    return "\n".join(lines) + "\n"


def write_record(path: Path | str, history: History, *, notes: Sequence[str] = ()) -> None:
    """Keep a game in a file."""
    expect(history, History, "record", "a History")
    write_whole(_path(path), written_record(history, notes=notes))


def write_whole(path: Path, text: str, *, mode: int = 0o666) -> None:
    """Write a file, all of it or nothing: a new one of this mode takes the place of the old one."""
    if path.exists() and not path.is_file():  # nothing to replace: /dev/stdout
        path.write_text(text, encoding="utf-8")
        return
    path = path.resolve()  # a link stays one
    new = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        new.touch(mode, exist_ok=False)
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def read_record(path: Path | str) -> History:
    """Read what ``write_record`` has written, or any record of a whole game."""
    history = parse_record(record_text(path))
    if history.seat is not None:
        msg = f"record {str(path)!r} is what one seat saw; a full position is accepted"
        raise ValueError(msg)
    return history


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


def parse_record(text: str) -> History:
    """A game, in full or as one seat saw it: lines ``game``, ``position`` and perhaps ``apply``."""
    expect_text(text, "record")
    found: Game | History | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found = _after(found, line)
        except ValueError as error:
            msg = f"record line {number}: {error}"
            raise ParseError(msg) from None
    if not isinstance(found, History):
        msg = "record: no position; a line 'game ...' and a line 'position ...' are accepted"
        raise ParseError(msg)
    return found


def _after(found: Game | History | None, line: str) -> Game | History | None:
    """What one more line makes of it."""
    words = line.split()
    if not words or line.startswith("#"):
        return found
    match _command(words):
        case SetGame() as command if found is None:
            return Game(command.spec)
        case Position() as command if isinstance(found, Game):
            return command.history(found)
        case Apply() as command if isinstance(found, History) and not command.is_draw:
            found.extend(command.tokens)
            return found
    msg = f"{shown(line)} does not belong here; game, position, apply are accepted, in order"
    raise ValueError(msg)


def _command(words: list[str]) -> SetGame | Position | Apply | None:
    if (parse := _LINES.get(words[0])) is None:
        return None
    rest = Words(words, words[0])
    rest.take("a command")
    command = parse(rest)
    rest.end()
    return command


def to_json(history: History) -> str:
    """A game as one line of JSON: the fields a request to ``moonflower analysis`` has for it."""
    facts = {"game": history.game.spec, "position": position_line(history)}
    if history.seat is not None:
        facts["view"], facts["position"] = facts["position"].split(maxsplit=2)[1:]
    return json.dumps(facts)


def from_json(text: str) -> History:
    """Read what ``to_json`` has written."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        msg = f"record: no JSON ({error})"
        raise ParseError(msg) from None
    is_object = isinstance(facts, dict) and {"game", "position"} <= set(facts) <= _FIELDS
    if not is_object or not all(isinstance(value, str) for value in facts.values()):
        msg = f"record: {shown(text)} is no game; texts game, position, view are accepted"
        raise ParseError(msg)
    view = f"view {facts['view']}" if "view" in facts else ""
    command = _command(f"position {view} {facts['position']}".split())
    assert isinstance(command, Position)
    return command.history(Game(facts["game"]))
