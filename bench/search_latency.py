"""How prompt is a search? First report, overrun of a time limit, and the way out of Ctrl-C.

    python bench/search_latency.py               # on the machine as it is
    python bench/search_latency.py --load 2      # beside two processes that never rest

In milliseconds, as median, 90th and 99th percentile and worst. The system decides who runs when,
so the figures of a busy machine are its own as much as the engine's: the line "a bare sleep" tells
how late an empty program wakes up there.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import statistics
import threading
import time
from collections.abc import Callable

import moonflower as mf


def burn() -> None:
    while True:
        sum(range(10_000))


def bare_sleep(seconds: float) -> float:
    begin = time.perf_counter()
    time.sleep(seconds)
    return time.perf_counter() - begin - seconds


def overrun(engine: mf.Engine, state: mf.State, seconds: float) -> float:
    begin = time.perf_counter()
    engine.analyse(state, mf.Limit(time=seconds), multipv=1)
    return time.perf_counter() - begin - seconds


def first_report(engine: mf.Engine, state: mf.State) -> float:
    seen: list[float] = []
    begin = time.perf_counter()
    engine.analyse(
        state,
        mf.Limit(time=0.08),
        multipv=1,
        on_report=lambda _: seen.append(time.perf_counter() - begin),
    )
    return seen[0] if seen else 1.0


def interrupt(engine: mf.Engine, state: mf.State) -> float:
    pressed = [0.0]

    def press() -> None:
        pressed[0] = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.03, press)
    timer.start()
    try:
        engine.analyse(state, mf.Limit(time=20.0))
    except KeyboardInterrupt:
        return time.perf_counter() - pressed[0]
    finally:
        timer.join()
    return 20.0


def tell(title: str, tries: int, measure: Callable[[], float]) -> None:
    late = sorted(1000 * measure() for _ in range(tries))
    parts = statistics.quantiles(late, n=100, method="inclusive")
    print(
        f"{title:44} {parts[49]:7.2f} {parts[89]:7.2f} {parts[98]:7.2f} {late[-1]:7.2f}",
        flush=True,
    )


def measure(spec: str, tries: int, threads: int) -> None:
    state = mf.Game(spec).deal(seed=1)
    with mf.Engine(state.game, seed=1, solve=False, threads=threads) as engine:
        engine.analyse(state, mf.Limit(nodes=1000))
        tell(f"{spec}: past a limit of 50 ms", tries, lambda: overrun(engine, state, 0.05))
        tell(f"{spec}: first report", tries, lambda: first_report(engine, state))
        tell(f"{spec}: Ctrl-C to exception", tries, lambda: interrupt(engine, state))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--load", type=int, default=0, help="processes that keep the cores busy")
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("names", nargs="*", default=[info.name for info in mf.games()])
    args = parser.parse_args()
    busy = [multiprocessing.Process(target=burn, daemon=True) for _ in range(args.load)]
    for process in busy:
        process.start()
    print(f"{'milliseconds':44} {'median':>7} {'90 %':>7} {'99 %':>7} {'worst':>7}")
    try:
        tell("a bare sleep of 50 ms", args.tries, lambda: bare_sleep(0.05))
        for spec in args.names:
            measure(spec, args.tries, args.threads)
    finally:
        for process in busy:
            process.terminate()


if __name__ == "__main__":
    main()
