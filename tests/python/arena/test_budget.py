"""Equal CPU time for searches that only know nodes."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time

import pytest

from moonflower.arena.budget import Budget, Spent, clock_of
from moonflower.arena.faults import PlayerFault
from moonflower.arena.match import Match
from moonflower.arena.specs import parse_player
from moonflower.positions import Game


def play(budget: Budget, source: random.Random, games: int, *, overhead: float) -> Spent:
    """Games in which the speed goes up ninefold, differs by game, and is never quite the same."""
    total = Spent()
    for _ in range(games):
        budget.begin()
        of_game = math.exp(source.gauss(0, 0.3))
        for turn in range(30):
            speed = 20_000 * of_game * 9 ** (turn / 30)

            def search(nodes: int, speed: float = speed) -> tuple[int, float]:
                return nodes, overhead + nodes / (speed * math.exp(source.gauss(0, 0.1)))

            total += budget.choose(search)
    return total


@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.2])
def test_searches_take_what_they_should_on_average(seconds: float) -> None:
    spent = play(Budget(seconds), random.Random(5), 30, overhead=0.0003)
    assert spent.moves == spent.whole == 900
    assert spent.cpu / spent.moves == pytest.approx(seconds, rel=0.01)


def test_an_early_answer_saves_nothing_for_later() -> None:
    budget = Budget(0.01)
    for turn in range(200):
        budget.choose(lambda nodes, turn=turn: (nodes if turn % 2 else 0, nodes / 1e5 * (turn % 2)))
    spent = budget.choose(lambda nodes: (nodes, nodes / 1e5))
    assert spent.cpu == pytest.approx(0.01, rel=0.02)


def test_what_is_overdrawn_is_paid_back() -> None:
    """A proof that takes five times the budget at every tenth move."""
    budget, total = Budget(0.01), Spent()
    for turn in range(500):
        total += budget.choose(
            lambda nodes, turn=turn: (0, 0.05) if turn % 10 == 9 else (nodes, nodes / 1e5)
        )
    assert total.cpu / total.moves == pytest.approx(0.01, rel=0.02)


def test_a_player_that_counts_no_nodes_is_asked_once_a_move() -> None:
    asked = []
    budget = Budget(0.01)
    for _ in range(5):
        budget.choose(lambda nodes: (asked.append(nodes), (None, 1e-5))[1])
    assert len(asked) == 15  # each after two probes that told nothing


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these clocks")
def test_the_clock_of_a_process_counts_threads_and_children() -> None:
    code = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}]); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE) as child:
        until = time.monotonic() + 60
        most = 0.0
        while child.poll() is None and most < 0.15 and time.monotonic() < until:
            most = max(most, clock_of(child.pid)())
            time.sleep(0.005)
        child.kill()
    assert most >= 0.15


def test_elsewhere_it_says_what_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(PlayerFault, match="only Linux"):
        clock_of(os.getpid())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these clocks")
def test_programs_and_engines_keep_their_cpu_time() -> None:
    """Measured, so the bounds are wide: a probe's error weighs much in so few moves."""
    program = f"uci:{sys.executable} -m moonflower uci,cpu=0.01,Hash=16"
    players = [parse_player(program), parse_player("auto,cpu=0.01")]
    result = Match.of(Game("hanamikoji:max_rounds=1"), players).play(3)
    assert not result.faults
    program_s, engine_s = (
        sum((game.spent[game.order.index(player)] for game in result.games), Spent())
        for player in (0, 1)
    )
    assert program_s.whole > 20
    assert 0.005 < program_s.whole_cpu / program_s.whole < 0.02
    # An engine of ours plays as soon as it is settled, so its searches are seldom whole.
    assert 0.002 < engine_s.cpu / engine_s.moves < 0.02


@pytest.mark.parametrize("text", ["auto,cpu=0", "auto,cpu=0.1,nodes=5", "auto,cpu=inf"])
def test_cpu_time_is_the_only_limit(text: str) -> None:
    with pytest.raises(ValueError, match="no other limit"):
        parse_player(text)


def test_an_engine_of_several_threads_cannot_be_measured_here() -> None:
    with pytest.raises(ValueError, match="one thread"):
        parse_player("auto,cpu=0.1,threads=2").open(Game("kuhn_poker"))
