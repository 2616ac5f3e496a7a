"""Long work, ordered by a line and run in a job: searches, hints, solutions, counts, checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from moonflower.engine import Limit
from moonflower.history import History
from moonflower.history.refusal import refuse
from moonflower.positions import OVER, State, View
from moonflower.protocol import commands as c
from moonflower.protocol.jobs import Job
from moonflower.protocol.limits import limit_of
from moonflower.protocol.queries import is_reply, ready_to_choose
from moonflower.protocol.replies import words_line
from moonflower.protocol.session import Session
from moonflower.protocol.thinking import (
    BELIEF_WORLDS,
    Advice,
    Search,
    evaluate,
    run_beliefs,
    run_bench,
    run_hint,
    run_perft,
    run_selftest,
    run_solve,
    think_ahead,
)

__all__ = ["Order", "order_for"]

_SOLVE_SECONDS: Final = 10.0  # for a solve that nothing else ends


@dataclass(frozen=True, slots=True)
class Order:
    """What the job runs, and what the loop must know of it."""

    run: Callable[[Job], str]  # gives the line that ends it
    is_go: bool = True
    is_bounded: bool = True  # it ends by itself
    is_bounded_when_hit: bool = True  # it does so after ponderhit


def order_for(session: Session, command: c.Command) -> Order | None:
    """The work behind a command; none for a ``go`` when the game is over."""
    game, say = session.settings.game, session.say
    match command:
        case c.Bench():
            return Order(lambda _: run_bench(game, command), is_go=False)
        case c.SelfTest():
            return Order(lambda _: run_selftest(game, say), is_go=False)
        case c.Evaluate():
            return _evaluation(session)
    assert isinstance(command, c.Go)
    if command.mode == "beliefs":
        return _beliefs(session, command, session.history.position)
    return _go(session, command)


def _evaluation(session: Session) -> Order:
    asked = ready_to_choose(session.history)
    place = asked.position
    style = session.style(place)
    return Order(lambda _: evaluate(session.engine_for(place.game), asked, style), is_go=False)


def _go(session: Session, command: c.Go) -> Order | None:
    place = session.history.position
    if command.mode == "perft":
        if isinstance(place, View):
            refuse("view", "perft counts moves of a full position, not of a view")
        return Order(lambda _: run_perft(place, command, session.say))
    if place.turn == OVER:
        return None
    if command.ponder and _only_watches(session):
        return _thinking_ahead(session)
    asked = ready_to_choose(session.history)
    place = asked.position
    solves = command.mode == "solve" or session.settings.is_solver
    limit = limit_of(command, place.turn, solves=solves)
    view = place if isinstance(place, View) else place.view(place.turn)
    for token in command.searchmoves:
        view.parse_move(token)
    match command.mode:
        case "hint":
            return _hint(session, command, asked, limit)
        case "solve":
            return _solution(session, command, place, limit)
    return _search(session, command, asked, limit)


def _beliefs(session: Session, command: c.Go, place: State | View) -> Order:
    """Of the seat named; else of the seat on turn, or of the one that a view belongs to."""
    if isinstance(place, State):
        seat = max(place.turn, 0) if command.seat is None else command.seat
        view = place.view(seat)
    elif command.seat in (None, place.seat):
        view = place
    else:
        refuse("view", f"go beliefs: this session sees p{place.seat + 1} alone")
    worlds = command.worlds or command.nodes or BELIEF_WORLDS
    return Order(lambda _: run_beliefs(view, worlds, session.settings.number("Seed"), session.say))


def _hint(session: Session, command: c.Go, asked: History, limit: Limit) -> Order:
    if command.searchmoves or command.ponder:
        refuse("syntax", "go hint: searchmoves and ponder are not offered; limits are")
    # Without a limit it thinks as long as the level needs.
    wanted = None if limit.is_infinite and not command.infinite else limit

    def run(_: Job) -> str:
        engine = session.engine_for(asked.position.game)
        advice = Advice(wanted, command.level, session.settings.language or "en")
        return run_hint(engine, asked, advice, session.say)

    return _until_stopped(run) if command.infinite else Order(run)


def _solution(session: Session, command: c.Go, place: State | View, limit: Limit) -> Order:
    if command.searchmoves or command.ponder:
        refuse("syntax", "go solve: searchmoves and ponder are not offered; limits are")
    if limit.is_infinite and not command.infinite:
        limit = replace(limit, time=_SOLVE_SECONDS)
    if isinstance(place, State) and place.game.info.hidden and not session.settings.flag("Cheat"):
        place = place.view(place.turn)  # what the seat may know, not the open cards

    def run(_: Job) -> str:
        return run_solve(session.engine_for(place.game), place, limit, session.say)

    return _until_stopped(run) if command.infinite else Order(run)


def _until_stopped(run: Callable[[Job], str]) -> Order:
    """Infinite: what is found early is held until stop."""

    def held(job: Job) -> str:
        last = run(job)
        job.wait_until_stopped()
        return last

    return Order(held, is_bounded=False)


def _only_watches(session: Session) -> bool:
    """The session sits in a seat that is not on turn."""
    place = session.history.position
    if not isinstance(place, View) or place.turn < 0:
        return False
    try:
        ready_to_choose(session.history)
    except ValueError:
        return True
    return False


def _thinking_ahead(session: Session) -> Order:
    seen = session.history
    token = (session.game_number, seen.seat)
    return Order(
        lambda job: think_ahead(session.engine_for(seen.position.game), seen, token, job),
        is_bounded=False,
    )


def _search(session: Session, command: c.Go, asked: History, limit: Limit) -> Order:
    settings, place = session.settings, asked.position
    is_bounded = not (limit.is_infinite or command.infinite)
    on_clock = limit.clocks is not None
    by_time = on_clock or limit.time is not None or limit.is_infinite
    # What was found for one seat must not serve another: it knew that seat's secrets.
    token = (session.game_number, place.turn) if by_time or command.ponder else None

    def run(job: Job) -> str:
        search = Search(
            engine=session.engine_for(place.game),
            history=asked,
            style=session.style(place),
            limit=limit,
            only=command.searchmoves,
            game=token,
            early_stop=on_clock and not settings.flag("UCI_AnalyseMode"),
            is_pondering=command.ponder,
            holds=command.infinite,
            expects=partial(is_reply, asked) if settings.flag("Ponder") else None,
        )
        last = search.run(job, session.say)
        if settings.language is not None and (said := words_line(place, last, settings.language)):
            session.say(said)
        return last

    return Order(run, is_bounded=is_bounded and not command.ponder, is_bounded_when_hit=is_bounded)
