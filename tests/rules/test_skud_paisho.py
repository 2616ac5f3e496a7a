"""Skud Pai Sho, clause by clause (SP-n: seeds/skud_paisho.md)."""

from __future__ import annotations

import hashlib
import itertools
import json
import lzma
import random
from pathlib import Path
from typing import Any

import pytest

import moonflower as mf
from moonflower import _core
from moonflower.per_game import skud_paisho

GOLDEN = Path(__file__).parents[1] / "golden" / "skud_paisho"
GATES = {(0, 8), (0, -8), (8, 0), (-8, 0)}
PLAYABLE = {(x, y) for x in range(-8, 9) for y in range(-8, 9) if abs(x) + abs(y) <= 12}
OPEN = PLAYABLE - GATES
START = "sp1 - 333333LORRWWKKBB/333333LORRWWKKBB accents:H 0 -"
FIRST = "sp1 HR3(0,8);GR3(0,-8) 233333LORWKB/233333LORWKB G 0 -"
SQUARE = "GR3(-5,5);GR4(5,5);GR4(-5,-5);GR3(5,-5)"


def reserve_beside(board: str, owner: str) -> str:
    """One of each basic flower, and of L O R W K B what the owner has not on the board."""
    played = [tile[1:].partition("(")[0] for tile in board.split(";") if tile.startswith(owner)]
    basics = [str(min(1, 3 - played.count(code))) for code in ("R3", "R4", "R5", "W3", "W4", "W5")]
    return "".join([*basics, *(code for code in "LORWKB" if code not in played)])


def position(
    board: str, *, phase: str = "G", ply: int | None = None, options: str = "-", **reserves: str
) -> mf.State:
    """A position with ``guest`` and ``host`` as reserves; by default those beside the board."""
    if ply is None:
        ply = 11 if phase.startswith("H") else 10
    guest = reserves.get("guest", reserve_beside(board, "G"))
    host = reserves.get("host", reserve_beside(board, "H"))
    return mf.Game("skud_paisho").parse(f"sp1 {board} {guest}/{host} {phase} {ply} {options}")


def phase_of(state: mf.State) -> str:
    return str(state).split()[3]


def board_of(state: mf.State) -> set[str]:
    word = str(state).split()[1]
    return set() if word == "-" else set(word.split(";"))


def moves_of(state: mf.State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def targets(state: mf.State, start: str) -> set[tuple[int, int]]:
    return {eval(move.split(")-")[1]) for move in moves_of(state) if move.startswith(f"{start}-")}


def places(state: mf.State, tile: str) -> set[tuple[int, int]]:
    return {eval(move[1 + len(tile) :]) for move in moves_of(state) if move.startswith(f"+{tile}(")}


def pairs(state: mf.State) -> set[tuple[int, tuple[int, int], tuple[int, int]]]:
    return {(h.owner, h.first, h.second) for h in skud_paisho.harmonies(state)}


def may_stand(tile: str) -> set[tuple[int, int]]:
    """The open points on which a single tile is accepted."""
    found = set()
    for x, y in OPEN:
        try:
            position(f"G{tile}({x},{y})")
        except mf.ParseError:
            continue
        found.add((x, y))
    return found


# --- 1. Board


def test_sp_1_the_board_has_249_points() -> None:
    widths = [sum(1 for x, y in PLAYABLE if y == row) for row in range(8, -9, -1)]
    assert widths == [9, 11, 13, 15, *[17] * 9, 15, 13, 11, 9]
    state = position("GR3(1,1);GR4(3,1)", phase="G+")
    assert places(state, "R") == OPEN - {(1, 1), (3, 1)}
    for outside in ["(7,6)", "(9,0)", "(-8,5)", "(0,-9)"]:
        with pytest.raises(mf.ParseError, match="no tile"):
            position(f"GR3{outside}")


def test_sp_2_there_are_four_gates() -> None:
    state = mf.Game("skud_paisho").parse(FIRST)
    assert {move for move in moves_of(state) if move.startswith("R4")} == {"R4(-8,0)", "R4(8,0)"}
    assert {eval(m[2:]) for m in moves_of(position("-")) if m.startswith("R4")} == GATES


def test_sp_3_flowers_do_not_stop_in_the_other_garden() -> None:
    white_garden = {(x, y) for x, y in OPEN if abs(x) + abs(y) <= 6 and x * y < 0}
    red_garden = {(x, y) for x, y in OPEN if abs(x) + abs(y) <= 6 and x * y > 0}
    assert len(red_garden) == len(white_garden) == 30
    assert may_stand("R4") == OPEN - white_garden
    assert may_stand("W4") == OPEN - red_garden
    assert may_stand("L") == may_stand("K") == OPEN


def test_sp_4_adjacent_is_orthogonal_and_surrounding_is_eight() -> None:
    state = position("GL(0,0)")
    assert targets(state, "(0,0)") == {(x, y) for x, y in PLAYABLE if 0 < abs(x) + abs(y) <= 2}
    around = [(x, y) for x in (-1, 0, 1) for y in (6, 7, 8) if (x, y) not in {(0, 7), (0, 8)}]
    kinds = ["R3", "R3", "R4", "R4", "W5", "W5", "L"]
    flowers = ";".join(f"G{k}({x},{y})" for k, (x, y) in zip(kinds, around, strict=True))
    drained = set(skud_paisho.drained(position(f"HK(0,7);{flowers}")))
    assert drained == set(around)


def test_sp_5_lines_are_rows_and_columns() -> None:
    state = position("GR3(1,5);GR4(1,-7);GR4(6,5);GR5(2,6)")
    assert pairs(state) == {(0, (1, 5), (1, -7)), (0, (1, 5), (6, 5))}


def test_sp_6_images_play_alike() -> None:
    """Rotations always, mirrors only without Wheels: compared by turns two plies deep."""
    for record in ["R,R,K,B", "R,W,K,B"]:
        state = skud_paisho.read_record(
            f"{record};{record};R3(0,-8);R4(8,0);W4(-8,0);(8,0)-(6,-1);(0,8)-(1,6)"
        ).state
        images = skud_paisho.images(state)
        assert len(images) == (4 if "W" in record else 8)
        assert len({str(image) for image in images}) == len(images)
        for image in images:
            assert image._inner.check() == ""
            assert skud_paisho.canonical_key(image) == skud_paisho.canonical_key(state)
            assert mf.perft(image, 2, turns=True) == mf.perft(state, 2, turns=True)
            after = {skud_paisho.canonical_key(image.play(m)) for m in image.legal_moves()}
            assert after == {skud_paisho.canonical_key(state.play(m)) for m in state.legal_moves()}


@pytest.mark.parametrize("seed", range(6))
def test_sp_6_canonical_keys_hold_through_random_games(seed: int) -> None:
    state = mf.Game("skud_paisho").start()
    for ply in range(120):
        if state.is_over:
            break
        state = state.play(state.random_move(1000 * seed + ply))
        images = skud_paisho.images(state)
        assert {skud_paisho.canonical_key(image) for image in images} == {
            skud_paisho.canonical_key(state)
        }
        assert len({len(skud_paisho.harmonies(image)) for image in images}) == 1
        assert len({len(image.legal_moves()) for image in images}) == 1
        assert all(image._inner.check() == "" for image in images)


def test_sp_6_mirrors_do_not_hold_with_a_wheel() -> None:
    state = position("GR3(1,1);GR4(3,1)", phase="G+")
    assert len(skud_paisho.images(state)) == 4
    assert len(skud_paisho.images(state.play("+W(7,2)"))) == 4  # the host still has one
    without = position("GR3(1,1);GR4(3,1)", guest="111111LOR", host="111111LOK", phase="G+")
    assert len(skud_paisho.images(without)) == 8


# --- 2. Tiles, 3. Set-up


def test_sp_7_tiles_and_their_distances() -> None:
    assert str(mf.Game("skud_paisho").start()) == START
    distances = {"R3": 3, "R4": 4, "R5": 5, "W3": 3, "W4": 4, "W5": 5, "L": 2, "O": 6}
    for tile, distance in distances.items():
        reached = targets(position(f"G{tile}(0,0)"), "(0,0)")
        assert max(abs(x) + abs(y) for x, y in reached) == distance


def test_sp_8_nineteen_accent_choices() -> None:
    state = mf.Game("skud_paisho").start()
    choices = {tuple(sorted(c)) for c in itertools.combinations("RRWWKKBB", 4)}
    assert len(choices) == 19
    assert {tuple(sorted(move.split(","))) for move in moves_of(state)} == choices
    for wrong in ["R,R,R,W", "R,W,K", "R,W,K,B,B", "R,W,K,L", "R,W,K,R3", "R,,K,B"]:
        with pytest.raises(mf.ParseError):
            state.play(wrong)


def test_sp_9_captured_tiles_leave_the_game() -> None:
    state = position("GR3(6,1);HW3(7,2)").play("(6,1)-(7,2)")
    assert board_of(state) == {"GR3(7,2)"}
    assert str(state).split()[2] == "111111LORWKB/111111LORWKB"


def test_sp_10_guest_moves_first_sp_13_then_they_alternate() -> None:
    """SP-10 and SP-13."""
    state = mf.Game("skud_paisho").parse(FIRST)
    assert state.turn == 0
    assert state.play("R4(8,0)").turn == 1
    assert state.play("R4(8,0)").play("R4(-8,0)").turn == 0


def test_sp_11_host_chooses_accents_before_guest() -> None:
    state = mf.Game("skud_paisho").start()
    assert state.turn == 1
    state = state.play("R,R,W,B")
    assert state.turn == 0
    assert str(state) == "sp1 - 333333LORRWWKKBB/333333LORRWB accents:G 0 -"
    state = state.play("K,K,B,W")
    assert str(state) == "sp1 - 333333LOWKKB/333333LORRWB start 0 -"


def test_sp_12_the_start_flower_is_placed_for_both() -> None:
    state = mf.Game("skud_paisho").start().play("R,W,K,B").play("R,W,K,B")
    assert moves_of(state) == [f"{k}(0,-8)" for k in ["R3", "R4", "R5", "W3", "W4", "W5"]]
    assert str(state.play("R3(0,-8)")) == FIRST
    with pytest.raises(mf.IllegalMoveError):
        state.play("R3(0,8)")


# --- 4. A turn


def test_sp_14_plant_into_any_empty_gate() -> None:
    state = position("HR3(8,0);GR3(7,1)", guest="102000LO")
    plants = {move for move in moves_of(state) if not move.startswith("(")}
    assert plants == {f"{k}{g}" for k in ("R3", "R5") for g in ("(0,8)", "(0,-8)", "(-8,0)")}
    after = state.play("R5(0,8)")
    assert phase_of(after) == "H"  # no bonus
    assert str(after).split()[2].startswith("101000LO/")
    for wrong in ["R4(0,8)", "R5(8,0)", "R5(7,7)", "R5(1,1)"]:
        with pytest.raises(mf.MoonflowerError):
            state.play(wrong)


def test_sp_15_any_own_flower_is_arranged_and_a_new_harmony_may_earn_a_bonus() -> None:
    state = position("GL(0,8);GR3(7,1);GO(1,7);HR4(1,-7);HR(6,6)")
    starts = {move.split("-(")[0] for move in moves_of(state) if move.startswith("(")}
    assert starts == {"(0,8)", "(7,1)", "(1,7)"}
    after = state.play("(0,8)-(0,7)")
    assert phase_of(after) == "H"
    assert phase_of(position("GR3(7,1);GR4(7,5)").play("(7,1)-(7,2)")) == "H"  # they were before
    earned = position("GR3(6,1);GR4(7,5)").play("(6,1)-(7,1)")
    assert phase_of(earned) == "G+"
    assert phase_of(earned.play(".")) == "H"


def test_sp_16_no_passing_and_one_bonus_a_turn() -> None:
    state = position("GR3(6,1);GR4(7,5);GW5(4,7)")
    with pytest.raises(mf.IllegalMoveError, match="no bonus is open"):
        state.play(".")
    after = state.play("(6,1)-(7,1)+B(4,7)-(5,7)")
    assert phase_of(after) == "H"
    # the bonus itself makes a harmony: nothing more
    shipped = position("GR3(6,1);GR4(7,5);GW5(-6,2)").play("(6,1)-(7,1)+B(-6,2)-(-6,1)")
    assert (0, (-6, 1), (7, 1)) in pairs(shipped)
    assert phase_of(shipped) == "H"


# --- 5. Movement


def test_sp_17_walking_over_empty_points_turning_freely() -> None:
    blocked = position("GR3(7,1);HK(7,2);HR(6,1);HB(8,1)")
    assert targets(blocked, "(7,1)") == {(7, 0), (7, -1), (6, 0), (5, 0), (6, -1), (7, -2), (8, -1)}
    assert (1, 6) in targets(position("GR4(-1,6)"), "(-1,6)")  # across a garden, past (0,6)


def test_sp_17_an_empty_gate_may_be_walked_through() -> None:
    assert (8, -1) in targets(position("GR3(8,1)"), "(8,1)")
    assert (8, 0) not in targets(position("GR3(8,1)"), "(8,1)")
    assert (8, -1) not in targets(position("GR3(8,1);HR4(8,0)"), "(8,1)")
    assert (8, -1) not in targets(position("GR3(8,1)", options="gate_walk=0"), "(8,1)")


def test_sp_18_where_a_flower_may_end() -> None:
    reached = targets(position("GR5(0,3);GW4(0,1);HR4(0,5);HK(1,3)"), "(0,3)")
    assert (0, 3) not in reached
    assert not reached & {(0, 1), (0, 5), (1, 3)}
    assert all(abs(x) + abs(y) > 6 or x * y >= 0 for x, y in reached)
    special = targets(position("GO(0,3)"), "(0,3)")
    assert {(-1, 2), (1, 2), (0, 7)} <= special
    assert (0, 8) not in special


def test_sp_19_an_enemy_orchid_traps() -> None:
    assert set(skud_paisho.trapped(position("HO(5,6);GR3(5,5);GL(4,7);GR4(7,4);HR5(5,7)"))) == {
        (5, 5),
        (4, 7),
    }
    assert targets(position("HO(6,6);GR3(5,5)"), "(5,5)") == set()
    assert targets(position("HO(6,6);GR3(4,5)"), "(4,5)") != set()
    with pytest.raises(mf.IllegalMoveError, match="trapped"):
        position("HO(6,6);GR3(5,5)").play("(5,5)-(5,6)")


def test_sp_19_orchids_trap_each_other_and_gates_are_safe() -> None:
    assert set(skud_paisho.trapped(position("HO(6,5);GO(6,6)"))) == {(6, 5), (6, 6)}
    assert skud_paisho.trapped(position("HO(0,8);GR3(1,7)")) == []  # growing orchid
    assert skud_paisho.trapped(position("HO(1,7);GR3(0,8)")) == []  # growing flower
    assert targets(position("HO(1,7);GR3(0,8)"), "(0,8)") != set()


def test_sp_19_trapped_flowers_still_harmonise_and_boats_move_them() -> None:
    state = position("HO(6,6);GR3(5,5);GR4(-5,5);GR5(-5,7)")
    assert (0, (-5, 5), (5, 5)) in pairs(state)
    earned = position("HO(6,6);GR3(5,5);GR4(-5,5);GR5(-6,6)").play("(-6,6)-(-5,6)")
    assert phase_of(earned) == "G+"
    assert "GR3(5,4)" in board_of(earned.play("+B(5,5)-(5,4)"))


def test_sp_20_knotweed_does_not_hinder_movement() -> None:
    reached = targets(position("GL(5,5);HK(5,6)"), "(5,5)")
    assert reached == targets(position("GL(5,5);HB(5,6)"), "(5,5)")
    assert {(4, 6), (6, 6), (5, 4), (3, 5)} <= reached


def test_sp_21_no_clash_anywhere_after_the_move() -> None:
    # the mover itself
    assert (7, 1) not in targets(position("GR3(6,1);HW3(7,-5)"), "(6,1)")
    assert (7, 1) not in targets(position("GR3(6,1);GW3(7,-5)"), "(6,1)")
    # a clash uncovered by leaving, even between the enemy's own tiles
    state = position("HR3(-2,7);GL(0,7);HW3(2,7)")
    assert targets(state, "(0,7)") == {(-1, 7), (1, 7)}
    # a capture of one of the two ends it too
    state = position("HR3(5,7);GO(5,5);HW3(5,3);GL(-7,-4)")
    assert targets(state, "(5,5)") == {(5, 7), (5, 6), (5, 4), (5, 3)}
    with pytest.raises(mf.IllegalMoveError, match="clash"):
        state.play("(5,5)-(6,5)+R(0,0)")


# --- 6. Capture


def test_sp_22_growing_flowers_and_accents_are_never_captured() -> None:
    state = position("GR3(0,7);HW3(0,8);HR(1,7);GO(-1,6);GL(4,4)")
    assert not targets(state, "(0,7)") & {(0, 8), (1, 7)}
    assert not targets(state, "(-1,6)") & {(0, 8), (1, 7)}


@pytest.mark.parametrize(
    ("mover", "target", "own_lotus", "enemy_lotus", "captured"),
    [
        ("R3", "W3", False, False, True),
        ("W5", "R5", False, False, True),
        ("R3", "W4", False, False, False),
        ("R3", "R3", False, False, False),
        ("O", "R3", False, False, False),
        ("O", "R3", True, False, True),
        ("L", "R3", True, True, False),
        ("R3", "L", False, True, False),
        ("O", "L", False, True, False),
        ("O", "L", True, True, True),
        ("R3", "O", False, True, True),
        ("R3", "O", True, False, False),
        ("L", "O", True, True, True),
        ("O", "O", False, True, True),
        ("O", "O", False, False, False),
        ("O", "O", True, False, True),
    ],
)
def test_sp_23_who_captures_what(
    mover: str, target: str, own_lotus: bool, enemy_lotus: bool, captured: bool
) -> None:
    x, y = (4, 6) if target == "O" else (5, 7)  # not in one line, not trapped
    tiles = [f"G{mover}(4,8)", f"H{target}({x},{y})"]
    if own_lotus and mover != "L":
        tiles.append("GL(-7,-4)")
    if enemy_lotus and target != "L":
        tiles.append("HL(-7,4)")
    reached = targets(position(";".join(tiles)), "(4,8)")
    assert ((x, y) in reached) == captured


def test_sp_23_a_capture_obeys_the_garden_rule() -> None:
    assert (0, 5) in targets(position("GR4(1,6);HW4(0,5)"), "(1,6)")
    # a wild orchid's point in the white garden is closed to a red flower
    assert (-1, 5) not in targets(position("GR4(0,6);HO(-1,5);HL(6,-6)"), "(0,6)")
    assert (1, 5) not in targets(position("GW4(0,7);HO(1,5);HL(6,-6)"), "(0,7)")


def test_sp_24_a_growing_lotus_makes_nobody_wild() -> None:
    assert (4, 6) not in targets(position("GO(4,8);HR3(4,6);GL(0,-8)"), "(4,8)")
    # drained, it still does
    assert (4, 6) in targets(position("GO(4,8);HR3(4,6);GL(5,-5);HK(5,-6)"), "(4,8)")


# --- 7. Harmony and Clash


def test_sp_25_gates_and_tiles_stop_sight() -> None:
    assert pairs(position("GR3(8,1);GR4(8,-1)")) == set()  # an empty gate between
    assert pairs(position("GR3(0,8);GR4(0,7)")) == set()  # one in a gate
    assert pairs(position("GR3(5,5);HO(5,2);GR4(5,-5)")) == set()
    assert pairs(position("GR3(5,5);GR4(5,-5)")) == {(0, (5, 5), (5, -5))}


def test_sp_26_the_circle_of_harmony() -> None:
    circle = ["R3", "R4", "R5", "W3", "W4", "W5"]
    for i, a in enumerate(circle):
        for j, b in enumerate(circle):
            board = f"G{a}(-5,5);G{b}(5,5)"
            if (i - j) % 6 == 3:
                with pytest.raises(mf.ParseError, match="clash"):
                    position(board)
            else:
                assert bool(pairs(position(board))) == ((i - j) % 6 in {1, 5})


def test_sp_27_lotus_harmonises_with_any_basic_flower() -> None:
    for basic in ["R3", "R4", "R5", "W3", "W4", "W5"]:
        for owner in "GH":
            assert pairs(position(f"{owner}L(-5,5);G{basic}(5,5)")) == {(0, (-5, 5), (5, 5))}
    assert pairs(position("GL(-5,5);HL(5,5)")) == set()
    assert pairs(position("GL(-5,5);GO(5,5)")) == set()
    assert pairs(position("GO(-5,5);GR3(5,5)")) == set()
    assert pairs(position("GR3(-5,5);HR4(5,5)")) == set()


def test_sp_28_the_basic_flower_owns_the_harmony() -> None:
    assert pairs(position("GL(-5,5);HR3(5,5)")) == {(1, (-5, 5), (5, 5))}


def test_sp_29_rocks_and_knotweed_cancel_harmonies() -> None:
    assert pairs(position("GR3(-5,5);GR4(5,5);HR(7,5)")) == set()  # anywhere in the row
    assert pairs(position("GR3(5,5);GR4(5,-5);HR(5,7)")) == set()
    assert len(pairs(position("GR3(-5,5);GR4(5,5);HR(5,7)"))) == 1  # a column does not matter
    assert pairs(position("GR3(-5,5);GR4(5,5);HK(6,6)")) == set()
    assert pairs(position("GL(-5,5);GR4(5,5);HK(-4,4)")) == set()


def test_sp_30_clash_whatever_rock_and_owner() -> None:
    for board in [
        "GR3(-5,5);HW3(5,5)",
        "GR3(-5,5);GW3(5,5)",
        "GR3(-5,5);HW3(5,5);HR(7,5)",
        "GR3(-5,5);HW3(5,5);HK(6,6)",
    ]:
        with pytest.raises(mf.ParseError, match="clash"):
            position(board)
    position("GR3(-5,5);HW3(5,5);HR(0,5)")  # a blocker between


def test_sp_31_a_pair_that_stays_in_harmony_is_not_new() -> None:
    state = position("GR3(-5,5);GR4(5,5)")
    assert phase_of(state.play("(5,5)-(4,5)")) == "H"
    both = position("GR3(-5,5);GR4(5,5);GR3(4,-6)")
    assert phase_of(both.play("(5,5)-(4,5)")) == "G+"  # the other rose is new


@pytest.mark.parametrize(
    ("board", "move", "earned"),
    [
        ("GR3(-5,5);GR4(5,5);GO(0,5)", "(0,5)-(0,6)", True),  # a blocker leaves
        ("GR3(-5,5);GR4(5,5);GO(0,5)", "(0,5)-(1,5)", False),  # it stays between
        ("HR3(-5,5);HR4(5,5);GO(0,5)", "(0,5)-(0,6)", False),  # the enemy's harmony
        ("GR3(5,5);HW3(4,7);GR4(-5,7)", "(5,5)-(4,7)", True),  # by a capture
        ("GR3(-5,5);GR4(5,5);HK(6,6)", "(5,5)-(4,5)", True),  # by leaving a knotweed
        ("HL(-5,5);GR4(5,6)", "(5,6)-(5,5)", True),  # with the enemy lotus
        ("GL(-5,6);HR4(5,5)", "(-5,6)-(-5,5)", False),  # own lotus, enemy flower
        ("GL(-5,6);GR4(5,5)", "(-5,6)-(-5,5)", True),
        ("GR3(-5,5);GR4(5,6);HR(7,5)", "(5,6)-(5,5)", False),  # a rock in the row
        ("GR3(-5,5);GR4(5,6);HK(-6,6)", "(5,6)-(5,5)", False),  # a drained partner
        ("GR3(-5,5);GR4(5,7);HK(6,6)", "(5,7)-(5,5)", False),  # drained on landing
        ("GR3(-5,5);HR4(5,5);GO(0,5);GW5(5,-7)", "(0,5)-(0,6)", False),
    ],
)
def test_sp_31_what_makes_a_new_harmony(board: str, move: str, earned: bool) -> None:
    assert phase_of(position(board).play(move)) == ("G+" if earned else "H")


# --- 8. Bonus

EARNED = "GR3(-5,5);GR4(5,5)"


def bonus(board: str, **rest: str) -> mf.State:
    return position(f"{EARNED};{board}" if board else EARNED, phase="G+", **rest)


def test_sp_32_a_basic_flower_only_without_own_tiles_in_gates() -> None:
    assert places(bonus("HR3(0,8)"), "R5") == GATES - {(0, 8)}
    assert places(bonus("GR3(0,8)"), "R5") == set()
    assert places(bonus("GO(0,8)"), "R5") == set()
    with pytest.raises(mf.IllegalMoveError, match="without own tiles in gates"):
        bonus("GO(0,8)").play("+R5(8,0)")
    vacated = position("GR3(-5,5);GR4(0,8)").play("(0,8)-(0,5)")
    assert places(vacated, "R5") == GATES


def test_sp_33_a_special_flower_into_any_empty_gate() -> None:
    state = bonus("GR3(0,8);HR4(8,0)")
    assert places(state, "L") == places(state, "O") == {(-8, 0), (0, -8)}
    assert places(bonus("", guest="111111ORWKB"), "L") == set()


def test_sp_34_rock_and_sp_35_knotweed_on_free_points() -> None:
    """SP-34 and SP-35."""
    state = bonus("HO(0,0);GR5(8,0)")
    free = OPEN - {(-5, 5), (5, 5), (0, 0)}
    assert places(state, "R") == places(state, "K") == free
    assert pairs(state.play("+R(7,5)")) == set()


def test_sp_35_knotweed_drains_flowers_of_both_but_no_orchid_and_no_gate() -> None:
    state = bonus("GL(7,2);HR5(6,-1);HO(6,2);GW5(8,0)")
    after = state.play("+K(7,1)")
    assert set(skud_paisho.drained(after)) == {(7, 2)}
    after = state.play("+K(7,0)")
    assert set(skud_paisho.drained(after)) == {(6, -1)}
    sunk = position("GR3(-5,5);GR4(5,5);GW5(1,7);GR3(2,-7);HK(6,6)").play("(1,7)-(2,7)")
    assert phase_of(sunk) == "G+"
    assert (0, (-5, 5), (5, 5)) in pairs(sunk.play("+B(6,6)"))  # evaluated anew


def test_sp_36_wheel_turns_its_surroundings_clockwise() -> None:
    ring = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]
    centre = (5, -5)
    at = [(centre[0] + x, centre[1] + y) for x, y in ring]
    for i in range(8):
        (x, y), (to_x, to_y) = at[i], at[(i + 1) % 8]
        after = bonus(f"HK({x},{y})").play("+W(5,-5)")
        assert f"HK({to_x},{to_y})" in board_of(after)
        assert "GW(5,-5)" in board_of(after)
    after = bonus("HL(4,-5);GO(4,-4);HW(5,-4)").play("+W(5,-5)")
    assert {"HL(4,-4)", "GO(5,-4)", "HW(6,-4)"} <= board_of(after)


@pytest.mark.parametrize(
    ("board", "wheel", "legal"),
    [
        ("", (0, 0), True),  # nothing around it
        ("", (1, 7), True),  # an empty gate does not matter
        ("HR(5,-4)", (5, -5), False),  # (a) a rock
        ("HR3(0,8)", (1, 7), False),  # (b) a tile in a gate
        ("HR3(-1,7)", (-1, 7), False),  # taken
        ("HK(-1,8)", (0, 7), False),  # (c) onto a gate
        ("HK(8,3)", (7, 3), True),
        ("HK(8,4)", (7, 3), True),
        ("HK(7,5)", (7, 4), False),  # (c) off the board: (8,5)
        ("HR3(1,-7)", (1, -6), True),
        ("HR3(0,4)", (1, 3), True),  # NW to N: (1,4) is red
        ("HW3(0,4)", (1, 3), False),  # (d) the red garden
        ("HR3(5,-4);HW3(6,6)", (5, -5), False),  # (e) a clash: N to NE, column 6
        ("HR3(5,-4);HW3(6,6);HK(6,0)", (5, -5), True),
    ],
)
def test_sp_36_when_a_wheel_is_refused(board: str, wheel: tuple[int, int], legal: bool) -> None:
    assert (wheel in places(bonus(board), "W")) == legal


def test_sp_37_boat_on_a_flower() -> None:
    state = bonus("HR5(0,3);HW4(7,-4)")
    shipped = {eval(m[8:]) for m in moves_of(state) if m.startswith("+B(0,3)-")}
    assert shipped == {(0, 4), (1, 4), (1, 3), (1, 2), (0, 2)}  # not the white garden
    after = state.play("+B(0,3)-(0,4)")
    assert {"HR5(0,4)", "GB(0,3)"} <= board_of(after)
    assert not any(m.startswith("+B(0,8)") for m in moves_of(bonus("HR5(0,8)")))
    # no clash: R5 may not come to see W5, past what it leaves behind
    state = bonus("HR5(0,6);HW5(1,-7);HO(1,4)")
    assert "+B(0,6)-(1,7)" in moves_of(state)
    state = bonus("HR5(0,6);HW5(1,-7)")
    assert "+B(0,6)-(1,7)" not in moves_of(state)


def test_sp_37_the_boat_counts_as_a_blocker() -> None:
    state = bonus("HR5(0,6);HW5(1,-7);HO(1,6)")
    assert "+B(0,6)-(1,7)" in moves_of(state)
    # the orchid is shipped from between two clashing flowers: the boat stays there
    state = bonus("HR5(2,7);HO(2,6);HW5(2,-7)")
    assert "+B(2,6)-(3,6)" in moves_of(state)


def test_sp_38_boat_on_an_accent_removes_both() -> None:
    state = bonus("HR(7,-4);HW(1,1);GK(2,2);HB(3,-3)")
    for point in ["(7,-4)", "(1,1)", "(2,2)", "(3,-3)"]:
        after = state.play(f"+B{point}")
        assert not any(tile.endswith(point) for tile in board_of(after))
        assert str(after).split()[2].startswith("111111LORW/")
    with pytest.raises(mf.MoonflowerError):
        state.play("+B(0,0)")
    held = bonus("HR5(2,7);HK(2,6);HW5(2,-7)")
    assert "+B(2,6)" not in moves_of(held)  # a clash would result


def test_sp_39_declining_is_always_possible() -> None:
    state = bonus("GR3(0,8);HR3(0,-8);HR4(8,0);HR5(-8,0)", guest="111111")
    assert moves_of(state) == ["."]
    assert phase_of(state.play(".")) == "H"


def test_sp_40_specials_enter_by_a_bonus_only_and_accents_block() -> None:
    assert not any(m.startswith(("L", "O")) for m in moves_of(position("GR3(5,5)")))
    with pytest.raises(mf.ParseError, match="only a bonus"):
        position("GR3(5,5)").play("L(0,8)")
    blocked = position("GR3(5,5);GB(5,6);HK(6,5);GW(4,5);HR(5,4)")
    assert targets(blocked, "(5,5)") == set()
    assert pairs(position("GR3(-5,5);GW(0,5);GR4(5,5)")) == set()


# --- 9. End of the game, 10. Ring


def test_sp_41_a_ring_wins() -> None:
    state = position("GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)")
    after = state.play("(5,6)-(5,5)").play(".")
    assert phase_of(after) == "over:G:ring"
    assert after.returns == [1.0, 0.0]
    assert "(5,6)-(5,5)" in skud_paisho.ring_in_one(state, 0)


def test_sp_41_a_ring_made_for_the_opponent_wins_for_the_opponent() -> None:
    state = position(SQUARE.replace("G", "H") + ";GR5(0,5)")
    assert phase_of(state.play("(0,5)-(0,6)")) == "over:H:ring"
    assert phase_of(state.play("(0,5)-(1,5)")) == "H"


def test_sp_41_two_rings_are_a_draw() -> None:
    inner = "GR3(-4,6);GR4(4,6);GR4(-4,-6);GR3(4,-6)"
    state = position(SQUARE.replace("G", "H") + f";{inner};GO(4,5)")
    after = state.play("(4,5)-(3,4).")
    assert phase_of(after) == "over:D:ring"
    assert after.returns == [0.5, 0.5]
    assert "(4,5)-(3,4)" not in skud_paisho.ring_in_one(state, 0)
    # a rock against the enemy's ring makes it a win
    assert phase_of(state.play("(4,5)-(3,4)+R(0,5)")) == "over:G:ring"
    assert "(4,5)-(3,4)+R(0,5)" in skud_paisho.ring_in_one(state, 0)


@pytest.mark.parametrize(
    ("board", "result"),
    [
        ("GR3(-5,5);GR4(5,5)", "over:G:midline"),
        ("HR3(-5,5);HR4(5,5)", "over:H:midline"),
        ("HR3(-5,5);HR4(5,5);GR3(-5,6);GR4(5,6)", "over:D:midline"),
        ("GR3(0,5);GR4(5,5)", "over:D:midline"),  # ends on a midline
        ("GR3(-5,0);GR4(5,0)", "over:D:midline"),  # runs along one
        ("GR3(5,0);GR4(5,5)", "over:D:midline"),
        ("GL(-5,5);HR4(5,5)", "over:H:midline"),  # the owner's
    ],
)
def test_sp_42_the_last_flower_ends_the_game_by_midlines(board: str, result: str) -> None:
    state = position(board, guest="001000")
    assert phase_of(state.play("R5(8,0)")) == result


def test_sp_42_a_bonus_can_plant_the_last_flower() -> None:
    state = bonus("", guest="000001")
    assert phase_of(state.play("+W5(8,0)")) == "over:G:midline"
    assert phase_of(state.play(".")) == "H"
    assert bonus("").scores == [1, 0]


def test_sp_43_the_end_is_tested_after_the_bonus() -> None:
    state = position("GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)").play("(5,6)-(5,5)")
    assert phase_of(state) == "G+"
    assert phase_of(state.play("+R(7,5)")) == "H"  # the own ring is thrown away
    assert phase_of(state.play("+R(7,1)")) == "over:G:ring"


def test_sp_44_rings_need_to_go_around_the_centre() -> None:
    position("GR3(1,5);GR4(5,5);GR4(1,1);GR3(5,1)")  # a cycle beside it
    # two lines over the centre: dropped
    position("GR3(-5,0);GR4(5,0);GR4(-5,5);GR3(5,5)")
    # a flower on the centre: its lines are dropped
    position("GR3(0,0);GR4(0,5);GR4(5,0);GR3(5,5)")
    with pytest.raises(mf.ParseError, match="over"):
        position(SQUARE)
    position(SQUARE, phase="over:G:ring")
    with_lotus = SQUARE.replace("GR4(5,5)", "HL(5,5)")
    position(with_lotus, phase="over:G:ring")
    mixed = "GR3(-5,5);HL(5,5);HR4(5,-5);GR4(-5,-5)"  # two owners never mix
    position(mixed)


def winding(cycle: list[tuple[int, int]]) -> int:
    """How often a closed polygon of axis-parallel lines goes around (0, 0)."""
    turns = 0
    for (x1, y1), (_, y2) in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        if x1 > 0 and y1 <= 0 < y2:
            turns += 1
        if x1 > 0 and y2 <= 0 < y1:
            turns -= 1
    return turns


def has_ring_by_cycles(state: mf.State, owner: int) -> bool:
    """SP-44 as written: every simple cycle of the harmony graph, one after the other."""
    graph: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for harmony in skud_paisho.harmonies(state):
        (x1, y1), (x2, y2) = harmony.first, harmony.second
        over = (x1 == x2 == 0 and y1 * y2 <= 0) or (y1 == y2 == 0 and x1 * x2 <= 0)
        if harmony.owner == owner and not over:
            graph.setdefault((x1, y1), set()).add((x2, y2))
            graph.setdefault((x2, y2), set()).add((x1, y1))

    def search(path: list[tuple[int, int]]) -> bool:
        for after in graph[path[-1]]:
            if after == path[0] and len(path) > 2 and winding(path) != 0:
                return True
            if after > path[0] and after not in path and search([*path, after]):
                return True
        return False

    return any(search([start]) for start in graph)


def golden(name: str) -> list[dict[str, Any]]:
    with lzma.open(GOLDEN / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_sp_45_union_find_agrees_with_all_cycles() -> None:
    rings = 0
    for case in golden("terminal") + golden("tactics"):
        state = skud_paisho.read_record(";".join(case["moves"])).state
        found = [has_ring_by_cycles(state, owner) for owner in (0, 1)]
        rings += any(found)
        assert any(found) == (case["end"] == "ring")
        if any(found) and not all(found):
            assert phase_of(state) == f"over:{'GH'[found.index(True)]}:ring"
    assert rings > 30


# --- 11. Draws

STUCK = "HR3(0,8);HR4(8,0);HR5(-8,0)"


def test_sp_46_no_legal_turn() -> None:
    state = position(STUCK, phase="H").play("W3(0,-8)")
    assert phase_of(state) == "over:D:stuck"
    assert state.returns == [0.5, 0.5]
    loses = position(STUCK, phase="H", options="stuck=loss").play("W3(0,-8)")
    assert phase_of(loses) == "over:H:stuck"
    trapped = position(f"{STUCK};GR3(5,5);HO(5,6)", phase="H").play("W3(0,-8)")
    assert phase_of(trapped) == "over:D:stuck"
    position(f"{STUCK};HW3(0,-8)", phase="over:D:stuck", ply=12)
    with pytest.raises(mf.ParseError, match="over"):
        position(f"{STUCK};HW3(0,-8)", ply=12)


def test_sp_47_sp_69_repetition_is_not_the_states_matter() -> None:
    """SP-47 and SP-69."""
    state = position("GR3(5,5);HR3(-5,-5)")
    keys = [skud_paisho.repetition_key(state)]
    full = {state.key}
    for _ in range(3):
        for move in ["(5,5)-(5,6)", "(-5,-5)-(-5,-6)", "(5,6)-(5,5)", "(-5,-6)-(-5,-5)"]:
            state = state.play(move)
        keys.append(skud_paisho.repetition_key(state))
        full.add(state.key)
    assert len(set(keys)) == 1
    assert len(full) == 4
    assert not state.is_over


def test_sp_48_max_plies() -> None:
    state = position("GR3(5,5)", options="max_plies=11").play("R3(0,8)")
    assert phase_of(state) == "over:D:plies"
    short = mf.Game("skud_paisho", max_plies=1).start()
    for move in ["R,W,K,B", "R,W,K,B", "R3(0,-8)", "R3(8,0)"]:
        short = short.play(move)
    assert phase_of(short) == "over:D:plies"


# --- 12. The reference


@pytest.mark.parametrize("name", ["early", "midgame", "tactics", "terminal"])
def test_sp_49_golden_positions_agree_exactly(name: str) -> None:
    for case in golden(name):
        state = skud_paisho.read_record(";".join(case["moves"])).state
        check_golden(case, state)
        check_golden(case, mf.Game("skud_paisho").parse(str(state)))


def check_golden(case: dict[str, Any], state: mf.State) -> None:
    turns = sorted(skud_paisho.turns(state))
    assert len(turns) == case["count"], case["id"]
    assert hashlib.sha256("\n".join(turns).encode()).hexdigest() == case["sha256"], case["id"]
    if "legal" in case:
        assert turns == case["legal"]
    else:
        assert [turn for turn in turns if "+" not in turn] == case["base"]
        counts: dict[str, dict[str, int]] = {}
        for turn in turns:
            base, plus, tail = turn.partition("+")
            if plus:
                tile = tail.split("(")[0]
                counts.setdefault(base, {}).setdefault(tile, 0)
                counts[base][tile] += 1
        assert counts == case["bonus_counts"]
    tiles = {f"{tile}({point})" for point, tile in case["board"].items()}
    assert board_of(state) == tiles
    found = sorted(
        ["GH"[h.owner], *sorted(f"{x},{y}" for x, y in (h.first, h.second))]
        for h in skud_paisho.harmonies(state)
    )
    assert found == sorted(case["harmonies"])
    assert state.scores == case["midline"]
    assert sorted(f"{x},{y}" for x, y in skud_paisho.trapped(state)) == sorted(case["trapped"])
    assert sorted(f"{x},{y}" for x, y in skud_paisho.drained(state)) == sorted(case["drained"])
    check_golden_end(case, state)


def check_golden_end(case: dict[str, Any], state: mf.State) -> None:
    if case["winner"] is None:
        assert state.turn == "GH".index(case["to_move"])
    else:
        assert phase_of(state) == f"over:{case['winner']}:{case['end'].split('_')[0]}"
    if "winning_moves" in case:
        seat = "GH".index(case["to_move"])
        assert sorted(skud_paisho.ring_in_one(state, seat)) == sorted(case["winning_moves"])
    if "perft2" in case:
        assert mf.perft(state, 2, turns=True) == case["perft2"]


def test_sp_50_an_illegal_record_is_refused() -> None:
    record = "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);1H.R3(0,8);2G.(0,-8)-(0,-5)"
    skud_paisho.read_record(record)
    for wrong, reason in [
        (";2H.(0,8)-(0,5)+R(3,3)", "entry 6 .* makes no new harmony"),
        (";2H.(0,8)-(0,4)", "entry 6 .* within 3 steps"),
        (";2H.(0,-5)-(0,-4)", "entry 6 .* not start from a flower"),
        (";2H.R3(0,8)", "entry 6 .* full gate"),
        (";2G.R3(0,-8)", "entry 6 .* this turn is 2H"),
        (";3H.R3(0,-8)", "entry 6 .* this turn is 2H"),
    ]:
        with pytest.raises(mf.IllegalMoveError, match=reason):
            skud_paisho.read_record(record + wrong)
    with pytest.raises(mf.ParseError, match="entry 6 of the record"):
        skud_paisho.read_record(record + ";nonsense")


# --- 13. Notation, 14. Figures


def test_sp_51_prefixes_are_checked() -> None:
    state = mf.Game("skud_paisho").start()
    for token in ["0H.R,W,K,B", "0G.B,K,W,R", "1G.R3(0,-8)", "1H.R3(0,8)", "2G.R4(8,0)"]:
        state = state.play(token)
    assert state.turn == 1
    for wrong in ["2G.R4(-8,0)", "3H.R4(-8,0)", "02H.R4(-8,0)", "2H R4(-8,0)", "H.R4(-8,0)"]:
        with pytest.raises(mf.MoonflowerError):
            state.play(wrong)
    assert state.play("2H.R4(-8,0)").turn == 0


def test_sp_52_sp_53_texts_of_steps() -> None:
    """SP-52 and SP-53."""
    state = position("GR3(6,1);GR4(7,5);HK(1,1);HO(1,6)")
    after = state.play("(6,1)-(7,1)")
    assert {"+R(3,2)", "+W(3,2)", "+K(3,2)", "+L(0,8)", "+B(1,6)-(2,7)", "+B(1,1)", "."} <= set(
        moves_of(after)
    )
    for plus, old in [("+R(3,2)", "_R(3,2)"), ("+B(1,6)-(2,7)", "_B(1,6)-(2,7)")]:
        assert after.play(plus) == after.play(old) == state.play(f"(6,1)-(7,1){old}")
    for wrong in [
        "+R3",
        "+(3,2)",
        "+R(3,2",
        "+R(+3,2)",
        "+R(03,2)",
        "+R(-0,2)",
        "+R(3,2)-(3,3)",
        "+B(1,6)-(4,6)",
        "++R(3,2)",
        "+X(1,1)",
        "(6,1)",
        "(6,1)-",
        "",
        "-",
        "+R(9,9)",
    ]:
        with pytest.raises(mf.MoonflowerError):
            after.play(wrong)


@pytest.mark.parametrize(
    ("flower", "counts"),
    [
        ("R3", [27, 747, 28_425, 1_091_689]),
        ("W3", [27, 747, 28_425, 1_091_689]),
        ("R4", [35, 1_291, 61_069, 2_912_639]),
        ("W4", [35, 1_291, 61_069, 2_912_639]),
        ("R5", [43, 1_963, 114_291, 6_697_163]),
        ("W5", [43, 1_963, 114_291, 6_697_163]),
    ],
)
def test_sp_54_perft_in_turns(flower: str, counts: list[int]) -> None:
    state = skud_paisho.read_record(f"R,W,K,B;R,W,K,B;{flower}(0,-8)").state
    assert [mf.perft(state, depth, turns=True) for depth in range(1, 5)] == counts


@pytest.mark.slow
def test_sp_54_perft_to_depth_5() -> None:
    state = skud_paisho.read_record("R,W,K,B;R,W,K,B;R3(0,-8)").state
    assert mf.perft(state, 5, turns=True) == 247_994_256


# --- 15. Steps, positions, options


def test_sp_55_steps_of_a_turn() -> None:
    state = position("GR3(6,1);GR4(7,5)")
    assert not state.mid_turn
    open_bonus = state.play("(6,1)-(7,1)")
    assert open_bonus.mid_turn
    assert open_bonus.turn == 0
    assert not any("+" in move for move in moves_of(state))
    only = position(f"{STUCK};GR3(0,-8);GR4(7,5);GR3(6,1)", guest="111111").play("(6,1)-(7,1)")
    assert moves_of(only) == ["."]


def test_sp_56_a_whole_turn_is_one_token() -> None:
    state = position("GR3(6,1);GR4(7,5)")
    for steps, turn in [
        (["(6,1)-(7,1)", "+R(3,2)"], "(6,1)-(7,1)+R(3,2)"),
        (["(6,1)-(7,1)", "."], "(6,1)-(7,1)."),
        (["(6,1)-(7,1)", "."], "7G.(6,1)-(7,1)"),
        (["(6,1)-(7,1)", "+L(0,8)"], "7G.(6,1)-(7,1)_L(0,8)"),
    ]:
        by_steps = state.play(steps[0]).play(steps[1])
        assert state.play(turn) == by_steps
        assert state.view(0).observe(turn) == by_steps.view(0)
        move = state.parse_move(turn)
        assert state.play(str(move)) == by_steps
        assert state.seen_by(1, turn) == str(move)
    for turn in skud_paisho.turns(state):
        after = state.play(turn)
        assert after.mid_turn == (turn in {"(6,1)-(7,1)", "(7,5)-(6,5)", "(7,5)-(6,4)"}) or (
            after.mid_turn and "+" not in turn
        )


def test_sp_57_a_bonus_not_taken_up_is_declined() -> None:
    state = position("GR3(6,1);GR4(7,5);HR3(-6,-1);HR4(-7,-5)")
    start = state.view(1)
    declined = state.play("(6,1)-(7,1)").play(".").play("(-6,-1)-(-7,-1)")
    assert state.play("(6,1)-(7,1)").play("(-6,-1)-(-7,-1)") == declined
    assert start.observe("(6,1)-(7,1) (-6,-1)-(-7,-1)") == declined.view(1)
    assert start.observe("(6,1)-(7,1) . (-6,-1)-(-7,-1)") == declined.view(1)
    assert declined.mid_turn  # at the end of a list it stays open
    whole = start.observe("7G.(6,1)-(7,1) 7H.(-6,-1)-(-7,-1)_R(0,0) R3(8,0)")
    assert phase_of(whole.sample(0)) == "H"
    through = state.play("(6,1)-(7,1)").play("(-6,-1)-(-7,-1)+R(0,0)")
    assert phase_of(through) == "G"
    assert start.observe("(6,1)-(7,1) 7H.R5(8,0)") == state.play("(6,1)-(7,1).").play(
        "R5(8,0)"
    ).view(1)
    open_bonus = state.play("(6,1)-(7,1)")
    move = open_bonus.parse_move("(-6,-1)-(-7,-1)")
    assert str(move) == "(-6,-1)-(-7,-1)"
    assert open_bonus.play(move) == declined
    with pytest.raises(mf.IllegalMoveError):
        open_bonus.play("(7,1)-(7,2)")  # the guest's own flower: it is the host's turn then


def test_sp_58_opening_perft_in_steps() -> None:
    start = mf.Game("skud_paisho").start()
    assert [mf.perft(start, depth) for depth in range(1, 5)] == [19, 361, 2166, 75_810]
    state = position("GR3(6,1);GR4(7,5)")
    after = [state.play(move) for move in state.legal_moves()]
    assert mf.perft(state, 2) == sum(len(s.legal_moves()) for s in after)
    assert mf.perft(state, 1, turns=True) == len(skud_paisho.turns(state))


def test_sp_59_records_are_read_and_written() -> None:
    case = golden("tactics")[0]
    text = ";".join(case["moves"])
    record = skud_paisho.read_record(text)
    turns = list(record.turns)
    assert turns[2:] == case["moves"][2:]
    assert skud_paisho.read_record(record.text(separator="\n")) == record
    assert skud_paisho.read_record("\r\n".join([*turns, "", "  "])) == record
    assert skud_paisho.write_record(turns) == record.text()
    stripped = [turn.split(".", 1)[1] for turn in turns if not turn.startswith("1H")]
    assert skud_paisho.read_record("\n".join(stripped)).state == record.state
    for wrong in ["1H.R4(0,8)", "1H.R3(0,-8)", "1H.R3(8,0)", "1H.(0,8)-(0,7)"]:
        with pytest.raises(mf.IllegalMoveError, match=r"entry 4 .* start flower"):
            skud_paisho.read_record(f"R,W,K,B;R,W,K,B;R3(0,-8);{wrong}")
    with pytest.raises(ValueError, match="separator"):
        record.text(separator=" ")


def test_sp_59_records_keep_an_open_bonus() -> None:
    steps = [
        "R,W,K,B",
        "R,W,K,B",
        "R3(0,-8)",
        "R4(8,0)",
        "R4(-8,0)",
        "(0,-8)-(0,-7)",
        "(0,8)-(0,7)",
        "(8,0)-(8,-1)",
        "R4(0,8)",
        "(8,-1)-(6,-3)",
        "R5(8,0)",
        "(6,-3)-(4,-5)",
        "W5(0,-8)",
        "(4,-5)-(2,-7)",
    ]
    record = skud_paisho.read_record("\n".join(steps))
    assert record.state.mid_turn
    assert record.turns[-1] == "(4,-5)-(2,-7)"
    assert skud_paisho.read_record(record.text()) == record
    closed = skud_paisho.read_record("\n".join([*steps, "_K(3,3)"]))
    assert closed.turns[-1] == "7G.(4,-5)-(2,-7)+K(3,3)"
    declined = skud_paisho.read_record("\n".join([*steps, "."]))
    assert declined.turns[-1] == "7G.(4,-5)-(2,-7)"
    assert skud_paisho.read_record(declined.text()) == declined


def test_sp_60_seats_and_views() -> None:
    state = position("GR3(6,1)")
    assert state.turn == 0
    for seat in (0, 1):
        assert str(state.view(seat)) == str(state) == state.public()
    assert state.view(1).legal_moves() == []


def test_sp_61_ring_before_midline_before_stuck_before_plies() -> None:
    ring = position(
        "GR3(-5,5);GR4(5,5);GR4(-5,-5);GR3(5,-6)", guest="000001", options="max_plies=11"
    ).play("(5,-6)-(5,-5)+W5(8,0)")
    assert phase_of(ring) == "over:G:ring"
    midline = position("GR3(5,5)", guest="000001", options="max_plies=11").play("W5(8,0)")
    assert phase_of(midline) == "over:D:midline"
    stuck = position(STUCK, phase="H", options="stuck=loss;max_plies=12").play("W3(0,-8)")
    assert phase_of(stuck) == "over:H:stuck"


def test_sp_62_to_sp_66_positions() -> None:
    """SP-62, SP-63, SP-64, SP-65 and SP-66."""
    for text in [
        START,
        "sp1 - 333333LORRWWKKBB/333333LOWWKB accents:G 0 -",
        "sp1 - 333333LORRBB/333333LOWWKB start 0 -",
        FIRST,
        "sp1 GR3(-5,5);HK(-1,5);HR4(0,0);GL(0,-8) 222222O/323333WB H 7 stuck=loss;max_plies=8",
        "sp1 GR3(-5,5);GR4(5,5) 222222O/333333WB G+ 8 gate_walk=0",
    ]:
        assert str(mf.Game("skud_paisho").parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sp2 - 333333LORRWWKKBB/333333LORRWWKKBB accents:H 0 -",
        "sp1 - 333333LORRWWKKBB/333333LORRWWKKBB accents:H 0",
        "sp1 - 333333LORRWWKKBB/333333LORRWWKKBB accents:H 0 - -",
        "sp1 - 333333LORRWWKKBB/333333LORRWWKKBB accents:G 0 -",  # the host has chosen
        "sp1 - 333333LORRWWKKBB/333333LORWKB accents:H 0 -",
        "sp1 - 333333LORRWWKKBB/333333LORWKB start 0 -",
        "sp1 - 333333LORWK/333333LORWKB start 0 -",
        "sp1 - 333333LORRWWKKBB/333333LORRWWKKBB accents:H 1 -",
        "sp1 GR3(0,-8) 333333LORRWWKKBB/333333LORRWWKKBB accents:H 0 -",
        "sp1 - 233333LORRWWKKBB/333333LORRWWKKBB accents:H 0 -",
        "sp1 GR3(5,5) 333333/222222 G 0 -",  # too many
        "sp1 GR(5,5);GR(5,4) 222222R/222222 G 0 -",
        "sp1 GR(5,5) 222222RWKB/222222 G 0 -",  # five accents
        "sp1 GL(5,5);GL(5,4) 222222/222222 G 0 -",
        "sp1 GL(5,5) 222222L/222222 G 0 -",
        "sp1 GR3(5,5);HR3(5,5) 222222/222222 G 0 -",
        "sp1 GR3(1,-1) 222222/222222 G 0 -",  # the white garden
        "sp1 GR(0,8) 222222/222222 G 0 -",  # an accent in a gate
        "sp1 GR3(-5,5);HW3(5,5) 222222/222222 G 0 -",  # a clash
        "sp1 GR3(-5,5) 222222/222222 H 0 -",  # the guest's turn
        "sp1 GR3(-5,5) 222222/222222 G 1 -",
        "sp1 GR3(-5,5) 222222/222222 G+ 0 -",  # no harmony
        "sp1 GR3(-5,5);GR4(5,5) 222222/222222 H+ 0 -",
        "sp1 GR3(-5,5) 222222/222222 over:G:ring 5 -",
        "sp1 GR3(-5,5) 222222/222222 over:D:plies 5 -",
        "sp1 GR3(-5,5) 222222/222222 over:D:stuck 5 -",
        "sp1 GR3(-5,5) 222222/222222 over:G:plies 1000 -",
        "sp1 GR3(-5,5) 222222/222222 over:X:ring 5 -",
        "sp1 GR3(-5,5) 222222/222222 over:D: 5 -",
        "sp1 GR3(-5,5) 222222/222222 over: 5 -",
        "sp1 GR3(-5,5) 222222/222222 G 1000 -",  # the game ended
        "sp1 GR3(-5,5) 222222/222222 G 1002 -",
        "sp1 GR3(-5,5) 000000/222222 G 10 -",  # the game ended
        "sp1 GR3(-5,5);GR4(5,5) 000000/222222 G+ 10 -",
        "sp1 GR3(-5,5) 222222/222222 G 4 max_plies=4",
        "sp1 GR3(-5,5) 222222/222222 G 4 max_plies=0",
        "sp1 GR3(-5,5) 222222/222222 G 4 max_plies=65536",
        "sp1 GR3(-5,5) 222222/222222 G 4 stuck=win",
        "sp1 GR3(-5,5) 222222/222222 G 4 stuck=loss;stuck=loss",
        "sp1 GR3(-5,5) 222222/222222 G 4 other=1",
        "sp1 GR3(-5,5) 222222/222222 G 4 stuck",
        "sp1 GR3(-5,5) 222222/222222 G 04 -",
        "sp1 GR3(-5,5) 222222/222222 G 99999 -",
        "sp1 GR3(-5,5) 222222/222222 G -2 -",
        "sp1 GR3(-5,5); 222222/222222 G 4 -",
        "sp1 XR3(-5,5) 222222/222222 G 4 -",
        "sp1 GR6(-5,5) 222222/222222 G 4 -",
        "sp1 GR3(-5,5) 222222OL/222222 G 4 -",
        "sp1 GR3(-5,5) 222422/222222 G 4 -",
        "sp1 GR3(-5,5) 22222/222222 G 4 -",
        "sp1 GR3(-5,5) 222222 G 4 -",
        "sp1 GR3(-5,5) 222222/222222/222222 G 4 -",
    ],
)
def test_sp_67_what_the_rules_do_not_give_is_refused(text: str) -> None:
    with pytest.raises(mf.MoonflowerError, match="skud_paisho"):
        mf.Game("skud_paisho").parse(text)


def test_sp_68_options() -> None:
    game = mf.Game("skud_paisho")
    assert game.options == {"stuck": "draw", "max_plies": "1000", "gate_walk": "1"}
    assert (
        mf.Game("skud_paisho:stuck=loss,gate_walk=0").spec == "skud_paisho:stuck=loss,gate_walk=0"
    )
    for wrong in [{"stuck": "win"}, {"max_plies": 0}, {"max_plies": 65_536}, {"gate_walk": 2}]:
        with pytest.raises(mf.OptionError):
            mf.Game("skud_paisho", **wrong)  # type: ignore[arg-type]


def test_sp_70_the_options_of_a_position_are_complete() -> None:
    state = mf.Game("skud_paisho:stuck=loss,max_plies=20").parse(FIRST)
    assert state.game == mf.Game("skud_paisho")


def test_sp_71_where_a_written_decline_is_accepted() -> None:
    state = position("GR3(6,1);GR4(7,5)")
    assert state.play("(6,1)-(6,0).") == state.play("(6,1)-(6,0)")
    for wrong in ["R5(8,0).", "(6,1)-(7,1)+R(3,2).", "7G..", "7G.+R(3,2)", ".."]:
        with pytest.raises(mf.ParseError):
            state.play(wrong)


def test_sp_72_nothing_follows_a_decline_that_ends_the_game() -> None:
    state = position("GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)").play("(5,6)-(5,5)")
    with pytest.raises(mf.IllegalMoveError, match="over"):
        state.play("R3(8,0)")
    with pytest.raises(mf.IllegalMoveError, match="over"):
        state.play(".").play("R3(8,0)")


def test_sp_73_bonus_steps_that_no_arrange_leads_to() -> None:
    position(SQUARE, phase="G+")  # the ring is tested after the bonus
    with pytest.raises(mf.ParseError, match="no harmony"):
        position("HR3(-5,5);HR4(5,5)", phase="G+")


def test_sp_74_tiles_are_read_in_any_order() -> None:
    state = position("GR4(5,5);HK(-1,5);GR3(-5,5)", options="gate_walk=0;stuck=loss")
    assert str(state).split()[1] == "GR3(-5,5);HK(-1,5);GR4(5,5)"
    assert str(state).split()[5] == "stuck=loss;gate_walk=0"


def test_sp_75_the_hosts_start_flower_may_be_repeated() -> None:
    state = mf.Game("skud_paisho").parse(FIRST)
    assert state.play("1H.R3(0,8)") == state
    assert str(state.parse_move("1H.R3(0,8)")) == "1H.R3(0,8)"
    with pytest.raises(mf.IllegalMoveError):
        state.play("1H.R4(0,8)")
    with pytest.raises(mf.IllegalMoveError):
        state.play("2G.R4(8,0)").play("1H.R3(0,8)")


def rings_by_trial(state: mf.State) -> list[str]:
    won = f"over:{'GH'[state.turn]}:ring"
    whole = [
        turn if "+" in turn or turn == "." else f"{turn}."
        for turn in skud_paisho.turns(state)
        if turn.startswith(("(", "+", "."))
    ]
    return sorted(
        turn if turn == "." else turn.removesuffix(".")
        for turn in whole
        if phase_of(state.play(turn)) == won
    )


def test_sp_76_ring_in_one_is_what_trying_everything_finds() -> None:
    found = 0
    for case in golden("tactics"):
        state = skud_paisho.read_record(";".join(case["moves"])).state
        rings = skud_paisho.ring_in_one(state, state.turn)
        assert sorted(rings) == rings_by_trial(state)
        assert sorted(skud_paisho.ring_threats(state, 1 - state.turn)) == sorted(rings)
        found += len(rings)
        for turn in rings[:1]:
            after = state.play(turn.partition("+")[0])
            if after.mid_turn:
                assert sorted(skud_paisho.ring_in_one(after, after.turn)) == rings_by_trial(after)
    assert found > 100


def test_sp_76_rings_by_wheel_boat_and_uncovering() -> None:
    near = "GR3(-5,5);GR4(-5,-5);GR3(5,-5)"
    for board, turn in [
        (f"{near};GR4(5,5);HR(7,5);GR5(1,7);GR4(2,-7)", "(1,7)-(2,7)+B(7,5)"),
        (f"{near};GR4(5,5);HK(6,6);GR5(1,7);GR4(2,-7)", "(1,7)-(2,7)+B(6,6)"),
        (f"{near};GR4(5,6);GR5(1,7);GR4(2,-7)", "(1,7)-(2,7)+B(5,6)-(5,5)"),
        (f"{near};GR4(5,4);GR5(1,7);GR4(2,-7)", "(1,7)-(2,7)+W(6,4)"),
        (f"{near};GR4(5,5);GO(0,5)", "(0,5)-(0,6)"),
    ]:
        state = position(board)
        rings = skud_paisho.ring_in_one(state, 0)
        assert sorted(rings) == rings_by_trial(state)
        assert turn in rings


@pytest.mark.parametrize("seed", range(4))
def test_sp_76_ring_in_one_agrees_on_random_positions(seed: int) -> None:
    state = mf.Game("skud_paisho").start()
    for ply in range(160):
        if state.is_over:
            break
        if ply > 40 and ply % 13 == 0 and len(skud_paisho.turns(state)) < 4000:
            assert sorted(skud_paisho.ring_in_one(state, state.turn)) == rings_by_trial(state)
        state = state.play(state.random_move(777 * seed + ply))


# --- what search asks for


def test_a_state_is_a_few_hundred_bytes() -> None:
    assert _core.Game("skud_paisho").state_bytes <= 512


def test_drawing_fits_a_terminal() -> None:
    drawing = position("GR3(-5,5);HK(-1,5);HR4(0,0);GL(0,-8)").drawing()
    lines = drawing.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(text in drawing for text in ["gR3", "hK", "hR4", "gL", "[]"])
    assert drawing.isascii()


def test_evaluation_sees_harmonies_and_priors_see_rings() -> None:
    state = position("GR3(-5,5);GR4(5,5);HR3(-6,-6);HR3(6,-5)")
    assert skud_paisho.evaluation(state, 0) == -skud_paisho.evaluation(state, 1) > 0
    state = position("GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)")
    weights = dict(zip(moves_of(state), skud_paisho.priors(state), strict=True))
    assert min(weights.values()) >= 1
    best = {move for move, weight in weights.items() if weight == max(weights.values())}
    assert best == {turn for turn in skud_paisho.ring_in_one(state, 0) if "+" not in turn}


def test_the_greedy_move_takes_a_ring() -> None:
    state = position("GR3(-5,5);GR4(5,6);GR4(-5,-5);GR3(5,-5)").play("(5,6)-(5,5)")
    assert phase_of(state.play(skud_paisho.greedy_move(state))) == "over:G:ring"
    with pytest.raises(mf.IllegalMoveError):
        skud_paisho.greedy_move(state.play("."))


def test_greedy_beats_random() -> None:
    points = 0.0
    for greedy in (0, 1, 0, 1):
        state = mf.Game("skud_paisho").start()
        seeds = random.Random(int(4 * points) + greedy)
        while not state.is_over:
            seed = seeds.getrandbits(64)
            if state.turn == greedy:
                state = state.play(skud_paisho.greedy_move(state, seed=seed))
            else:
                state = state.play(state.random_move(seed))
        assert state.returns is not None
        points += state.returns[greedy]
    assert points >= 3.5


def test_queries_refuse_other_games() -> None:
    with pytest.raises(mf.OptionError, match="tic_tac_toe"):
        skud_paisho.turns(mf.Game("tic_tac_toe").start())
    with pytest.raises(mf.OptionError):
        skud_paisho.ring_in_one(position("GR3(5,5)"), 2)
    with pytest.raises(mf.OptionError):
        skud_paisho.read_record("", game=mf.Game("tic_tac_toe"))


@pytest.mark.parametrize("seed", range(200))
def test_readers_answer_or_refuse(seed: int) -> None:
    """Texts with damage are read or refused with an error of ours, never anything else."""
    dice = random.Random(seed)
    refusals = set()
    alphabet = "GHRWKBLO0123456789(),;.-+_/:= \n\t\x00\xff"
    texts = [FIRST, "7G.(6,1)-(7,1)+B(1,6)-(2,7)", "0H.R,W,K,B;0G.R,W,K,B;1G.R3(0,-8);2G.R4(8,0)"]
    state = position("GR3(6,1);GR4(7,5);HR3(-6,-1);HR4(-7,-5)")
    for text in texts:
        letters = list(text)
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(letters) + 1)
            letters[place : place + dice.randint(0, 2)] = dice.choices(
                alphabet, k=dice.randint(0, 2)
            )
        damaged = "".join(letters)
        for read in (mf.Game("skud_paisho").parse, state.play, skud_paisho.read_record):
            try:
                read(damaged)
            except mf.MoonflowerError as error:
                refusals.add(str(error).partition(" ")[0])
    assert refusals <= {"skud_paisho:"}
