"""A conversation with an engine under test: questions with answers, and what must hold."""

from __future__ import annotations

import re
import time
from typing import Any

from moonflower.protocol.conformance.wire import Wire

__all__ = ["Broken", "Talk", "fields_of", "need"]


class Broken(Exception):
    """The engine does not do what the rule says."""


def need(is_kept: object, what: str) -> None:
    """The rule is broken unless this holds."""
    if not is_kept:
        raise Broken(what)


class Talk:
    """Sends lines, waits for answers. One that takes longer than ``patience`` breaks the rule."""

    def __init__(self, wire: Wire, patience: float) -> None:
        self.wire = wire
        self._patience = patience

    def send(self, *lines: str) -> None:
        """Type lines."""
        self.wire.send("".join(f"{line}\n" for line in lines).encode())

    def read(self, seconds: float) -> str | None:
        """The next line said, or None when none comes in time."""
        line = self.wire.read(seconds)
        if line is None:
            return None
        need(line.isascii(), f"output that is no ASCII: {line[:80]!r}")
        return line.decode("ascii").rstrip("\r")

    def until(self, first: str) -> list[str]:
        """All that is said up to the line that begins with this word."""
        said: list[str] = []
        deadline = time.monotonic() + self._patience
        while True:
            left = deadline - time.monotonic()
            line = self.read(left) if left > 0 else None
            if line is None:
                last = said[-1] if said else "nothing"
                msg = f"no {first!r} within {self._patience:g} s; the last line was {last!r}"
                raise Broken(msg)
            said.append(line)
            if line.split(" ")[0] == first:
                return said

    def tell(self, *lines: str) -> list[str]:
        """What is said to these lines, up to the answer of an ``isready`` after them."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def quietly(self, *lines: str) -> None:
        """The lines are accepted: nothing is said."""
        said = self.tell(*lines)
        need(not said, f"{lines[-1]!r} answered {said[:1]}")

    def refused(self, line: str, code: str = r"\S+") -> None:
        """The line is answered by exactly one error, before the response a query has as well."""
        said = self.tell(line)
        if line.startswith("query") and said[1:] == ["response (none)"]:
            del said[1]
        pattern = rf"info string error {code} \S.*"
        is_error = len(said) == 1 and re.fullmatch(pattern, said[0])
        need(is_error, f"{line!r} answered {said[:2]}, not one 'info string error CODE text'")

    def query(self, what: str) -> str:
        """The words of one ``response``."""
        said = self.tell(f"query {what}")
        is_one = len(said) == 1 and said[0].split(" ")[0] == "response"
        need(is_one, f"'query {what}' answered {said[:2]}, not one response")
        return said[0][len("response") :].strip()

    def legal(self) -> list[str]:
        """The legal moves here."""
        return self.query("legal").split()

    def go(self, line: str, *, allow_error: bool = False) -> list[str]:
        """What a ``go`` says; exactly one bestmove ends it."""
        self.send(line)
        said = self.until("bestmove")
        after = self.tell()
        need(not after, f"{line!r} went on after its bestmove: {after[:1]}")
        errors = [text for text in said if text.startswith("info string error")]
        need(allow_error or not errors, f"{line!r} answered {errors[:1]}")
        return said

    def best(self, line: str, *, allow_error: bool = False) -> str:
        """The move a ``go`` ends with."""
        return self.go(line, allow_error=allow_error)[-1].split()[1]

    def spoken_before(self, seconds: float) -> list[str]:
        """What is said in the next moments, without asking."""
        said, deadline = [], time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = self.wire.read(left)
            if line is not None:
                said.append(line.decode("ascii", "replace"))
        return said

    def rest(self) -> list[str]:
        """All that is still to be read once the engine has gone."""
        said = []
        while (line := self.wire.read(0.2)) is not None:
            said.append(line.decode("ascii", "replace").rstrip("\r"))
        return said


_NUMBER = r"-?[0-9]+(\.[0-9]+)?"
_WHOLE = r"-?[0-9]+"
# The words of an info line and what follows each.
_FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("depth", "seldepth", "multipv", "visits", "worlds", "ess", "nodes", "nps", "time",
         "hashfull"),
        (_WHOLE,),
    ),
    **dict.fromkeys(("ev", "sd", "prior"), (_NUMBER,)),
    "score": ("cp|mate", _WHOLE),
    "wdl": (_WHOLE, _WHOLE, _WHOLE),
    "evs": (rf"{_NUMBER}(,{_NUMBER})*",),
    "proven": ("win|loss|draw|value",),
    "currmove": (r"\S+",),
    "policy": (r"\S+=[0-9.]+",),
}  # fmt: skip


def fields_of(line: str) -> dict[str, Any]:
    """The fields of an info line, each a list of words; ``Broken`` where it is not of the form."""
    words = line.split()
    need(words[:1] == ["info"], f"no info line: {line!r}")
    found: dict[str, Any] = {}
    at = 1
    while at < len(words):
        name = words[at]
        if name in ("pv", "string"):
            end = len(words)
            if name == "pv" and "string" in words[at:]:
                end = words.index("string", at)
            need(end > at + 1, f"{name!r} with nothing behind it: {line!r}")
            found[name] = words[at + 1 : end]
            at = end
            continue
        need(name in _FIELDS, f"unknown word {name!r} in {line!r}")
        patterns = _FIELDS[name]
        values = words[at + 1 : at + 1 + len(patterns)]
        fits = len(values) == len(patterns) and all(map(re.fullmatch, patterns, values))
        need(fits, f"{name!r} with {values} in {line!r}")
        found[name] = values
        at += 1 + len(patterns)
    return found
