"""The terminal client on a screen that remembers: what people see, type and may not see."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import moonflower as mf
from moonflower.history import History, read_record
from moonflower.terminal.client import Client
from moonflower.terminal.screen import PlainScreen, columns, printable
from moonflower.terminal.sitting import Seating
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


class Quick(mf.Engine):
    """Hints after a number of simulations instead of seconds."""

    def hint(self, position: mf.State | mf.View, limit: mf.Limit | None = None, **how: Any) -> Any:
        return super().hint(position, limit or mf.Limit(nodes=200), **how)


def client(
    screen: Scripted, spec: str, *, people: set[int], seed: int = 1, strength: int = 20
) -> Client:
    game = mf.Game(spec)
    history = History(game, deal=seed, seed=seed)
    seating = Seating(people=frozenset(people), strength=strength, limit=mf.Limit(nodes=30))
    return Client(history, seating, Quick(game, seed=seed, strength=strength), screen)


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
    assert "Chance to win" in " ".join(text.split())
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
    assert "p1: end the turn [.] (your only legal move)" in text
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
    told = [text for text in screen.shown[begun:] if text.startswith(("p2 ", "You drew"))]
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
    assert "wins" in text or "share" in text or "A draw" in text


def test_who_watches_sees_luck_and_how_turns_came_out() -> None:
    screen = Scripted(typing())
    table = client(screen, "shields", people=set(), strength=0)
    table.run()
    text = "\n".join(screen.shown)
    turns = sum(step.token.startswith("*!") for step in table._history.steps)
    assert text.count("The attack is ") == text.count(" is over ---") == turns > 0
    assert "Shields!, the end" in text


def test_a_person_in_the_second_seat_of_choices_made_together() -> None:
    screen = Scripted(typing("go", "go"))
    client(screen, "shields", people={1}).run()
    first = next(i for i, text in enumerate(screen.shown) if text.startswith("p2> "))
    before = "\n".join(screen.shown[:first])
    assert (
        "p1 chose in secret [?]" in before
    )  # the engine has chosen, and that is all there is to see


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
            assert not stages or screen.shown[-2] == "<wiped>"
            screen.shown.clear()
            return ""
        found = re.match(r"p(\d)> ", prompt)
        if not found:  # the game is over
            raise EOFError
        seat = int(found[1]) - 1
        view = table[0]._history.state.view(seat)
        assert table[0]._history.state.turn == seat
        stages.append((seat, "\n".join(screen.shown)))
        count += 1
        if count > 30:
            raise EOFError
        drawing = view.drawing().rstrip()
        assert drawing in stages[-1][1]
        for other in range(view.game.players):
            private = table[0]._history.state.view(other).drawing().rstrip()
            assert other == seat or private == drawing or private not in stages[-1][1]
        return str(source.choice(view.legal_moves()))

    table.append(client(Scripted(answer), spec, people={0, 1}))
    table[0].run()
    assert {seat for seat, _ in stages} == {0, 1}


def secret_choices(spec: str, seed: int) -> list[str]:
    """Moves of the first seat that the second one cannot tell apart."""
    state = mf.Game(spec).deal(seed)
    seen: dict[str, list[str]] = {}
    for move in map(str, state.legal_moves()):
        seen.setdefault(state.seen_by(1, move), []).append(move)
    return max(seen.values(), key=len)


@pytest.mark.parametrize(
    "spec", ["hanamikoji", "shields", "shields:mode=ffau", "shields:cheat=1", "flower_power",
             "goofspiel"],
)  # fmt: skip
def test_nothing_the_next_person_types_tells_the_last_one_s_choice(
    spec: str, tmp_path: Path
) -> None:
    """Two games that the second person cannot tell apart look alike, whatever is typed."""
    path = tmp_path / "own.txt"
    tried = ["", "board", "moves", "more", "zz", "s9", "CDX", "B1", "p1", "?", "??", "???", "help",
             "undo", "board p1", "load nothing", "load .", f"export {path}", "hint 9", "resign it",
             "go", "quit"]  # fmt: skip
    screens = []
    choices = secret_choices(spec, seed=1)
    for choice in (choices[0], choices[-1]):
        screen = Scripted(typing("", "moves", "??", choice, *tried))
        client(screen, spec, people={0, 1}).run()
        begin = screen.shown.index("<wiped>")
        end = screen.shown.index("<wiped>", begin + 1)
        screens.append((screen.shown[begin:end], path.read_text()))
    assert choices[0] != choices[-1]
    assert "p2> " in screens[0][0]
    assert screens[0] == screens[1]


@pytest.mark.parametrize("name", ["hanamikoji", "shields"])
def test_how_a_round_came_out_is_shown_before_the_next(name: str) -> None:
    source = random.Random(1)
    screen = Scripted(typing())
    table: list[Client] = []

    def answer(prompt: str, _: Scripted) -> str:
        if "game over" in prompt:
            raise EOFError
        return str(source.choice(table[0]._history.state.view(0).legal_moves()))

    screen._answer = answer
    table.append(client(screen, name, people={0}, strength=0))
    table[0].run()
    recaps = [text for text in screen.shown if re.match(r"\n--- (round|turn) \d+ (of|is)", text)]
    steps = table[0]._history.steps
    assert len(recaps) == sum(bool(step.before.recap(step.token)) for step in steps) > 0
    assert "points p1 " in "\n".join(screen.shown)


def test_the_last_board_of_people_with_secrets_is_what_all_may_see() -> None:
    """Who made the last move left it on the screen; a board is shown to one seat when asked."""
    source = random.Random(4)
    table: list[Client] = []
    after = iter(["board", "board p2", "quit"])

    def answer(prompt: str, _: Scripted) -> str:
        if "game over" in prompt:
            return next(after)
        if "press Enter" in prompt:
            return ""
        return str(source.choice(table[0]._history.state.legal_moves()))

    screen = Scripted(answer)
    table.append(client(screen, "hanamikoji", people={0, 1}))
    table[0].run()
    first = screen.shown.index("game over> ")
    wiped = first - screen.shown[first::-1].index("<wiped>")
    drawings = [table[0]._history.state.view(seat).drawing().rstrip() for seat in (0, 1)]
    shown = "\n".join(screen.shown[wiped:first])
    assert "is over, the cards with the secrets" in shown
    assert not any(drawing in shown for drawing in drawings)
    assert "board: '' is no seat of a person; accepted: p1, p2" in "\n".join(screen.shown)
    asked = next(i for i, line in enumerate(screen.shown) if i > first and "press Enter" in line)
    assert drawings[1] in "\n".join(screen.shown[asked:])


@pytest.mark.parametrize("last", ["resign", "quit", "EOF", "Ctrl-C"])
def test_leaving_wipes_what_one_seat_saw(last: str) -> None:
    def answer(prompt: str, _: Scripted) -> str:
        if "press Enter" in prompt:
            return ""
        if "game over" in prompt or last == "EOF":
            raise EOFError
        if last == "Ctrl-C":
            raise KeyboardInterrupt
        return last

    screen = Scripted(answer)
    table = client(screen, "hanamikoji", people={0, 1})
    if last == "Ctrl-C":
        with pytest.raises(KeyboardInterrupt):
            table.run()
    else:
        table.run()
    assert "<wiped>" in screen.shown
    after = "\n".join(screen.shown[screen.shown.index("<wiped>") :])
    assert "hand" not in after


def test_the_end_of_input_at_a_hand_over() -> None:
    def answer(prompt: str, _: Scripted) -> str:
        if "press Enter" in prompt:
            raise EOFError
        return "go"

    client(Scripted(answer), "hanamikoji", people={0, 1}).run()


def test_a_forced_move_is_played_and_told() -> None:
    text = shown("tic_tac_toe", "a1", "a3", "c2", "b2", "quit", people={0, 1})
    assert "only legal move" not in text
    screen = Scripted(typing("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "undo", "quit"))
    client(screen, "tic_tac_toe", people={0, 1}).run()
    text = "\n".join(screen.shown)
    assert "p1: mark c3 [c3] (your only legal move)" in text
    assert text.count("p2> ") == 5  # undo goes back to the last choice, not to the forced move
    assert text.count("p1> ") == 4


def test_a_forced_move_among_people_with_secrets_is_left_to_its_seat() -> None:
    """Who is passed over has nothing to choose, and that may be a secret."""
    seats = []
    table: list[Client] = []

    def answer(prompt: str, screen: Scripted) -> str:
        if "press Enter" in prompt:
            return ""
        if "game over" in prompt:
            raise EOFError
        state = table[0]._history.state
        moves = state.legal_moves()
        if len(moves) == 1:
            assert screen.shown[-2] == "Press Enter to play it."
            seats.append(state.turn)
            return ""
        return str(moves[0])

    table.append(client(Scripted(answer), "hanamikoji", people={0, 1}))
    table[0].run()
    assert seats


def test_hints_of_all_levels_speak_of_the_same_move() -> None:
    """One search of a position, so that the nudge and the advice agree, and go plays it."""
    table = client(Scripted(typing()), "terraflip", people={0})
    view = table._history.state.view(0)
    first = table._thought(view)
    table._hint(view, "1")
    table._hint(view, "3")
    assert table._thought(view) is first
    table._play_for(view)
    assert table._history.steps[-1].token == str(first.move)
    assert table._thought(table._history.state.view(table._history.state.turn)) is not first


def test_typed_signs_do_not_steer_the_terminal() -> None:
    assert printable("a\x1b[2Jb\x07\u202e\n") == "a\\x1b[2Jb\\x07\\u202e\n"


def test_long_lines_are_quoted_in_part() -> None:
    text = shown("hanamikoji", "x" * 5000, "moves " + "y" * 5000, "hint " + "z" * 5000)
    assert max(text.count(sign * 100) for sign in "xyz") <= 1


def test_a_loaded_game_tells_what_came_after_the_last_choice(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game tic_tac_toe\nposition startpos moves a1 b1 a2 b2\n")
    text = shown("tic_tac_toe", f"load {path}")
    assert "p2 marked b2 [b2]" in text
    assert "p2: b1" not in text


def test_saving_names_what_the_file_holds(tmp_path: Path) -> None:
    whole, own, other = tmp_path / "whole.txt", tmp_path / "own.txt", tmp_path / "notes.txt"
    other.write_text("my own text")
    text = shown("hanamikoji", f"save {whole}", f"export {own}", f"save {other}", "export",
                 f"save {tmp_path}", f"save {tmp_path}/no/file", "save ~no-one/x")  # fmt: skip
    assert f"saved to {whole}\nIt holds the secrets of every seat." in text
    assert f"saved to {own}\nIt holds what p1 has seen." in text
    assert "*??????" in own.read_text()
    assert "*??????" not in whole.read_text()
    assert other.read_text() == "my own text"
    assert "is no game; another name is accepted" in " ".join(text.split())
    assert text.count("cannot be written") >= 1
    assert "nobody's folder is" in text


def test_foreign_files_are_refused_or_read(tmp_path: Path) -> None:
    paths = {}
    for name, body in {
        "bytes": b"\xff\x00",
        "empty": b"",
        "other": b"game shields\nposition startpos\n",
        "view": b"game hanamikoji\nposition view p1 startpos events *001455\n",
        "seats": b"game hanamikoji\nposition startpos moves *001455 *134566 *2 p1:s4\n",
    }.items():
        paths[name] = tmp_path / name
        paths[name].write_bytes(body)
    text = shown("hanamikoji", *(f"load {path}" for path in paths.values()), "load -",
                 "load /dev/zero", "load a\x00b")  # fmt: skip
    told = " ".join(text.split())
    assert "load: '-' names no file" in told
    assert "load: '/dev/zero' is no file" in told
    assert r"load: 'a\x00b' names no file" in told
    for part in ("no UTF-8", "no position", "is a game of shields", "is what one seat saw"):
        assert part in told


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
    "export",
    "resign",
    "board",
    "help",
]


@given(lines=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=12))
@settings(max_examples=60, deadline=None)
def test_nothing_typed_breaks_the_client(lines: list[str]) -> None:
    harmless = [line for line in lines if not line.strip().lower().startswith(("save ", "export "))]
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
    assert b"Le mieux est de" in done.stdout
    assert done.stderr == b""
