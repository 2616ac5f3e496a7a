"""Files a person names: never over anything that is no game."""

from __future__ import annotations

from pathlib import Path

from moonflower.history import write_whole

__all__ = ["saved_path", "write_game"]


def saved_path(word: str, name: str) -> Path:
    """The file a command names; ``~`` is the user's folder."""
    if not name:
        msg = f"{word}: a file name is missing; accepted: {word} FILE"
        raise ValueError(msg)
    if name == "-" or not name.isprintable():  # a record's reader takes - as standard input
        msg = f"{word}: {name!r} names no file; accepted: {word} FILE"
        raise ValueError(msg)
    try:
        return Path(name).expanduser()
    except RuntimeError:
        msg = f"{word}: nobody's folder is {name!r}; a path is accepted"
        raise ValueError(msg) from None


def write_game(path: Path, text: str) -> None:
    """Write a new file or over another game."""
    try:
        if path.exists() and not (path.is_file() and _is_game(path)):
            msg = f"{str(path)!r} is there already and is no game; another name is accepted"
            raise ValueError(msg)
        write_whole(path, text)
    except OSError as error:
        msg = f"{str(path)!r} cannot be written ({error.strerror}); another name is accepted"
        raise ValueError(msg) from None


def _is_game(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) in (b"game ", b"")
