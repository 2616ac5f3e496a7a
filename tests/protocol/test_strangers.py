"""Lines, requests and files from strangers: each gets a clear error, and the session goes on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.history import parse_record, read_record, record
from moonflower.protocol import analysis, grammar, lines, loop
from moonflower.protocol import requests as requests_

DEEP = "[" * 900 + "]" * 900
HALF = "\\ud800"  # as JSON writes half a character
GAME = '"game": "tic_tac_toe"'


def served(*texts: str | bytes, command: str = "analysis") -> list[str]:
    """What the program answers, and that it ends well."""
    data = b"\n".join(text if isinstance(text, bytes) else text.encode() for text in texts)
    line = [sys.executable, "-m", "moonflower", command]
    run = subprocess.run(line, input=data + b"\n", capture_output=True, check=False, timeout=120)
    assert run.returncode == 0
    assert run.stderr == b""
    return run.stdout.decode("ascii").splitlines()


REQUESTS = {
    b'\xff\xfe{"id"}': "not a line of JSON",
    "[" * 100_000: "not a line of JSON",
    '{"a":' * 100_000: "not a line of JSON",
    '{"id": NaN}': "id: expected a text, got 'nan'",
    f'{{"id": {DEEP}}}': "id: expected a text",
    f'{{"id": "a", "game": {DEEP}}}': "game: expected a text",
    f'{{"id": "a", {GAME}, "position": {DEEP}}}': "position: expected a text",
    f'{{"id": "a", {GAME}, "view": {DEEP}}}': "view: expected one of",
    f'{{"id": "a", {GAME}, "limits": {DEEP}}}': "limits: expected an object",
    f'{{"id": "a", {GAME}, "limits": {{"nodes": {DEEP}}}}}': "limits.nodes: expected",
    f'{{"id": "a", {GAME}, "searchmoves": {DEEP}}}': "searchmoves: expected a list",
    f'{{"id": "a", {GAME}, "options": {{"Hash": {DEEP}}}}}': "Hash: ",
    f'{{"id": "a", "action": {DEEP}}}': "action: unknown",
    f'{{"id": "a", {GAME}, "limits": {{"nodes": {"9" * 5000}}}}}': "not a line of JSON",
    f'{{"id": "a", {GAME}, "limits": {{"nodes": {"9" * 4000}}}}}': "limits.nodes: expected",
    f'{{"id": "a", {GAME}, "limits": {{"nodes": NaN}}}}': "limits.nodes: expected",
    f'{{"id": "a", {GAME}, "limits": {{"nodes": 1e999}}}}': "limits.nodes: expected",
    f'{{"id": "a", {GAME}, "multipv": -Infinity}}': "multipv: expected",
    f'{{"id": "a", {GAME}, "options": {{"Hash": Infinity}}}}': "Hash: 'inf'",
    f'{{"id": "a", {GAME}, "options": {{"{HALF}": 1}}}}': "half a character",
    f'{{"id": "a", {GAME}, "options": {{"Algorithm": "{HALF}"}}}}': "half a character",
    f'{{"id": "a", {GAME}, "searchmoves": ["{HALF}"]}}': "half a character",
    f'{{"id": "a", {GAME}, "position": "pos {HALF}"}}': "half a character",
    f'{{"id": "a", "game": "tic{HALF}"}}': "half a character",
    f'{{"id": "a", "game": "hex:size={"9" * 100_000}"}}': "hex: option size is",
    f'{{"id": "a", {GAME}, "position": "startpos moves {"a1 " * 1_000_000}"}}': "cannot be played",
}


def test_every_request_is_answered_and_none_ends_the_session() -> None:
    texts = list(REQUESTS)
    answers = [json.loads(line) for line in served(*texts, '{"id": "z", "action": "version"}')]
    assert len(answers) == len(texts) + 1
    for text, answer in zip(texts, answers, strict=False):
        assert REQUESTS[text] in answer["error"], text[:80]
        assert len(answer["error"]) < 500
    assert answers[-1]["version"] == mf.__version__


def test_an_id_is_served_once_at_a_time() -> None:
    endless = f'{{"id": "a", {GAME}, "limits": {{"nodes": 1000000000000000}}}}'
    stop = '{"id": "b", "action": "terminate", "terminateId": "a"}'
    answers = [json.loads(line) for line in served(endless, endless, stop)]
    (refused,) = [answer for answer in answers if "error" in answer]
    assert refused["field"] == "id"
    assert "still being served" in refused["error"]
    assert [answer["id"] for answer in answers].count("a") == 2


@pytest.mark.parametrize("text", ["position pos \xff", "go nodes " + "9" * 30, "x" * 200_000])
def test_every_line_is_answered(text: str) -> None:
    said = served(text.encode("latin-1"), "isready", command="uci")
    assert said[0].startswith("info string error ")
    assert len(said[0]) < 500
    assert said[-1] == "readyok"


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> int:
    """Lines of at most a hundred characters, so that none of a gigabyte is needed."""
    for module in (lines, grammar, requests_, record):
        monkeypatch.setattr(module, "LONGEST", 100)
    return 100


class Counting(io.StringIO):
    """How much is taken at a time."""

    most = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        self.most = max(self.most, len(line))
        return line


@pytest.mark.parametrize("length", [99, 100, 101, 102, 201, 202, 203, 5000])
def test_a_line_without_end_is_refused_and_passed_over(length: int, short: int) -> None:
    source = Counting("x" * length + "\nisready\n")
    sink = io.StringIO()
    assert loop.Loop(source, sink).run() == 0
    refused, ready = sink.getvalue().splitlines()
    assert ("too long; 100 characters are accepted" in refused) == (length >= short)
    assert ready == "readyok"
    assert source.most <= short + 1


def test_a_request_without_end_is_refused_and_passed_over(short: int) -> None:
    source = Counting('{"id": "' + "x" * 5000 + '"}\n{"id": "a", "action": "version"}\n')
    sink = io.StringIO()
    assert analysis.AnalysisLoop(source, sink).run() == 0
    refused, version = map(json.loads, sink.getvalue().splitlines())
    assert "too long; 100 characters are accepted" in refused["error"]
    assert version["id"] == "a"
    assert source.most <= short + 1


def test_a_record_without_end_is_refused(
    short: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.txt"
    path.write_text("game tic_tac_toe\nposition startpos\n" + "# x\n" * short)
    for where in (path, Path("-")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(path.read_text()))
        with pytest.raises(ValueError, match="is too long; 100 characters are accepted"):
            read_record(where)


STEERING = "\x1b]0;title\x07\x1b[2J\x9b31m"


@pytest.mark.parametrize("name", [info.name for info in mf.games(lab=True)])
def test_what_is_quoted_does_not_steer_the_terminal(name: str) -> None:
    lines = [f"position {base} {STEERING}" for base in ("startpos moves", "pos", "view p1 pos",
             "view p1 startpos events")]  # fmt: skip
    records = [f"game {name}\n{line}\n" for line in lines]
    records += [f"game {name}{STEERING}\n", f"game {name}:{STEERING}=1\n", f"{STEERING}\n"]
    for text in records:
        with pytest.raises(ValueError, match=r"record line \d") as refusal:
            parse_record(text)
        assert str(refusal.value).isprintable(), ascii(refusal.value)


def test_a_record_of_a_thousand_million_moves_ends_at_the_first_wrong_one() -> None:
    moves = "a1 b1 " * 1_000_000
    with pytest.raises(ValueError, match="record line 2: tic_tac_toe"):
        parse_record(f"game tic_tac_toe\nposition startpos moves {moves}")


@pytest.mark.parametrize("words", [["hint", b"\xff"], [b"\xff"], ["analyse", b"a\xff.txt"]])
def test_arguments_that_are_no_text_are_refused(words: list[str | bytes]) -> None:
    line = [sys.executable, "-m", "moonflower", *words]
    run = subprocess.run(line, capture_output=True, check=False)
    assert run.returncode == 2
    assert run.stderr.endswith(b"error: an argument is no text in UTF-8; text is accepted\n")
