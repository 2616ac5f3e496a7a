"""Engine.solve: one form of answer for every game, and what it promises."""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import re
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower import solve as solvers
from moonflower.cli import main
from moonflower.per_game import skud_paisho

GOLDEN = Path(__file__).parents[2] / "golden"
LIMIT = mf.Limit(time=30)


def solve(position: mf.State | mf.View, limit: mf.Limit = LIMIT, **options: Any) -> mf.Solution:
    with mf.Engine(position.game) as engine:
        return engine.solve(position, limit, **options)


# --- general solvers


def test_start_of_a_hidden_game_is_the_game_itself() -> None:
    found = solve(mf.Game("kuhn_poker").start(), nash_conv=1e-6)
    assert (found.kind, found.exact, found.method) == ("value", True, "pcfr+")
    assert abs(found.value + 1 / 18) <= found.bound <= 1e-6
    assert abs(sum(found.values)) < 1e-9


def test_view_equals_the_tree_of_its_worlds() -> None:
    view = mf.Game("leduc_poker").deal(seed=1).view(0)
    found = solve(view)
    tree = solvers.find_equilibrium(view, nash_conv=1e-4)
    assert abs(found.value - tree.value) <= found.bound + tree.nash_conv
    shares = dict(found.policy)
    assert abs(sum(shares.values()) - 1) < 1e-9
    assert all(move.loss <= 1e-3 for move in found.moves if move.share > 0.05)
    assert "taken to know" in found.note


def test_nothing_beyond_the_view_is_used() -> None:
    """Two worlds with one view: the same answer, bit for bit."""
    game = mf.Game("kuhn_poker")
    one, other = (
        game.start().play(first).play(second) for first, second in (("*J", "*Q"), ("*J", "*K"))
    )
    assert one != other
    assert one.view(0) == other.view(0)
    first, second = solve(one.view(0)), solve(other.view(0))
    assert (first.value, first.moves, first.bound) == (second.value, second.moves, second.bound)


def test_open_cards_of_a_state() -> None:
    state = mf.Game("kuhn_poker").start().play("*K").play("*J")
    found = solve(state)
    assert found.exact
    assert found.value == 1  # the jack folds or pays
    assert "open cards" in found.note


def test_tic_tac_toe_values_are_payoffs() -> None:
    won = solve(mf.Game("tic_tac_toe").parse("x.o.o...x"))
    assert (won.kind, won.value, won.values, won.bound) == ("win", 1.0, (1.0, 0.0), 0.0)
    assert str(won.moves[0].move) == "a3"
    assert won.moves[0].loss == 0 < won.moves[1].loss
    assert won.line[0] == "a3"
    level = solve(mf.Game("tic_tac_toe").start())
    assert (level.kind, level.value) == ("draw", 0.5)


def test_finished_game() -> None:
    over = mf.Game("tic_tac_toe").parse("x.o.o...x")
    while not over.is_over:
        over = over.play(over.legal_moves()[0])
    found = solve(over)
    assert found.exact
    assert list(found.values) == over.returns


@pytest.mark.parametrize("spec", ["hanamikoji", "terraflip", "hex:size=9", "phantom_ttt"])
def test_too_large_is_an_answer(spec: str) -> None:
    state = mf.Game(spec).deal(seed=2)
    position = state.view(state.turn) if state.game.info.hidden else state
    found = solve(position, mf.Limit(time=0.3), memory_mb=16)
    assert not found.exact
    assert found.note


def solved_further_on(state: mf.State, moves: int, memory_mb: int) -> bool:
    """Whether some random line of this many moves ends where the mover's view is solved."""
    for seed in range(8):
        rng = random.Random(seed)
        later = state
        for _ in range(moves):
            if later.is_over:
                break
            later = later.play(later.random_move(rng))
        while later.turn == mf.CHANCE:
            later = later.draw(rng.randrange(1 << 30))
        if later.is_over or solve(later.view(later.turn), memory_mb=memory_mb).kind != "unknown":
            return True
    return False


# Nothing played but secrets and discards: both seats may hold tens of thousands of hands.
WIDE_HANAMIKOJI = "hk1 ------- r0t4 035666/#5 0000000/0000000 6/? 26/?? sd/sd act - s6,d??,d26,s?"


def test_too_large_names_the_estimate_and_what_fits_in_general() -> None:
    state = mf.Game("phantom_ttt").start()
    found = solve(state.view(0), memory_mb=16)
    told = re.fullmatch(
        r"too large: phantom_ttt: a game tree of about ([\d.e+]+) nodes, ([\d.e+]+) MB; "
        r"up to 16 MB are accepted; the largest part that fits begins about (\d+) moves further on",
        found.note,
    )
    assert told, found.note
    assert float(told[1]) > 1e9
    assert float(told[2]) > 16
    assert solved_further_on(state, int(told[3]), 16)


def test_too_large_without_a_part_that_fits() -> None:
    # Bids stay hidden, so that even the last view of a long game has too many worlds.
    found = solve(mf.Game("goofspiel:cards=13").start(), memory_mb=1)
    assert found.note.endswith("; no later position of a random line fits")


def test_too_large_names_the_estimate_and_what_fits_in_hanamikoji() -> None:
    view = mf.Game("hanamikoji").parse_view(WIDE_HANAMIKOJI, seat=0)
    found = solve(view, memory_mb=16)
    assert (found.kind, found.bound) == ("unknown", 1)
    told = re.fullmatch(
        r"too large: ([\d.e+]+) moves of holdings; "
        r"the largest part that fits begins about (\d+) moves further on",
        found.note,
    )
    assert told, found.note
    assert float(told[1]) > 1e10
    assert solved_further_on(view.sample(0), int(told[2]), 16)


def test_sampled_hanamikoji_names_the_estimate_and_the_worlds() -> None:
    view = mf.Game("hanamikoji").parse_view(WIDE_HANAMIKOJI, seat=0)
    found = solve(view, memory_mb=64, nash_conv=1e-2)
    assert (found.kind, found.bound) == ("unknown", 1)
    told = re.match(
        r"sampled: (\d+) worlds stand for a tree of ([\d.e+]+) moves of holdings; "
        r"NashConv is that of the sample, ([\d.e-]+); ",
        found.note,
    )
    assert told, found.note
    assert int(told[1]) >= 1
    assert float(told[2]) > 1e10
    assert float(told[3]) <= 1e-2


def test_progress_can_stop() -> None:
    calls = []

    def stop(progress: mf.SolveProgress) -> bool:
        calls.append(progress.seconds)
        return False

    found = solve(mf.Game("hex:size=9").start(), progress=stop)
    assert len(calls) == 1
    assert not found.exact


def test_exception_of_a_callback_comes_through() -> None:
    def fail(_: mf.SolveProgress) -> bool:
        raise LookupError

    with pytest.raises(LookupError):
        solve(mf.Game("hex:size=9").start(), progress=fail)


def test_async_twin() -> None:
    async def work() -> mf.Solution:
        with mf.Engine("tic_tac_toe") as engine:
            return await engine.solve_async(engine.game.start())

    assert asyncio.run(work()).kind == "draw"


def test_limits_are_checked() -> None:
    with pytest.raises(mf.OptionError, match="memory_mb"):
        solve(mf.Game("tic_tac_toe").start(), memory_mb=0)
    with pytest.raises(mf.OptionError, match="nash_conv"):
        solve(mf.Game("tic_tac_toe").start(), nash_conv=-1)


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "tic_tac_toe", "x.o.o...x", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["kind"], facts["exact"], facts["moves"][0]["move"]) == ("win", True, "a3")
    assert main(["solve", "kuhn_poker"]) == 0
    assert "value -0.0555" in capsys.readouterr().out
    assert main(["solve", "tic_tac_toe", "nonsense"]) == 2


# --- TerraFlip


def endgames() -> list[dict[str, Any]]:
    with lzma.open(GOLDEN / "terraflip" / "endgames.json.xz") as file:
        found: list[dict[str, Any]] = json.load(file)
        return found


@pytest.mark.parametrize("entry", endgames(), ids=lambda entry: entry["id"])
def test_terraflip_recorded_endings(entry: dict[str, Any]) -> None:
    found = solve(mf.Game("terraflip").parse(entry["fen"]))
    assert found.exact
    assert found.margin is not None
    assert found.margin * (1 if found.seat == 0 else -1) == entry["value"]
    if "best" in entry:
        best = [str(move.move) for move in found.moves if move.share > 0]
        assert sorted(best) == entry["best"]


def last_turn(seed: int) -> mf.State:
    """The start of a game's last turn, reached at random."""
    rng = random.Random(seed)
    state = mf.Game("terraflip").deal(seed)
    while True:
        hands = [hand.strip("-") for hand in str(state).split()[3].split("/")]
        if not hands[1 - state.turn] and len(hands[state.turn]) <= 2 and not state.mid_turn:
            return state
        state = state.play(state.random_move(rng))


def expected(view: mf.View) -> float:
    """A slow twin: the best payoff of a last turn without spies, worlds apart by what is seen."""

    def best(worlds: list[tuple[mf.State, float]]) -> float:
        first = worlds[0][0]
        if first.is_over:
            total = sum(share for _, share in worlds)
            return sum(share * (world.returns or [])[seat] for world, share in worlds) / total
        values = []
        for move in first.legal_moves():
            if str(move).startswith("S:"):
                continue
            groups: dict[int, list[tuple[mf.State, float]]] = {}
            for world, share in worlds:
                after = world.play(move)
                groups.setdefault(after.view(seat).key, []).append((after, share))
            total = sum(share for _, share in worlds)
            values.append(
                sum(best(group) * sum(share for _, share in group) for group in groups.values())
                / total
            )
        return max(values)

    seat = view.seat
    return best(view.worlds(2000) or [])


@pytest.mark.parametrize("seed", [4])
def test_terraflip_last_turn_equals_a_slow_twin(seed: int) -> None:
    state = last_turn(seed)
    view = state.view(state.turn)
    found = solve(view)
    assert (found.method, found.exact) == ("expectimax", True)
    blind = expected(view)  # with spies the twin would take minutes
    assert found.value >= blind - 1e-9
    assert f"without spies {blind:.6g}" in found.note


# --- Skud Pai Sho


def tactics() -> list[dict[str, Any]]:
    with lzma.open(GOLDEN / "skud_paisho" / "tactics.jsonl.xz", "rt") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("entry", tactics(), ids=lambda entry: entry["id"])
def test_skud_paisho_rings_in_one(entry: dict[str, Any]) -> None:
    state = skud_paisho.read_record(";".join(entry["moves"])).state
    found = solve(state)
    assert (found.kind, found.exact, found.method) == ("win", True, "df-pn")
    moves = {str(move.move).rstrip(".") for move in found.moves}
    assert moves == set(entry["winning_moves"])


RINGS_IN_TWO = [
    "sp1 HW3(-4,7);GW(0,7);GW3(-1,6);GR5(1,6);GW3(-8,0);GW3(1,-6);HW3(-2,-7) "
    "332033LORKB/333133LOWWKK G 14 -",
    "sp1 GW4(0,8);HW3(-4,7);GW(0,7);GW3(-1,6);GR5(1,6);GW3(-8,0);HR4(8,0);GW3(1,-6);HW3(-2,-7) "
    "332023LORKB/323133LOWWKK G 16 -",
]


@pytest.mark.parametrize("text", RINGS_IN_TWO, ids=["ply14", "ply16"])
def test_skud_paisho_ring_in_two_against_every_reply(text: str) -> None:
    """By the rules alone, twice: in C++ along the proof, and here over every reply."""
    state = mf.Game("skud_paisho").parse(text)
    found = solve(state)
    assert (found.kind, found.exact) == ("win", True)
    assert (skud_paisho.check_forced_win(state, seat=0, turns=2) or 0) > len(found.line)
    assert skud_paisho.check_forced_win(state, seat=0, turns=1) is None
    threat = state.play(found.moves[0].move)
    replies = skud_paisho.turns(threat)
    assert replies
    for reply in random.Random(0).sample(replies, min(400, len(replies))):
        after = threat.play(reply if reply[-1] != ")" or "+" in reply else _closed(threat, reply))
        assert after.winners == (0,) or skud_paisho.ring_in_one(after, 0)


def _closed(state: mf.State, turn: str) -> str:
    """The turn with a bonus it may have earned declined."""
    return turn + "." if state.play(turn).mid_turn else turn


def forced_wins() -> list[dict[str, Any]]:
    """Made from self-play by bench/skud_paisho_rings.py."""
    with lzma.open(GOLDEN / "skud_paisho" / "rings.jsonl.xz", "rt") as file:
        return [json.loads(line) for line in file]


def name_of(row: dict[str, Any]) -> str:
    return f"{row['goal']}{row['turns']}-{row['seed']}"


def test_skud_paisho_suite_is_what_it_says() -> None:
    rings = [row["turns"] for row in forced_wins() if row["goal"] == "ring"]
    assert len(rings) >= 50
    assert set(rings) == {2, 3}
    keys = {
        skud_paisho.canonical_key(mf.Game("skud_paisho").parse(row["position"]))
        for row in forced_wins()
    }
    assert len(keys) == len(forced_wins())


@pytest.mark.parametrize("row", forced_wins(), ids=name_of)
def test_skud_paisho_forced_wins_of_self_play(row: dict[str, Any]) -> None:
    state = mf.Game("skud_paisho").parse(row["position"])
    found = solve(state)
    assert (found.kind, found.exact, found.method) == ("win", True, "df-pn")
    end = state
    for token in found.line:
        end = end.play(token)
    assert end.winners == (state.turn,)


@pytest.mark.parametrize("row", forced_wins()[::6], ids=name_of)
def test_skud_paisho_proofs_hold_against_every_reply(row: dict[str, Any]) -> None:
    """Played by the rules alone, bonuses of the defender included; not to be had a turn sooner."""
    state = mf.Game("skud_paisho").parse(row["position"])
    turns = row["turns"]
    assert (skud_paisho.check_forced_win(state, seat=state.turn, turns=turns) or 0) > turns
    assert skud_paisho.forced_win(state, turns=turns - 1, bonus_threats=False) is None


@pytest.mark.parametrize(
    "row", [row for row in forced_wins() if row["goal"] == "midline"][:8], ids=name_of
)
def test_skud_paisho_last_flowers_by_alpha_beta(row: dict[str, Any]) -> None:
    """The race for the midlines, once more by a search that knows no threats: the proof's move
    keeps the win, and after it every reply of the opponent is lost."""
    state = mf.Game("skud_paisho").parse(row["position"])
    for token in row["line"][: 2 * (row["turns"] - 1)]:
        state = state.play(token)
    found = solvers.solve_open(state, depth=2, every_move=False)
    assert found.exact
    assert found.winner == (0 if state.turn == 0 else 1)
