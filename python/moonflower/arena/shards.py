"""Results on disk: one file of JSON lines for each match, a line for each game, only ever appended.

A line is written when its game is over, so a run that is killed loses no finished game; a last line
cut short is dropped at the next start. A line damaged otherwise does not fit the checksum it ends
with and counts as missing: its game is played again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

from moonflower.arena.budget import Spent
from moonflower.arena.faults import Fault
from moonflower.arena.games import PlayedGame

try:
    import fcntl
except ImportError:  # not everywhere; there two runs at once are the user's care
    fcntl = None  # type: ignore[assignment]

__all__ = ["Shard", "read_shards"]

_KEYS: Final = frozenset(
    ("match", "deal", "order", "returns", "moves", "digest", "fault", "tokens", "spent")
)


class Shard:
    """The file of one match, open for appending by one run at a time."""

    def __init__(self, folder: Path, about: dict[str, object]) -> None:
        told_apart_by = {key: value for key, value in about.items() if key != "names"}
        text = json.dumps(told_apart_by, sort_keys=True)
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        name = str(about["game"]).partition(":")[0]
        self.path = folder / f"{name}-{digest}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            msg = f"{self.path}: {error.strerror}; a folder that can be written is accepted"
            raise ValueError(msg) from None
        try:
            self._lock()
            self._drop_torn_line()
            if _head(self.path) is None:
                self._write({"match": about})
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        """The system frees the lock when the run ends, however it ends: none is ever stale."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            msg = f"{self.path}: another run is writing here; wait for it or use another folder"
            raise ValueError(msg) from None

    def _drop_torn_line(self) -> None:
        data = self.path.read_bytes()
        if data and not data.endswith(b"\n"):
            os.truncate(self._file, data.rfind(b"\n") + 1)

    def _write(self, entry: dict[str, object]) -> None:
        """A whole line or nothing."""
        line = (json.dumps({**entry, "check": _checksum(entry)}, sort_keys=True) + "\n").encode()
        size = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, size)
            msg = (
                f"{self.path}: {error.strerror}; the games before this one are kept, and the same"
                " command goes on from there"
            )
            raise ValueError(msg) from None

    def append(self, played: PlayedGame) -> None:
        """Keep a game for good."""
        self._write(_entry(played))

    def games(self) -> Iterator[PlayedGame]:
        """The games that are there already."""
        yield from _read(self.path)

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)

    def __enter__(self) -> Shard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _entry(played: PlayedGame) -> dict[str, object]:
    entry: dict[str, object] = {
        "deal": played.deal,
        "order": played.order,
        "returns": played.returns,
        "moves": played.moves,
        "digest": played.digest,
    }
    if played.fault:
        fault = played.fault
        entry["fault"] = {"seat": fault.seat, "kind": fault.kind, "text": fault.text}
    if played.spent:
        entry["spent"] = [list(astuple(one)) for one in played.spent]
    if played.tokens:
        entry["tokens"] = " ".join(played.tokens)
    return entry


def _checksum(entry: dict[str, object]) -> str:
    text = json.dumps(entry, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def _entries(path: Path) -> Iterator[dict[str, object]]:
    """The lines as they were written; damaged ones are left out."""
    for line in path.read_bytes().split(b"\n"):
        with contextlib.suppress(ValueError, RecursionError):
            entry = json.loads(line)
            if not isinstance(entry, dict):
                continue
            check = entry.pop("check", None)
            is_old = check is None and entry.keys() <= _KEYS  # older versions wrote no checksum
            if is_old or check == _checksum(entry):
                yield entry


def _head(path: Path) -> dict[str, object] | None:
    """What match a file is of: its first line, or a later one after the first was damaged."""
    found = (entry.get("match") for entry in _entries(path))
    return next((match for match in found if isinstance(match, dict)), None)


def _read(path: Path) -> Iterator[PlayedGame]:
    for entry in _entries(path):
        with contextlib.suppress(ValueError, KeyError, TypeError, OverflowError):
            yield _game(entry)


def _game(entry: dict[str, Any]) -> PlayedGame:
    fault = entry.get("fault")
    game = PlayedGame(
        deal=int(entry["deal"]),
        order=tuple(map(int, entry["order"])),
        returns=tuple(map(float, entry["returns"])),
        moves=int(entry["moves"]),
        digest=str(entry["digest"]),
        fault=Fault(int(fault["seat"]), str(fault["kind"]), str(fault["text"])) if fault else None,
        tokens=tuple(str(entry.get("tokens", "")).split()),
        spent=tuple(Spent(*one) for one in entry.get("spent", ())),
    )
    is_sound = len(game.returns) == len(game.order) and all(map(math.isfinite, game.returns))
    if not is_sound or (game.fault and game.fault.seat not in range(len(game.order))):
        msg = f"no game of this arena: {entry}"
        raise ValueError(msg)
    return game


def read_shards(folder: Path) -> Iterator[tuple[dict[str, object], list[PlayedGame]]]:
    """Every match of a folder: what it was, and its games."""
    for path in sorted(folder.glob("*.jsonl")):
        if (match := _head(path)) is not None:
            yield match, list(_read(path))
