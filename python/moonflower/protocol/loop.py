"""The protocol on standard input and output: one reader, one search thread, one output lock."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, TextIO

from moonflower import __version__, _core
from moonflower.errors import IllegalMoveError, OptionError, ParseError, UnknownGameError
from moonflower.games import CHANCE, OVER, Game, State, View
from moonflower.protocol import grammar as g
from moonflower.protocol.options import Settings, announce
from moonflower.protocol.refusal import Refusal, refuse
from moonflower.protocol.replies import bestmove_line, error_line, info_lines
from moonflower.protocol.table import Table
from moonflower.search import Analysis, Engine, Limit, PlayResult, Report
from moonflower.tools import perft

__all__ = ["Loop", "serve"]

_CODES: Final = {
    ParseError: "parse",
    IllegalMoveError: "move",
    OptionError: "option",
    UnknownGameError: "game",
}
_WHILE_SEARCHING: Final = (
    g.IsReady, g.Query, g.Show, g.Help, g.Stop, g.PonderHit, g.Quit, g.Nothing, g.Debug,
)  # fmt: skip
_HELP: Final = """\
uci, ugi                      handshake: who this is, and every option
game SPEC                     play this game: hanamikoji, shields:mode=ffa,players=3
setoption name N [value V]    change an option
position [view SEAT] (startpos [seed N] | pos TEXT) [(moves|events) TOKEN...]
apply TOKEN..., undo [N]      play on, take back
go [search|perft N [split]] [movetime MS] [nodes N] [depth N] [worlds N] [infinite]
   [p1time MS] [p1inc MS] [movestogo N] [searchmoves TOKEN...]
stop, ponderhit               end thinking
query gameover|p1turn|result|turn|seats|legal|islegal T|returns|pos|public|view SEAT|key|spec
d [SEAT]                      draw the position
selftest, debug on|off, help, quit"""


class Loop:
    """Reads lines until the end of input or ``quit``; answers every line, never dies of one."""

    def __init__(self, source: TextIO, sink: TextIO, *, strict: bool = False) -> None:
        self._source = source
        self._sink = sink
        self._strict = strict
        self._output = threading.Lock()
        self._settings = Settings()
        self._table = Table(self._settings.game)
        self._engine: Engine | None = None
        self._analysis: Analysis | None = None
        self._search: threading.Thread | None = None  # says what the analysis finds
        self._is_bounded = True
        self._is_stopping = False
        self._has_answered = False  # the search thread may outlive its bestmove by a moment
        self._game_number = 0
        self._handlers: dict[type, Callable[..., None]] = {
            g.Handshake: self._handshake,
            g.IsReady: lambda _: self._say("readyok"),
            g.NewGame: self._new_game,
            g.SetOption: self._set_option,
            g.SetGame: self._set_game,
            g.Position: self._table.set_position,
            g.Apply: lambda command: self._table.apply(command.tokens),
            g.Undo: lambda command: self._table.undo(command.count),
            g.Go: self._go,
            g.Stop: lambda _: self._stop(),
            g.PonderHit: lambda _: None,
            g.Query: lambda command: self._say(f"response {self._table.answer(command)}"),
            g.Show: self._show,
            g.SelfTest: self._selftest,
            g.Debug: lambda _: None,
            g.Help: lambda _: self._say(_HELP),
        }

    def run(self) -> int:
        """Serve until the input ends; 0, or 2 at the first error when strict."""
        for line in self._source:
            try:
                command = g.parse_line(line)
                if isinstance(command, g.Quit):
                    self._stop()
                    break
                self._handle(command)
            except ValueError as error:
                self._say(error_line(_code(error), str(error)))
                if self._strict:
                    self._stop()
                    self.wait()
                    return 2
        else:
            if not self._is_bounded:
                self._stop()
        self.wait()
        return 0

    def interrupt(self) -> bool:
        """End the running search, as ``stop`` does; whether there was one still going on."""
        was_going_on = self._is_searching() and not self._is_stopping
        self._stop()
        return was_going_on

    def wait(self) -> None:
        """Wait until the last bestmove is said."""
        if self._search is not None:
            self._search.join()

    # --- the loop's own business

    def _say(self, *lines: str) -> None:
        with self._output:
            self._sink.write("".join(f"{line}\n" for line in lines))
            self._sink.flush()

    def _handle(self, command: g.Command) -> None:
        if self._is_searching() and not isinstance(command, _WHILE_SEARCHING):
            refuse("busy", "a search is running; stop ends it")
        handler = self._handlers.get(type(command))
        if handler is not None:
            handler(command)
        elif not isinstance(command, g.Nothing):
            refuse("unsupported", f"{type(command).__name__.lower()} is not offered yet; see help")

    def _is_searching(self) -> bool:
        return self._search is not None and self._search.is_alive() and not self._has_answered

    def _stop(self) -> None:
        if self._analysis is not None:
            self._is_stopping = True
            self._analysis.stop()

    # --- commands

    def _handshake(self, command: g.Handshake) -> None:
        self._say(
            f"id name moonflower {__version__}",
            "id author the Moonflower developers",
            "id protocol ugi-h 1",
            *announce(),
            f"{command.keyword}ok",
        )

    def _new_game(self, _: g.NewGame) -> None:
        self._game_number += 1
        if self._engine is not None:
            self._engine.new_game()

    def _set_option(self, command: g.SetOption) -> None:
        settings = self._settings.changed(command.name, command.value)
        if settings.game != self._settings.game:
            self._table.set_game(settings.game)
        self._settings = settings
        self._close_engine()

    def _set_game(self, command: g.SetGame) -> None:
        game = Game(command.spec)
        self._settings = Settings(game, self._settings.values)
        self._table.set_game(game)
        self._close_engine()

    def _close_engine(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _show(self, command: g.Show) -> None:
        place = self._table.place
        if command.seat is not None and isinstance(place, State):
            place = place.view(command.seat)
        self._say(place.drawing().rstrip("\n"), str(place))

    def _selftest(self, _: g.SelfTest) -> None:
        report = _core.conformance(self._settings.game._inner, 20, 1)
        for finding in report.findings:
            self._say(f"info string finding {finding}")
        state = "failed" if report.findings else "passed"
        self._say(f"selftest {state} games {report.games} moves {report.moves}")

    # --- thinking

    def _go(self, command: g.Go) -> None:
        if command.mode == "perft":
            return self._perft(command)
        if command.mode != "search":
            refuse("unsupported", f"go {command.mode} is not offered yet; go search is")
        try:
            place = self._thinkable()
        except ValueError as error:
            self._say(error_line(_code(error), str(error)), bestmove_line(None, ponder=False))
            return None
        limit = _limit(command)
        self._is_bounded = not (limit.is_infinite or command.ponder)
        engine = self._ready_engine(place)
        self._analysis = engine.analysis(place, limit, only=command.searchmoves)
        self._is_stopping = self._has_answered = False
        self._search = threading.Thread(target=self._think, args=(self._analysis,), daemon=True)
        self._search.start()
        return None

    def _thinkable(self) -> State | View:
        place = self._table.place
        if place.turn == OVER:
            refuse("over", "the game is over; nothing is left to play")
        if place.turn == CHANCE:
            refuse("chance", "chance is on turn; give its outcome with apply")
        if isinstance(place, View) and place.turn != place.seat:
            refuse("turn", f"p{place.seat + 1} is not on turn; p{place.turn + 1} is")
        return place

    def _ready_engine(self, place: State | View) -> Engine:
        game = place.game
        if self._engine is None or self._engine.game != game:
            self._close_engine()
            values = self._settings
            self._engine = Engine(
                game,
                algorithm="cheat" if values.flag("Cheat") else values.values["Algorithm"],
                threads=values.number("Threads"),
                hash_mb=values.number("Hash"),
                seed=values.number("Seed"),
                deterministic=values.flag("Deterministic"),
                greedy=values.flag("Greedy"),
                move_overhead=values.number("MoveOverhead") / 1000,
            )
        return self._engine

    def _think(self, analysis: Analysis) -> None:
        """Runs in the search thread; says exactly one bestmove whatever happens."""
        result: PlayResult | None = None
        try:
            for report in analysis:
                self._say_report(report)
            result = PlayResult.of(analysis.wait())
        except ValueError as error:
            self._say(error_line(_code(error), str(error)))
        finally:
            self._has_answered = True  # before it is said: whoever reads it may go on at once
            self._say(bestmove_line(result, ponder=self._settings.flag("Ponder")))

    def _say_report(self, report: Report) -> None:
        settings = self._settings
        self._say(
            *info_lines(
                report, multipv=settings.number("MultiPV"), show_wdl=settings.flag("UCI_ShowWDL")
            )
        )

    def _perft(self, command: g.Go) -> None:
        place = self._table.place
        if isinstance(place, View):
            refuse("view", "perft counts moves of a full position, not of a view")
        depth = command.depth or 0
        begun = time.perf_counter()
        total = 0
        if command.split and depth > 0:
            moves = place.legal_moves() or [move for move, _ in place.outcomes()]
            for move in moves:
                count = perft(place.play(move), depth - 1)
                total += count
                self._say(f"perft {move} {count}")
        else:
            total = perft(place, depth)
        seconds = max(time.perf_counter() - begun, 1e-6)
        self._say(
            f"perft {depth} nodes {total} time {round(1000 * seconds)} nps {round(total / seconds)}"
        )


def _code(error: ValueError) -> str:
    if isinstance(error, Refusal):
        return error.code
    return next((code for kind, code in _CODES.items() if isinstance(error, kind)), "value")


def _limit(command: g.Go) -> Limit:
    """The limits of a ``go``; none at all means until ``stop``."""
    seats = range(max([*command.clocks, *command.increments], default=-1) + 1)
    clocks = tuple(_seconds(command.clocks.get(seat)) for seat in seats)
    return Limit(
        time=None if command.infinite or command.ponder else _seconds(command.movetime),
        nodes=None if command.infinite else command.nodes,
        depth=command.depth,
        worlds=None if command.infinite else command.worlds,
        clocks=clocks if command.clocks and not command.infinite else None,
        increments=tuple(command.increments.get(seat, 0) / 1000 for seat in seats),
        moves_to_go=command.movestogo or 0,
    )


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def serve(*, strict: bool = False) -> int:
    """The protocol on this process's own standard input and output.

    The first interrupt stops a search, the second quits; a termination quits.
    """
    loop = Loop(sys.stdin, sys.stdout, strict=strict)

    def on_signal(number: int, _: FrameType | None) -> None:
        if number == signal.SIGTERM or not loop.interrupt():
            raise _Quit

    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    try:
        return loop.run()
    except _Quit:
        loop.interrupt()
        loop.wait()
        return 0


class _Quit(BaseException):
    """Leaves the reader from a signal handler."""
