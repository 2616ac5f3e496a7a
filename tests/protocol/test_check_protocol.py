"""The conformance tester: our engine keeps every rule, a broken one fails the rule it breaks."""

from __future__ import annotations

import importlib.util
import io
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from moonflower.protocol.conformance.run import check_engine, check_wire, rule_ids
from moonflower.protocol.loop import Loop

OURS = [sys.executable, "-m", "moonflower", "uci"]
STUB = Path(__file__).with_name("broken_engine.py")
PATIENCE = 8.0  # a rule broken by silence takes this long to fail


def load_stub():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("broken_engine", STUB)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["broken_engine"] = module
    spec.loader.exec_module(module)
    return module


broken_engine = load_stub()
WHOLE_RULES = [rule for rule in rule_ids() if rule not in broken_engine.PROCESS_FAULTS]


class ThreadWire:
    """An engine in a thread of this process: no interpreter to start."""

    def __init__(self, open_loop: Callable[[Any, Any], Loop]) -> None:
        to_engine, self._input = os.pipe()
        from_engine, to_us = os.pipe()
        source = io.TextIOWrapper(os.fdopen(to_engine, "rb"), "utf-8", "replace", newline="\n")
        sink = io.TextIOWrapper(os.fdopen(to_us, "wb"), "utf-8", newline="\n")
        self._output = os.fdopen(from_engine, "rb")
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

        def serve() -> None:
            open_loop(source, sink).run()
            sink.close()
            source.close()

        def listen() -> None:
            for line in self._output:
                self._lines.put(line.rstrip(b"\n"))

        self._threads = [threading.Thread(target=work, daemon=True) for work in (serve, listen)]
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._input, data) :]

    def read(self, seconds: float) -> bytes | None:
        try:
            return self._lines.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return None

    def end_input(self) -> None:
        os.close(self._input)

    def wait(self, seconds: float) -> int | None:
        self._threads[0].join(seconds)
        return None if self._threads[0].is_alive() else 0

    def close(self) -> None:
        self.end_input()
        for thread in self._threads:
            thread.join(20)
        self._output.close()


def broken_wire(fault: str) -> ThreadWire:
    return ThreadWire(partial(broken_engine.broken_loop, fault))


def broken_rules(fault: str, only: list[str], patience: float = PATIENCE) -> set[str]:
    verdicts = list(check_wire(lambda _: broken_wire(fault), only=only, patience=patience))
    assert len(verdicts) == len(only)
    return {verdict.rule for verdict in verdicts if verdict.outcome == "failed"}


@cache
def stirred_rules() -> dict[str, list[str]]:
    """For each fault the rules in whose conversation it would change a line.

    In all others a broken engine is word for word a sound one.
    """
    stirred: dict[str, list[str]] = {fault: [] for fault in broken_engine.FAULTS}
    for rule in WHOLE_RULES:
        shadows = broken_engine.Shadows()
        open_loop = partial(broken_engine.shadowed_loop, shadows=shadows)
        wires = check_wire(lambda _, made=open_loop: ThreadWire(made), only=[rule], patience=60)
        assert [verdict.outcome for verdict in wires] == ["passed"], rule
        for fault in shadows.stirred:
            stirred[fault].append(rule)
    return stirred


def test_our_engine_keeps_every_rule() -> None:
    verdicts = list(check_engine(OURS, patience=60))
    assert [v for v in verdicts if v.outcome != "passed"] == []
    assert len(verdicts) == len(rule_ids())


def test_every_rule_has_a_fault_that_breaks_it() -> None:
    assert {*broken_engine.FAULTS, *broken_engine.PROCESS_FAULTS} == set(rule_ids())


@pytest.mark.parametrize("number", range(len(WHOLE_RULES)), ids=WHOLE_RULES)
def test_a_fault_breaks_its_rule(number: int) -> None:
    """And not its neighbours; the slow test looks at all others."""
    rule = WHOLE_RULES[number]
    neighbours = [WHOLE_RULES[(number + step) % len(WHOLE_RULES)] for step in (-1, 1)]
    assert broken_rules(rule, [rule, *neighbours]) == {rule}


@pytest.mark.slow
def test_a_fault_breaks_no_other_rule() -> None:
    """Every fault on every rule it can stir, each on an engine of its own."""
    wrong = []
    for fault, rules in stirred_rules().items():
        assert fault in rules
        wrong += [(fault, rule) for rule in rules if rule != fault and broken_rules(fault, [rule])]
    assert wrong == []


@pytest.mark.parametrize("rule", broken_engine.PROCESS_FAULTS)
def test_a_process_that_ends_badly_breaks_its_rule(rule: str) -> None:
    rules = broken_engine.PROCESS_FAULTS
    neighbour = rules[(rules.index(rule) + 1) % len(rules)]
    command = [sys.executable, str(STUB), rule]
    verdicts = list(check_engine(command, only=[rule, neighbour], patience=PATIENCE))
    assert {verdict.rule for verdict in verdicts if verdict.outcome == "failed"} == {rule}


def test_the_command_reports_rule_by_rule() -> None:
    command = [sys.executable, "-m", "moonflower", "check-protocol", "--rule", "undo"]
    kept = subprocess.run([*command, "--", *OURS], capture_output=True, text=True, check=False)
    assert kept.returncode == 0
    assert "passed   undo" in kept.stdout
    stub = [sys.executable, str(STUB), "undo"]
    broken = subprocess.run(
        [*command, "--json", *stub], capture_output=True, text=True, check=False
    )
    assert broken.returncode == 1
    assert '"outcome": "failed"' in broken.stdout
    nothing = subprocess.run(command, capture_output=True, text=True, check=False)
    assert nothing.returncode == 2
    assert "no engine" in nothing.stderr
