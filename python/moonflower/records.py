"""Games kept in files: lines of the protocol, so that ``moonflower uci`` reads them too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from moonflower.games import Game, State
from moonflower.protocol.commands import Nothing, Position, SetGame
from moonflower.protocol.grammar import parse_line

__all__ = ["Record", "read_record", "write_record"]


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


def write_record(path: Path, record: Record, *, notes: Sequence[str] = ()) -> None:
    """Keep a game in a file."""
    base = "startpos" if record.position is None else f"pos {record.position}"
    moves = f" moves {' '.join(record.tokens)}" if record.tokens else ""
    lines = [f"game {record.game.spec}", f"position {base}{moves}"]
    lines += [f"# {note}" for note in notes]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_record(path: Path) -> Record:
    """Read what ``write_record`` has written."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"record {str(path)!r} cannot be read; {error}"
        raise ValueError(msg) from None
    game: Game | None = None
    for line in text.splitlines():
        command = parse_line(line)
        if isinstance(command, Nothing):
            continue
        if isinstance(command, SetGame):
            game = Game(command.spec)
        elif isinstance(command, Position) and game is not None and command.seat is None:
            dealt = () if command.seed is None else tuple(game.deal_tokens(command.seed))
            return Record(game, command.text, (*dealt, *command.tokens))
        else:
            break
    msg = f"record {str(path)!r} is none; a line 'game ...' and a line 'position ...' are accepted"
    raise ValueError(msg)
