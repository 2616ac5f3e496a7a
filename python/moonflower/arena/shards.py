"""Results on disk: one file of JSON lines for each match, a line for each game, only ever appended.

A line is written in one piece when its game is over, so a run that is killed loses no finished
game; a last line cut short is dropped at the next start and that game is played again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from moonflower.arena.faults import Fault
from moonflower.arena.games import PlayedGame

try:
    import fcntl
except ImportError:  # not everywhere; there two runs at once are the user's care
    fcntl = None  # type: ignore[assignment]

__all__ = ["Shard", "read_shards"]


class Shard:
    """The file of one match, open for appending by one run at a time."""

    def __init__(self, folder: Path, about: dict[str, object]) -> None:
        told_apart_by = {key: value for key, value in about.items() if key != "names"}
        text = json.dumps(told_apart_by, sort_keys=True)
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        name = str(about["game"]).partition(":")[0]
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}-{digest}.jsonl"
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            self._lock()
            self._drop_torn_line()
            if self.path.stat().st_size == 0:
                self._write({"match": about})
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            msg = f"{self.path}: another run is writing here; wait for it or use another folder"
            raise ValueError(msg) from None

    def _drop_torn_line(self) -> None:
        data = self.path.read_bytes()
        if data and not data.endswith(b"\n"):
            os.truncate(self._file, data.rfind(b"\n") + 1)

    def _write(self, entry: dict[str, object]) -> None:
        line = json.dumps(entry, sort_keys=True).encode() + b"\n"
        written = os.write(self._file, line)
        if written != len(line):
            msg = f"{self.path}: only {written} of {len(line)} bytes written; is the disk full?"
            raise OSError(msg)

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
    if played.tokens:
        entry["tokens"] = " ".join(played.tokens)
    return entry


def _read(path: Path) -> Iterator[PlayedGame]:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        with contextlib.suppress(json.JSONDecodeError, KeyError, TypeError):
            yield _game(json.loads(line))


def _game(entry: dict[str, object]) -> PlayedGame:
    fault = entry.get("fault")
    return PlayedGame(
        deal=int(entry["deal"]),  # type: ignore[call-overload]
        order=tuple(entry["order"]),  # type: ignore[arg-type]
        returns=tuple(entry["returns"]),  # type: ignore[arg-type]
        moves=int(entry["moves"]),  # type: ignore[call-overload]
        digest=str(entry["digest"]),
        fault=Fault(**fault) if isinstance(fault, dict) else None,
        tokens=tuple(str(entry.get("tokens", "")).split()),
    )


def read_shards(folder: Path) -> Iterator[tuple[dict[str, object], list[PlayedGame]]]:
    """Every match of a folder: what it was, and its games."""
    for path in sorted(folder.glob("*.jsonl")):
        first = path.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
        with contextlib.suppress(json.JSONDecodeError, KeyError):
            yield json.loads(first)["match"], list(_read(path))
