"""Games kept while they are played: one file each, written whole after every move."""

from __future__ import annotations

import contextlib
import secrets
import time
from pathlib import Path
from typing import IO, Final

from moonflower.folders import data_folder
from moonflower.history import record_text, write_whole
from moonflower.positions import Game
from moonflower.terminal.sitting import FINISHED, Sitting, read_sitting

__all__ = ["Keeper", "drop_old", "games_folder", "last_unfinished"]

_MOST_FINISHED: Final = 50  # finished games that stay, the newest


def games_folder() -> Path:
    """Where games are kept: ``MOONFLOWER_DATA``, or the user's folder for state."""
    return data_folder() / "games"


class Keeper:
    """Keeps one game in a file of its own, which nobody else writes while this one lives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        self._is_kept = path.exists()
        if self._is_kept:
            self._claim()

    @classmethod
    def for_new(cls, folder: Path, game: Game) -> Keeper:
        """A file that no other game has."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        return cls(folder / f"{game.name}-{stamp}-{secrets.token_hex(4)}.txt")

    @property
    def is_kept(self) -> bool:
        """The file stands there."""
        return self._is_kept

    def keep(self, sitting: Sitting) -> None:
        """Write the game; ``OSError`` leaves what was kept before as it was."""
        if not self._is_kept:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._claim()
        write_whole(self.path, sitting.text(), mode=0o600)
        self._is_kept = True

    def close(self) -> None:
        """Let others go on with the game."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                _lock_path(self.path).unlink()
            self._lock.close()
            self._lock = None

    def _claim(self) -> None:
        try:
            lock = _locked(self.path)
        except OSError:  # keep will say so
            return
        if lock is None:
            msg = (
                f"{str(self.path)!r} is being played elsewhere; --load begins another game from it"
            )
            raise ValueError(msg)
        self._lock = lock


def last_unfinished(folder: Path, game: Game | None) -> Path:
    """The file of the game that was played last, is not over and not being played elsewhere."""
    files = _newest_first(folder)
    for path in files:
        if game is not None and not path.name.startswith(f"{game.name}-"):
            continue
        if not (_is_played(path) or _is_finished(path) or read_sitting(path).is_over):
            return path
    of = "" if game is None else f" of {game.name}"
    msg = f"--resume: no unfinished game{of} is kept in {str(folder)!r}; --resume FILE is accepted"
    raise ValueError(msg)


def drop_old(folder: Path) -> None:
    """Remove finished games but for the newest."""
    finished = 0
    for path in _newest_first(folder):
        with contextlib.suppress(OSError, ValueError):
            if _is_played(path) or not _is_finished(path):
                continue
            finished += 1
            if finished > _MOST_FINISHED:
                path.unlink()


def _is_finished(path: Path) -> bool:
    """As far as a glance tells: reading a game takes longer."""
    return FINISHED in record_text(path)


def _newest_first(folder: Path) -> list[Path]:
    times = []
    for path in folder.glob("*.txt"):
        with contextlib.suppress(OSError):  # it has just gone
            times.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(times, reverse=True)]


# --- one process at a time


def _lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _locked(path: Path) -> IO[str] | None:
    """An open file that holds the lock until it is closed; none if another process has it."""
    lock = _lock_path(path).open("w", encoding="utf-8")
    try:
        import fcntl  # noqa: PLC0415 - POSIX alone
    except ImportError:
        return lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock


def _is_played(path: Path) -> bool:
    if not _lock_path(path).exists():
        return False
    lock = _locked(path)
    if lock is None:
        return True
    lock.close()
    return False
