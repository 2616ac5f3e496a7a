"""Tools that were not written for this engine: a chess library, a match manager's dialogue."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from moonflower.protocol.analysis import AnalysisLoop

OURS = [sys.executable, "-m", "moonflower", "uci"]


def test_python_chess_reads_id_options_and_ready_state() -> None:
    engine_module = pytest.importorskip("chess.engine")
    with engine_module.SimpleEngine.popen_uci(OURS, timeout=60) as engine:
        assert engine.id["name"].startswith("moonflower")
        assert engine.options["Strength"].max == 20
        assert "skud_paisho" in engine.options["Game"].var
        engine.ping()


class Player:
    """One engine as a match manager for UGI games drives it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            OURS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("ugi", "ugiok")
        self.send("setoption name Game value skud_paisho")
        self.send("setoption name skud_paisho.max_plies value 60")  # the manager's limit
        self.ask("isready", "readyok")

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def ask(self, line: str, ends: str) -> str:
        self.send(line)
        assert self._process.stdout is not None
        for answer in self._process.stdout:
            assert "error" not in answer
            if answer.split()[0] == ends:
                return answer.strip()
        raise AssertionError(line)

    def quit(self) -> None:
        self.send("quit")
        assert self._process.wait(60) == 0
        self._process.communicate()


def played(players: list[Player]) -> tuple[list[str], str]:
    """One game, both engines told of every move; the moves and what both call the result."""
    for player in players:
        player.send("uginewgame")
        player.ask("isready", "readyok")
    moves: list[str] = []
    while True:
        line = "position startpos" + (f" moves {' '.join(moves)}" if moves else "")
        for player in players:
            player.send(line)
        if {player.ask("query gameover", "response") for player in players} == {"response true"}:
            break
        is_first = players[0].ask("query p1turn", "response") == "response true"
        mover = players[0 if is_first else 1]
        limit = "movetime 2" if len(moves) % 2 else "wtime 100 btime 100 winc 1 binc 1"
        answer = mover.ask(f"go {limit}", "bestmove").split()
        assert len(answer) == 2  # the manager reads two words
        moves.append(answer[1])
    (result,) = {player.ask("query result", "response") for player in players}
    return moves, result


def test_a_ugi_match_of_skud_pai_sho() -> None:
    """Two engines, whole games, colours changed in between."""
    players = [Player(), Player()]
    for seating in (players, players[::-1]):
        moves, result = played(seating)
        assert result in ("response p1win", "response p2win", "response draw")
        assert len(moves) > 20
    for player in players:
        player.quit()


@pytest.mark.parametrize(
    ("algorithm", "game"), [("alphabeta", "tic_tac_toe"), ("cfr", "kuhn_poker")]
)
def test_json_offers_what_solves(algorithm: str, game: str) -> None:
    request = {"id": "a", "game": game, "position": "startpos seed 1", "limits": {"nodes": 100_000}}
    request["options"] = {"Algorithm": algorithm}
    sink = io.StringIO()
    AnalysisLoop(io.StringIO(json.dumps(request) + "\n"), sink).run()
    facts = json.loads(sink.getvalue())
    assert facts["root"]["algorithm"] == algorithm
    assert facts["root"]["stop"] == "proven"
    assert facts["lines"]


def test_json_requests_are_answered_by_id_and_priority() -> None:
    requests = [
        {"id": "open", "game": "hex:size=4"},
        {"id": "low", "game": "kuhn_poker", "position": "startpos seed 1", "limits": {"nodes": 50}},
        {"id": "bad", "game": "hex", "limits": {"nodes": 0}},
        {"id": "high", "game": "tic_tac_toe", "limits": {"nodes": 50}, "priority": 5},
        {"id": "v", "action": "version"},
        {"id": "t", "action": "terminate", "terminateId": "open"},
    ]
    sink = io.StringIO()
    AnalysisLoop(io.StringIO("\n".join(map(json.dumps, requests)) + "\n{\n"), sink).run()
    said = [json.loads(line) for line in sink.getvalue().splitlines()]
    by_id = {facts["id"]: facts for facts in said}
    assert by_id["bad"]["field"] == "limits.nodes"
    assert by_id[None]["field"] is None
    assert "version" in by_id["v"]
    order = [facts["id"] for facts in said if "isDuringSearch" in facts]
    assert set(order) == {"open", "low", "high"}
    assert order.index("high") < order.index("low")
