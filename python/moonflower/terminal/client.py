"""The loop of a game in the terminal. A person is shown the view of the own seat and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from moonflower.engine import Engine
from moonflower.hints.features import move_kind, move_kinds
from moonflower.hints.hint import Hint, explain
from moonflower.history import History, read_record, written_record
from moonflower.positions import CHANCE, Move, State, View
from moonflower.terminal.keeping import Keeper
from moonflower.terminal.screen import Screen, columns, wrapped
from moonflower.terminal.sentences import (
    choice_text,
    event_text,
    kind_name,
    kinds_text,
    opened,
    result_text,
    seat_name,
)
from moonflower.terminal.sitting import Seating, Sitting
from moonflower.terminal.typed import COMMANDS, read_typed
from moonflower.terminal.written import saved_path, write_game
from moonflower.words import Catalogue, Speaker
from moonflower.words.boards import translated

__all__ = ["Client"]

_PAGE: Final = 18  # lines of legal moves
_NAMED: Final = 6  # legal moves in a refusal
_FEW: Final = 24  # moves that are listed unasked
_Whose = TypeVar("_Whose")


class Client:
    """One game, or several one after the other by ``load``."""

    def __init__(
        self,
        history: History,
        seating: Seating,
        engine: Engine,
        screen: Screen,
        keeper: Keeper | None = None,
    ) -> None:
        self._history, self._seating = history, seating
        self._engine, self._screen, self._keeper = engine, screen, keeper
        self._texts = Catalogue(seating.language)
        self._shares_secrets = seating.shares_secrets(history.state.game)
        self._shown: dict[int, int] = {}  # steps each person has been told of
        self._watched = 0  # steps that all have been told of, where nobody plays
        self._at_keyboard: int | None = None
        self._page: list[str] = []
        self._advice: tuple[View, Hint] | None = None
        self._resigned: int | None = None
        self._kept = ""
        self._has_warned = False
        self._is_done = False

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        try:
            while not self._is_done:
                self._go_on()
        except EOFError:
            self._screen.say("")
        except KeyboardInterrupt:
            self._screen.say("")
            raise
        finally:
            self._leave()

    def _go_on(self) -> None:
        self._history.draw_all()
        self._keep()
        if not self._seating.people:
            self._watch()
        turn = self._history.state.turn
        if self._is_over:
            self._end()
        elif turn in self._seating.people:
            self._person(turn)
        else:
            self._reply(turn)

    @property
    def _is_over(self) -> bool:
        return self._history.state.is_over or self._resigned is not None

    def _leave(self) -> None:
        if self._keeper is not None:
            self._keeper.close()
        if self._is_over or not self._seating.people:
            return
        if self._shares_secrets:
            self._screen.wipe()
        if self._keeper is not None and self._keeper.is_kept:
            # The path is not broken at the width, so that it can be copied.
            self._screen.say(self._texts.say("play.kept", path=str(self._keeper.path)))
            self._say(self._texts.say("play.resume"))

    @property
    def _language(self) -> str:
        return self._seating.language

    def _say(self, text: str) -> None:
        self._screen.say(wrapped(text, self._screen.width))

    # --- the engine's turn

    def _reply(self, seat: int) -> None:
        state = self._history.state
        with self._screen.thinking(self._thinks(seat_name(seat))):
            move = str(self._engine.play(state.view(seat), self._seating.limit).move)
        self._history.play(move)

    def _watch(self) -> None:
        """Without people nobody is told by a board: every step is, as it was made."""
        for step in self._history.steps[self._watched :]:
            assert isinstance(step.before, State)
            phrases = step.before.phrases(step.token)
            told = Speaker(self._language).told(phrases)
            self._say(f"{opened(told)} [{step.token}]")
            self._recap(step.recap)
        self._watched = len(self._history)

    # --- a person's turn

    def _person(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell(seat)
        moves = self._history.state.view(seat).legal_moves()
        # Among people with secrets even a forced move is theirs: it may tell what they hold.
        if len(moves) == 1 and not self._shares_secrets:
            move = choice_text(self._history.state.view(seat), moves[0], self._language)
            self._say(self._texts.say("play.only", seat=seat_name(seat), move=move))
            self._history.play(str(moves[0]))
            return
        self._board(seat)
        state = self._history.state
        while not (self._is_done or self._is_over) and self._history.state is state:
            line = self._screen.ask(f"{seat_name(seat)}> ")
            self._try(self._obey, line, seat)

    def _try(self, obey: Callable[[str, _Whose], None], line: str, whose: _Whose) -> None:
        try:
            obey(line, whose)
        except (ValueError, OSError) as error:
            self._screen.refuse(str(error))

    def _hand_over(self, seat: int) -> None:
        """Several people at one keyboard: the next one must not see what the last one saw."""
        last, self._at_keyboard = self._at_keyboard, seat
        if last == seat or not self._shares_secrets:
            return
        if last is not None:
            self._page = []
            self._screen.wipe()
        self._screen.ask(self._texts.say("play.hand_over", seat=seat_name(seat)))

    def _tell(self, seat: int) -> None:
        """What has happened since the seat last looked, as far as it may see."""
        for event in self._history.told(seat, self._last_look(seat)):
            if text := event_text(event, seat, self._language):
                self._say(text)
            self._recap(event.recap)
        self._shown[seat] = len(self._history)

    def _last_look(self, seat: int) -> int:
        """The steps a seat knows; of a game that was loaded, all up to its last choice."""
        last = self._history.last_choice(seat)
        return self._shown.get(seat, 0 if last is None else last + 1)

    def _recap(self, text: str) -> None:
        text = translated(text, self._language)
        title, _, rest = text.partition("\n")
        if rest:
            self._screen.board(title, rest)
        elif title:
            self._screen.say(title)

    def _board(self, seat: int) -> None:
        view, say = self._history.state.view(seat), self._texts.say
        title = say("play.move_of", title=view.game.info.title, seat=seat_name(seat))
        self._screen.board(title, translated(view.drawing(), self._language))
        moves = view.legal_moves()
        count = say("play.legal", value=str(len(moves))) + kinds_text(view, moves, self._language)
        if len(moves) > _FEW:
            self._say(count + say("play.ask_moves"))
            return
        self._say(count)
        self._screen.say("\n".join(self._listed(view, moves)))
        if len(moves) == 1:
            self._screen.say(say("play.enter_plays"))

    def _listed(self, view: View, moves: list[Move]) -> list[str]:
        """Moves in words with their tokens, in columns where they fit."""
        words = [choice_text(view, move, self._language) for move in moves]
        rows = columns(words, self._screen.width)
        return "\n".join(wrapped(row, self._screen.width) for row in rows).split("\n")

    def _obey(self, line: str, seat: int) -> None:
        view = self._history.state.view(seat)
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
            "export": lambda: self._export(typed.rest, seat),
            "load": lambda: self._load(typed.rest),
            "resign": lambda: self._resign(seat),
            "quit": self._quit,
        }
        orders[typed.word]()

    def _move(self, view: View, token: str) -> None:
        moves = view.legal_moves()
        if not token and len(moves) == 1:
            token = str(moves[0])
        if token:
            try:
                move = view.parse_move(token)
            except ValueError as error:  # the engine explains itself in English
                if self._language == "en":
                    raise
                raise ValueError(self._refusal(view, token)) from error
            self._history.play(str(move))

    def _refusal(self, view: View, token: str) -> str:
        legal = [choice_text(view, move, self._language) for move in view.legal_moves()]
        named = ", ".join(legal[:_NAMED]) + (", ..." if len(legal) > _NAMED else "")
        return self._texts.say("play.refused", token=repr(token), legal=named)

    def _help(self) -> None:
        say = self._texts.say
        meanings = [(word, say(f"play.help.{word}")) for word in COMMANDS]
        is_english = self._language == "en"
        lines = [f"  {word:14} {text}" if is_english else f"  {text}" for word, text in meanings]
        self._say("\n".join([say("play.help"), *lines]))

    def _list(self, view: View, wanted: str) -> None:
        moves = view.legal_moves()
        kinds = {kind_name(kind, self._language): kind for kind in move_kinds(view.game)}
        kind = kinds.get(wanted, wanted)
        of_kind = [move for move in moves if kind and move_kind(view, move) == kind]
        found = of_kind or [move for move in moves if wanted in str(move)]
        if not found:
            msg = self._texts.say("play.no_match", wanted=repr(wanted), count=str(len(moves)))
            raise ValueError(msg + kinds_text(view, moves, self._language))
        self._page = self._listed(view, found)
        self._screen.say(self._texts.say("play.found", value=str(len(found))))
        self._turn_page()

    def _turn_page(self) -> None:
        if not self._page:
            raise ValueError(self._texts.say("play.no_page"))
        size = _PAGE if len(self._page) > _PAGE + 1 else _PAGE + 1  # no page of a single line
        page, self._page = self._page[:size], self._page[size:]
        more = self._texts.say("play.more", value=str(len(self._page)))
        rest = [more] if self._page else []
        self._screen.say("\n".join([*page, *rest]))

    def _hint(self, view: View, level: str) -> None:
        if level not in ("", "1", "2", "3"):
            raise ValueError(self._texts.say("play.no_level", level=repr(level)))
        report, seed = self._thought(view).report, self._engine.options.seed
        language = self._seating.language
        hint = explain(view, report, level=int(level or 1), language=language, seed=seed)
        self._screen.hint(hint.text)

    def _thought(self, view: View) -> Hint:
        """One search of a position for hints of every level, so that they agree."""
        if self._advice is None or self._advice[0] != view:
            with self._screen.thinking(self._thinks(self._texts.say("play.engine"))):
                self._advice = (view, self._engine.hint(view, level=3))
        return self._advice[1]

    def _thinks(self, who: str) -> str:
        return self._texts.say("play.thinks", who=who)

    def _play_for(self, view: View) -> None:
        if self._advice is not None and self._advice[0] == view:
            move = str(self._advice[1].move)
        else:
            with self._screen.thinking(self._thinks(self._texts.say("play.engine"))):
                move = str(self._engine.hint(view, self._seating.limit).move)
        told = choice_text(view, move, self._language)
        self._say(self._texts.say("play.played", move=told))
        self._history.play(move)

    def _undo(self, seat: int) -> None:
        self._history.take_back(seat)
        self._forget()

    def _forget(self) -> None:
        steps = len(self._history)
        self._shown = {seat: min(shown, steps) for seat, shown in self._shown.items()}
        self._page = []

    # --- records

    def _sitting(self) -> Sitting:
        return Sitting(
            history=self._history,
            seating=self._seating,
            is_over=self._is_over,
        )

    def _keep(self) -> None:
        """After every move; a game in which nobody has chosen yet is not worth a file."""
        sitting = self._sitting()
        text = sitting.text()
        has_begun = any(step.actor != CHANCE for step in self._history.steps)
        if self._keeper is None or text == self._kept or not (has_begun or self._keeper.is_kept):
            return
        self._kept = text
        try:
            self._keeper.keep(sitting)
        except OSError as error:
            if not self._has_warned:
                self._screen.refuse(self._texts.say("play.not_kept", error=str(error)))
            self._has_warned = True

    def _save(self, name: str, *notes: str) -> None:
        path = saved_path("save", name)
        write_game(path, self._sitting().text(*notes))
        info = self._history.state.game.info
        has_secrets = info.hidden or info.simultaneous
        self._screen.say(self._texts.say("play.saved", path=str(path)))
        if has_secrets:
            self._say(self._texts.say("play.saved_secrets"))

    def _export(self, name: str, seat: int) -> None:
        path = saved_path("export", name)
        write_game(path, written_record(self._history.seen_by(seat)))
        self._screen.say(self._texts.say("play.saved", path=str(path)))
        self._say(self._texts.say("play.saved_seen", seat=seat_name(seat)))

    def _load(self, name: str) -> None:
        path = saved_path("load", name)
        if not path.is_file():
            raise ValueError(self._texts.say("play.no_file", name=repr(name)))
        loaded = read_record(path)
        if loaded.game != self._history.game:
            specs = {"loaded": loaded.game.spec, "spec": self._history.game.spec}
            raise ValueError(self._texts.say("play.other_game", name=repr(name), **specs))
        loaded.seed = self._history.seed
        self._history = loaded
        if self._keeper is not None:  # the game that was played until now stays in its file
            self._keeper.close()
            self._keeper = Keeper.for_new(self._keeper.path.parent, loaded.game)
        self._shown, self._page = {}, []

    # --- endings

    def _resign(self, seat: int) -> None:
        self._resigned = seat

    def _quit(self) -> None:
        self._is_done = True

    def _end(self) -> None:
        people = sorted(self._seating.people)
        self._show_end(people)
        self._say(self._result())
        self._is_done = not people
        history, resigned, steps = self._history, self._resigned, len(self._history)
        while not self._is_done:
            line = self._screen.ask(self._texts.say("play.over"))
            self._try(self._obey_after, line, people)
            if len(history) != steps or self._resigned != resigned:
                return  # taken back: the game goes on

    def _result(self) -> str:
        if self._resigned is not None:
            return self._texts.say("play.resigns", seat=seat_name(self._resigned))
        return result_text(self._history.state, self._texts)

    def _show_end(self, people: list[int]) -> None:
        """The last board; where people keep secrets from each other, what all may see."""
        if not people:
            self._end_board(self._history.state)
        elif not self._shares_secrets:
            last = self._history.steps[-1].actor if self._history.steps else None
            self._final_board(next((seat for seat in people if seat != last), people[0]))
        else:
            self._screen.wipe()
            self._at_keyboard = None
            since = min(map(self._last_look, people))
            for event in self._history.told(people[0], since):
                self._recap(event.recap)

    def _end_board(self, position: State | View) -> None:
        title = self._texts.say("play.the_end", title=position.game.info.title)
        self._screen.board(title, translated(position.drawing(), self._language))

    def _final_board(self, seat: int) -> None:
        self._tell(seat)
        self._end_board(self._history.state.view(seat))

    def _obey_after(self, line: str, people: list[int]) -> None:
        typed = read_typed(line)
        orders: dict[str, Callable[[], None]] = {
            "help": lambda: self._say(self._texts.say("play.after")),
            "board": lambda: self._board_after(typed.rest, people),
            "undo": lambda: self._undo_after(people),
            "save": lambda: self._save(typed.rest, self._result()),
            "quit": self._quit,
            "resign": self._quit,
        }
        if (typed.word, typed.rest) == ("move", ""):
            self._quit()
        elif typed.word in orders:
            orders[typed.word]()
        else:
            words = {"line": repr(line.strip()), "accepted": self._texts.say("play.after")}
            raise ValueError(self._texts.say("play.after_refused", **words))

    def _board_after(self, name: str, people: list[int]) -> None:
        names = {seat_name(seat): seat for seat in people}
        if name not in names and (name or self._shares_secrets):
            words = {"name": repr(name), "seats": ", ".join(names)}
            raise ValueError(self._texts.say("play.no_seat", **words))
        seat = names.get(name, people[0])
        self._hand_over(seat)
        self._final_board(seat)

    def _undo_after(self, people: list[int]) -> None:
        if self._resigned is not None:
            self._resigned = None
            return
        last = max(people, key=lambda seat: self._history.last_choice(seat) or -1)
        self._undo(last)
