"""A scripted person plays whole games through the terminal client, as a person would."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")

PROMPT = r"p1> $"
END = r"game over> $"


class Person:
    """Reads the screen, types moves. Asks for the list of moves when it is not shown unasked."""

    def __init__(self, game: str, *options: str) -> None:
        words = ["-m", "moonflower", "play", game, "--seat", "p1", "--seed", "5", *options]
        self._child = pexpect.spawn(
            sys.executable, words, encoding="utf-8", timeout=60, dimensions=(50, 80)
        )
        self._source = random.Random(1)

    def wait(self) -> str:
        """The prompt that comes next: ``move`` or ``end``."""
        return ("move", "end")[self._child.expect([PROMPT, END])]

    @property
    def screen(self) -> str:
        """What was shown since the last line typed, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", str(self._child.before)).replace("\r", "")

    def type(self, line: str) -> str:
        """Type a line and wait for the next prompt."""
        self._child.sendline(line)
        return self.wait()

    def any_move(self) -> str:
        """A move from the list, at random."""
        assert self.type("moves") == "move"
        words = re.split(r"\d+ moves\n", self.screen)[1].split("\n-- ")[0].split()
        return self._source.choice(words)

    def leave(self) -> None:
        """Quit and see that all is well."""
        self._child.sendline("quit")
        self._child.expect(pexpect.EOF)
        self._child.close()
        assert self._child.exitstatus == 0


def look_around(person: Person, path: Path) -> None:
    """The things people try in their first minute."""
    assert person.type("???????") == "move"  # no such move
    assert person.type("help") == "move"
    assert "take your last move back" in person.screen
    assert person.type("?") == "move"
    assert person.type("??") == "move"
    assert "]: " in person.screen
    assert person.type(person.any_move()) == "move"
    assert person.type("undo") == "move"
    assert person.type(f"save {path}") == "move"
    assert path.read_text().startswith("game ")


@pytest.mark.parametrize(
    ("game", "asks"),
    [
        ("hanamikoji", 0.3),
        ("terraflip", 0.3),
        ("shields", 0.3),
        ("flower_power", 0.8),
        ("skud_paisho", 1.0),
    ],
)
def test_a_whole_game(game: str, asks: float, tmp_path: Path) -> None:
    """``asks``: how often the person lets the engine choose, so that long games come to an end."""
    person = Person(game, "--strength", "0", "--nodes", "200")
    assert person.wait() == "move"
    look_around(person, tmp_path / "game.txt")
    source = random.Random(2)
    turn = "move"
    for _ in range(2000):
        if turn == "end":
            break
        turn = person.type("go" if source.random() < asks else person.any_move())
    assert turn == "end"
    assert re.search(r"p\d wins|share the win|nobody wins", person.screen)
    person.leave()
