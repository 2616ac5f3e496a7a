"""Threads, forks, ends of programs, cancelled tasks, callbacks that raise: no hang, no crash.

What may hang or crash runs in a process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import moonflower as mf

GAME = mf.Game("terraflip")
START = GAME.deal(1)


def run(program: str, *, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    begin = "import moonflower as mf, os, sys, time, threading, asyncio\n"
    begin += "game = mf.Game('terraflip'); start = game.deal(1)\n"
    return subprocess.run(
        [sys.executable, "-c", begin + program],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def test_threads_that_share_an_engine_get_answers_or_are_told_it_is_busy() -> None:
    told: list[str] = []

    def ask(engine: mf.Engine) -> None:
        for _ in range(20):
            try:
                told.append(str(engine.play(START, mf.Limit(nodes=50)).move))
            except mf.EngineBusyError:
                told.append("busy")

    with mf.Engine(GAME) as engine:
        threads = [threading.Thread(target=ask, args=(engine,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(told) == 80
        assert set(told) - {"busy"}
        assert engine.play(START, mf.Limit(nodes=50)).move


def test_requests_that_are_awaited_together_wait_for_each_other() -> None:
    async def both(engine: mf.Engine) -> list[mf.Hint | mf.PlayResult]:
        limit = mf.Limit(nodes=100)
        return await asyncio.gather(
            engine.hint_async(START, limit),
            engine.hint_async(START, limit),
            engine.play_async(START, limit),
        )

    with mf.Engine(GAME) as engine:
        assert len(asyncio.run(both(engine))) == 3


def test_a_cancelled_request_ends_soon_and_stops_no_other() -> None:
    async def ask(engine: mf.Engine) -> mf.Report:
        endless = asyncio.create_task(engine.analyse_async(START, mf.Limit()))
        await asyncio.sleep(0.1)
        waiting = asyncio.create_task(engine.analyse_async(START, mf.Limit()))
        after = asyncio.create_task(engine.analyse_async(START, mf.Limit(nodes=3000)))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(waiting, 20)
        assert not endless.done()
        endless.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(endless, 20)
        return await asyncio.wait_for(after, 60)

    with mf.Engine(GAME) as engine:
        assert asyncio.run(ask(engine)).nodes == 3000


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_a_solver_s_callback_raises_comes_through(kind: type[BaseException]) -> None:
    def fail(*_: object) -> None:
        msg = "from the callback"
        raise kind(msg)

    wide = mf.Game("hex:size=9")
    with mf.Engine(wide) as engine:
        with pytest.raises(kind, match="from the callback"):
            engine.solve(wide.start(), mf.Limit(time=30), progress=fail)
        assert engine.play(wide.start(), mf.Limit(nodes=50)).move


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_callback_raises_comes_through(kind: type[BaseException], threads: int) -> None:
    def fail(*_: object) -> None:
        msg = "from the callback"
        raise kind(msg)

    with mf.Engine(GAME, threads=threads) as engine:
        with pytest.raises(kind, match="from the callback"):
            engine.analyse(START, mf.Limit(time=30), on_report=fail)
        assert engine.play(START, mf.Limit(nodes=50)).move


def test_a_callback_cannot_ask_or_close_its_own_engine() -> None:
    def refused(act: Callable[[], object]) -> None:
        with pytest.raises(mf.EngineBusyError):
            act()

    with mf.Engine(GAME) as engine:
        limit = mf.Limit(nodes=200)
        engine.analyse(START, limit, on_report=lambda _: refused(lambda: engine.play(START, limit)))
        engine.analyse(START, limit, on_report=lambda _: refused(engine.close))


def test_closing_ends_what_is_just_beginning() -> None:
    def think(engine: mf.Engine) -> None:
        with contextlib.suppress(ValueError):  # it may be closed by then
            engine.analyse(START, mf.Limit())

    for delay in (0.0, 0.0005, 0.005, 0.05):
        engine = mf.Engine(GAME)
        thread = threading.Thread(target=think, args=(engine,), daemon=True)
        thread.start()
        time.sleep(delay)
        engine.close()
        thread.join(20)
        assert not thread.is_alive()
        with pytest.raises(ValueError, match="closed"):
            engine.play(START, mf.Limit(nodes=10))


@pytest.mark.parametrize(
    "begin",
    [
        "engine.analysis(start)",
        "engine.ponder(start.view(1 - start.turn), game=1)",
        "threading.Thread(target=engine.analyse, args=(start, mf.Limit()), daemon=True).start()",
        "threading.Thread(target=engine.solve, args=(start, mf.Limit(time=1e6)), daemon=True)"
        ".start()",
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("end", ["", "raise ValueError('end')", "sys.exit(3)"])
def test_a_program_ends_during_a_search_without_end(begin: str, threads: int, end: str) -> None:
    program = f"engine = mf.Engine(game, threads={threads})\n{begin}\ntime.sleep(0.3)\n{end}\n"
    done = run(program)
    code = 3 if "exit" in end else 1 if end else 0
    assert done.returncode == code, done.stderr
    assert "terminate" not in done.stderr
    assert "Fatal" not in done.stderr


def test_a_program_ends_while_a_task_is_thinking() -> None:
    program = """
async def main():
    task = asyncio.create_task(mf.Engine(game).analyse_async(start, mf.Limit()))
    await asyncio.sleep(0.3)
asyncio.run(main())
"""
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert not done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_forked_during_a_search_uses_the_engine_and_ends() -> None:
    program = """
engine = mf.Engine(game, threads=2)
other = mf.Engine(game)
thinking = engine.analysis(start)
time.sleep(0.3)
child = os.fork()
if child == 0:
    assert engine.play(start, mf.Limit(nodes=500)).move
    assert other.play(start, mf.Limit(nodes=500)).move
    sys.exit(7)
_, status = os.waitpid(child, 0)
thinking.stop()
assert thinking.wait().best
assert os.waitstatus_to_exitcode(status) == 7, status
"""
    done = run(program)
    assert done.returncode == 0, done.stderr


def test_a_thread_that_waits_for_an_analysis_gets_what_went_wrong() -> None:
    with mf.Engine(GAME) as engine, engine.analysis(START) as thinking:
        with pytest.raises(mf.EngineBusyError):
            engine.analysis(START)
        thinking.stop()
        assert thinking.wait().lines
