"""Every line of the grammar, and what is said about lines that are not in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moonflower.history.refusal import Refusal
from moonflower.protocol import commands as c
from moonflower.protocol import grammar as g


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", c.Nothing()),
        ("   ", c.Nothing()),
        ("# position startpos", c.Nothing()),
        ("uci", c.Handshake("uci")),
        ("ugi\r\n", c.Handshake("ugi")),
        ("isready", c.IsReady()),
        ("ucinewgame", c.NewGame()),
        ("uginewgame", c.NewGame()),
        ("setoption name Hash value 64", c.SetOption("Hash", "64")),
        ("setoption name Clear_Hash", c.SetOption("Clear_Hash", None)),
        ("setoption name Game value", c.SetOption("Game", "")),
        ("game shields:mode=ffa,players=3", c.SetGame("shields:mode=ffa,players=3")),
        ("position startpos", c.Position()),
        ("position startpos seed 7", c.Position(seed=7)),
        ("position  startpos\tmoves *JQ  b", c.Position(tokens=("*JQ", "b"))),
        (
            "position view p2 startpos events T?@e6 .",
            c.Position(seat=1, tokens=("T?@e6", ".")),
        ),
        ("position pos hk1 - - moves s4", c.Position(text="hk1 - -", tokens=("s4",))),
        ("apply s4 t4", c.Apply(("s4", "t4"))),
        ("undo", c.Undo(1)),
        ("undo 3", c.Undo(3)),
        ("go", c.Go()),
        ("go infinite", c.Go(infinite=True)),
        ("go nodes 10000 movetime 0", c.Go(nodes=10000, movetime=0)),
        ("go hint", c.Go(mode="hint")),
        ("go hint level 3 worlds 9", c.Go(mode="hint", level=3, worlds=9)),
        ("go solve depth 4", c.Go(mode="solve", depth=4)),
        ("go perft 3 split", c.Go(mode="perft", depth=3, split=True)),
        (
            "go wtime 1000 binc 10 p3time 5 movestogo 2",
            c.Go(clocks={0: 1000, 2: 5}, increments={1: 10}, movestogo=2),
        ),
        ("go ponder searchmoves a b", c.Go(ponder=True, searchmoves=("a", "b"))),
        ("stop", c.Stop()),
        ("ponderhit", c.PonderHit()),
        ("query turn", c.Query("turn")),
        ("query islegal a1", c.Query("islegal", token="a1")),
        ("query view p3", c.Query("view", seat=2)),
        ("d", c.Show(None)),
        ("d p1", c.Show(0)),
        ("eval", c.Evaluate()),
        ("bench", c.Bench()),
        ("bench 5 threads 2", c.Bench(5, 2)),
        ("bench threads 2", c.Bench(None, 2)),
        ("selftest", c.SelfTest()),
        ("debug on", c.Debug(True)),
        ("help", c.Help(None)),
        ("help go", c.Help("go")),
        ("quit", c.Quit()),
    ],
)
def test_lines_become_commands(line: str, command: c.Command) -> None:
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
