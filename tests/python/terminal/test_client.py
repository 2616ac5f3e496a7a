"""The terminal client on a screen that remembers: what people see, type and may not see."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moonflower as mf
from moonflower.records import Record, read_record
from moonflower.terminal.client import Client, Seating
from moonflower.terminal.course import Course
from moonflower.terminal.screen import PlainScreen, columns
from moonflower.terminal.typed import Typed, read_typed


class Scripted(PlainScreen):
    """Answers prompts by a function of the prompt and keeps all that was shown."""

    def __init__(self, answer: Callable[[str, Scripted], str]) -> None:
        self.shown: list[str] = []
        self._answer = answer

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        return self._answer(prompt, self)

    def wipe(self) -> None:
        self.shown.append("<wiped>")


def client(
    screen: Scripted, spec: str, *, people: set[int], seed: int = 1, strength: int = 20
) -> Client:
    game = mf.Game(spec)
    course = Course(Record(game, None, tuple(game.deal_tokens(seed))), seed)
    seating = Seating(people=frozenset(people), strength=strength, limit=mf.Limit(nodes=30))
    return Client(course, seating, mf.Engine(game, seed=seed, strength=strength), screen)


def typing(*lines: str) -> Callable[[str, Scripted], str]:
    """Types lines one after the other, then leaves."""
    left = list(lines)

    def answer(_: str, __: Scripted) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return answer


def shown(spec: str, *lines: str, people: set[int] | None = None) -> str:
    screen = Scripted(typing(*lines))
    client(screen, spec, people=people or {0}).run()
    return "\n".join(screen.shown)


def test_what_is_typed() -> None:
    assert read_typed("") == Typed("move", "")
    assert read_typed("HINT 3") == Typed("hint", "3")
    assert read_typed("????") == Typed("move", "????")
    assert read_typed("go", frozenset({"go"})) == Typed("move", "go")
    assert read_typed("go west") == Typed("move", "go west")


def test_columns_fit_the_screen() -> None:
    lines = columns([f"token{i}" for i in range(100)])
    assert max(map(len, lines)) <= 80
    assert sum(line.count("token") for line in lines) == 100
    assert columns([]) == []


def test_commands_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = shown("tic_tac_toe", "help", "moves", "moves b", "moves z", "more", "d9", "board", "?",
                 "??", "hint 7", "save", f"save {path}", "load", f"load {path}", "b2", "undo",
                 "undo", "resign", "nonsense", "quit")  # fmt: skip
    assert "let the engine make this move for you" in text
    assert "9 moves" in text
    assert "none contains 'z'" in text
    assert "no page is left" in text
    assert "'7' is no level" in text
    assert "Play " in text
    assert text.count("a file name is missing") == 2
    assert f"saved to {path}" in text
    assert "nothing can be taken back" in text
    assert "p1 resigns" in text
    assert "undo, save FILE and quit are accepted" in text
    assert read_record(path).tokens == ()


def test_illegal_moves_say_what_is_accepted() -> None:
    text = shown("hanamikoji", "zz", "t3")
    assert "accepted" in text
    assert text.count("p1> ") == 3


def test_what_a_move_is_stands_beside_it() -> None:
    text = shown("terraflip", "H@f5")
    assert "36 legal moves: 6 camp, 6 rider, 18 terrain, 6 catapult; type moves to see" in text
    assert "1 legal move: 1 end\n." in text
    assert "none contains 'zz'; there are 36: 6 camp, " in shown("terraflip", "moves zz")


@pytest.mark.parametrize("name", [info.name for info in mf.games()])
def test_all_that_is_shown_fits_80_columns(name: str) -> None:
    text = shown(name, "moves", "help", "?", "zz", "go", "moves", "??", "go", "???", "resign")
    assert max(map(len, text.splitlines())) <= 80


def test_no_page_of_a_single_line() -> None:
    """Skud Pai Sho has pages of moves; the last one is never a line alone."""
    text = shown("flower_power", "go", "go", "moves")
    left = [int(line.split()[1]) for line in text.splitlines() if line.startswith("-- ")]
    assert 1 not in left


def test_undo_gives_the_same_luck_again() -> None:
    screen = Scripted(typing("go", "undo", "go", "quit"))
    client(screen, "hanamikoji", people={0}).run()
    begun = screen.shown.index("p1> ")
    told = [text for text in screen.shown[begun:] if text.startswith(("p2:", "chance:"))]
    half = len(told) // 2
    assert half > 0
    assert told[:half] == told[half:]


def test_resigning_can_be_thought_over(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = shown("tic_tac_toe", "resign", "undo", "b2", "resign", f"save {path}", "quit")
    assert text.count("p1 resigns") == 2
    assert "# p1 resigns" in path.read_text()


def test_the_engine_can_play_alone() -> None:
    screen = Scripted(typing())
    client(screen, "tic_tac_toe", people=set()).run()
    text = "\n".join(screen.shown)
    assert "wins" in text or "share" in text


def test_a_person_in_the_second_seat_of_choices_made_together() -> None:
    screen = Scripted(typing("go", "go"))
    client(screen, "shields", people={1}).run()
    first = next(i for i, text in enumerate(screen.shown) if text.startswith("p2> "))
    before = "\n".join(screen.shown[:first])
    assert "p1: ?" in before  # the engine has chosen, and that is all there is to see


@pytest.mark.parametrize("spec", ["hanamikoji", "goofspiel", "shields", "flower_power"])
def test_people_at_one_keyboard_see_their_own_view_only(spec: str) -> None:
    """What stands on the screen between two wipes is what one seat may know."""
    source = random.Random(3)
    table: list[Client] = []
    stages: list[tuple[int, str]] = []
    count = 0

    def answer(prompt: str, screen: Scripted) -> str:
        nonlocal count
        if "press Enter" in prompt:
            assert screen.shown[-2] == "<wiped>"
            screen.shown.clear()
            return ""
        found = re.match(r"p(\d)> ", prompt)
        if not found:  # the game is over
            raise EOFError
        seat = int(found[1]) - 1
        view = table[0]._course.state.view(seat)
        assert table[0]._course.state.turn == seat
        stages.append((seat, "\n".join(screen.shown)))
        count += 1
        if count > 30:
            raise EOFError
        drawing = view.drawing().rstrip()
        assert drawing in stages[-1][1]
        for other in range(view.game.players):
            private = table[0]._course.state.view(other).drawing().rstrip()
            assert other == seat or private == drawing or private not in stages[-1][1]
        return str(source.choice(view.legal_moves()))

    table.append(client(Scripted(answer), spec, people={0, 1}))
    table[0].run()
    assert {seat for seat, _ in stages} == {0, 1}


def test_open_games_need_no_hand_over() -> None:
    screen = Scripted(typing("b2", "a1", "quit"))
    client(screen, "tic_tac_toe", people={0, 1}).run()
    assert "<wiped>" not in screen.shown


WORDS = [
    "go",
    "undo",
    "moves",
    "more",
    "?",
    "??",
    "hint",
    "load",
    "save",
    "resign",
    "board",
    "help",
]


@given(lines=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_nothing_typed_breaks_the_client(lines: list[str]) -> None:
    harmless = [line for line in lines if not line.strip().lower().startswith("save ")]
    assert "p1> " in shown("goofspiel", *harmless)


def test_bytes_that_are_no_text_and_letters_that_are_missing() -> None:
    """A pipe in ASCII, garbage typed, hints in French."""
    words = [sys.executable, "-m", "moonflower", "play", "hanamikoji", "--seed", "1"]
    done = subprocess.run(
        [*words, "--nodes", "20", "--language", "fr"],
        input=b"\xff\xfe\n?\n??\nquit\n",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert b"Jouez" in done.stdout
    assert done.stderr == b""
