"""What protocol and JSON face hand on to a search: the past, as far as the asking seat saw it."""

from __future__ import annotations

import io
import json

import pytest

from moonflower.engine.analysis import Ask
from moonflower.protocol.analysis import AnalysisLoop
from moonflower.protocol.loop import Loop

Handed = list[list[tuple[int, str]]]


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Handed:
    """Who chose and what was seen of it, for every search."""
    found: Handed = []
    history = Ask.history

    def watched(ask: Ask) -> object:
        past = history(ask)
        assert past is not None
        found.append([(past.actor(i), past.seen(i)) for i in range(len(past))])
        return past

    monkeypatch.setattr(Ask, "history", watched)
    return found


def said(*lines: str) -> str:
    sink = io.StringIO()
    assert Loop(io.StringIO("".join(f"{line}\n" for line in lines)), sink).run() == 0
    assert "error" not in sink.getvalue()
    return sink.getvalue()


def test_moves_and_events_reach_the_search(handed: Handed) -> None:
    moves = "*Ks *Jh c r"
    said("game leduc_poker", f"position startpos moves {moves}", "go nodes 10")
    said("game leduc_poker", "position view p1 startpos events *Ks *? c r", "go nodes 10")
    said("game leduc_poker", "position startpos", f"apply {moves}", "go hint nodes 10")
    said("game leduc_poker", f"position startpos moves {moves}", "eval")
    assert handed == [[(0, "c"), (1, "r")]] * 4


def test_the_past_is_masked(handed: Handed) -> None:
    """Another's secret choice is what the asking seat saw of it, and no more."""
    said("game goofspiel:cards=4", "position startpos moves *4 A", "go nodes 10")
    said("game goofspiel:cards=4", "position view p2 startpos events *4 p1:?", "go nodes 10")
    said("game goofspiel:cards=4", "position view p2 startpos events *4", "go nodes 10")
    assert handed == [[(0, "?")]] * 3


def test_a_position_in_the_middle_has_a_past_since(handed: Handed) -> None:
    position = said("game leduc_poker", "position startpos seed 3 moves c", "query pos")
    text = position.removeprefix("response ").strip()
    said("game leduc_poker", f"position pos {text} moves r", "go nodes 10")
    assert handed == [[(1, "r")]]


def test_the_json_face_hands_it_on(handed: Handed) -> None:
    request = {
        "id": "a",
        "game": "leduc_poker",
        "position": "startpos events *Ks *? c r",
        "view": "p1",
        "limits": {"nodes": 10},
    }
    sink = io.StringIO()
    assert AnalysisLoop(io.StringIO(json.dumps(request) + "\n"), sink).run() == 0
    assert "error" not in sink.getvalue()
    assert handed == [[(0, "c"), (1, "r")]]
