"""Every command that the documentation shows works as it is typed, after the README's install.

A comment in the page makes it small: behind a command in the text, or before a block, where one
comment is for all of its commands and several are for one each. ``<!-- test: --rounds 1 -->``
appends arguments; a first word ``slow``, ``full``, ``extra MODULE`` or ``program NAME`` (full, and
needs it) marks the test. Words in capitals, ``...`` and brackets stand for something: of such
patterns only the command and its options are looked up.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from moonflower.cli import COMMANDS, main

ROOT = Path(__file__).parents[3]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("**/*.md")),
]
OURS = re.compile(r"(printf .*\| )?moonflower(?= |$)|python (bench|tests)/\S+\.py")
# The install itself, the build and the checks: what continuous integration does anyway.
OF_CI = ("python3 -m venv", "pip install", ".venv/bin/pip", "pytest", "cmake", ".ci/",
         "bash .ci/", "PYTHONPATH=python python -m pytest", "python .ci/")  # fmt: skip
NOTE = re.compile(r"<!-- test: (.*?) -->")
SPAN = re.compile(r"`([^`]+)`(?:<!-- test: (.*?) -->)?")
QUOTED = re.compile(r"\"[^\"]*\"")
STANDS_FOR = re.compile(r"\b[A-Z]{2,}\b|\b[A-Z]\b|\.\.\.|<|\[")


@dataclass(frozen=True)
class Shown:
    """A command of a page, with what the page says about its test."""

    page: str
    line: str
    note: str
    is_in_block: bool

    @property
    def is_ours(self) -> bool:
        return OURS.match(self.line) is not None

    @property
    def is_pattern(self) -> bool:
        """Something to be filled in, or the mere name of a command in the text."""
        is_name = not self.is_in_block and re.fullmatch(r"moonflower \S+", self.line)
        return bool(is_name or STANDS_FOR.search(QUOTED.sub("", self.line)))


def blocks_and_text(text: str) -> Iterator[tuple[bool, str, str]]:
    """Lines of shell blocks with their notes, and spans of the text with theirs."""
    block: list[str] | None = None
    notes: list[str] = []
    is_shell = False
    for line in text.splitlines():
        if line.startswith("```") and block is None:
            block, is_shell = [], line in ("```", "```sh")
        elif line.startswith("```"):
            assert block is not None
            each = notes if len(notes) > 1 else [*notes, ""][:1] * len(block)
            if is_shell:
                yield from ((True, *pair) for pair in zip(block, each, strict=True))
            block, notes = None, []
        elif block is not None:
            block.append(re.sub(r"\s+#\s.*", "", line).strip())
        elif found := NOTE.fullmatch(line.strip()):
            notes.append(found[1])
        else:
            assert not notes, f"a note is followed by no block: {notes}"
            for span in SPAN.finditer(line):
                yield False, span[1], span[2] or ""


def shown() -> Iterator[Shown]:
    for page in PAGES:
        name = str(page.relative_to(ROOT))
        for is_in_block, text, note in blocks_and_text(page.read_text(encoding="utf-8")):
            for line in text.split(" && "):
                yield Shown(name, line.removeprefix(".venv/bin/"), note, is_in_block)


ALL = list(dict.fromkeys(shown()))
COMMANDS_SHOWN = [one for one in ALL if one.is_ours]
TYPED = [one for one in COMMANDS_SHOWN if not one.is_pattern]
PATTERNS = [one for one in COMMANDS_SHOWN if one.is_pattern]


def cases() -> Iterator[object]:
    for one in TYPED:
        kind, _, rest = one.note.partition(" ")
        name = f"{one.page}: {one.line}"
        if kind in ("slow", "full"):
            mark = getattr(pytest.mark, kind)
            yield pytest.param(one.line, rest, "", id=name, marks=mark)
        elif kind in ("extra", "program"):
            needed, _, arguments = rest.partition(" ")
            mark = pytest.mark.extra if kind == "extra" else pytest.mark.full
            yield pytest.param(one.line, arguments, f"{kind} {needed}", id=name, marks=mark)
        else:
            yield pytest.param(one.line, one.note, "", id=name)


@pytest.mark.skipif(shutil.which("sh") is None, reason="commands are for a shell")
@pytest.mark.parametrize(("line", "arguments", "needs"), list(cases()))
def test_a_command_works(line: str, arguments: str, needs: str, shell: Path) -> None:
    """In a copy of the folders a command may write to, with an engine of the reader's own."""
    kind, _, needed = needs.partition(" ")
    if kind == "extra":
        pytest.importorskip(needed)
    if kind == "program" and shutil.which(needed) is None:
        pytest.skip(f"{needed} is not installed")
    for folder in ("bench", "docs"):
        shutil.copytree(ROOT / folder, shell / "clone" / folder)
    # Read by bench scripts, never written.
    for folder in ("tests", "seeds"):
        (shell / "clone" / folder).symlink_to(ROOT / folder)
    shutil.copy(shell / "game.txt", shell / "clone")
    engine = shell / "clone" / "my-engine"
    engine.write_text("#!/bin/sh\nexec moonflower uci\n")
    engine.chmod(0o755)
    done = subprocess.run(
        ["sh", "-c", f"{line} {arguments}"],
        cwd=shell / "clone",
        input="isready\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or line.startswith("python ")  # some scripts only renew a page
    assert "games lost by a fault" not in done.stdout


@pytest.mark.parametrize("one", PATTERNS, ids=lambda one: f"{one.page}: {one.line}")
def test_a_pattern_names_what_there_is(one: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    words = one.line.split()
    if words[0] == "python":
        source = ROOT / words[1]
        page = source.read_text(encoding="utf-8")
    else:
        assert words[1] in COMMANDS
        with pytest.raises(SystemExit):
            main([words[1], "--help"])
        page = capsys.readouterr().out
    for option in re.findall(r"--[a-z-]+", one.line):
        assert option in page


def test_no_command_is_overlooked() -> None:
    """Every line of a shell block is known, and nothing needs a path that an install has not."""
    for one in ALL:
        words = r"(PYTHONPATH=\S+ |\S*/)?(moonflower|python3?|pip|pytest|cmake|bash|sh)\b"
        if one.is_in_block and re.match(words, one.line):
            assert one.is_ours or one.line.startswith(OF_CI), one
        assert "PYTHONPATH" not in one.line or one.page == "CONTRIBUTING.md", one
    assert len(TYPED) > 40
