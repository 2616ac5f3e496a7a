"""The protocol in every game: a referee with one engine a seat, all queries, all limits."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import moonflower as mf
from moonflower.protocol.grammar import QUERIES
from moonflower.protocol.loop import Loop

SPECS = [
    *(info.name for info in mf.games(lab=True)),
    "flower_power:players=5",
    "shields:mode=ffa,players=3",
    "shields:cheat=1",
    "shields:order=open,players=4",
    "terraflip:players=4,hand=blind",
    "hanamikoji:reveal_secret=0",
]
DECISIONS = 10


class Talk:
    """An engine in a thread: lines go in, answers come out, one after the other."""

    def __init__(self) -> None:
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=Loop(self, self).run)  # type: ignore[arg-type]
        self._thread.start()

    def readline(self, _size: int = -1) -> str:
        return self._typed.get()

    def write(self, text: str) -> None:
        for line in text.splitlines():
            self._said.put(line)

    def flush(self) -> None:
        """As a file would."""

    def type(self, line: str) -> None:
        self._typed.put(f"{line}\n")

    def until(self, word: str) -> list[str]:
        """Answers up to the one that begins with the word; no refusal among them."""
        lines: list[str] = []
        while not lines or lines[-1].split()[0] != word:
            lines.append(self._said.get(timeout=60))
            assert not lines[-1].startswith("info string error"), lines[-1]
        return lines

    def ask(self, line: str, word: str = "response") -> str:
        """The last answer to a line, without its first word."""
        self.type(line)
        return self.until(word)[-1].partition(" ")[2]

    def close(self) -> None:
        self._typed.put("")
        self._thread.join(60)


@contextmanager
def talks(count: int, spec: str) -> Iterator[list[Talk]]:
    made = [Talk() for _ in range(count)]
    for talk in made:
        talk.type(f"game {spec}")
        talk.type("setoption name Hash value 1")
    try:
        yield made
    finally:
        for talk in made:
            talk.close()


@pytest.mark.parametrize("spec", SPECS)
def test_a_referee_needs_no_rules_of_its_own(spec: str) -> None:
    """Every seat is told what it saw, by events and by its view string, and answers legally."""
    game, source = mf.Game(spec), random.Random(spec)
    with talks(game.players + 1, spec) as (referee, *seats):
        state, tokens = game.start(), list[str]()
        for _ in range(200):
            if state.is_over or sum(token[0] != "*" for token in tokens) >= DECISIONS:
                break
            if state.turn == mf.CHANCE:
                token = str(state.random_move(source))
            else:
                token = _answer(referee, seats[state.turn], tokens, state.turn)
            tokens.append(token)
            state = state.play(token)
        referee.type(f"position startpos moves {' '.join(tokens)}")
        assert referee.ask("query pos") == str(state)


def _answer(referee: Talk, engine: Talk, tokens: list[str], seat: int) -> str:
    referee.type("position startpos" + (f" moves {' '.join(tokens)}" if tokens else ""))
    assert referee.ask("query turn") == f"p{seat + 1}"
    engine.type(f"position {referee.ask(f'query view p{seat + 1}')}")
    by_events = [engine.ask(f"query {what}") for what in ("pos", "key", "legal")]
    assert by_events[2] == referee.ask("query legal")
    engine.type(f"position view p{seat + 1} pos {by_events[0]}")
    assert [engine.ask(f"query {what}") for what in ("pos", "key", "legal")] == by_events
    move = engine.ask("go nodes 8", "bestmove")
    assert referee.ask(f"query islegal {move}") == "true"
    return move


@pytest.mark.parametrize("spec", SPECS)
def test_every_query_is_answered(spec: str) -> None:
    rest = {"islegal": " zz", "view": " p1"}
    with talks(1, spec) as (talk,):
        for base in ("startpos seed 3", "startpos"):
            talk.type(f"position {base}")
            answers = {
                what: talk.ask(f"query {what}{rest.get(what, '')}")
                for what in QUERIES
                if what != "words"
            }
            for token in answers["legal"].split()[:1]:
                assert len(talk.ask(f"query words {token}").split()) >= 1
            assert answers["islegal"] == "false"
            assert answers["spec"].startswith(spec.partition(":")[0])
            assert (answers["turn"] == "p1") == (answers["p1turn"] == "true")
            assert answers["gameover"] == "false"
            assert answers["result"] == answers["returns"] == "none"
            assert answers["view"].startswith("view p1 startpos")
            talk.type(f"position pos {answers['pos']}")
            assert talk.ask("query pos") == answers["pos"]


@pytest.mark.parametrize("spec", SPECS)
def test_every_limit_ends_with_one_bestmove(spec: str) -> None:
    seats = range(1, mf.Game(spec).players + 1)
    clocks = " ".join(f"p{seat}time 40 p{seat}inc 1" for seat in seats)
    with talks(1, spec) as (talk,):
        talk.type("position startpos seed 3")
        legal = talk.ask("query legal").split()
        limits = [
            "nodes 5", "movetime 3", "depth 1", "worlds 2", f"{clocks} movestogo 2",
            "wtime 40 btime 40 winc 1 binc 1 movetime 3", f"nodes 5 searchmoves {legal[-1]}",
            "search nodes 5", "hint nodes 20", "hint level 3 nodes 20", "solve movetime 20",
        ]  # fmt: skip
        for limit in limits:
            move = talk.ask(f"go {limit}", "bestmove")
            assert move in (*legal, "(none)"), limit
            assert move != "(none)" or limit.startswith("solve")
        assert talk.ask("go hint level 1 nodes 20", "bestmove") == "(none)"
        assert talk.ask("go perft 1 split", "bestmove") == "(none)"
        talk.type("go infinite")
        assert talk.ask("stop", "bestmove") in legal
        talk.type("go ponder nodes 5")
        assert talk.ask("ponderhit", "bestmove") in legal


@pytest.mark.parametrize("algorithm", ["auto", "mcts", "pimc", "flat"])
@pytest.mark.parametrize("limit", ["worlds 1", "worlds 1 depth 2"])
def test_worlds_end_a_search_that_needs_but_one(algorithm: str, limit: str) -> None:
    """An open game has one world: its search went on for ever."""
    with talks(1, "hex:size=5") as (talk,):
        talk.type(f"setoption name Algorithm value {algorithm}")
        talk.type("position startpos")
        assert talk.ask(f"go {limit}", "bestmove") in talk.ask("query legal").split()
