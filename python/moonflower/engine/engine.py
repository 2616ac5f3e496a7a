"""The engine: plays, analyses, ponders. All thinking happens in C++, without the GIL."""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from moonflower import _core
from moonflower.arguments import expect
from moonflower.engine.aio import async_twin
from moonflower.engine.analysis import Analysis, Ask
from moonflower.engine.limit import Limit, weakened
from moonflower.engine.options import EngineOptions
from moonflower.engine.report import PlayResult, Report
from moonflower.engine.stopping import stop_flag
from moonflower.engine.weaker import FULL_STRENGTH, choose
from moonflower.errors import EngineBusyError, IllegalMoveError, OptionError
from moonflower.hints.hint import DEFAULT_SECONDS, HINT_LINES, Hint, check_question, explain
from moonflower.history import History
from moonflower.positions import OVER, Game, Move, State, View
from moonflower.positions.game import expect_position, game_of
from moonflower.solve.solution import Solution, SolveProgress, solve_position

__all__ = ["Engine", "Position"]

Position: TypeAlias = State | View | History
"""What an engine is asked about. Of a history, searches are handed what the asking seat saw."""

_LOOK_SECONDS: Final = 0.02


class Engine:
    """A player and analyst for one game. Answers one request at a time.

    Given a state, it still thinks from what the seat to move may know, unless told to cheat. A
    history in place of a position also tells it what has been played, as far as that seat saw it.

    >>> import moonflower as mf
    >>> game = mf.Game("tic_tac_toe")
    >>> with mf.Engine(game, seed=1) as engine:
    ...     report = engine.analyse(game.start(), mf.Limit(nodes=20_000))
    >>> report.proven
    'draw'
    """

    def __init__(
        self,
        game: Game | str,
        *,
        cheat: bool = False,
        options: EngineOptions | None = None,
        **changes: object,
    ) -> None:
        self.game = game_of(game)
        expect(options, EngineOptions | None, "options", "an EngineOptions")
        if cheat:
            changes["algorithm"] = "cheat"
        self._search: _core.Search | None = None
        self._busy = threading.Lock()
        self._worker: int | None = None  # the thread whose request is running
        self._turns = threading.Lock()  # async requests wait for each other
        self._running: _core.StopFlag | None = None
        self._pondering: Analysis | None = None
        self._last_game: object = None
        self._options = EngineOptions()
        self._apply(options or EngineOptions(), changes)
        _ENGINES.add(self)

    # --- configuration

    @property
    def options(self) -> EngineOptions:
        """How the engine thinks now."""
        return self._options

    def configure(self, **changes: object) -> None:
        """Change options between searches; forgets what was searched."""
        with self._alone():
            self._apply(self._options, changes)

    def _apply(self, options: EngineOptions, changes: dict[str, object]) -> None:
        options = options.with_changes(**changes)
        if changes.keys() <= {"seed", "strength"} and self._search is not None:
            self._search.reseed(options.core_seed)  # keeps its memory
        else:
            self._search = _core.Search(self.game._inner, options.to_core())
        self._options, self._last_game = options, None

    def new_game(self) -> None:
        """Forget everything searched so far."""
        with self._alone() as search:
            search.clear()
            self._last_game = None

    # --- asking

    def play(
        self,
        position: Position,
        limit: Limit,
        *,
        game: object = None,
        only: Sequence[Move | str] = (),
    ) -> PlayResult:
        """The move to play. Ends early once more thinking cannot change it.

        ``game`` is any value that names the game being played, such as its history: while it stays
        the same, the engine goes on with what it has searched before for the same seat. Without it
        every move starts afresh and depends on nothing but position, limit, options and seed.
        """
        report = self._run(position, limit, Ask(game=game, only=only, early_stop=True))
        return PlayResult.of(report)

    def analyse(  # noqa: PLR0913 - keyword-only beyond the first two
        self,
        position: Position,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        only: Sequence[Move | str] = (),
        early_stop: bool = False,
        on_report: Callable[[Report], object] | None = None,
    ) -> Report:
        """What the engine thinks of every move, or of the best ``multipv``.

        ``on_report`` is called within 50 ms and then about ten times a second; when nothing but a
        number of nodes ends the search (and one thread works) it is called at fixed counts instead,
        so that every report is the same each time. What it raises ends the search and comes
        through. With ``early_stop`` it ends once more thinking cannot change the move, as ``play``
        does.
        """
        ask = Ask(multipv=multipv, game=game, only=only, early_stop=early_stop, on_report=on_report)
        return self._run(position, limit, ask)

    def analysis(  # noqa: PLR0913 - keyword-only beyond the first two
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        only: Sequence[Move | str] = (),
        early_stop: bool = False,
    ) -> Analysis:
        """Analyse in the background; iterate over the reports, ``stop()`` when done.

        With ``early_stop`` it ends once more thinking cannot change the move, as ``play`` does.
        """
        ask = Ask(multipv=multipv, game=game, only=only, early_stop=early_stop)
        self.stop_pondering()
        limit = Limit() if limit is None else limit
        return self._begin(_asked(position, ask), limit, ask)

    def hint(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        level: int = 2,
        language: str = "en",
    ) -> Hint:
        """What to play and why, for the seat to move, from what that seat may know.

        Level 1 is a nudge that names no move, level 2 a move with its main reason, level 3 moves
        with numbers and lines. Without a limit it thinks as long as the level needs. Always at full
        strength. ``IllegalMoveError`` when nothing is to be chosen by the seat.
        """
        ask = Ask(is_full=True, told=HINT_LINES)
        view = check_question(_asked(position, ask), level=level, language=language)
        limit = Limit(time=DEFAULT_SECONDS[level]) if limit is None else limit
        report = self._run(view, limit, ask)
        return explain(view, report, level=level, language=language, seed=self._options.seed)

    def ponder(self, view: View | History, *, game: object) -> None:
        """Think while others move, for the seat of the view. The next request ends it."""
        self.stop_pondering()
        self._pondering = self._begin(*_pondered(view, game))

    def ponder_here(self, view: View | History, *, game: object) -> None:
        """The same in this thread, until it is told to stop."""
        self.stop_pondering()
        position, limit, ask = _pondered(view, game)
        _check_asked(position, limit)
        with self._alone() as search:
            self._ask(search, position, limit, ask)

    def stop_pondering(self) -> None:
        """End what ``ponder`` began; its findings stay for the next request of the same game."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.__exit__(None, None, None)

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        progress: Callable[[SolveProgress], bool | None] | None = None,
        memory_mb: int = 1024,
        nash_conv: float = 1e-4,
    ) -> Solution:
        """The value of a position with its certificate; see docs/solvers.md.

        A **view** is solved as it is: over all worlds it allows, with the chances the rules give
        them. A **state** of a game with secrets is solved with open cards, except at the very start
        of a game, where nothing has been dealt yet. ``limit`` may give time, a clock, nodes and
        depth (moves that alpha-beta looks ahead, iterations towards an equilibrium); the default is
        ten seconds. What does not fit comes back with ``kind`` "unknown" and a ``note``
        that says how large it is. ``progress`` is called about ten times a second; ``False`` from
        it, or ``stop()``, asks for what is known by then.

        >>> import moonflower as mf
        >>> with mf.Engine("kuhn_poker") as engine:
        ...     found = engine.solve(mf.Game("kuhn_poker").start(), nash_conv=1e-6)
        >>> found.exact, round(found.value, 4), found.bound <= 1e-6
        (True, -0.0556, True)
        """
        limit = Limit(time=10.0) if limit is None else limit
        position = _asked(position, Ask())
        _check_asked(position, limit)
        self.stop_pondering()
        with self._alone():
            self._running = stop_flag()
            try:
                return solve_position(
                    position,
                    limit.to_core(early_stop=False),
                    memory_mb=memory_mb,
                    nash_conv=nash_conv,
                    move_overhead=self._options.move_overhead,
                    stop=self._running,
                    progress=progress,
                )
            finally:
                self._running = None

    def stop(self) -> None:
        """End the running search, from any thread; it answers with what it has."""
        running = self._running
        if running is not None:
            running.set()

    play_async = async_twin(play)
    analyse_async = async_twin(analyse)
    hint_async = async_twin(hint)
    solve_async = async_twin(solve)

    # --- closing

    def close(self) -> None:
        """Stop whatever runs and give the memory back; waits for its end."""
        if self._worker == threading.get_ident():
            msg = "engine: it cannot be closed from inside its own search; stop() is accepted"
            raise EngineBusyError(msg)
        self.stop_pondering()
        while not self._busy.acquire(timeout=_LOOK_SECONDS):
            self.stop()  # again and again: a request may just have been about to begin
        self._search = None
        self._busy.release()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        changed = (f", {name}={value!r}" for name, value in self._options.changed.items())
        return f"Engine({self.game.spec!r}{''.join(changed)})"

    # --- running

    @contextlib.contextmanager
    def _alone(self) -> Iterator[_core.Search]:
        if not self._busy.acquire(blocking=False):
            msg = "engine: a search is running; one request at a time is accepted, stop() ends it"
            raise EngineBusyError(msg)
        try:
            self._worker = threading.get_ident()
            if self._search is None:
                msg = "engine: it is closed; make a new one"
                raise ValueError(msg)
            yield self._search
        finally:
            self._worker = None
            self._busy.release()

    def _after_fork(self) -> None:
        """In a forked child no other thread lives: what one of them was doing is forgotten."""
        self._turns = threading.Lock()
        if self._busy.locked():
            self._busy = threading.Lock()
            self._worker = self._running = self._pondering = None
            self._search = _core.Search(self.game._inner, self._options.to_core())

    def _run(self, position: Position, limit: Limit, ask: Ask) -> Report:
        position = _asked(position, ask)
        _check_asked(position, limit)
        self.stop_pondering()
        with self._alone() as search:
            return self._told(self._ask(search, position, limit, ask), position, ask)

    def _begin(self, position: State | View, limit: Limit, ask: Ask) -> Analysis:
        _check_asked(position, limit)

        def run(begin: Callable[[], None]) -> Report | None:
            with self._alone() as search:
                begin()
                found = self._ask(search, position, limit, ask)
                return None if ask.ponder else self._told(found, position, ask)

        return Analysis(run, ask)

    def _told(self, report: Report, position: State | View, ask: Ask) -> Report:
        """The final report: below full strength another move may be the one to play."""
        if ask.is_full or ask.ponder:
            return report
        info = self.game.info
        return choose(
            report,
            self._options.strength,
            seed=self._options.seed,
            key=position.key,
            span=info.highest_payoff - info.lowest_payoff,
        )

    def _ask(self, search: _core.Search, position: State | View, limit: Limit, ask: Ask) -> Report:
        _check_multipv(ask.multipv)
        if not (ask.is_full or ask.ponder):
            limit = weakened(limit, self._options.strength, position)
        self._running = ask.stop
        try:
            return self._ask_core(search, position, limit, ask)
        finally:
            self._running = None

    def _goes_on(self, game: object, position: State | View) -> bool:
        """Whether what was searched before may be used.

        A history may be asked about for several seats: what one knows must not serve another.
        """
        if isinstance(game, History):
            game = game, position.seat if isinstance(position, View) else position.turn
        last, self._last_game = self._last_game, game
        return game is not None and game == last

    def _ask_core(
        self, search: _core.Search, position: State | View, limit: Limit, ask: Ask
    ) -> Report:
        keep = self._goes_on(ask.game, position)
        if self._options.algorithm == "cheat" and isinstance(position, State):
            return search.run_in(
                position._inner,
                limits=limit.to_core(early_stop=ask.early_stop),
                only=[position.parse_move(str(move)) for move in ask.only],
                multipv=ask.multipv or ask.told,
                lines=ask.multipv,
                keep=keep,
                stop=ask.stop,
                on_report=ask.on_report,
            )
        view = position if isinstance(position, View) else _view_to_move(position)
        return search.run(
            view._inner,
            history=ask.history(),
            limits=limit.to_core(early_stop=ask.early_stop),
            only=[view.parse_move(str(move)) for move in ask.only],
            multipv=ask.multipv or ask.told,
            lines=ask.multipv,
            keep=keep,
            ponder=ask.ponder,
            exact=ask.is_full or self._options.strength == FULL_STRENGTH,
            stop=ask.stop,
            on_report=ask.on_report,
        )


def _asked(position: Position, ask: Ask) -> State | View:
    """The position a request is about; the request keeps what its seat saw of the past."""
    if not isinstance(position, History):
        return position
    ready = position.at_choice()
    now = ready.position
    if isinstance(now, View) or now.turn >= 0:
        ask.past = ready.past(now.seat if isinstance(now, View) else now.turn)
    return now


def _pondered(view: View | History, game: object) -> tuple[View, Limit, Ask]:
    ask = Ask(game=game, ponder=True)
    if isinstance(view, History):
        if view.seat is None:
            msg = "ponder: whose turn is it? a history of what one seat saw is accepted"
            raise OptionError(msg)
        ask.past, view = view.past(view.seat), view.view(view.seat)
    return view, Limit(), ask


def _view_to_move(state: State) -> View:
    if state.turn < 0:
        why = "the game is over" if state.turn == OVER else "chance is on turn"
        msg = f"{state.game.name}: no move to search for; {why}"
        raise IllegalMoveError(msg)
    return state.view(state.turn)


def _check_asked(position: object, limit: object) -> None:
    expect_position(position)
    expect(limit, Limit, "limit", "a Limit, such as Limit(time=1.0) or Limit(nodes=1000),")


def _check_multipv(multipv: int | None) -> None:
    if multipv is not None and (not isinstance(multipv, int) or multipv < 1):
        msg = f"multipv: {multipv!r} is out of range; whole numbers from 1 up are accepted"
        raise OptionError(msg)


_ENGINES: weakref.WeakSet[Engine] = weakref.WeakSet()


def _close_all() -> None:
    """Searches end before the interpreter does: none may call into it after that."""
    for engine in list(_ENGINES):
        with contextlib.suppress(EngineBusyError):
            engine.close()


def _after_fork() -> None:
    for engine in list(_ENGINES):
        engine._after_fork()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_after_fork)
