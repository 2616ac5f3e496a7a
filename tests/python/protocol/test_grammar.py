"""Every line of the grammar, and what is said about lines that are not in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moonflower.protocol import grammar as g
from moonflower.protocol.refusal import Refusal


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", g.Nothing()),
        ("   ", g.Nothing()),
        ("# position startpos", g.Nothing()),
        ("uci", g.Handshake("uci")),
        ("ugi\r\n", g.Handshake("ugi")),
        ("isready", g.IsReady()),
        ("ucinewgame", g.NewGame()),
        ("uginewgame", g.NewGame()),
        ("setoption name Hash value 64", g.SetOption("Hash", "64")),
        ("setoption name Clear_Hash", g.SetOption("Clear_Hash", None)),
        ("setoption name Game value", g.SetOption("Game", "")),
        ("game shields:mode=ffa,players=3", g.SetGame("shields:mode=ffa,players=3")),
        ("position startpos", g.Position()),
        ("position startpos seed 7", g.Position(seed=7)),
        ("position  startpos\tmoves *JQ  b", g.Position(tokens=("*JQ", "b"))),
        (
            "position view p2 startpos events T?@e6 .",
            g.Position(seat=1, tokens=("T?@e6", "."), tokens_are_events=True),
        ),
        ("position pos hk1 - - moves s4", g.Position(text="hk1 - -", tokens=("s4",))),
        ("apply s4 t4", g.Apply(("s4", "t4"))),
        ("undo", g.Undo(1)),
        ("undo 3", g.Undo(3)),
        ("go", g.Go()),
        ("go infinite", g.Go(infinite=True)),
        ("go nodes 10000 movetime 0", g.Go(nodes=10000, movetime=0)),
        ("go hint", g.Go(mode="hint")),
        ("go hint level 3 worlds 9", g.Go(mode="hint", level=3, worlds=9)),
        ("go solve depth 4", g.Go(mode="solve", depth=4)),
        ("go perft 3 split", g.Go(mode="perft", depth=3, split=True)),
        (
            "go wtime 1000 binc 10 p3time 5 movestogo 2",
            g.Go(clocks={0: 1000, 2: 5}, increments={1: 10}, movestogo=2),
        ),
        ("go ponder searchmoves a b", g.Go(ponder=True, searchmoves=("a", "b"))),
        ("stop", g.Stop()),
        ("ponderhit", g.PonderHit()),
        ("query turn", g.Query("turn")),
        ("query islegal a1", g.Query("islegal", token="a1")),
        ("query view p3", g.Query("view", seat=2)),
        ("d", g.Show(None)),
        ("d p1", g.Show(0)),
        ("eval", g.Evaluate()),
        ("bench", g.Bench()),
        ("bench 5 threads 2", g.Bench(5, 2)),
        ("bench threads 2", g.Bench(None, 2)),
        ("selftest", g.SelfTest()),
        ("debug on", g.Debug(True)),
        ("help", g.Help(None)),
        ("help go", g.Help("go")),
        ("quit", g.Quit()),
    ],
)
def test_lines_become_commands(line: str, command: g.Command) -> None:
    assert g.parse_line(line) == command


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("go nodes x", "syntax", "go nodes: expected a whole number, got 'x'"),
        ("go nodes", "syntax", "go: expected a whole number, got nothing"),
        ("go nodes 0", "syntax", "go nodes: expected at least 1, got 0"),
        ("go nodes -5", "syntax", "go nodes: expected a whole number, got '-5'"),
        ("go faster", "syntax", "go: expected a limit, got 'faster'"),
        ("go hint level 4", "syntax", "go hint level: expected 1 to 3, got 4"),
        ("go searchmoves", "syntax", "go: expected moves, got nothing"),
        ("castle", "unknown", "unknown command 'castle'; try help"),
        ("uci now", "syntax", "uci: expected the end of the line, got 'now'"),
        ("position", "syntax", "position: expected startpos or pos, got nothing"),
        ("position here", "syntax", "position: expected startpos or pos, got 'here'"),
        ("position pos", "syntax", "position pos: expected a position string, got nothing"),
        ("position startpos then a", "syntax", "position: expected moves or events, got 'then'"),
        ("position view p6 startpos", "syntax", "position view: expected a seat p1 to p5"),
        ("setoption Hash", "syntax", "setoption: expected setoption name NAME"),
        ("setoption name", "syntax", "setoption name: expected a name, got nothing"),
        ("query colour", "syntax", "query: unknown 'colour'; queries are gameover"),
        ("query islegal", "syntax", "query: expected a move, got nothing"),
        ("debug maybe", "syntax", "debug: expected on or off, got 'maybe'"),
        ("bench 3 cores 2", "syntax", "bench: expected bench"),
        ("d p0", "syntax", "d: expected a seat p1 to p5, got 'p0'"),
        ("undo 0", "syntax", "undo: expected at least 1, got 0"),
    ],
)
def test_refusals_name_the_place(line: str, code: str, text: str) -> None:
    with pytest.raises(Refusal) as caught:
        g.parse_line(line)
    assert caught.value.code == code
    assert str(caught.value).startswith(text)


@given(st.text(max_size=80))
def test_any_text_is_a_command_or_refused(line: str) -> None:
    try:
        g.parse_line(line)
    except Refusal as error:
        assert error.code in ("syntax", "unknown")  # noqa: PT017


WORDS = (
    "go nodes depth position view startpos pos moves events p1 p2 9 x setoption name value query"
)


@given(st.lists(st.sampled_from(WORDS.split()), max_size=8))
def test_any_words_are_a_command_or_refused(words: list[str]) -> None:
    try:
        g.parse_line(" ".join(words))
    except Refusal as error:
        assert error.code in ("syntax", "unknown")  # noqa: PT017
