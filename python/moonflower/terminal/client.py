"""The loop of a game in the terminal. A person is shown the view of the own seat and no more."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from moonflower.features import move_kind
from moonflower.games import CHANCE, Move, State, View
from moonflower.records import read_record, write_record
from moonflower.search import Engine, Limit
from moonflower.terminal.course import Course
from moonflower.terminal.screen import Screen, columns, wrapped
from moonflower.terminal.typed import COMMANDS, read_typed

__all__ = ["Client", "Seating"]

_PAGE: Final = 18  # lines of legal moves
_FEW: Final = 24  # moves that are listed unasked


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who sits where and how the engine plays."""

    people: frozenset[int]  # seats; the engine has the others
    strength: int
    limit: Limit
    language: str = "en"


class Client:
    """One game, or several one after the other by ``load``."""

    def __init__(self, course: Course, seating: Seating, engine: Engine, screen: Screen) -> None:
        self._course, self._seating = course, seating
        self._engine, self._screen = engine, screen
        self._shown: dict[int, int] = {}  # steps each person has been told of
        self._at_keyboard: int | None = None
        self._page: list[str] = []
        self._resigned: int | None = None
        self._is_done = False

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        while not self._is_done:
            self._course.draw()
            turn = self._course.state.turn
            if self._course.state.is_over or self._resigned is not None:
                self._end()
            elif turn in self._seating.people:
                self._person(turn)
            else:
                self._reply(turn)

    # --- the engine's turn

    def _reply(self, seat: int) -> None:
        view = self._course.state.view(seat)
        move = str(self._engine.play(view, self._seating.limit).move)
        self._course.play(move)
        if not self._seating.people:  # nobody is told by a board: tell what everybody may see
            self._screen.say(f"p{seat + 1}: {move}")

    # --- a person's turn

    def _person(self, seat: int) -> None:
        self._hand_over(seat)
        self._show(seat)
        steps = len(self._course.steps)
        while len(self._course.steps) == steps:
            state = self._course.state
            try:
                line = self._screen.ask(f"p{seat + 1}> ")
            except EOFError:
                self._screen.say("")
                self._is_done = True
                return
            try:
                self._obey(line, seat)
            except (ValueError, OSError) as error:
                self._screen.refuse(str(error))
            is_left = self._is_done or self._resigned is not None
            if is_left or self._course.state is not state:
                return

    def _hand_over(self, seat: int) -> None:
        """Several people at one keyboard: the next one must not see what the last one saw."""
        last, self._at_keyboard = self._at_keyboard, seat
        info = self._course.state.game.info
        is_secret = info.hidden or info.simultaneous
        if last in (None, seat) or not is_secret:
            return
        self._screen.wipe()
        self._screen.ask(f"p{seat + 1}, press Enter when nobody else looks ")

    def _show(self, seat: int) -> None:
        self._tell(seat)
        self._board(seat)

    def _tell(self, seat: int) -> None:
        """What has happened since the seat last looked, as far as it may see."""
        for actor, event in self._course.told(seat, self._shown.get(seat, 0)):
            if actor != seat:
                who = "chance" if actor == CHANCE else f"p{actor + 1}"
                self._screen.say(f"{who}: {event}")
        self._shown[seat] = len(self._course.steps)

    def _board(self, seat: int) -> None:
        view = self._course.state.view(seat)
        self._screen.board(f"{view.game.info.title}, p{seat + 1} to move", view.drawing())
        moves = view.legal_moves()
        count = "1 legal move" if len(moves) == 1 else f"{len(moves)} legal moves"
        kinds = _kinds_text(view, moves)
        if len(moves) <= _FEW:
            tokens = columns([str(move) for move in moves])
            self._screen.say("\n".join([wrapped(f"{count}{kinds}"), *tokens]))
        else:
            self._screen.say(wrapped(f"{count}{kinds}; type moves to see them"))

    def _obey(self, line: str, seat: int) -> None:
        view = self._course.state.view(seat)
        typed = read_typed(line, frozenset(str(move) for move in view.legal_moves()))
        orders: dict[str, Callable[[], None]] = {
            "move": lambda: self._move(view, typed.rest),
            "help": self._help,
            "board": lambda: self._board(seat),
            "moves": lambda: self._list(view, typed.rest),
            "more": self._turn_page,
            "hint": lambda: self._hint(view, typed.rest),
            "go": lambda: self._play_for(view),
            "undo": lambda: self._undo(seat),
            "save": lambda: self._save(typed.rest),
            "load": lambda: self._load(typed.rest),
            "resign": lambda: self._resign(seat),
            "quit": self._quit,
        }
        orders[typed.word]()

    def _move(self, view: View, token: str) -> None:
        if not token:
            return
        self._course.play(str(view.parse_move(token)))

    def _help(self) -> None:
        lines = [f"  {word:14} {meaning}" for word, meaning in COMMANDS.items()]
        self._screen.say("\n".join(["Type a move as the rule book writes it, or:", *lines]))

    def _list(self, view: View, wanted: str) -> None:
        moves = view.legal_moves()
        of_kind = [move for move in moves if wanted and move_kind(view, move) == wanted]
        found = of_kind or [move for move in moves if wanted in str(move)]
        if not found:
            msg = (
                f"moves: none contains {wanted!r}; there are {len(moves)}{_kinds_text(view, moves)}"
            )
            raise ValueError(msg)
        self._page = columns([str(move) for move in found])
        self._screen.say(f"{len(found)} moves")
        self._turn_page()

    def _turn_page(self) -> None:
        if not self._page:
            msg = "more: no page is left; moves starts a list"
            raise ValueError(msg)
        size = _PAGE if len(self._page) > _PAGE + 1 else _PAGE + 1  # no page of a single line
        page, self._page = self._page[:size], self._page[size:]
        rest = [f"-- {len(self._page)} more lines; type more to see them --"] if self._page else []
        self._screen.say("\n".join([*page, *rest]))

    def _hint(self, view: View, level: str) -> None:
        if level not in ("", "1", "2", "3"):
            msg = f"hint: {level!r} is no level; 1, 2 and 3 are"
            raise ValueError(msg)
        language = self._seating.language
        hint = self._engine.hint(view, level=int(level or 1), language=language)
        self._screen.hint(hint.text)

    def _play_for(self, view: View) -> None:
        move = str(self._engine.hint(view, self._seating.limit).move)
        self._screen.say(f"played for you: {move}")
        self._course.play(move)

    def _undo(self, seat: int) -> None:
        self._course.take_back(seat)
        self._forget()

    def _forget(self) -> None:
        steps = len(self._course.steps)
        self._shown = {seat: min(shown, steps) for seat, shown in self._shown.items()}
        self._page = []

    # --- records

    def _save(self, name: str, *notes: str) -> None:
        if not name:
            msg = "save: a file name is missing; accepted: save FILE"
            raise ValueError(msg)
        write_record(Path(name), self._course.record, notes=notes)
        self._screen.say(f"saved to {name}")

    def _load(self, name: str) -> None:
        if not name:
            msg = "load: a file name is missing; accepted: load FILE"
            raise ValueError(msg)
        record = read_record(Path(name))
        if record.game != self._course.record.game:
            msg = f"load: {name!r} is a game of {record.game.spec}; this one is "
            raise ValueError(msg + self._course.record.game.spec)
        self._course = Course(record, self._course.seed)
        self._shown = {}
        self._page = []

    # --- endings

    def _resign(self, seat: int) -> None:
        self._resigned = seat

    def _quit(self) -> None:
        self._is_done = True

    def _end(self) -> None:
        people = sorted(self._seating.people)
        if len(people) == 1 and self._resigned is None:
            self._show_end(people[0])
        self._screen.say(self._result())
        self._is_done = not people
        course, resigned, steps = self._course, self._resigned, len(self._course.steps)
        while not self._is_done:
            try:
                self._obey_after(self._screen.ask("game over> "), people)
            except EOFError:
                self._is_done = True
            except (ValueError, OSError) as error:
                self._screen.refuse(str(error))
            if len(course.steps) != steps or self._resigned != resigned:
                return  # taken back: the game goes on

    def _result(self) -> str:
        if self._resigned is not None:
            return f"p{self._resigned + 1} resigns"
        return result_text(self._course.state)

    def _show_end(self, seat: int) -> None:
        self._tell(seat)
        view = self._course.state.view(seat)
        self._screen.board(f"{view.game.info.title}, the end", view.drawing())

    def _obey_after(self, line: str, people: list[int]) -> None:
        typed = read_typed(line)
        if typed.word == "undo" and self._resigned is not None:
            self._resigned = None
        elif typed.word == "undo" and len(people) == 1:
            self._undo(people[0])
        elif typed.word == "save":
            self._save(typed.rest, self._result())
        elif typed.word in ("quit", "resign") or (typed.word, typed.rest) == ("move", ""):
            self._is_done = True
        else:
            msg = f"{line.strip()!r}: the game is over; undo, save FILE and quit are accepted"
            raise ValueError(msg)


def _kinds_text(view: View, moves: list[Move]) -> str:
    """How many moves of each kind, where the game tells kinds apart."""
    kinds = Counter(move_kind(view, move) for move in moves)
    if None in kinds:
        return ""
    return ": " + ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def result_text(state: State) -> str:
    """Who has won, with the points where there are any."""
    winners = [f"p{seat + 1}" for seat in state.winners]
    if not winners:
        result = "nobody wins"
    elif len(winners) == 1:
        result = f"{winners[0]} wins"
    else:
        result = f"{' and '.join(winners)} share the win"
    if state.scores is not None:
        result += f"; points {json.dumps(state.scores[: state.players])}"
    return result
