"""What a session holds between two lines: game, options, position, engine; and what commands do.

What takes longer than a blink is ordered elsewhere (``orders``) and run in a job.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from moonflower import __version__
from moonflower.engine import Engine
from moonflower.history import History
from moonflower.history.refusal import refuse
from moonflower.positions import Game, State, View
from moonflower.protocol import commands as c
from moonflower.protocol.help import help_text
from moonflower.protocol.options import Settings, announce
from moonflower.protocol.queries import answer
from moonflower.protocol.replies import Style
from moonflower.protocol.thinking import Say

__all__ = ["Session"]


@dataclass(slots=True)
class Session:
    """One conversation. Quick commands run in the reader; jobs touch the engine alone."""

    say: Say
    settings: Settings = field(default_factory=Settings)
    _history: History | None = None  # none is valid until a position is set
    _engine: Engine | None = None
    game_number: int = 0  # counts new games: what was searched in one is no use in the next

    @property
    def history(self) -> History:
        """The game in progress, in full or as the seat sees it that the session sits in."""
        if self._history is None:
            refuse("position", "no valid position; set one with position")
        return self._history

    # --- quick commands

    def answer(self, command: c.Command) -> None:
        """Do it at once."""
        match command:
            case c.Handshake():
                self._introduce(command.keyword)
            case c.IsReady():
                self.say("readyok")
            case c.NewGame():
                self._forget()
            case c.SetOption():
                self._set_option(command)
            case c.SetGame():
                self._set_game(Game(command.spec))
            case c.Position():
                self._history = None  # a refused one leaves none
                self._history = command.history(
                    self.settings.game, seed=self.settings.number("Seed")
                )
            case c.Apply():
                self._apply(command)
            case c.Undo():
                self.history.undo(command.count)
            case c.Query():
                self.say(f"response {self._answered(command)}")
            case c.Show():
                self._show(command)
            case c.Help():
                self.say(*help_text(command.topic))
            case _:
                refuse("unknown", f"{type(command).__name__} cannot be answered here")

    def _apply(self, command: c.Apply) -> None:
        history = self.history
        if not command.is_draw:
            history.extend(command.tokens)
            return
        if history.seat is not None:
            refuse("view", "apply chance: a view cannot draw; give the event its seat saw")
        history.seed = self.settings.number("Seed")
        self.say(f"response {history.draw()}")

    def _answered(self, query: c.Query) -> str:
        if query.what == "spec" and self._history is None:
            return self.settings.game.spec
        return answer(self.history, query)

    def _introduce(self, keyword: str) -> None:
        self.say(
            f"id name moonflower {__version__}",
            "id author the Moonflower developers",
            "id protocol ugi-h 1",
            *announce(),
            f"{keyword}ok",
        )

    def _forget(self) -> None:
        self.game_number += 1
        if self._engine is not None:
            self._engine.new_game()

    def _set_option(self, command: c.SetOption) -> None:
        settings = self.settings.changed(command.name, command.value)
        if settings.game != self.settings.game:
            self._history = None  # it goes with the old game
        self.settings = settings
        self._close_engine()

    def _set_game(self, game: Game) -> None:
        self.settings = replace(self.settings, game=game)
        self._history = None
        self._close_engine()

    def _close_engine(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _show(self, command: c.Show) -> None:
        place = self.history.position
        if command.seat is not None:
            if isinstance(place, State):
                place = place.view(command.seat)
            elif place.seat != command.seat:
                refuse("view", f"d: this session sees p{place.seat + 1} alone")
        self.say(*place.drawing().rstrip("\n").split("\n"), str(place))

    # --- what jobs need

    def style(self, place: State | View) -> Style:
        """How reports about a place are written."""
        return Style(
            place,
            place.game.info,
            self.settings.number("MultiPV"),
            self.settings.flag("UCI_ShowWDL"),
        )

    def engine_for(self, game: Game) -> Engine:
        """The engine with the options of the session, kept until they change."""
        if self._engine is None or self._engine.game != game:
            self._close_engine()
            self._engine = Engine(game, **self.settings.engine_options())
        return self._engine
