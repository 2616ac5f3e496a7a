"""TerraFlip, clause by clause (seeds/terraflip.md), with positions in the game's notation."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

import moonflower as mf

COLOURS = "DFMR"
SET = {colour: {back: 3 for back in COLOURS if back != colour} for colour in COLOURS}


def position(
    board: str, phase: str, seats: str = "DFMR", *, spies: str = "", options: str = "-"
) -> str:
    """A full position whose hands are what the board leaves of the sets."""
    hands = []
    tiles = [] if board == "-" else [part.split("=")[1] for part in board.split(",")]
    for colour in seats:
        left = Counter(SET[colour])
        specials = [k for k in "HCX" if f"{k}{colour}" not in tiles]
        for tile in tiles:
            if len(tile) == 4 and tile[2] == colour:
                left[tile[0] if tile[0] != colour else tile[1]] -= 1
        hands.append("".join(f"{b}{left[b]}" for b in COLOURS if left[b]) + "".join(specials))
    spies = spies or "0" * len(seats)
    return f"tf1 {seats} {board} {'/'.join(hands)} {spies} {phase} 0 {options}"


def parse(text: str, **options: int | str) -> mf.State:
    return mf.Game("terraflip", **options).parse(text)


def board(board: str, phase: str, seats: str = "DFMR", **more: str) -> mf.State:
    return parse(position(board, phase, seats, **more))


def legal(state: mf.State) -> list[str]:
    return sorted(map(str, state.legal_moves()))


def flips(state: mf.State) -> list[str]:
    return [move[2:] for move in legal(state) if move.startswith("F:")]


def cells(state: mf.State, kind: str) -> set[str]:
    return {move.split("@")[1] for move in legal(state) if move.split("@")[0] == kind}


def play(state: mf.State, *tokens: str) -> mf.State:
    for token in tokens:
        state = state.play(token)
    return state


def field(state: mf.State | mf.View, index: int) -> str:
    return str(state).split()[index]


def start(**options: int | str) -> mf.State:
    return mf.Game("terraflip", **options).start()


# --- 1 to 4: components, board, backs, setup


def test_tf_1_a_set_is_nine_terrain_three_specials_three_spies() -> None:
    assert field(start(), 3) == "F3M3R3HCX/D3M3R3HCX"
    assert field(start(), 4) == "33"
    with pytest.raises(mf.ParseError, match="10 terrain tiles on the board and in hand"):
        parse("tf1 DF g6=DFD1 F3M3R3HCX/D3M3R3HCX 33 0P 0 -")
    with pytest.raises(mf.ParseError, match="tile H on the board and in hand"):
        parse("tf1 DF g6=HD F3M3R3HCX/D3M3R3HCX 33 0P 0 -")
    with pytest.raises(mf.ParseError, match="a set holds one special tile"):
        parse("tf1 DF g6=HD,f7=HD F3M3R3/D3M3R3HCX 33 0P 0 -")
    with pytest.raises(mf.ParseError, match="one digit 0 to 3"):
        parse("tf1 DF - F3M3R3HCX/D3M3R3HCX 43 0P 0 -")


def test_tf_2_castle_is_every_colour_and_fixed() -> None:
    for seat, colour in enumerate("DFMR"):
        other = "M" if colour != "M" else "D"
        under = "R" if other != "R" and colour != "R" else "F"
        tiles = f"f7={other}{under}{other}f,f8=H{colour}"
        assert flips(board(tiles, f"{seat}Lf8")) == ["f7"]
    with pytest.raises(mf.ParseError, match="f6 is the castle's"):
        parse("tf1 DF f6=DFD1 F2M3R3HCX/D3M3R3HCX 33 0P 0 -")
    thrown = board("g6=XD,g5=FDF2,f5=FMF2", "0Xg6", "DF")
    assert not any(move.startswith(("X:f6", "F:f6", "S:f6")) for move in legal(thrown))


def test_tf_3_seats_and_colours() -> None:
    assert [field(start(players=p), 1) for p in (2, 3, 4)] == ["DF", "DFM", "DFMR"]
    assert field(start(players=3, colours="RDM"), 1) == "RDM"
    assert start(colours="MF").turn == 0
    assert parse(str(start(players=3, colours="RDM"))).game.spec == (
        "terraflip:players=3,colours=RDM"
    )
    for colours in ("D", "DD", "DX", "DFM", "df", ""):
        with pytest.raises(mf.OptionError, match="option colours"):
            start(players=2, colours=colours)
    with pytest.raises(mf.OptionError):
        start(players=5)


def test_tf_4_six_neighbours() -> None:
    assert cells(start(), "TF") == {"g6", "f7", "e7", "e6", "f5", "g5"}


def test_tf_5_distance_bounds_the_placement() -> None:
    line = "f7=HD,f8=HF,f9=CD"
    assert {"e9", "g8"} <= cells(board(line, "0P", "DF"), "TF")
    assert not {"f10", "e10", "g9"} & cells(board(line, "0P", "DF"), "TF")


def test_tf_6_cell_names_run_from_a_to_k_and_1_to_11() -> None:
    corners = ["a6", "a11", "f1", "f11", "k1", "k6"]
    for name in [*corners, "f7"]:
        rows = f"tf1 DF {name}=DFD1,{{}}=DMD1 M2R3F2HCX/- 33 0P 0 -"
        with pytest.raises(mf.ParseError):  # wrong order of a hand, but the cells are read first
            parse(rows.format("f5"))
    for name in ["a1", "a5", "k7", "l6", "f12", "f0", "f06", "F7", "e1", "g11", "ff", "7f", ""]:
        with pytest.raises(mf.ParseError, match="a cell of the board"):
            parse(f"tf1 DF {name}=DFD1 F2M3R3HCX/D3M3R3HCX 33 0P 0 -")
    with pytest.raises(mf.ParseError, match="no cell of the board"):
        start().play("TF@a1")


def test_tf_7_limits() -> None:
    for players, limit, ring in ((2, 36, 24), (3, 36, 24), (4, 60, 30)):
        state = start(players=players)
        terrain: set[str] = set()
        rider: set[str] = set()
        for seed in range(60):
            while not state.is_over:
                if state.turn >= 0:
                    terrain |= {str(m)[3:] for m in state.legal_moves() if str(m)[0] == "T"}
                    rider |= {str(m)[2:] for m in state.legal_moves() if str(m)[0] == "H"}
                state = state.play(state.random_move(seed))
            state = start(players=players)
        assert len(terrain) == limit
        assert limit < len(rider) <= limit + ring


def test_tf_8_backs_are_three_of_each_other_colour() -> None:
    assert field(start(players=4), 3) == "F3M3R3HCX/D3M3R3HCX/D3F3R3HCX/D3F3M3HCX"
    assert field(start(backs="D:F5M2R2/F:D9"), 3) == "F5M2R2HCX/D9HCX"
    with pytest.raises(mf.ParseError, match="more tiles backed by F than the 3"):
        parse("tf1 DF g6=DFD1 F3M2R3HCX/D3M3R3HCX 33 0P 0 -")
    neutral = board("f7=MDD3,f8=FDF2", "1Lf8", "DF")
    assert flips(neutral) == ["f7"]
    assert flips(board("f7=MDD3,f8=DFD1", "0Lf8", "DF")) == ["f7"]
    assert neutral.play("F:f7").scores == board("f7=DMD3,f8=FDF2", "1E", "DF").scores
    for backs in ("D:F5", "D:F5M5", "X:F9", "D:F9/D:M9", "DF9", "D:f9", "D:F0M9", ""):
        with pytest.raises(mf.OptionError, match="option backs"):
            start(backs=backs)


def test_tf_9_known_hand_is_the_owners_secret() -> None:
    state = start().play("TM@e6")
    assert field(state.view(0), 2) == "e6=DMD1"
    assert field(state.view(1), 2) == "e6=D?D1"
    assert field(state.view(1), 3) == "T8HCX/D3M3R3HCX"
    assert start().seen_by(1, "TM@e6") == "T?@e6"
    assert start().seen_by(0, "TM@e6") == "TM@e6"
    while not state.is_over:
        assert state.turn >= 0  # no chance at all
        state = state.play(state.random_move(1))


def test_tf_10_blind_backs_are_drawn_when_they_show() -> None:
    state = play(start(hand="blind"), "T@g6", ".", "T@h6")
    assert field(state, 2) == "g6=D?D0,h6=F?F0"
    turning = state.play("F:g6")
    assert turning.turn == mf.CHANCE
    assert {str(move): weight for move, weight in turning.outcomes()} == pytest.approx(
        {"*=F": 1 / 3, "*=M": 1 / 3, "*=R": 1 / 3}
    )
    assert field(turning.play("*=F"), 2) == "g6=FDD3,h6=F?F0"
    # The pool is what the fixed undersides leave, and a spied back stays fixed.
    pool = parse("tf1 DF e6=DFD1,f7=FDD3,g6=D?D0,h6=F?F0 T6HCX/T8HCX 33 1Lh6 0 hand=blind")
    odds = {str(move): weight for move, weight in pool.play("F:g6").outcomes()}
    assert odds == pytest.approx({"*=F": 1 / 7, "*=M": 3 / 7, "*=R": 3 / 7})
    spied = play(pool, "S:g6", "*=M")
    assert field(spied, 2) == "e6=DFD1,f7=FDD3,g6=DMD2,h6=F?F0"
    assert spied.play("F:g6").turn == 1
    # Counting never changes the mask: the last colour left is still unseen.
    sure = "tf1 DF e6=DFD1,e7=D?D0,f5=DMD1,g6=DMD1 T5HCX/T9HCX 33 1P 0 hand=blind"
    game = mf.Game("terraflip", backs="D:F1M8")
    assert "S:e7" in legal(game.parse(sure))


def test_tf_11_open_hands_are_public() -> None:
    state = play(start(hand="open"), "TM@e6", ".", "TD@f5")
    assert [str(state.view(seat)) for seat in (0, 1)] == [str(state)] * 2
    assert field(state, 2) == "e6=DMD3,f5=FDF3"
    assert not any(move.startswith("S:") for move in legal(state))
    assert start(hand="open").seen_by(1, "TM@e6") == "TM@e6"
    assert len(state.view(0).worlds(10) or []) == 1


def test_tf_12_setup() -> None:
    assert str(start()) == "tf1 DF - F3M3R3HCX/D3M3R3HCX 33 0P 0 -"
    assert str(start().view(1)) == "tf1 DF - T9HCX/D3M3R3HCX 33 0P 0 -"


# --- 5: lines


def test_tf_13_only_inner_centres_are_surrounded() -> None:
    assert flips(board("d7=DFD1,e7=RFR8,f7=FRF2,g7=DMD1", "0Lg7")) == ["e7", "f7"]
    assert flips(board("e8=RDR8,f7=MDM4,g7=RFR8", "3Lg7")) == []  # the line misses its centre


def test_tf_14_the_first_own_tile_stops_the_line() -> None:
    assert flips(board("f7=DFD1,f8=RDR8,f9=MDM4,f10=RFR8", "3Lf10")) == ["f9"]
    across = "d6=DFD1,e6=MFM4,g6=MDM4,h6=DMD1"  # the castle lies between the ends
    assert flips(board(across, "0Lh6")) == ["g6"]


def test_tf_15_no_empty_place_is_crossed() -> None:
    assert flips(board("f7=MDM4,f9=RDR8,g7=FDF2,g8=FDF2", "3Lf9")) == []
    # (0,0)->(4,2) runs through (1,0) (1,1) (3,1) (3,2); here from e5 to i7, the castle second.
    steep = "e5=HD,f5=HM,g6=MRM4,h6=CM,h7=XM,i7=DFD1"
    assert flips(board(steep, "0Li7")) == ["g6"]
    for there, elsewhere in (("f5=HM", "e6=HM"), ("h6=CM", "i6=CM"), ("h7=XM", "i6=XM")):
        assert flips(board(steep.replace(there, elsewhere), "0Li7")) == []


def test_tf_16_targets_are_terrain_of_another_colour() -> None:
    assert flips(board("d7=DFD1,e7=CR,f7=RMR8,g7=DMD1", "0Lg7")) == ["f7"]
    assert flips(board("d7=DFD1,e7=CR,f7=HR,g7=DMD1", "0Lg7")) == []


def test_tf_17_lines_in_any_direction_or_along_the_axes() -> None:
    oblique = "g6=FDF2,g7=MFM4,h7=MDM4,h8=DFD1"
    assert flips(board(oblique, "0Lh8")) == ["g7"]
    assert flips(board(oblique, "0Lh8", options="lines=axial")) == []
    for line in ("f7=MDM4,f8=DFD1", "g6=MDM4,h6=DFD1", "g5=MDM4,h4=DFD1"):
        cell = line.split(",")[1].split("=")[0]
        assert flips(board(line, f"0L{cell}", options="lines=axial")) == [line[:2]]


def test_tf_18_an_edge_needs_one_tile_or_both() -> None:
    # f6-g7-h8 runs along the edges g6|f7 and h7|g8.
    for near in ("g6=HF", "f7=HF"):
        for far in ("h7=HM", "g8=HM"):
            one = f"{near},g7=MFM4,{far},h8=DFD1"
            assert flips(board(one, "0Lh8")) == ["g7"]
            assert flips(board(one, "0Lh8", options="edge=both")) == []
    both = "f7=HF,g6=CF,g7=MFM4,g8=HM,h7=CM,h8=DFD1"
    assert flips(board(both, "0Lh8", options="edge=both")) == ["g7"]
    bare = "f7=HF,g6=CF,g7=MFM4,h8=DFD1,i7=CM"
    assert flips(board(bare, "0Lh8")) == []


def test_tf_19_what_stops_a_line() -> None:
    pair = "d7=DFD1,e7=RFR8,f7=RMR8,g7=DMD1"
    assert flips(board(pair, "0Lg7")) == ["e7", "f7"]
    assert flips(board(pair, "0Lg7", options="stop=own_target")) == []
    special = "d7=DFD1,e7=CR,f7=RMR8,g7=DMD1"  # a special tile shows its owner's colour
    assert flips(board(special, "0Lg7", options="stop=own_target")) == []
    mixed = "d7=DFD1,e7=CM,f7=RMR8,g7=DMD1"
    assert flips(board(mixed, "0Lg7", options="stop=own_target")) == ["f7"]


# --- 6: the turn


def test_tf_20_phases_and_the_end_of_the_turn() -> None:
    state = start()
    assert field(state, 5) == "0P"
    assert "." not in legal(state)
    state = state.play("TF@g6")
    assert field(state, 5) == "0Lg6"
    assert legal(state) == ["."]
    assert state.mid_turn
    state = state.play(".")
    assert field(state, 5) == "1P"
    assert field(state.play("C@h5"), 5) == "1Ch5"
    assert field(state.play("X@h5"), 5) == "1Xh5"
    assert field(state.play("H@h5"), 5) == "1Lh5"
    with pytest.raises(mf.IllegalMoveError, match="cannot be played"):
        state.play(".")


def test_tf_21_place_on_empty_cells_that_touch() -> None:
    state = board("f5=RDR8,g6=DFD1", "1P")
    expected = {"e5", "e6", "e7", "f4", "f7", "g4", "g5", "g7", "h5", "h6"}
    assert cells(state, "TD") == expected
    for token in ("TD@g6", "TD@f6", "TD@i3"):
        with pytest.raises(mf.IllegalMoveError):
            state.play(token)


def test_tf_22_one_tile_with_the_owners_colour_up() -> None:
    state = start().play("TF@g6")
    assert field(state, 2) == "g6=DFD1"
    assert field(state, 3).startswith("F2M3R3HCX/")
    assert not any("@" in move for move in legal(state))


def test_tf_23_a_flip_shows_both_faces_to_all() -> None:
    state = play(start(), "TM@g6", ".", "TR@h6")
    assert legal(state) == [".", "F:g6", "S:g6"]
    after = state.play("F:g6")
    assert field(after, 2) == "g6=MDD3,h6=FRF2"
    assert [state.seen_by(seat, "F:g6") for seat in (0, 1)] == ["F:g6=M"] * 2
    with pytest.raises(mf.IllegalMoveError, match="the underside is another"):
        state.play("F:g6=F")


def test_tf_24_chain_from_the_tile_just_flipped() -> None:
    state = board("d7=DFD1,e5=DRD1,e6=FDF2,e7=RDR8,f7=DMD1", "0Lf7")
    assert flips(state) == ["e7"]
    state = state.play("F:e7")
    assert field(state, 5) == "0Le7"
    assert flips(state) == ["e6"]
    state = state.play("F:e6")
    assert field(state, 5) == "0Le6"
    assert flips(state) == []
    adverse = play(start(), "TM@g6", ".", "TR@h6", "F:g6")
    assert field(adverse, 5) == "1E"


def test_tf_25_a_known_bad_flip_is_allowed() -> None:
    known = board("f5=RMRf,g4=CF,g5=DFD1", "1Cg4")
    assert "f5" in flips(known)
    assert field(known.play("F:f5"), 5) == "1E"


def test_tf_26_no_tile_is_flipped_twice_in_a_turn() -> None:
    for seed in range(80):
        state = start(players=2 + seed % 3)
        turned: set[str] = set()
        while not state.is_over:
            move = str(state.random_move(seed))
            if move.startswith("F:"):
                assert move[2:] not in turned
                turned.add(move[2:])
            if move.startswith("X:"):
                turned.add(move.split(">")[1])
            if move == ".":
                turned.clear()
            state = state.play(move)


def test_tf_27_spies_see_in_private() -> None:
    state = play(start(), "TM@g6", ".")
    assert state.seen_by(1, "S:g6") == "S:g6=M"
    assert state.seen_by(0, "S:g6") == "S:g6"
    after = state.play("S:g6")
    assert field(after, 2) == "g6=DMD3"
    assert field(after, 4) == "32"
    assert field(after, 5) == "1P"
    assert field(after.view(1), 2) == "g6=DMD3"
    many = board("f5=RDR8,f7=MDM4,g6=FMF2,g5=HD", "0Lg5", spies="3000")
    many = play(many, "S:f5", "S:f7", "S:g6")
    assert legal(many) == [".", "F:f5", "F:g6"] or not any(m[0] == "S" for m in legal(many))
    assert field(many, 4) == "0000"
    after_flip = play(board("f5=RDR8,f7=MDM4,f8=DFD1", "0Lf8", spies="1000"), "F:f7", "S:f5", ".")
    assert after_flip.turn == 1


def test_tf_28_spy_targets() -> None:
    state = board("e6=HF,f5=RDR8,f7=MDM5,g5=CM,g6=DMD1", "0P", spies="3333")
    assert [move for move in legal(state) if move[0] == "S"] == ["S:f5"]
    for token in ("S:f6", "S:e6", "S:g6", "S:f7", "S:h6"):
        with pytest.raises(mf.IllegalMoveError):
            state.play(token)
    assert not any(m[0] == "S" for m in legal(board("f5=RDR8", "0P", spies="0333")))


def test_tf_29_spies_before_the_placement_only() -> None:
    state = board("f5=RDR8,f7=MDM4", "0P", spies="3333", options="spy=before")
    assert "S:f5" in legal(state)
    assert legal(state.play("H@g6")) == ["."]


# --- 7: special tiles


def test_tf_30_specials_end_and_stop_lines_and_score() -> None:
    assert flips(board("f7=HR,f8=MDM4,f9=RDR8", "3Lf9")) == ["f8"]
    assert flips(board("d7=HD,e7=RFR8,f7=CD,g7=RMR8,h7=XD", "0Lh7")) == ["g7"]
    throws = board("g6=XD,g5=HF,h5=FDF2,f7=CF", "0Xg6", "DF")
    assert {move[2:4] for move in legal(throws) if move.startswith("X:")} == {"h5"}
    scores = board("g6=XD,g5=HD", "0E", "DF").scores
    assert scores == [3 + 4, 0]


def test_tf_31_special_score() -> None:
    tiles = "f5=DFD1,g5=HD,g6=XD"
    assert board(tiles, "0E", "DF").scores == [3 + 6, 0]
    assert board(tiles, "0E", "DF", options="special_score=0").scores == [3 + 2, 0]
    # They still count in the tie-break.
    tied = "tf1 DF e6=DFD1,g6=HD,f8=FDF2,f7=MFF3 -/- 00 - 24 special_score=0"
    assert parse(tied, bonus="0,0").scores == [1, 1]
    assert parse(tied, bonus="0,0").winners == (0,)


def test_tf_32_others_specials_are_passed_over() -> None:
    assert flips(board("d7=DFD1,e7=CR,f7=RMR8,g7=DMD1", "0Lg7")) == ["f7"]


def test_tf_33_the_rider_goes_one_farther() -> None:
    tiles = "f7=DFD1,f8=FDF2,f9=RDR8,f10=MRM4,g9=DMD1,h8=FMF2,i7=RFR8"
    state = board(tiles, "3P")
    assert [move for move in legal(state) if move.endswith("@f11")] == ["H@f11"]
    state = state.play("H@f11")
    assert flips(state) == ["f10"]
    state = state.play("F:f10")
    assert flips(state) == ["g9", "h8"]
    beyond = board("f5=HF,f4=CF,f3=XF,f2=HD", "1P", "DF")
    assert {"e3", "g2"} & cells(beyond, "TD") == set()


def test_tf_34_the_camp_flips_what_it_touches() -> None:
    state = board("e5=FDF2,f5=RMR8,g5=DFD1", "1P", spies="0000").play("C@g4")
    assert flips(state) == ["f5", "g5"]
    chained = state.play("F:g5")
    assert field(chained, 5) == "1Lg5"
    assert flips(chained) == ["f5"]
    assert flips(board("e5=FDF2,f5=RMR8,g4=FRF2,g5=DFD1", "1Lg4")) == []


CATAPULT = "e5=DFD1,f5=FDF2,g4=XM,g6=DRD1,h4=RMR8"


def test_tf_35_the_catapult_throws_and_turns() -> None:
    state = board(CATAPULT, "2Xg4")
    throws = [move for move in legal(state) if move.startswith("X:")]
    assert {move[2:4] for move in throws} == {"h4"}
    to = {move.split(">")[1] for move in throws}
    assert to == {"d5", "d6", "e4", "e6", "e7", "f4", "f7", "g3", "g5", "g7", "h3", "h5", "h6"}
    after = state.play("X:h4>h6")
    assert field(after, 2) == "e5=DFD1,f5=FDF2,g4=XM,g6=DRD1,h6=MRRf"
    assert field(after, 5) == "2Lh6"
    assert flips(after) == ["g6"]
    assert field(board(CATAPULT.replace("RMR8", "RDR8"), "2Xg4").play("X:h4>h6"), 5) == "2E"
    assert "." in legal(state)
    # A throw stays within the limit, also beside a far rider.
    far = board("f5=HF,f4=CF,f3=FDF2,f2=HD,g3=XD,g4=CD", "0Xg3", "DF")
    assert not any(move.split(">")[1] in ("e3", "g1", "e2") for move in legal(far) if ">" in move)


def test_tf_36_connectivity_of_a_throw() -> None:
    bridge = "f5=FDF2,g4=XD"  # f5 holds the catapult; only from g5 it would hold it again
    assert legal(board(bridge, "0Xg4", "DF")) == ["."]
    assert legal(board(bridge, "0Xg4", "DF", options="connect=final")) == [".", "X:f5>g5"]
    loose = board("f5=FDF2,g4=XD,g5=HF", "0Xg4", "DF")
    assert "X:f5>f7" in legal(loose)


def test_tf_37_a_special_may_flip_by_a_line_instead() -> None:
    tiles = "f7=MDM4,f8=CD"
    assert flips(board(tiles, "0Cf8")) == ["f7"]
    far = "e7=CF,f7=MDM4,f8=FDF2,f9=XD"
    assert flips(board(far, "0Xf9")) == ["f7", "f8"]
    assert flips(board(far, "0Xf9", options="special_line=0")) == []
    camp = "e7=CF,f7=MDM4,f8=FDF2,f9=CD"
    assert flips(board(camp, "0Cf9")) == ["f7", "f8"]
    assert flips(board(camp, "0Cf9", options="special_line=0")) == ["f8"]
    after = board(far, "0Xf9").play("F:f7")
    assert not any(">" in move for move in legal(after))  # never both


# --- 8 and 9: length, end, score


def test_tf_38_twelve_turns_for_each_seat() -> None:
    for players in (2, 3, 4):
        for seed in range(30):
            state = start(players=players)
            spies = 0
            while not state.is_over:
                move = str(state.random_move(seed))
                spies += move.startswith("S:")
                state = state.play(move)
            assert field(state, 6) == str(12 * players)
            assert spies <= 3 * players


def test_tf_39_empty_hands_are_skipped() -> None:
    state = parse("tf1 DFM g6=HD,g5=CD,h5=HF -/-/F1X 000 0E 5 -").play(".")
    assert state.turn == 2
    state = play(state, "X@f7", ".")
    assert state.turn == 2
    assert play(state, "TF@e7", ".").is_over
    with pytest.raises(mf.ParseError, match="the game is over while a hand holds tiles"):
        parse("tf1 DF - F3M3R3HCX/D3M3R3HCX 33 - 0 -")
    with pytest.raises(mf.ParseError, match="has no tile"):
        parse("tf1 DF - -/D3M3R3HCX 33 0P 0 -")


SCORED = "tf1 DFMR d7=HR,e5=FDF2,e6=DRD1,f5=CF,f7=MDM4,g5=DMD1,g6=DFD1 -/-/-/- 0000 - 48 -"


def test_tf_40_two_points_beside_the_same_colour() -> None:
    assert parse(SCORED, players=4, bonus="0,0,0,0").scores == [5, 4, 1, 1]


def test_tf_41_castle_and_neutral_colours_score_nothing() -> None:
    lone = "tf1 DF g6=DFD1,e6=DMD1,f7=MFF3,f8=MFF3 -/- 00 - 24 -"
    assert parse(lone, bonus="0,0").scores == [2, 0]


def test_tf_42_bonus_by_seat() -> None:
    assert start().scores == [3, 0]
    assert start(players=3).scores == [3, 1, 0]
    assert start(players=4).scores == [3, 1, 2, 0]
    assert start(players=4, bonus="3,2,1,0").scores == [3, 2, 1, 0]
    for bonus in ("3", "3,1,0", "3,x", "3,-1", "100,0"):
        with pytest.raises(mf.OptionError, match="option bonus"):
            start(bonus=bonus)


def test_tf_43_ties() -> None:
    more_tiles = "tf1 DF e6=DFD1,g6=DMD1,f7=FDF2,f8=FMF2,e7=FRF2 -/- 00 - 24 -"
    assert parse(more_tiles, bonus="4,0").scores == [6, 6]
    assert parse(more_tiles, bonus="4,0").winners == (1,)
    shared = parse("tf1 DF e6=DFD1,g6=FDF2 -/- 00 - 24 -", bonus="0,0")
    assert shared.winners == (0, 1)


def test_tf_44_payoffs_and_totals() -> None:
    assert parse(SCORED).returns == [1, 0, 0, 0]
    assert parse(SCORED).scores == [8, 5, 3, 1]
    shared = parse("tf1 DF e6=DFD1,g6=FDF2 -/- 00 - 24 -", bonus="0,0")
    assert shared.returns == [0.5, 0.5]


# --- 10: information


def test_tf_45_what_is_public() -> None:
    state = play(start(), "TM@g6", ".", "S:g6", "TR@h6", "F:g6", ".")
    assert state.public() == "tf1 DF g6=MDD3,h6=F?F2 T8HCX/T8HCX 32 0P 2 -"


def test_tf_46_what_is_private() -> None:
    state = play(start(players=3), "TM@g6", ".", "S:g6")
    assert [field(state.view(seat), 2) for seat in range(3)] == ["g6=DMD3", "g6=DMD3", "g6=D?D3"]
    assert field(state.view(2), 3) == "T8HCX/T9HCX/D3F3R3HCX"
    view = mf.Game("terraflip").start_view(1)
    with pytest.raises(mf.IllegalMoveError, match=r"T\?@cell"):
        view.observe("TM@g6")


def test_tf_47_the_mask_is_public() -> None:
    state = play(start(players=3), "TM@g6", ".", "S:g6", "H@h6", ".", "S:g6")
    assert {field(state.view(seat), 2).split(",")[0][-1] for seat in range(3)} == {"7"}
    assert len({state.view(seat).key for seat in range(3)}) == 3
    other = play(start(players=3), "TF@g6", ".", "S:g6", "H@h6", ".")
    first = play(start(players=3), "TM@g6", ".", "S:g6", "H@h6", ".")
    assert other.view(2) == first.view(2)
    assert other.view(2).key == first.view(2).key
    assert other.view(1) != first.view(1)


def multinomial(counts: list[int]) -> int:
    return math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))


def test_tf_48_worlds_are_the_spreads_of_unseen_backs() -> None:
    nine = ",".join(
        f"{cell}=D?D1" for cell in ["e6", "e7", "f5", "f7", "g5", "g6", "h5", "h6", "d7"]
    )
    view = mf.Game("terraflip").parse_view(f"tf1 DF {nine} HCX/D3M3R3HCX 33 1P 18 -", 1)
    worlds = view.worlds(1680)
    assert worlds is not None
    assert len(worlds) == 1680 == multinomial([3, 3, 3])
    assert view.worlds(1679) is None
    # Two tiles on the board: the share of a world is the number of ways to fill the hand.
    view = mf.Game("terraflip").parse_view("tf1 DF e6=D?D1,f7=D?D1 T7HCX/D3M3R3HCX 33 1P 4 -", 1)
    worlds = view.worlds(100)
    assert worlds is not None
    shares = {str(state).split()[2]: weight for state, weight in worlds}
    total = sum(shares.values())
    assert len(shares) == 9
    assert shares["e6=DFD1,f7=DFD1"] / total == pytest.approx(multinomial([1, 3, 3]) / 1680)
    assert shares["e6=DFD1,f7=DMD1"] / total == pytest.approx(multinomial([2, 2, 3]) / 1680)
    # The last unknown tiles can be certain by counting.
    sure = "tf1 DF e6=DFD3,e7=DFD3,f5=DFD3,f7=DMD3,g5=DMD3,g6=DMD3,h5=D?D1 T2/D3M3R3HCX 33 1P 20 -"
    only = mf.Game("terraflip").parse_view(sure, 1).worlds(10)
    assert only is not None
    assert [field(state, 3) for state, _ in only] == ["R2/D3M3R3HCX"]


def test_tf_48_blind_worlds_fix_only_what_somebody_has_seen() -> None:
    text = "tf1 DFM e6=D?D2,f7=D?D0,g6=FDF4 T7HCX/T8HCX/T9HCX 323 2P 3 hand=blind"
    worlds = mf.Game("terraflip", players=3).parse_view(text, 2).worlds(10)
    assert worlds is not None
    boards = sorted(field(state, 2) for state, _ in worlds)
    assert boards == [f"e6=D{back}D2,f7=D?D0,g6=FDF4" for back in "FMR"]


# --- 11: notation


@pytest.mark.parametrize(
    "token",
    ["", "TX@g6", "T@", "Tg6", "TF@", "TF@g6x", "F:", "F:g6>g7", "X:g6", "X:g6>", "X@g6=D", "*",
     "*=", "*=X", "..", "S:g6=", "S:g6=?", "T?@g6=F", "TF@g6=F", "H:g6", "F@g6", "\x00", "TF@g6\n"],
)  # fmt: skip
def test_tf_49_what_is_no_token(token: str) -> None:
    with pytest.raises(mf.ParseError, match="accepted"):
        start().play(token)


def test_tf_49_moves() -> None:
    state = start()
    assert {move[0] for move in legal(state)} == set("TCHX")
    assert {"TF@e6", "C@e6", "H@e6", "X@e6"} <= set(legal(state))
    assert "T@e6" in legal(start(hand="blind"))
    for token in ("T@e6", "T?@e6", "TD@e6", "T@e6=F", "F:e6", "S:e6", "X:e6>e7", ".", "*=D"):
        with pytest.raises(mf.IllegalMoveError):
            state.play(token)


def test_tf_50_events_carry_faces() -> None:
    state = board(CATAPULT, "2Xg4")
    assert state.seen_by(0, "X:h4>h6") == "X:h4>h6=M"
    view = state.view(0)
    assert view.observe("X:h4>h6=M") == state.play("X:h4>h6").view(0)
    with pytest.raises(mf.IllegalMoveError, match="the face it shows is missing"):
        view.observe("X:h4>h6")
    spying = play(start(players=3), "TM@g6", ".")
    assert spying.view(1).observe("S:g6=M") == spying.play("S:g6").view(1)
    assert spying.view(2).observe("S:g6") == spying.play("S:g6").view(2)
    with pytest.raises(mf.IllegalMoveError, match="only the spy's owner"):
        spying.view(2).observe("S:g6=M")
    with pytest.raises(mf.IllegalMoveError):
        spying.view(1).observe("S:g6")
    # A face that no tile of the owner can have left is refused, and nothing changes.
    gone = "tf1 DF e6=DFD3,e7=DFD3,f5=DFD3,f7=D?D1,f8=F?F2 T5HCX/D3M2R3HCX 33 1Lf8 9 -"
    with pytest.raises(mf.ParseError):
        mf.Game("terraflip").parse_view(gone, 1)
    seen = mf.Game("terraflip").parse_view(gone.replace("f8=F?F2", "f8=FMF2"), 1)
    with pytest.raises(mf.IllegalMoveError, match="no such back"):
        seen.observe("F:f7=F")


def test_tf_51_chance_tokens() -> None:
    state = play(start(hand="blind", players=3), "T@g6", ".", "T@h6")
    assert state.play("F:g6=F") == play(state, "F:g6", "*=F")
    assert state.play("S:g6=F") == play(state, "S:g6", "*=F")
    spied = state.play("S:g6")
    assert [spied.seen_by(seat, "*=F") for seat in range(3)] == ["*=?", "*=F", "*=?"]
    assert [state.seen_by(seat, "F:g6=F") for seat in range(3)] == ["F:g6=F"] * 3
    assert state.view(0).observe("F:g6=F") == state.view(0).observe("F:g6 *=F")
    fixed = play(start(hand="blind", players=3), "T@g6=M", ".", "T@h6")
    assert field(fixed, 2) == "g6=DMD0,h6=F?F0"
    assert fixed.view(2) == state.view(2)
    assert fixed.play("F:g6").turn == 1
    assert fixed.play("S:g6").turn == 1
    with pytest.raises(mf.IllegalMoveError, match="the underside is another"):
        fixed.play("F:g6=R")
    none_left = mf.Game("terraflip", hand="blind", backs="D:M9").start()
    with pytest.raises(mf.IllegalMoveError):
        none_left.play("T@g6=F")


def test_tf_52_eight_fields() -> None:
    text = "tf1 RMFD - D3F3M3HCX/D3F3R3HCX/D3M3R3HCX/F3M3R3HCX 3333 0P 0 -"
    assert str(parse(text)) == text
    assert parse(text).game.spec == "terraflip:players=4,colours=RMFD"
    for bad in ("", "tf1", "tf2" + text[3:], text + " x", text.replace("RMFD", "RMFF"),
                text.replace("RMFD", "R"), text.replace(" 0 -", " x -"),
                text.replace(" 0 -", " -1 -"), text.replace(" 0 -", " 99999 -")):  # fmt: skip
        with pytest.raises(mf.ParseError):
            parse(bad)


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("g6", "a cell of the board"),
        ("g6=D", "face up, underside"),
        ("g6=DXD1", "face up, underside"),
        ("g6=DFD", "face up, underside"),
        ("g6=DFR1", "the colour of a seat"),
        ("g6=DFDg", "mask"),
        ("g6=DFD4", "mask"),
        ("g6=MFD3", "one of them is"),
        ("g6=D?D1", "has no underside"),
        ("g6=QD", "special tiles are"),
        ("g6=HR", "the colour of a seat"),
        ("g6=DFD1,g6=DMD1", "one tile on each cell"),
        ("g6=DFD1,,e6=DMD1", "a cell of the board"),
    ],
)
def test_tf_53_tiles(tile: str, message: str) -> None:
    with pytest.raises(mf.ParseError, match=message):
        parse(f"tf1 DF {tile} F2M2R2/D3M3R3HCX 33 0P 0 -")


def test_tf_53_tiles_are_sorted_when_written() -> None:
    tiles = "d10=HF,e6=DFD1,e10=CF,e9=XF"
    state = board(tiles, "0P", "DF")
    assert field(state, 2) == "d10=HF,e6=DFD1,e9=XF,e10=CF"


def test_tf_54_hands() -> None:
    for hand in ("F3M3R3HCX", "-", "HX", "R1", "F2C"):
        text = f"tf1 DF g6=HF {hand}/D1 00 1P 0 -"
        assert field(parse(text), 3) == f"{hand}/D1"
    for hand in ("", "F", "F0", "F10", "M1F1", "XH", "HH", "T3", "F1T2", "3F", "Z1", "D1"):
        with pytest.raises(mf.ParseError):
            parse(f"tf1 DF g6=HF {hand}/D1 00 1P 0 -")
    with pytest.raises(mf.ParseError, match="one for each seat"):
        parse("tf1 DF g6=HF F1/D1/- 00 1P 0 -")
    view = "tf1 DF g6=HF T3C/D1 00 1P 0 -"
    assert str(mf.Game("terraflip").parse_view(view, 1)) == view
    for wrong in (view.replace("T3C", "F3C"), view.replace("/D1", "/T1")):
        with pytest.raises(mf.ParseError, match="secrecy"):
            mf.Game("terraflip").parse_view(wrong, 1)


@pytest.mark.parametrize(
    "phase", ["", "P", "0", "2P", "0Q", "0P6", "0Pg6", "0L", "0Lz9", "0Lf6", "0Lf7", "0Ch6", "0Xg6",
              "0Cg6", "0Eg6", "0Fg6", "0LS", "0PSg6", "-P", "--", "0Lg6S"],
)  # fmt: skip
def test_tf_55_phases_that_are_refused(phase: str) -> None:
    text = f"tf1 DF f7=FDF2,g6=DFD1,g5=CF F2M3R3HCX/D2M3R3HX 33 {phase} 2 -"
    with pytest.raises(mf.ParseError):
        parse(text)


def test_tf_55_spies_phase_and_turn() -> None:
    state = play(start(players=3), "TM@g6", ".", "S:g6", "C@h6")
    assert str(state).split()[4:7] == ["323", "1Ch6", "1"]


def test_tf_56_options_travel_in_order() -> None:
    everything = (
        "lines=axial;stop=own_target;hand=open;special_line=0;connect=final;special_score=0;"
        "spy=before;edge=both"
    )
    state = parse(f"tf1 DF - F3M3R3HCX/D3M3R3HCX 33 0P 0 {everything}")
    assert field(state, 7) == everything
    assert state.game.options["edge"] == "both"
    shuffled = ";".join(reversed(everything.split(";")))
    assert parse(f"tf1 DF - F3M3R3HCX/D3M3R3HCX 33 0P 0 {shuffled}") == state
    # The string is the last word on its options; the rest stays as the game has it.
    plain = mf.Game("terraflip", lines="axial", limit=4).parse(str(start()))
    assert plain.game.spec == "terraflip:limit=4"
    for bad in ("lines", "lines=", "lines=diag", "limit=4", "lines=axial;lines=axial", ";", "x=1"):
        with pytest.raises(mf.ParseError, match="option"):
            parse(f"tf1 DF - F3M3R3HCX/D3M3R3HCX 33 0P 0 {bad}")


def test_tf_57_blind_positions() -> None:
    state = play(start(hand="blind"), "T@g6", ".", "T@h6")
    assert str(state) == "tf1 DF g6=D?D0,h6=F?F0 T8HCX/T8HCX 33 1Lh6 1 hand=blind"
    assert field(state.play("F:g6"), 5) == "1Fg6"
    assert field(state.play("S:g6"), 5) == "1Lh6Sg6"
    assert field(state.play("S:g6"), 4) == "32"
    thrown = play(start(hand="blind"), "T@g6", ".", "X@g5", "X:g6>f5")
    assert field(thrown, 5) == "1Ff5"
    assert field(thrown, 2) == "f5=D?D0,g5=XF"
    early = play(start(hand="blind"), "T@g6", ".", "S:g6")
    assert field(early, 5) == "1PSg6"
    for state in (thrown, early):
        assert state.game.parse(str(state)) == state
        for seat in (0, 1):
            assert state.game.parse_view(str(state.view(seat)), seat) == state.view(seat)
    with pytest.raises(mf.ParseError, match="has no underside"):
        parse("tf1 DF g6=D?D1 T8HCX/T9HCX 33 1P 1 hand=blind")


def test_tf_58_impossible_positions() -> None:
    one = "tf1 DF {} F2M3R3HCX/D3M3R3HCX 33 1P 1 -"
    for tile, message in (("f6=DFD1", "castle"), ("a1=DFD1", "cell of the board"),
                          ("h6=DFD1", "unconnected"), ("g6=DFD1,g6=HD", "one tile"),
                          ("g6=DDD1", "backed by D")):  # fmt: skip
        with pytest.raises(mf.ParseError, match=message):
            parse(one.format(tile))
    with pytest.raises(mf.ParseError, match="wrong origin"):
        parse(one.format("g6=DFD1").replace("1P", "1Lg6"))
    full = str(play(start(), "TM@g6", "."))
    with pytest.raises(mf.ParseError, match=r"do not agree|secrecy"):
        mf.Game("terraflip").parse_view(full, 1)
    view = str(play(start(), "TM@g6", ".").view(1))
    with pytest.raises(mf.ParseError, match=r"secrecy|underside"):
        mf.Game("terraflip").parse(view)
    with pytest.raises(mf.ParseError):
        mf.Game("terraflip", players=3).parse_view(view, 2)


# --- 12 and 13: options, rulings


def test_tf_59_every_option_is_a_fact() -> None:
    info = next(info for info in mf.games() if info.name == "terraflip")
    names = [option.name for option in info.options]
    assert names == ["players", "colours", "lines", "stop", "hand", "special_line", "connect",
                     "special_score", "spy", "edge", "backs", "bonus", "limit"]  # fmt: skip
    assert mf.Game("terraflip", players=2, limit=4).options["limit"] == "4"
    assert mf.Game("terraflip", players=2, limit=3).spec == "terraflip"
    assert mf.Game("terraflip", players=4, limit=4).spec == "terraflip:players=4"
    for players, limit in ((4, 3), (2, 5), (2, 2)):
        with pytest.raises(mf.OptionError, match="limit"):
            mf.Game("terraflip", players=players, limit=limit)


def test_tf_60_unconnected_tiles() -> None:
    with pytest.raises(mf.ParseError, match="tile h8 is unconnected"):
        board("g6=DFD1,h8=FDF2", "0P", "DF")
    apart = board("g6=XD,g5=FDF2,h8=FMF2,i7=HF", "0Xg6", "DF")
    assert not any(">" in move for move in legal(apart))


def test_tf_61_a_blind_spy_is_settled_by_the_next_event() -> None:
    state = play(start(hand="blind"), "T@g6", ".")
    short = state.view(0).observe("S:g6").observe("H@h6")
    assert short == state.view(0).observe("S:g6 *=? H@h6")
    assert short == play(state, "S:g6=M", "H@h6").view(0)
    with pytest.raises(mf.IllegalMoveError):
        state.view(1).observe("S:g6").observe("H@h6")


def test_tf_62_open_masks_are_full() -> None:
    assert field(board("g6=DFD1", "1P", "DF", options="hand=open"), 2) == "g6=DFD3"


def test_tf_63_blind_hands_by_their_backs() -> None:
    text = "tf1 DF g6=DFD0 {}/T9HCX 33 1P 1 hand=blind"
    assert field(parse(text.format("F2M3R3HCX")), 3) == "T8HCX/T9HCX"
    for hand in ("F3M2R3HCX", "F2M3R2HCX"):
        with pytest.raises(mf.ParseError, match="blind"):
            parse(text.format(hand))
    with pytest.raises(mf.ParseError, match="blind"):
        parse(text.format("F3M3R2HCX").replace("DFD0", "D?D0"))


def test_tf_64_options_as_text() -> None:
    spec = "terraflip:players=3,colours=RDM,backs=D:D9/R:F9,bonus=1,2,3"
    game = mf.Game(spec)
    assert game.spec == spec
    assert field(game.start(), 3) == "F9HCX/D9HCX/D3F3R3HCX"
    assert game.start().scores == [1, 2, 3]
    same_front = play(game.start(), "TF@f7", ".", "TD@f8", ".", "H@f9")
    assert field(same_front.play("F:f8"), 5) == "2E"
    other = mf.Game("terraflip:players=3,bonus=1,2,3,limit=4").parse(str(start()))
    assert other.scores == [3, 0]
    assert other.game.options["limit"] == "auto"


def test_tf_65_masks_are_what_seats_know() -> None:
    odd = "tf1 DF e6=FDD1,g6=DMD2 F2M2R3HCX/D3M3R3HCX 33 1P 2 -"
    state = parse(odd)
    assert "S:e6" in legal(state)
    assert field(state.view(1), 2) == "e6=F?D1,g6=DMD2"
    assert field(state.view(0), 2) == "e6=FDD1,g6=D?D2"
    for seat in (0, 1):
        worlds = state.view(seat).worlds(2000)
        assert worlds is not None
        assert any(world == state for world, _ in worlds)
        assert {world.view(seat) for world, _ in worlds} == {state.view(seat)}
        assert all(field(world, 2).startswith("e6=FDD1") for world, _ in worlds)


def test_tf_66_tiles_beyond_the_limit_may_be_set_up() -> None:
    state = board("f5=HF,f4=CF,f3=XF,f2=DFD1,f1=HD", "0P", "DF")
    assert "TM@e4" in legal(state)
    assert not {"e2", "g2", "g1", "e3"} & cells(state, "TM")


def test_tf_67_nobody_forgets() -> None:
    state = play(start(), "TM@g6", ".", "S:g6")
    while not state.is_over:
        assert re.search(r"g6=(DM|MD)", str(state.view(1)))
        state = state.play(next(move for move in legal(state) if move[:2] not in {"S:", "X:"}))


# --- beyond the rule book: what search is offered


def test_views_show_only_what_the_seat_may_see() -> None:
    state = play(start(), "TM@g6", ".", "TD@h6")
    rows = [text.drawing().split("p1 ")[0] for text in (state, state.view(0), state.view(1))]
    assert ["DM" in row for row in rows] == [True, True, False]
    assert ["D?" in row for row in rows] == [False, False, True]
    assert "hand 8 hidden H C X" in state.view(1).drawing()
    for text in (state.drawing(), start(players=4).drawing()):
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 80


def test_a_drawing_names_rows_and_columns() -> None:
    """A cell stands in the row of its number and, two signs right a row, below its letter."""
    for spec in ("terraflip", "terraflip:players=4"):
        state = mf.Game(spec).deal(1)
        for seed in range(60):
            lines = state.drawing().split("p1 ")[0].splitlines()
            heads = {
                found[0]: (number, found.start())
                for number, line in enumerate(lines)
                for found in re.finditer(r"(?<=[ ]{2})[a-k](?= |$)", line)
            }
            for number, line in enumerate(lines):
                for found in re.finditer(r"([a-k])(\d+)", line):
                    top, place = heads[found[1]]
                    assert int(line[:2]) == int(found[2])
                    assert found.start() - place == 2 * (number - top)
            if not state.is_over:
                state = state.play(str(state.random_move(seed)))
        assert len(heads) >= 9


def test_an_event_list_read_from_the_start_gives_the_view() -> None:
    for spec in ("terraflip:players=3", "terraflip:hand=blind", "terraflip:hand=open"):
        state = mf.Game(spec).start()
        events: list[list[str]] = [[] for _ in range(state.players)]
        for seed in range(400):
            if state.is_over:
                break
            move = state.random_move(seed)
            for seat, seen in enumerate(events):
                seen.append(state.seen_by(seat, move))
            state = state.play(move)
        for seat, seen in enumerate(events):
            assert mf.Game(spec).start_view(seat).observe(" ".join(seen)) == state.view(seat)
