"""Programs at the table: ours plays, broken ones cost their own games only."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.backends import Processes
from moonflower.arena.clocks import Control
from moonflower.arena.external import CommandSpec
from moonflower.arena.faults import PlayerFault
from moonflower.arena.match import Match, MatchResult
from moonflower.arena.players import Turn
from moonflower.arena.referee import play_game
from moonflower.arena.specs import parse_player

RANDOM = parse_player("random")
OURS = f"{sys.executable} -m moonflower uci"

# A program that greets as it should and then does as its first argument says, from its third
# `go` on. (Two games at least are fine, so each fault is seen beside good ones.)
STUB = """
import os, sys, time
asked = 0
for line in sys.stdin:
    word = line.split()[:1]
    if word == ["uci"]: print("uciok", flush=True)
    elif word == ["isready"]: print("readyok", flush=True)
    elif word == ["quit"]: break
    elif word == ["position"]: taken = line.split()[line.split().index("startpos") + 1:]
    elif word == ["go"]:
        asked += 1
        fails = asked >= 3
        if fails and sys.argv[1] == "hangs": time.sleep(60)
        if fails and sys.argv[1] == "dies": os._exit(3)
        if fails and sys.argv[1] == "spews":
            while True: print("x" * 100)
        if fails and sys.argv[1] == "pours":
            while True: sys.stdout.write("bestmove a1 " * 10_000)
        if fails and sys.argv[1] == "dribbles":
            for letter in "bestmove a1 ponder b2" * 100:
                print(letter, end="", flush=True)
                time.sleep(0.05)
        if fails and sys.argv[1] == "swells": print("bestmove z9 " * 900_000, flush=True)
        if fails and sys.argv[1] == "mumbles": print("\\n" * 50, "info", "y" * 60_000, flush=True)
        if fails and sys.argv[1] == "raves": print("\\x00\\xff bestmove", flush=True)
        cells = [c + r for c in "abc" for r in "123"]
        free = [cell for cell in cells if cell not in taken]
        answer = "z9" if fails and sys.argv[1] in ("lies", "raves") else free[0]
        print("bestmove", answer, flush=True)
        if fails and sys.argv[1] == "babbles": print("bestmove z9\\nbestmove\\nreadyok", flush=True)
"""


SILENT = ("hangs", "pours", "dribbles")


def stub(tmp_path: Path, how: str) -> CommandSpec:
    path = tmp_path / "stub.py"
    path.write_text(STUB, encoding="utf-8")
    # Silence ends after half a second for the one that is silent; the others may take their time.
    limit = mf.Limit(time=0.1) if how in SILENT else mf.Limit(nodes=1)
    control = Control(limit, margin=0.4)
    return CommandSpec(how, (sys.executable, str(path), how), control=control)


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("hangs", "hang"),
        ("pours", "hang"),
        ("dribbles", "hang"),
        ("dies", "crash"),
        ("spews", "hang"),
        ("lies", "illegal"),
        ("raves", "illegal"),
    ],
)
def test_a_broken_program_costs_its_own_games_only(tmp_path: Path, how: str, kind: str) -> None:
    player = stub(tmp_path, how)
    result = Match.of(mf.Game("tic_tac_toe"), [player, RANDOM]).play(2)
    assert len(result.games) == 4
    assert result.faults_of(1) == {}
    assert kind in result.faults_of(0)
    # Processes that failed are started anew, and play two moves before they fail again.
    assert sum(result.faults_of(0).values()) >= 2
    for game in result.faults:
        assert game.payoff(0) == 0.0
        assert game.payoff(1) == 1.0


@pytest.mark.parametrize("how", ["swells", "mumbles", "babbles"])
def test_noise_beside_the_answers_costs_nothing(tmp_path: Path, how: str) -> None:
    """Lines of ten megabytes, much chatter, and moves nobody has asked for."""
    game = mf.Game("tic_tac_toe")
    quiet = Match.of(game, [stub(tmp_path, "is sound"), RANDOM]).play(3)
    noisy = Match.of(game, [stub(tmp_path, how), RANDOM]).play(3)
    assert not noisy.faults
    assert without_names(noisy) == without_names(quiet)


def test_a_program_that_reads_nothing_is_no_wall(tmp_path: Path) -> None:
    """It greets, then its input fills up; nobody may wait for it longer than patience lasts."""
    path = tmp_path / "deaf.py"
    greeting = "uciok\\n" + "readyok\\n" * 3
    path.write_text(f"import time; print('{greeting}', flush=True); time.sleep(60)")
    player = CommandSpec("deaf", (sys.executable, str(path)), patience=0.5).open(mf.Game("hex"))
    view = mf.Game("hex").start().view(0)
    try:
        player.begin(0, 1)
        events = ("a1",) * 1_000_000
        begun = time.monotonic()
        with pytest.raises(PlayerFault, match=r"no answer within 0.5 s"):
            player.choose(Turn(view=view, events=events, limit=mf.Limit(nodes=1), patience=None))
        assert time.monotonic() - begun < 10
    finally:
        player.close()


def test_a_program_that_answers_ahead_and_reads_nothing_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "ahead.py"
    path.write_text("while True: print('uciok\\nreadyok\\nbestmove a1', flush=True)")
    player = CommandSpec("ahead", (sys.executable, str(path)), patience=5).open(mf.Game("hex"))
    view = mf.Game("hex").start().view(0)
    turn = Turn(view=view, events=("a1",) * 10_000, limit=mf.Limit(nodes=1), patience=None)

    def play_on() -> None:
        for _ in range(1000):
            assert player.choose(turn) == "a1"

    try:
        player.begin(0, 1)
        with pytest.raises(PlayerFault, match="it reads nothing: 256 lines wait for it"):
            play_on()
    finally:
        player.close()


def test_a_program_that_does_not_start_loses() -> None:
    player = CommandSpec("none", ("/does/not/exist",))
    result = Match.of(mf.Game("tic_tac_toe"), [player, RANDOM]).play(1)
    assert result.faults_of(0) == {"crash": 2}


@pytest.mark.parametrize("spec", ["hanamikoji", "terraflip:players=3", "kuhn_poker"])
def test_our_own_program_plays_over_the_protocol(spec: str) -> None:
    game = mf.Game(spec)
    player = parse_player(f"uci:{OURS},nodes=20").open(game)
    others = [RANDOM.open(game) for _ in range(game.players - 1)]
    try:
        for seat in (0, game.players - 1):
            seating = [*others]
            seating.insert(seat, player)
            assert play_game(game, seat, seating).fault is None
    finally:
        player.close()


def without_names(result: MatchResult) -> list[tuple[object, ...]]:
    return [(game.place, game.returns, game.digest) for game in result.games]


def test_programs_play_the_same_games_in_processes() -> None:
    match = Match.of(mf.Game("kuhn_poker"), [parse_player(f"uci:{OURS},nodes=20"), RANDOM])
    once = match.play(2)
    assert not once.faults
    assert without_names(once) == without_names(match.play(2, backend=Processes(1)))
