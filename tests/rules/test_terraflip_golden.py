"""TerraFlip against recorded games, vectors, perft counts and exact endgames."""

from __future__ import annotations

import json
import lzma
import zlib
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower import solve

FOLDER = Path(__file__).parents[1] / "golden" / "terraflip"


def recorded(name: str) -> str:
    return lzma.decompress((FOLDER / f"{name}.xz").read_bytes()).decode()


GAMES = [json.loads(line) for line in recorded("games.jsonl").splitlines()]
VECTORS = json.loads(recorded("vectors.json"))
PERFT = json.loads(recorded("perft.json"))
ENDGAMES = json.loads(recorded("endgames.json"))


def legal(state: mf.State) -> list[str]:
    return sorted(str(move) for move in state.legal_moves())


def same_position(state: mf.State, text: str) -> bool:
    """Blind games are recorded with hands by their backs (TF-63); all others letter by letter."""
    return state.game.parse(text) == state and ("hand=blind" in text or str(state) == text)


def replay(record: dict[str, Any]) -> mf.State:
    """Plays a recorded game, with every legal list, checkpoint and grown view compared."""
    game = mf.Game(
        "terraflip", players=len(record["seats"]), colours=record["seats"], **record["options"]
    )
    state = game.start()
    views = [game.start_view(seat) for seat in range(state.players)]
    checkpoints: dict[int, list[tuple[str, int, str]]] = {}
    for step, full, seat, view in record["checkpoints"]:
        checkpoints.setdefault(step, []).append((full, seat, view))
    for step, (action, reveal, count, crc) in enumerate(record["steps"]):
        for full, seat, view in checkpoints.get(step, ()):
            assert same_position(state, full)
            assert str(state.view(seat)) == view
            assert game.parse_view(view, seat) == views[seat]
        moves = legal(state)
        assert len(moves) == count
        assert f"{zlib.crc32(' '.join(moves).encode()):08x}" == crc, (record["id"], step, moves)
        token = action if reveal is None else f"{action}={reveal}"
        views = [
            view.observe(state.seen_by(seat, token)) if state.seen_by(seat, token) else view
            for seat, view in enumerate(views)
        ]
        state = state.play(token)
        assert views == [state.view(seat) for seat in range(state.players)]
    return state


@pytest.mark.parametrize("record", GAMES, ids=[record["id"] for record in GAMES])
def test_recorded_game(record: dict[str, Any]) -> None:
    state = replay(record)
    assert state.is_over
    assert same_position(state, record["final"])
    assert state.scores == [score["total"] for score in record["scores"]]
    winners = record["winners"]
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(state.players)]
    assert state.returns == pytest.approx(shares, abs=1e-12)


def test_every_recorded_game_is_there() -> None:
    assert len(GAMES) == 150
    assert sum(len(record["steps"]) for record in GAMES) == 14_667


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    state = mf.Game("terraflip").parse(vector["fen"])
    moves = legal(state)
    on_cells = {
        letter: sorted({move.split("@")[1] for move in moves if move[0] == letter and "@" in move})
        for letter in "TH"
    }
    match vector["query"]:
        case "flips":
            assert [move for move in moves if move.startswith("F:")] == vector["expect"]
        case "legal":
            assert moves == vector["expect"]
        case "apply":
            after = state.play(f"{vector['action']}={vector['reveal']}")
            assert str(after) == vector["result"]
            assert after == state.play(vector["action"])
        case "terrain_cells":
            assert on_cells["T"] == vector["expect"]
        case "rider_cells":
            assert on_cells["H"] == vector["expect"]
        case "placements_on":
            assert [m for m in moves if m.endswith(f"@{vector['cell']}")] == vector["expect"]
        case "scores":
            assert state.scores == [score["total"] for score in vector["expect"]]
            assert state.winners == tuple(vector["winners"])
        case query:
            pytest.fail(f"unknown query {query}")


@pytest.mark.parametrize("entry", PERFT, ids=range(len(PERFT)))
def test_perft(entry: dict[str, Any]) -> None:
    state = mf.Game("terraflip").parse(entry["fen"])
    counts = [mf.perft(state, depth + 1) for depth in range(len(entry["perft"]))]
    assert counts == entry["perft"]


@pytest.mark.parametrize("entry", ENDGAMES, ids=[entry["id"] for entry in ENDGAMES])
def test_endgame_value(entry: dict[str, Any]) -> None:
    """Full information, so spies are worth nothing: the data leaves them out, and so do we."""
    fields = entry["fen"].split()
    fields[4] = "00"
    state = mf.Game("terraflip").parse(" ".join(fields))
    assert len(state.legal_moves()) == entry["n_root"]
    solution = solve.solve_open(state, margin=True)
    assert solution.exact
    assert solution.values[0] == entry["value"]
    if "best" in entry:
        best = [str(move.move) for move in solution.moves if move.loss == 0]
        assert sorted(best) == entry["best"]
