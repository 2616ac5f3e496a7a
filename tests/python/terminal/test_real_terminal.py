"""The client on a terminal of its own: what a keyboard can do and a screen can hold."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from moonflower.terminal.sitting import read_sitting

pexpect = pytest.importorskip("pexpect")

WIPED = "\x1b[H\x1b[2J\x1b[3J"
HANDED = r"press Enter when nobody else looks $"


def start(*words: str, columns: int = 80, **environment: str) -> Any:
    arguments = ["-m", "moonflower", "play", *words]
    inherited = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return pexpect.spawn(
        sys.executable,
        arguments,
        encoding="utf-8",
        timeout=30,
        dimensions=(50, columns),
        env={**inherited, "TERM": "xterm", **environment},
    )


def leave(child: Any) -> None:
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def two_people(*words: str, **environment: str) -> Any:
    """p1 has made a secret choice and p2 is asked to come."""
    child = start("hanamikoji", "--seat", "all", "--seed", "5", *words, **environment)
    child.expect(HANDED)
    child.sendline("")
    child.expect("p1> $")
    child.send("dXX\x15")  # typed and cut out again
    child.sendline("s1")
    return child


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_the_next_person_finds_nothing(plain: list[str]) -> None:
    """No history, no cut text, no scroll-back, no board of the last one."""
    child = two_people(*plain)
    child.expect("p2, " + HANDED)
    assert WIPED in child.before
    assert "\x1b]" not in child.before  # no title of the window
    assert "hand" not in child.before.split(WIPED)[1]
    child.sendline("")
    child.expect("p2> $")
    for keys in ("\x1b[A", "\x10", "\x19", "\x12s", "\x1b[5~"):  # up, ^P, ^Y, ^R, page up
        child.send(keys)
        child.sendline("")
        child.expect("p2> $")
        assert "s1" not in child.before
        assert "dXX" not in child.before
    leave(child)


def test_what_is_typed_ahead_does_not_open_the_next_view() -> None:
    child = start("hanamikoji", "--seat", "all", "--seed", "5")
    child.expect(HANDED)
    child.sendline("")
    child.expect("p1> $")
    child.send("s1\r\r\r\r")
    child.expect("p2, " + HANDED)
    with pytest.raises(pexpect.TIMEOUT):
        child.expect("p2> ", timeout=0.5)
    child.sendline("")
    child.expect("p2> $")
    leave(child)


def test_leaving_wipes_the_screen() -> None:
    child = two_people()
    child.expect("p2, " + HANDED)
    child.sendline("")
    child.expect("p2> $")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    shown = child.before.split(WIPED)[-1]
    assert "hand" not in shown
    assert "--resume" in shown


def test_a_terminal_that_cannot_be_wiped_is_told_so() -> None:
    child = start("hanamikoji", "--seat", "all", TERM="dumb")
    child.expect(HANDED)
    assert "cannot be wiped" in child.before
    assert "luck by seed" not in child.before
    child.sendintr()
    child.expect(pexpect.EOF)


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    child = start("hanamikoji", "--nodes", "50", MOONFLOWER_DATA=str(tmp_path))
    child.expect("p1> $")
    child.sendline("go")
    child.expect("p1> $")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "moonflower play --resume goes on with it." in child.before
    assert "Traceback" not in child.before
    [path] = (tmp_path / "games").glob("*.txt")
    assert read_sitting(path).history.tokens


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_a_killed_game_and_a_closed_window_are_resumed(
    tmp_path: Path, number: signal.Signals
) -> None:
    child = start("hanamikoji", "--nodes", "50", MOONFLOWER_DATA=str(tmp_path))
    child.expect("p1> $")
    child.sendline("go")
    child.expect("p1> $")
    board = child.before.split("p1 to move")[-1]
    child.kill(number)
    child.expect(pexpect.EOF)
    child.close()
    child = start("--resume", MOONFLOWER_DATA=str(tmp_path))
    child.expect("p1> $")
    assert child.before.split("p1 to move")[-1] == board
    leave(child)


def test_ctrl_c_while_the_engine_thinks(tmp_path: Path) -> None:
    child = start("hanamikoji", "--time", "20", "--seed", "5", MOONFLOWER_DATA=str(tmp_path))
    child.expect("p1> $")
    child.sendline("s1")
    child.expect("p2 thinks ...")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "--resume" in child.before


def test_the_sign_of_thinking_goes_away() -> None:
    child = start("hanamikoji", "--time", "0.2", "--seed", "5")
    child.expect("p1> $")
    child.sendline("??")
    child.expect("the engine thinks ...")
    child.expect("p1> $")
    assert child.before.startswith("\r" + " " * len("the engine thinks ...") + "\r")
    leave(child)


@pytest.mark.parametrize(
    "game", ["hanamikoji", "terraflip", "shields", "flower_power", "skud_paisho"]
)
def test_lines_fit_a_narrow_terminal(game: str) -> None:
    """All but boards, which have one width."""
    child = start(game, "--nodes", "20", "--seed", "5", columns=40)
    child.expect("p1> $")
    shown = ""
    for line in ("help", "moves", "zz", "?", "??"):
        child.sendline(line)
        child.expect("p1> $")
        shown += child.before.split("thinks ...")[-1]
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    lines = text.replace("\r\n", "\n").split("\r")[-1].splitlines()
    assert max(map(len, lines)) <= 40
    leave(child)


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, {"LANG": "C", "LC_ALL": "C"}, {"TERM": "dumb"}]
)
def test_without_colours_or_letters(environment: dict[str, str]) -> None:
    child = start("hanamikoji", "--nodes", "20", "--language", "fr", **environment)
    child.expect("p1> $")
    assert not re.search(r"\x1b\[[0-9;]*3\dm", child.before)
    for line in ("??", "é\x01\x02", "\x7f", "x" * 3000):
        child.sendline(line)
        child.expect("p1> $")
    leave(child)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
def test_tmux_keeps_no_scroll_back_of_the_last_one(tmp_path: Path) -> None:
    """Its history is cleared with the screen; p1 has scrolled a screen of its own away."""

    def tmux(*words: str) -> str:
        line = ["tmux", "-f", os.devnull, "-S", str(tmp_path / "socket"), *words]
        return subprocess.run(line, check=True, capture_output=True, text=True, timeout=20).stdout

    def wait(text: str) -> str:
        for _ in range(200):
            if text in (shown := tmux("capture-pane", "-p", "-S", "-")):
                return shown
            time.sleep(0.1)
        pytest.fail(f"{text!r} does not come")

    play = f"{sys.executable} -m moonflower play hanamikoji --seat all --seed 5"
    tmux("new-session", "-d", "-x", "80", "-y", "20", play)
    try:
        wait("p1, press Enter")
        for line, answer in (("", "to move"), ("help", "give up"), ("moves g", "moves\n")):
            tmux("send-keys", line, "Enter")
            shown = wait(answer)
        assert "p1 > hand" in shown
        assert len(shown.splitlines()) > 20
        tmux("send-keys", "s1", "Enter")
        assert wait("p2, press Enter").strip() == "p2, press Enter when nobody else looks"
    finally:
        tmux("kill-server")
