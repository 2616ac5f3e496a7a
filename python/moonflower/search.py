"""The engine: plays, analyses, ponders. All thinking happens in C++, without the GIL."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from types import TracebackType
from typing import Final, TypeVar

from moonflower import _core
from moonflower.errors import IllegalMoveError, OptionError
from moonflower.games import OVER, Game, Move, State, View
from moonflower.hints import DEFAULT_SECONDS, HINT_LINES, Hint, check_question, explain
from moonflower.reports import Line, PlayResult, Report, report_of
from moonflower.solutions import Solution, SolveProgress, solve_position
from moonflower.stopping import stop_flag
from moonflower.strength import FULL_STRENGTH, choose, node_cap

__all__ = ["Analysis", "Engine", "EngineOptions", "Limit", "Line", "PlayResult", "Report"]

_MAX_SEATS: Final = 5
_SEED_LIMIT: Final = 2**64

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop thinking; whatever comes first. Without any limit: when told to.

    >>> import moonflower as mf
    >>> mf.Limit(time=0.2)
    Limit(time=0.2, nodes=None, depth=None, worlds=None, clocks=None, increments=(), moves_to_go=0)
    """

    time: float | None = None  # seconds for this move
    nodes: int | None = None  # simulations
    depth: int | None = None  # moves inside the tree
    worlds: int | None = None  # worlds sampled; with pimc: searched
    clocks: tuple[float | None, ...] | None = None  # seconds left, one per seat
    increments: tuple[float, ...] = ()  # seconds a move adds to its seat's clock
    moves_to_go: int = 0  # until the clocks are filled up again; 0: never

    def __post_init__(self) -> None:
        for name in ("nodes", "depth", "worlds"):
            value = getattr(self, name)
            if value is not None and value < 1:
                msg = f"limit {name}: {value} is out of range; whole numbers from 1 up are accepted"
                raise OptionError(msg)
        times = [("time", self.time)]
        times += [("clocks", clock) for clock in self.clocks or ()]
        times += [("increments", increment) for increment in self.increments]
        for name, seconds in times:
            if seconds is not None and not 0 <= seconds < float("inf"):
                msg = f"limit {name}: {seconds} is out of range; seconds from 0 up are accepted"
                raise OptionError(msg)
        if max(len(self.clocks or ()), len(self.increments)) > _MAX_SEATS:
            msg = f"limit clocks: more than {_MAX_SEATS} seats; one per seat is accepted"
            raise OptionError(msg)
        if self.moves_to_go < 0:
            msg = f"limit moves_to_go: {self.moves_to_go} is out of range; 0 and up are accepted"
            raise OptionError(msg)

    @property
    def is_infinite(self) -> bool:
        """Nothing here ends a search."""
        ends = (self.time, self.nodes, self.worlds, self.clocks)
        return all(end is None for end in ends)

    def _inner(self, *, early_stop: bool) -> _core.SearchLimits:
        limits = _core.SearchLimits()
        limits.nodes = self.nodes
        limits.time_ms = None if self.time is None else 1000.0 * self.time
        limits.depth = self.depth
        limits.worlds = self.worlds
        clocks = [None if clock is None else 1000.0 * clock for clock in self.clocks or ()]
        limits.clock_ms = clocks + [None] * (_MAX_SEATS - len(clocks))
        added = [1000.0 * seconds for seconds in self.increments]
        limits.increment_ms = added + [0.0] * (_MAX_SEATS - len(added))
        limits.moves_to_go = self.moves_to_go
        limits.early_stop = early_stop
        return limits


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """How an engine thinks. ``None`` leaves a choice to the game."""

    algorithm: str = "auto"  # auto, mcts, ismcts, pimc, flat, random, greedy, cheat, so-ismcts
    threads: int = 1
    hash_mb: int = 64  # memory of the search table, never exceeded
    seed: int = 0
    strength: int = FULL_STRENGTH  # 0 plays almost at random, 20 as well as it can; not for hints
    deterministic: bool = False  # several threads, yet the same answer every time
    margin: bool = (
        False  # maximise the lead in points instead of the payoff, where there are points
    )
    greedy: bool = False  # play the best move even where the policy is a mixture
    solve: bool = True  # prove values in known worlds; auto asks the game's solver first
    smooth: bool = False  # Smooth UCT: a policy that mixes, in games with secrets
    redeterminize: int = 0  # percent of simulations that see the world as the next seat does
    pimc_worlds: int = 32
    move_overhead: float = 0.01  # seconds kept back from every clock
    selection: str | None = None  # ucb1, ucb1-tuned, puct
    leaf: str | None = None  # playout, cutoff, heuristic, stage
    cut_off: int | None = None  # moves a cut-off playout makes
    greedy_percent: int | None = None  # share of playout moves made by the game's greedy rule
    exploration: float | None = None  # of the selection rule, for payoffs from 0 to 1
    regret_matching: bool | None = None  # at choices made together, up to 16 moves
    expand_at: int | None = None  # visits before a node gets moves of its own
    widen_base: int | None = None  # moves a node considers at first; 0: all
    widen_rate: float | None = None  # more of them, times the root of its visits

    def __post_init__(self) -> None:
        node_cap(self.strength)  # refuses what is out of range

    def _inner(self) -> _core.SearchSettings:
        settings = _core.SearchSettings()
        renamed = ("move_overhead", "exploration", "widen_rate", "seed", "strength")
        for option in fields(self):
            if option.name not in renamed:
                setattr(settings, option.name, getattr(self, option.name))
        settings.seed = self.seed % _SEED_LIMIT
        settings.move_overhead_ms = round(1000 * self.move_overhead)
        settings.exploration_milli = _thousandths(self.exploration)
        settings.widen_milli = _thousandths(self.widen_rate)
        return settings


def _thousandths(value: float | None) -> int | None:
    return None if value is None else round(1000 * value)


class Engine:
    """A player and analyst for one game. Answers one request at a time.

    Given a state, it still thinks from what the seat to move may know, unless told to cheat.

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
        self.game = Game(game) if isinstance(game, str) else game
        if cheat:
            changes["algorithm"] = "cheat"
        self._search: _core.Search | None = None
        self._busy = threading.Lock()
        self._running: _core.StopFlag | None = None
        self._pondering: Analysis | None = None
        self._last_game: object = None
        self._options = EngineOptions()
        self._apply(replace(options or EngineOptions()), changes)

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
        known = {option.name for option in fields(EngineOptions)}
        for name in changes:
            if name not in known:
                msg = f"engine: unknown option {name!r}; options are {', '.join(sorted(known))}"
                raise OptionError(msg)
        options = replace(options, **changes)  # type: ignore[arg-type]
        try:
            if changes.keys() <= {"seed", "strength"} and self._search is not None:
                self._search.reseed(options.seed % _SEED_LIMIT)  # keeps its memory
            else:
                self._search = _core.Search(self.game._inner, options._inner())
        except TypeError as error:
            msg = f"engine: an option has the wrong type; {_first_line(error)}"
            raise OptionError(msg) from None
        self._options, self._last_game = options, None

    def new_game(self) -> None:
        """Forget everything searched so far."""
        with self._alone() as search:
            search.clear()
            self._last_game = None

    # --- asking

    def play(
        self,
        position: State | View,
        limit: Limit,
        *,
        game: object = None,
        only: Sequence[Move | str] = (),
    ) -> PlayResult:
        """The move to play. Ends early once more thinking cannot change it.

        ``game`` is any value that names the game being played: while it stays the same, the
        engine goes on with what it has searched before. Without it every move starts afresh and
        depends on nothing but position, limit, options and seed.
        """
        report = self._run(position, limit, _Ask(game=game, only=only, early_stop=True))
        return PlayResult.of(report)

    def analyse(  # noqa: PLR0913 - keyword-only beyond the first two
        self,
        position: State | View,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        only: Sequence[Move | str] = (),
        on_report: Callable[[Report], object] | None = None,
    ) -> Report:
        """What the engine thinks of every move, or of the best ``multipv``.

        ``on_report`` is called within 50 ms and then about ten times a second; when nothing but a
        number of nodes ends the search (and one thread works) it is called at fixed counts instead,
        so that every report is the same each time. What it raises ends the search and comes
        through.
        """
        ask = _Ask(multipv=multipv, game=game, only=only, on_report=on_report)
        return self._run(position, limit, ask)

    def analysis(  # noqa: PLR0913 - keyword-only beyond the first two
        self,
        position: State | View,
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
        ask = _Ask(multipv=multipv, game=game, only=only, early_stop=early_stop)
        return Analysis(self, position, limit or Limit(), ask)

    def hint(
        self,
        position: State | View,
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
        view = check_question(position, level=level, language=language)
        limit = limit or Limit(time=DEFAULT_SECONDS[level])
        report = self._run(view, limit, _Ask(is_full=True, told=HINT_LINES))
        return explain(view, report, level=level, language=language, seed=self._options.seed)

    async def hint_async(
        self,
        position: State | View,
        limit: Limit | None = None,
        *,
        level: int = 2,
        language: str = "en",
    ) -> Hint:
        """``hint`` without blocking the event loop; cancelling it stops the search."""
        return await self._in_thread(
            lambda: self.hint(position, limit, level=level, language=language)
        )

    def ponder(self, view: View, *, game: object) -> None:
        """Think while others move, for the seat of the view. The next request ends it."""
        self._stop_pondering()
        self._pondering = Analysis(self, view, Limit(), _Ask(game=game, ponder=True))

    def stop_pondering(self) -> None:
        """End what ``ponder`` began; its findings stay for the next request of the same game."""
        self._stop_pondering()

    def solve(
        self,
        position: State | View,
        limit: Limit | None = None,
        *,
        progress: Callable[[SolveProgress], bool | None] | None = None,
        memory_mb: int = 1024,
        nash_conv: float = 1e-4,
    ) -> Solution:
        """The value of a position with its certificate; see docs/solvers.md.

        A **view** is solved as it is: over all worlds it allows, with the chances the rules give
        them. A **state** of a game with secrets is solved with open cards, except at the very start
        of a game, where nothing has been dealt yet. ``limit`` may give ``time`` and ``nodes``; the
        default is ten seconds. What does not fit comes back with ``kind`` "unknown" and a ``note``
        that says how large it is. ``progress`` is called about ten times a second; ``False`` from
        it, or ``stop()``, asks for what is known by then.

        >>> import moonflower as mf
        >>> with mf.Engine("kuhn_poker") as engine:
        ...     found = engine.solve(mf.Game("kuhn_poker").start(), nash_conv=1e-6)
        >>> found.exact, round(found.value, 4), found.bound <= 1e-6
        (True, -0.0556, True)
        """
        limit = limit or Limit(time=10.0)
        self._stop_pondering()
        with self._alone():
            self._running = stop_flag()
            try:
                return solve_position(
                    position,
                    seconds=limit.time,
                    nodes=limit.nodes,
                    memory_mb=memory_mb,
                    nash_conv=nash_conv,
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

    async def play_async(
        self,
        position: State | View,
        limit: Limit,
        *,
        game: object = None,
        only: Sequence[Move | str] = (),
    ) -> PlayResult:
        """``play`` without blocking the event loop; cancelling it stops the search."""
        return await self._in_thread(lambda: self.play(position, limit, game=game, only=only))

    async def analyse_async(  # noqa: PLR0913 - as analyse
        self,
        position: State | View,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        only: Sequence[Move | str] = (),
        on_report: Callable[[Report], object] | None = None,
    ) -> Report:
        """``analyse`` without blocking the event loop; cancelling it stops the search."""
        return await self._in_thread(
            lambda: self.analyse(
                position, limit, multipv=multipv, game=game, only=only, on_report=on_report
            )
        )

    async def solve_async(
        self,
        position: State | View,
        limit: Limit | None = None,
        *,
        progress: Callable[[SolveProgress], bool | None] | None = None,
        memory_mb: int = 1024,
        nash_conv: float = 1e-4,
    ) -> Solution:
        """``solve`` without blocking the event loop; cancelling it stops the work."""
        return await self._in_thread(
            lambda: self.solve(
                position, limit, progress=progress, memory_mb=memory_mb, nash_conv=nash_conv
            )
        )

    async def _in_thread(self, call: Callable[[], Result]) -> Result:
        task = asyncio.ensure_future(asyncio.to_thread(call))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.stop()
            with contextlib.suppress(Exception):
                await task
            raise

    # --- closing

    def close(self) -> None:
        """Stop whatever runs and give the memory back."""
        self._stop_pondering()
        self.stop()
        with self._busy:
            self._search = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        changed = (
            f", {option.name}={getattr(self._options, option.name)!r}"
            for option in fields(self._options)
            if getattr(self._options, option.name) != option.default
        )
        return f"Engine({self.game.spec!r}{''.join(changed)})"

    # --- running

    @contextlib.contextmanager
    def _alone(self) -> Iterator[_core.Search]:
        if not self._busy.acquire(blocking=False):
            msg = "engine: a search is running; stop it before the next request"
            raise RuntimeError(msg)
        try:
            if self._search is None:
                msg = "engine: it is closed; make a new one"
                raise ValueError(msg)
            yield self._search
        finally:
            self._busy.release()

    def _stop_pondering(self) -> None:
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.__exit__(None, None, None)

    def _run(self, position: State | View, limit: Limit, ask: _Ask) -> Report:
        if not ask.ponder:
            self._stop_pondering()
        with self._alone() as search:
            return self._told(self._ask(search, position, limit, ask), position, ask)

    def _told(self, found: _core.SearchReport, position: State | View, ask: _Ask) -> Report:
        """The final report: below full strength another move may be the one to play."""
        report = report_of(found, ask.multipv)
        if ask.is_full or ask.ponder:
            return report
        return choose(report, self._options.strength, seed=self._options.seed, key=position.key)

    def _ask(
        self, search: _core.Search, position: State | View, limit: Limit, ask: _Ask
    ) -> _core.SearchReport:
        _check_multipv(ask.multipv)
        if not (ask.is_full or ask.ponder):
            limit = _weakened(limit, self._options.strength, position)
        self._running = ask.stop
        try:
            return self._ask_core(search, position, limit, ask)
        finally:
            self._running = None

    def _ask_core(
        self, search: _core.Search, position: State | View, limit: Limit, ask: _Ask
    ) -> _core.SearchReport:
        keep = ask.game is not None and ask.game == self._last_game
        self._last_game = ask.game
        if self._options.algorithm == "cheat" and isinstance(position, State):
            return search.run_in(
                position._inner,
                limits=limit._inner(early_stop=ask.early_stop),
                only=[position.parse_move(str(move)) for move in ask.only],
                multipv=ask.multipv or ask.told,
                keep=keep,
                stop=ask.stop,
                on_progress=ask.on_progress(),
            )
        view = position if isinstance(position, View) else _view_to_move(position)
        return search.run(
            view._inner,
            limits=limit._inner(early_stop=ask.early_stop),
            only=[view.parse_move(str(move)) for move in ask.only],
            multipv=ask.multipv or ask.told,
            keep=keep,
            ponder=ask.ponder,
            exact=ask.is_full or self._options.strength == FULL_STRENGTH,
            stop=ask.stop,
            on_progress=ask.on_progress(),
        )


@dataclass(slots=True, kw_only=True)
class _Ask:
    """A request, apart from position and limit."""

    multipv: int | None = None
    game: object = None
    only: Sequence[Move | str] = ()
    early_stop: bool = False
    ponder: bool = False
    told: int = 1  # lines told beyond their first move when all are asked for
    is_full: bool = False  # at full strength, whatever the option says
    on_report: Callable[[Report], object] | None = None
    stop: _core.StopFlag = field(default_factory=stop_flag)

    def on_progress(self) -> Callable[[_core.SearchReport], object] | None:
        on_report = self.on_report
        if on_report is None:
            return None
        return lambda report: on_report(report_of(report, self.multipv))


class Analysis:
    """A search in the background: iterate over its reports, plainly or with ``async for``.

    The last report is final. Leaving a ``with`` block stops the search.
    """

    def __init__(self, engine: Engine, position: State | View, limit: Limit, ask: _Ask) -> None:
        self._stop = ask.stop
        self._reports: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self._last: Report | None = None
        self._error: BaseException | None = None
        ask.on_report = None if ask.ponder else self._put
        ready = threading.Event()
        begun = False

        def work() -> None:
            nonlocal begun
            try:
                with engine._alone() as search:
                    begun = True
                    ready.set()
                    found = engine._ask(search, position, limit, ask)
                    if not ask.ponder:
                        self._put(engine._told(found, position, ask))
            except BaseException as error:  # handed to whoever waits
                self._error = error
            finally:
                ready.set()
                self._reports.put(None)

        if not ask.ponder:
            engine._stop_pondering()
        self._thread = threading.Thread(target=work, name="moonflower-analysis", daemon=True)
        self._thread.start()
        ready.wait()
        if not begun:  # busy or closed: say so at once
            self.wait()

    def _put(self, report: Report) -> None:
        self._last = report
        self._reports.put(report)

    @property
    def report(self) -> Report | None:
        """The latest report."""
        return self._last

    def stop(self) -> None:
        """End the search; the final report is still to come."""
        self._stop.set()

    def wait(self) -> Report:
        """Wait for the end and return the final report."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._last is not None
        return self._last

    def __iter__(self) -> Iterator[Report]:
        return self

    def __next__(self) -> Report:
        report = self._reports.get()
        if report is not None:
            return report
        self._reports.put(None)  # for whoever asks again
        self.wait()
        raise StopIteration

    def __aiter__(self) -> AsyncIterator[Report]:
        return self

    async def __anext__(self) -> Report:
        report = await asyncio.to_thread(self._reports.get)
        if report is not None:
            return report
        self._reports.put(None)
        self.wait()
        raise StopAsyncIteration

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._thread.join()


def _weakened(limit: Limit, strength: int, position: State | View) -> Limit:
    """The limit with the nodes a strength allows; a search without end has none to save."""
    if strength == FULL_STRENGTH or limit.is_infinite:
        return limit
    cap = node_cap(strength, len(position.legal_moves()))
    assert cap is not None
    return replace(limit, nodes=min(cap, limit.nodes or cap))


def _view_to_move(state: State) -> View:
    if state.turn < 0:
        why = "the game is over" if state.turn == OVER else "chance is on turn"
        msg = f"{state.game.name}: no move to search for; {why}"
        raise IllegalMoveError(msg)
    return state.view(state.turn)


def _check_multipv(multipv: int | None) -> None:
    if multipv is not None and multipv < 1:
        msg = f"multipv: {multipv} is out of range; whole numbers from 1 up are accepted"
        raise OptionError(msg)


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0]
