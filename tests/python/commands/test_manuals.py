"""Every command has a manual page, and every example on it works as it is typed."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from moonflower.cli import COMMANDS, main
from moonflower.commands.manual import Manual


def manual(command: str) -> Manual:
    found = import_module(f"moonflower.commands.{command.replace('-', '_')}").MANUAL
    assert isinstance(found, Manual)
    return found


EXAMPLES = [line for command in COMMANDS for line, _ in manual(command).examples]


@pytest.mark.skipif(shutil.which("sh") is None, reason="examples are for a shell")
@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_works(line: str, shell: Path) -> None:
    """A person who plays leaves at once."""
    done = subprocess.run(
        ["sh", "-c", line], cwd=shell, input="quit\n", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    if "--json" in line:
        for answer in done.stdout.splitlines() if "games --json" not in line else [done.stdout]:
            json.loads(answer)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_manual_page(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    page = capsys.readouterr().out
    assert len(page.splitlines()) >= 20
    for part in ("usage: ", "examples:", "exit codes:", "see also: "):
        assert part in page
    assert manual(command).about.strip().split(".")[0].split()[0] in page


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = capsys.readouterr().out.split("options:")[1].split("\n\n")[0].splitlines()
    for line, after in zip(options, [*options[1:], ""], strict=True):
        if line.startswith("  -"):
            has_text = "  " in line.strip() or after.startswith("     ")
            assert has_text, line


def test_the_first_page_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    page = capsys.readouterr().out
    for command in COMMANDS:
        assert f"    {command} " in page.replace("\n", " ")
    assert main([]) == 2
    assert "usage: moonflower" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["hint", "hanamikoji", "--nodes", "99999999999999999999999"],
        ["hint", "hanamikoji", "--time", "nan"],
        ["play", "hanamikoji", "--threads", "0"],
        ["analyse", "-", "--worst", "-1"],
        ["bench", "--seconds", "inf"],
        ["selftest", "--games", "0"],
        ["tune", "kuhn_poker", "exploration=0.7", "--steps", "0"],
        ["match", "kuhn_poker", "random", "random", "--rounds", "x"],
        ["perft", "tic_tac_toe", "1e3"],
        ["solve", "tic_tac_toe", "--memory", "0"],
        ["check-protocol", "--patience", "soon", "true"],
        ["nosuch"],
    ],
)
def test_numbers_out_of_range_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "error: argument" in told.err
