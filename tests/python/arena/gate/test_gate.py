"""The gate itself: equals, better, worse, killed, on every back end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from moonflower.arena.backends import open_backend
from moonflower.arena.clocks import Control
from moonflower.arena.gate.gate import Gate
from moonflower.arena.gate.openings import read_openings
from moonflower.arena.gate.sides import Side, find_side
from moonflower.arena.gate.telling import facts_of, line_of
from moonflower.arena.gate.verdict import Bounds
from moonflower.arena.players import CallableSpec
from moonflower.cli import main
from moonflower.engine import Limit
from moonflower.positions import Game, View

WIDE = Bounds(0, 200)
FREE = Control(Limit())


def first(view: View, _: object) -> str:
    return str(view.legal_moves()[0])


def last(view: View, _: object) -> str:
    return str(view.legal_moves()[-1])


def any_of(view: View, source: object) -> str:
    return str(source.choice(view.legal_moves()))


def python_side(function: object) -> Side:
    """A player in this process: quick, and the same machinery."""
    place = f"{__name__}:{function.__name__}"
    sys.modules.setdefault(__name__, sys.modules[function.__module__])
    return Side(function.__name__, place, "", CallableSpec(function.__name__, place, FREE))


def nodes(count: int, options: str = "") -> Side:
    return find_side("this", options, Control(Limit(nodes=count)))


@pytest.mark.parametrize("spec", ["phantom_ttt", "shields:players=3", "terraflip:players=4"])
def test_equals_are_told_equal(spec: str) -> None:
    """Exactly one half where nobody has luck of its own: no seat counts for more than another."""
    side = python_side(first)
    result = Gate(Game(spec), side, side, WIDE).play(8)
    assert result.test.accepted == "H0"
    assert result.verdict == "undecided"
    assert "both sides play the same" in line_of(result)
    assert all(deal.score == pytest.approx(0.5) for deal in result.deals)
    seats = Game(spec).players
    assert len(result.games.games) == len(result.deals) * (2 if seats == 2 else 2 * seats)


def test_equals_with_luck_of_their_own_are_not_told_apart() -> None:
    side = python_side(any_of)
    result = Gate(Game("terraflip:players=3"), side, side, Bounds(0, 100)).play(40)
    assert result.score.low < 0.5 < result.score.high


def test_every_seating_of_three() -> None:
    match = Gate(Game("shields:players=3"), python_side(first), python_side(last)).match
    # 0 and 1 are new, 2 and 3 old.
    assert match.orders == ((0, 2, 3), (2, 0, 3), (2, 3, 0), (2, 0, 1), (0, 2, 1), (0, 1, 2))


def test_the_stronger_passes_and_the_weaker_fails() -> None:
    game = Game("tic_tac_toe")
    strong, weak = nodes(60), python_side(any_of)
    passed = Gate(game, weak, strong, WIDE).play(60)
    failed = Gate(game, strong, weak, WIDE).play(60)
    assert (passed.verdict, failed.verdict) == ("passed", "failed")
    assert passed.pairs is not None
    assert sum(passed.pairs) == len(passed.deals) < 60
    assert passed.elo.low > 0 > failed.elo.high


@pytest.mark.slow
def test_the_stronger_passes_at_three_seats() -> None:
    game = Game("shields:players=3")
    passed = Gate(game, python_side(any_of), nodes(10), Bounds(0, 150)).play(60)
    assert passed.verdict == "passed"
    new, old = passed.alone
    assert new.mean > 1 / 3 > old.mean


def test_all_back_ends_and_any_number_of_workers_find_the_same(tmp_path: Path) -> None:
    game, old, new = Game("phantom_ttt"), nodes(5), nodes(20)
    lines = set()
    for name, workers in (("threads", 1), ("threads", 3), ("processes", 2)):
        result = Gate(game, old, new, WIDE).play(
            4, backend=open_backend(name, workers), folder=tmp_path / f"{name}{workers}"
        )
        lines.add(json.dumps([[g.digest for g in result.games.games], result.test.llr]))
    assert len(lines) == 1


@pytest.mark.extra
def test_ray_finds_the_same() -> None:
    pytest.importorskip("ray")
    game, old, new = Game("phantom_ttt"), nodes(5), nodes(20)
    here = Gate(game, old, new, WIDE).play(6)
    there = Gate(game, old, new, WIDE).play(6, backend=open_backend("ray", 2))
    assert there.games.games == here.games.games
    assert there.test == here.test


def command(folder: Path, *more: str) -> list[str]:
    return [
        sys.executable, "-m", "moonflower", "gate", "this", "this", "phantom_ttt", "--nodes", "10",
        "--new-options", "nodes=40", "--sprt", "0", "150", "--deals", "20", "--json",
        "--out", str(folder), *more,
    ]  # fmt: skip


def verdict_of(line: str) -> dict[str, object]:
    """All that is told, but for the CPU time."""
    facts = json.loads(line)
    del facts["line"], facts["new"]["spent"], facts["old"]["spent"]
    return dict(facts)


def test_killed_and_begun_again_it_says_the_same(tmp_path: Path) -> None:
    quiet = subprocess.run(command(tmp_path / "quiet"), capture_output=True, text=True, check=False)
    killed, folder = 0, tmp_path / "killed"
    for count in (2, 7):  # games that are there when it is killed
        run = subprocess.Popen(command(folder), stdout=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while run.poll() is None and time.monotonic() < until:
            if sum(path.read_text().count('"deal"') for path in folder.glob("*")) >= count:
                break
            time.sleep(0.005)
        run.kill()
        killed += run.wait() == -signal.SIGKILL
    assert killed > 0
    again = subprocess.run(command(folder), capture_output=True, text=True, check=False)
    assert quiet.returncode == again.returncode in (0, 1, 3)
    assert verdict_of(quiet.stdout) == verdict_of(again.stdout)
    told = subprocess.run(command(folder), capture_output=True, text=True, check=False)
    assert verdict_of(told.stdout) == verdict_of(again.stdout)


def test_openings_are_played_from_every_seat(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text("# some\ngame tic_tac_toe\nb2 a1\na1 c3\n")
    (tmp_path / "p.txt").write_text("game hex:size=3\na1\n")
    game, side = Game("tic_tac_toe"), python_side(last)
    openings = read_openings(tmp_path, game, seed=1)
    assert sorted(openings) == [("a1", "c3"), ("b2", "a1")]
    gate = Gate(game, side, side, WIDE, openings=openings)
    games = gate.match.play(4, records=True).games
    for played in games:
        assert played.tokens[:2] == openings[played.deal % 2]
    assert gate.match.about != Gate(game, side, side, WIDE).match.about


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("b2 a1", "its first line is no game"),
        ("game tic_tac_toe\nb2 b2", "opening 'b2 b2'"),
        ("game tic_tac_toe\na1 b1 a2 b2 a3", "the game is over"),
    ],
)
def test_a_bad_opening_is_refused(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "o.txt").write_text(text)
    with pytest.raises(ValueError, match=wrong):
        read_openings(tmp_path, Game("tic_tac_toe"), seed=1)


def test_openings_that_are_kept_are_sound() -> None:
    folder = Path(__file__).parents[4] / "bench" / "openings"
    for path in folder.glob("*.txt"):
        spec = next(line for line in path.read_text().splitlines() if line.startswith("game "))
        assert len(set(read_openings(folder, Game(spec.split()[1]), seed=1))) >= 20


def test_a_line_for_people_and_facts_for_machines() -> None:
    game = Game("shields:players=3")
    result = Gate(game, python_side(first), nodes(5, "exploration=2"), WIDE).play(2)
    line = line_of(result)
    for part in (game.spec, result.verdict, "one new", "5 nodes against no limit", "exploration=2"):
        assert part in line
    facts = json.loads(json.dumps(facts_of(result), allow_nan=False))
    assert facts["line"] == line
    assert facts["deals"] == 2
    assert facts["games"] == 12


def test_results_are_appended_and_codes_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sub" / "gate.jsonl"
    words = ["gate", "this", "py:random:nothing", "tic_tac_toe", "--nodes", "5", "--deals", "2"]
    words += ["--append", str(file), "--out", str(tmp_path), "--sprt", "0", "5"]
    assert main(words) == 2  # no such function
    assert "py:module:function" in capsys.readouterr().err
    words[2] = "this"
    assert main(words) == 3
    assert main([*words, "--new-options", "nodes=6"]) == 3
    kept = [json.loads(line) for line in file.read_text().splitlines()]
    assert [one["line"] for one in kept] == capsys.readouterr().out.splitlines()
    assert kept[0]["time"] <= kept[1]["time"]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--cpu-ms", "0"], "--cpu-ms: 0 is out of range"),
        (["--cpu-ms", "5", "--nodes", "5"], "two limits"),
        (["--sprt", "5", "5"], "elo0 must be below elo1"),
        (["--alpha", "0.7"], "alpha must lie between"),
    ],
)
def test_bad_limits_are_refused(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", "this", "this", "tic_tac_toe", *words]) == 2
    assert wrong in capsys.readouterr().err


def test_a_game_without_opponents_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody to play against"):
        Gate(Game("shields:players=1"), python_side(first), python_side(last))
