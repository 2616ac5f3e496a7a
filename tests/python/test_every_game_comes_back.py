"""Games of every kind come back from files, from the protocol and from JSON as they were played."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.cli import main
from moonflower.history import (
    History,
    parse_record,
    read_record,
    write_record,
    written_record,
)
from moonflower.protocol.loop import Loop
from moonflower.protocol.requests import Analyse, parse_request

SPECS = [
    spec
    for info in mf.games(lab=True)
    for spec in (
        info.name,
        *(f"{info.name}:{variant}" for variant in info.variants),
        *(f"{info.name}:players={n}" for n in range(info.min_players + 1, info.max_players + 1)),
    )
]
# The hidden petal that fights was asked for once more, though somebody knew it.
KNOWN_PETAL = """game flower_power:players=3,petals=3
position startpos moves *@1=2C *@2=JD *@2=9H *@3=6C *@3=3S *@3=8C B3 B3 B3 a1>3 *1.0=KH *3.0=4H P \
s8C>2 *2.0=5C *2.1=2D *2.2=BJ P P *@1=AC a2>3 *3.0=6H
"""


def random_game(spec: str, seed: int) -> list[tuple[mf.State, str]]:
    """Each state of a game with what is played there; the last one with nothing.

    Half of the moves are drawn from the list, half by the playout policy, so that both long games
    and games as they are played come by.
    """
    source = random.Random(f"{spec} {seed}")
    state = mf.Game(spec).start()
    steps = []
    while not state.is_over:
        move = state.random_move(source)
        if state.turn != mf.CHANCE and source.random() < 0.5:
            move = source.choice(state.legal_moves())
        steps.append((state, str(move)))
        state = state.play(move)
    return [*steps, (state, "")]


def said(*lines: str) -> list[str]:
    """What the protocol answers."""
    sink = io.StringIO()
    assert Loop(io.StringIO("".join(f"{line}\n" for line in lines)), sink).run() == 0
    return [line.removeprefix("response ") for line in sink.getvalue().splitlines()]


def history_of(game: mf.Game, steps: list[tuple[mf.State, str]]) -> History:
    history = History(game)
    history.extend([token for _, token in steps[:-1]])
    return history


def check_file(path: Path, game: mf.Game, steps: list[tuple[mf.State, str]]) -> None:
    """What ``play --load`` and ``analyse`` read, and what one seat exports."""
    end = steps[-1][0]
    write_record(path, history_of(game, steps))
    history = read_record(path)
    assert [(step.before, step.token) for step in history.steps] == steps[:-1]
    assert history.position == end
    for seat in range(game.players):
        assert parse_record(written_record(history.seen_by(seat))).position == end.view(seat)


def check_protocol(game: mf.Game, steps: list[tuple[mf.State, str]]) -> None:
    """A referee is told the moves, and a seat what the referee sends it."""
    tokens, end = [token for _, token in steps[:-1]], steps[-1][0]
    seats = range(game.players)
    queries = [f"query view p{seat + 1}" for seat in seats]
    opening = [f"game {game.spec}", f"position startpos moves {' '.join(tokens)}"]
    position, key, returns, *views = said(
        *opening, "query pos", "query key", "query returns", *queries
    )
    assert (position, key) == (str(end), f"{end.key:016x}")
    assert returns == " ".join(f"{payoff:g}" for payoff in end.returns or ())
    asked = [line for view in views for line in (f"position {view}", "query pos", "query key")]
    known = said(opening[0], *asked)
    assert known == [
        text
        for view in map(end.view, seats)
        for text in (str(view), f"{view.key:016x}")
    ]  # fmt: skip
    applied = said(opening[0], "position startpos", f"apply {' '.join(tokens)}", "query pos")
    assert applied == [str(end)]


def check_json(game: mf.Game, steps: list[tuple[mf.State, str]]) -> None:
    """The last decision of the game, in full and as its seat saw it."""
    last = max((i for i, (state, _) in enumerate(steps) if state.turn >= 0), default=None)
    if last is None:
        return
    state, seat = steps[last][0], f"p{steps[last][0].turn + 1}"
    tokens = " ".join(token for _, token in steps[:last])
    base = f"startpos moves {tokens}" if tokens else "startpos"
    facts = {"id": "a", "game": game.spec, "position": base}
    request = parse_request(json.dumps(facts))
    assert isinstance(request, Analyse)
    assert request.history.position == state
    [view] = said(f"game {game.spec}", f"position {base}", f"query view {seat}")
    facts |= {"position": view.removeprefix(f"view {seat} "), "view": seat}
    request = parse_request(json.dumps(facts))
    assert isinstance(request, Analyse)
    assert request.history.position == state.view(state.turn)


def check(spec: str, seeds: range, path: Path) -> None:
    for seed in seeds:
        steps = random_game(spec, seed)
        game = mf.Game(spec)
        check_file(path, game, steps)
        check_protocol(game, steps)
        check_json(game, steps)


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_comes_back(spec: str, tmp_path: Path) -> None:
    check(spec, range(2), tmp_path / "game.txt")


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_many_games_come_back(spec: str, tmp_path: Path) -> None:
    check(spec, range(2, 42), tmp_path / "game.txt")


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_judged_to_its_end(
    spec: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = random_game(spec, 0)
    decisions = [token for state, token in steps if state.turn >= 0]
    path = tmp_path / "game.txt"
    write_record(path, history_of(mf.Game(spec), steps))
    assert main(["analyse", str(path), "--nodes", "1", "--json"]) == 0
    judged = json.loads(capsys.readouterr().out)["moves"]
    assert [move["move"] for move in judged] == decisions


def test_a_known_petal_that_fights_is_not_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(KNOWN_PETAL, encoding="utf-8")
    history = read_record(path)
    assert history.tokens[-2:] == ("a2>3", "*3.0=6H")
    assert "3r:6H,?" in str(history.position)
