"""Matches: paired deals, faults that cost their own game, and files that go on where they were."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import moonflower as mf
from moonflower.arena.match import GameResult, Match, play_game
from moonflower.arena.players import CallablePlayer, parse_player

RANDOM = parse_player("random")
FLAT = parse_player("flat,nodes=300")


def pick(view: mf.View, source: random.Random) -> str:
    return str(source.choice(view.legal_moves()))


def test_games_repeat_with_their_seed() -> None:
    game = mf.Game("leduc_poker")
    seating = [CallablePlayer(pick), CallablePlayer(pick)]
    results = [play_game(game, 5, seating) for _ in range(3)]
    assert results[0] == results[1] == results[2]
    assert any(play_game(game, seed, seating) != results[0] for seed in range(6, 12))


def test_players_get_their_own_view() -> None:
    seats = set()

    def spy(view: mf.View, source: random.Random) -> str:
        seats.add(view.seat)
        assert view.turn == view.seat
        return pick(view, source)

    play_game(mf.Game("kuhn_poker"), 1, [CallablePlayer(spy), CallablePlayer(spy)])
    assert seats == {0, 1}


@pytest.mark.parametrize("answer", ["nonsense", "a1 b2", ""])
def test_a_broken_player_loses_its_own_game(answer: str) -> None:
    broken = CallablePlayer(lambda _view, _source: answer)
    result = play_game(mf.Game("tic_tac_toe"), 1, [CallablePlayer(pick), broken])
    assert result.returns == (1.0, 0.0)
    assert result.fault is not None
    assert result.fault.startswith("p2: ParseError")


def test_a_player_that_raises_loses_its_own_game() -> None:
    def fail(_view: mf.View, _source: random.Random) -> str:
        raise RuntimeError

    result = play_game(mf.Game("tic_tac_toe"), 1, [CallablePlayer(fail), CallablePlayer(pick)])
    assert result == GameResult((0.0, 1.0), 0, "p1: RuntimeError: ")


def test_the_same_player_twice_scores_one_half() -> None:
    # Same deals in both seatings and same play: the pair is even whatever the deal.
    result = Match(mf.Game("tic_tac_toe"), RANDOM, RANDOM).play(20)
    assert 0.3 < result.score.mean < 0.7
    assert result.score.pairs == 20
    assert result.faults == 0


def test_flat_monte_carlo_beats_random() -> None:
    result = Match(mf.Game("tic_tac_toe"), FLAT, RANDOM).play(40)
    assert result.score.low > 0.6


def test_a_stopped_match_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    game = mf.Game("kuhn_poker")
    whole = Match(game, FLAT, RANDOM).play(12)
    Match(game, FLAT, RANDOM).play(5, path=path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"match": "cut sho')  # killed while writing
    again = Match(game, FLAT, RANDOM).play(12, path=path)
    assert again == whole
    seeds = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.endswith("cut sho"):
            seeds.append(json.loads(line)["seed"])
    assert len(seeds) == len(set(seeds)) == 12


def test_workers_play_the_same_games() -> None:
    game = mf.Game("tic_tac_toe")
    alone = Match(game, FLAT, RANDOM).play(6)
    together = Match(game, FLAT, RANDOM).play(6, workers=2)
    assert alone == together


def test_a_match_may_be_ended_early() -> None:
    result = Match(mf.Game("tic_tac_toe"), RANDOM, RANDOM).play(
        50, on_round=lambda m: len(m.rounds) < 3
    )
    assert len(result.rounds) == 3


def test_players_are_read_from_text() -> None:
    player = parse_player("ismcts,nodes=500,exploration=0.7,smooth=true")
    assert player.limit == mf.Limit(nodes=500)
    assert player.options.exploration == 0.7
    assert player.options.smooth is True
    for text in ("ismcts,nodes", "ismcts,speed=9", "ismcts,nodes=many"):
        with pytest.raises(ValueError, match="player"):
            parse_player(text)
