"""Odd calls of everything bound and everything public: no crash, no hang, errors of the right kind.

    python tests/fuzz/border_calls.py --calls 200000 [--seed 1] [--batch 1000] [--limit 0.1]
    python tests/fuzz/border_calls.py --call "_core.perft(pos('hex', 1, 3)._inner, -1, False)"

What is called comes from the modules themselves (``border_targets.py``), what it is called with
from the types they name, with odd values put in. Each call is one expression, and its number and
the seed make it again. Calls run in processes of ``--batch`` each; after ``--limit`` seconds a call
is interrupted as by Ctrl-C and must end within ``--patience``. Faults are written to stderr, each
with the line that repeats it; the exit code is their number, 100 at most.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import faulthandler
import inspect
import os
import random
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

from border_targets import NAMESPACE, OWN_ERRORS, call_text, close_opened, targets

MOST_MEMORY = 6 << 30  # of a process: what asks for more is refused, not granted
SILENCE = 60.0  # seconds without a sign of a process, beyond limit and patience
ACCEPTED = (ValueError, TypeError, OverflowError, LookupError, OSError, *OWN_ERRORS)

# Calls of these are told of a missing or fixed attribute by the language's own error.
ATTRIBUTES = re.compile(r"^setattr\(|\.__(set|del|get)attr(ibute)?__\(")


class InterruptedCall(BaseException):
    """What the alarm raises, as Ctrl-C would."""


def ring(_number: int, _frame: FrameType | None) -> None:
    raise InterruptedCall


def used_up(result: object) -> None:
    """Takes what a call has begun to its end."""
    if inspect.iscoroutine(result):
        signal.setitimer(signal.ITIMER_REAL, 0)  # an event loop is told by cancelling
        with contextlib.suppress(TimeoutError):
            asyncio.run(asyncio.wait_for(result, 0.05))
    elif isinstance(result, Iterator):
        for _ in zip(range(20), result, strict=False):
            pass


def fault_of(error: BaseException, text: str) -> str | None:
    """What is wrong with an error, or nothing."""
    if isinstance(error, AttributeError) and ATTRIBUTES.search(text):
        return None
    if isinstance(error, ZeroDivisionError) and ("Odd()" in text or "1 / 0" in text):
        return None  # the caller's own
    if str(error) == "release unlocked lock" and isinstance(error.__context__, InterruptedCall):
        return None  # Python's own: a threading.Condition interrupted as it begins to wait
    if not isinstance(error, ACCEPTED):
        return f"{type(error).__name__}: {error}"
    return None if str(error) else f"{type(error).__name__} without a message"


def run(text: str, limit: float, patience: float) -> str:
    """Runs one call; "" when all is well."""
    begun, fault = time.monotonic(), ""
    try:
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            used_up(eval(text, dict(NAMESPACE)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except InterruptedCall:
        pass
    except BaseException as error:
        fault = fault_of(error, text) or ""
    late = time.monotonic() - begun - limit
    with contextlib.suppress(InterruptedCall):
        close_opened()
    return fault or (f"{late:.2f} s late to stop" if late > patience else "")


def work(seed: int, first: int, calls: int, limit: float, patience: float) -> None:
    """A batch: tells each call before it is made, and its fault after it."""
    signal.signal(signal.SIGALRM, ring)
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    known = targets()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in range(first, first + calls):
            text = call_text(random.Random(f"{seed} {number}"), known)
            out.write(f"> {number} {text}\n")
            out.flush()
            fault = run(text, limit, patience)
            if fault:
                out.write(f"! {' '.join(fault.split())}\n")
        out.write("done\n")
        out.flush()
        os._exit(0)  # whatever threads are still at


@dataclass
class Batch:
    """What a process has said."""

    number: int = -1
    text: str = ""
    is_done: bool = False
    faults: list[tuple[int, str, str]] = field(default_factory=list)

    def hear(self, line: str) -> None:
        """Take a line."""
        if line.startswith("> "):
            number, _, self.text = line[2:].partition(" ")
            self.number = int(number)
        elif line.startswith("! "):
            self.faults.append((self.number, self.text, line[2:]))
        elif line == "done":
            self.is_done = True


def listen(process: subprocess.Popen[bytes], silence: float) -> Batch:
    """Hears a process to its end; one that hangs is killed."""
    assert process.stdout is not None
    batch, rest = Batch(), b""
    while True:
        if not select.select([process.stdout], [], [], silence)[0]:
            process.kill()
            batch.faults.append((batch.number, batch.text, f"hang: no end after {silence:.0f} s"))
            break
        more = os.read(process.stdout.fileno(), 1 << 16)
        if not more:
            break
        *lines, rest = (rest + more).split(b"\n")
        for line in lines:
            batch.hear(line.decode("utf-8", "replace"))
    code = process.wait()
    if not batch.is_done and not any("hang" in fault for _, _, fault in batch.faults):
        batch.faults.append((batch.number, batch.text, f"crash: exit code {code}"))
    return batch


def fuzz(options: argparse.Namespace) -> int:
    """All batches; the number of faults. What crashed or hung is passed over."""
    begun, next_call, faults, kinds = time.monotonic(), 0, 0, Counter[str]()
    while next_call < options.calls:
        size = min(options.batch, options.calls - next_call)
        first = options.first + next_call
        command = [sys.executable, __file__, "--work", "--seed", str(options.seed),
                   "--first", str(first), "--calls", str(size),
                   "--limit", str(options.limit), "--patience", str(options.patience)]  # fmt: skip
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stderr is not None
            said: list[bytes] = []
            pipe = process.stderr
            reader = threading.Thread(target=lambda: said.append(pipe.read()), daemon=True)  # noqa: B023
            reader.start()
            batch = listen(process, options.limit + options.patience + SILENCE)
            reader.join(5)
        if batch.number < 0:
            sys.exit(b"".join(said).decode("utf-8", "replace"))
        for number, text, fault in batch.faults:
            faults += 1
            kind = f"{fault.partition(':')[0]} {text.partition('(')[0]}"
            kinds[kind] += 1
            if kinds[kind] <= options.shown:
                sys.stderr.write(f"\nseed {options.seed} call {number}: {fault}\n    {text}\n")
                if fault.startswith("crash"):
                    sys.stderr.write(b"".join(said).decode("utf-8", "replace")[-options.tail :])
        done = size if batch.is_done else batch.number + 1 - first
        next_call += max(done, 1)
        seconds = time.monotonic() - begun
        sys.stderr.write(f"\r{next_call} calls, {faults} faults, {seconds:.0f} s ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first call")
    parser.add_argument("--batch", type=int, default=1_000, help="calls of one process")
    parser.add_argument("--limit", type=float, default=0.1, help="seconds until the interruption")
    parser.add_argument("--patience", type=float, default=2.0, help="seconds to stop in")
    parser.add_argument("--shown", type=int, default=3, help="faults told of one kind")
    parser.add_argument("--tail", type=int, default=3_000, help="characters of a crash's stderr")
    parser.add_argument("--call", help="run this one expression here")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    faulthandler.enable()
    if options.call is not None:
        signal.signal(signal.SIGALRM, ring)
        fault = run(options.call, options.limit, options.patience)
        sys.exit(fault or 0)
    if options.work:
        work(options.seed, options.first, options.calls, options.limit, options.patience)
    sys.exit(min(fuzz(options), 100))


if __name__ == "__main__":
    main()
