"""The line to an engine under test: no engine can stop the tester or fill its memory."""

from __future__ import annotations

import sys
import time

import pytest

from moonflower.protocol.conformance import wire


def engine(script: str) -> wire.ProcessWire:
    return wire.ProcessWire([sys.executable, "-c", script])


def test_an_engine_that_does_not_read_is_not_waited_for() -> None:
    deaf = engine("import time; time.sleep(60)")
    begun = time.monotonic()
    try:
        for _ in range(2):
            deaf.send(b"x" * 1_000_000 + b"\n")
        assert deaf.read(0.1) is None
    finally:
        deaf.close()
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize("noise", ["y\\n", "y" * 1000])
def test_an_engine_that_floods_is_read_for_a_while(
    noise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_MOST_OUTPUT", 100_000)
    flood = engine(f"import sys\nwhile True: sys.stdout.write('{noise}'); sys.stderr.write('e\\n')")
    size = 0
    try:
        while (line := flood.read(5)) is not None:
            size += len(line) + 64
        assert 90_000 < size < 110_000
    finally:
        flood.close()
    assert len(flood.errors) < 2_000


def test_what_is_sent_arrives_in_order_and_once() -> None:
    echo = engine("import sys\nfor line in sys.stdin: print(line, end='', flush=True)")
    for number in range(100):
        echo.send(b"%d\n" % number)
    assert [echo.read(5) for _ in range(100)] == [b"%d" % number for number in range(100)]
    echo.end_input()
    echo.end_input()
    assert echo.wait(5) == 0
    begun = time.monotonic()
    echo.close()
    assert time.monotonic() - begun < 1
