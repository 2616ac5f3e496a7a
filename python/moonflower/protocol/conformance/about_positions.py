"""Rules about positions, views and queries."""

from __future__ import annotations

import re

from moonflower.protocol.conformance.rules import Bench, rule
from moonflower.protocol.conformance.talk import Talk, need

LONGEST_GAME = 500
SURE = 1e-9  # of odds that add up to 1


def play_to_the_end(talk: Talk) -> int:
    """Play first legal moves until the game is over; how many."""
    for count in range(LONGEST_GAME):
        legal = talk.legal()
        if not legal:
            return count
        talk.quietly(f"apply {legal[0]}")
    need(False, f"the game is not over after {LONGEST_GAME} first legal moves")
    return 0


@rule("startpos", "position startpos sets the start: turn, seats and legal moves can be asked")
def _startpos(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    need(talk.query("turn") == "p1", f"the turn is {talk.query('turn')!r}")
    need(talk.query("seats") == "2", f"the seats are {talk.query('seats')!r}")
    need(talk.query("p1turn") == "true", "p1turn is not true")
    need(talk.query("gameover") == "false", "gameover is not false")
    need(talk.query("result") == "none", f"the result is {talk.query('result')!r}")
    need(talk.legal(), "no legal moves")


@rule("seed", "startpos seed N deals, always the same way, up to the first decision")
def _seed(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 7")
    first, turn = talk.query("pos"), talk.query("turn")
    need(re.fullmatch("p[1-5]", turn), f"after a seed the turn is {turn!r}")
    talk.quietly("position startpos seed 7")
    need(talk.query("pos") == first, "the same seed deals differently")


@rule("pos", "position pos reads what query pos writes")
def _pos(bench: Bench) -> None:
    for game, position in ((bench.games.open, "startpos"), (bench.games.hidden, "startpos seed 3")):
        talk = bench.at(game, position)
        talk.quietly(f"apply {talk.legal()[0]}")
        text, key = talk.query("pos"), talk.query("key")
        talk.quietly(f"position pos {text}")
        need(talk.query("pos") == text, f"{text!r} comes back as {talk.query('pos')!r}")
        need(talk.query("key") == key, "the key of a position read back differs")


@rule("moves", "position ... moves and apply lead to the same place; illegal moves are refused")
def _moves(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    first = talk.legal()[0]
    talk.quietly(f"apply {first}")
    second, key = talk.legal()[0], talk.query("key")
    talk.quietly(f"apply {second}")
    key = talk.query("key")
    talk.quietly(f"position startpos moves {first} {second}")
    need(talk.query("key") == key, "moves and apply lead to different places")
    talk.refused(f"apply {first}")
    need(talk.query("key") == key, "a refused apply changes the position")


@rule("undo", "undo [N] takes the last tokens back")
def _undo(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    start, keys = talk.query("key"), []
    for _ in range(3):
        talk.quietly(f"apply {talk.legal()[0]}")
        keys.append(talk.query("key"))
    talk.quietly("undo")
    need(talk.query("key") == keys[1], "undo does not take one token back")
    talk.quietly("undo 2")
    need(talk.query("key") == start, "undo 2 does not take two tokens back")
    talk.refused("undo")


@rule("seat-prefix", "a seat may be named in front of a token; a wrong one is refused")
def _seat_prefix(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    move = talk.legal()[0]
    talk.quietly(f"position startpos moves p1:{move}")
    key = talk.query("key")
    talk.quietly(f"position startpos moves {move}")
    need(talk.query("key") == key, "p1: in front of a token changes what it means")
    talk.refused(f"position startpos moves p2:{move}")


@rule("chance", "chance is written with a star, and a move list with it is a complete record")
def _chance(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden)
    need(talk.query("turn") == "chance", f"at the start the turn is {talk.query('turn')!r}")
    need(talk.legal() == [], "legal moves at a chance turn")
    need(talk.best("go nodes 10", allow_error=True) == "(none)", "a move at a chance turn")
    talk.quietly("position startpos seed 5")
    key = talk.query("key")
    tokens = []
    for seat in ("p1", "p2"):
        events = talk.query(f"view {seat}").split(" events ")[1].split()
        need(all(token.startswith("*") for token in events), f"chance in {seat}'s view: {events}")
        tokens.append(events)
    whole = [mine if "?" not in mine else theirs for mine, theirs in zip(*tokens, strict=True)]
    talk.quietly(f"position startpos moves {' '.join(whole)}")
    need(talk.query("key") == key, "the chance tokens of both views do not give the deal")


def outcomes(talk: Talk) -> dict[str, float]:
    """What chance may bring here, with its odds."""
    said = talk.query("outcomes")
    found = {}
    for entry in said.split():
        token, _, odds = entry.rpartition("=")
        need(re.fullmatch(r"\*\S+=[0-9.e-]+", entry), f"an outcome is TOKEN=ODDS, not {entry!r}")
        found[token] = float(odds)
    return found


@rule("outcomes", "query outcomes lists what chance may bring with its odds, and none elsewhere")
def _outcomes(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden)
    listed = outcomes(talk)
    need(abs(sum(listed.values()) - 1) < SURE, f"the odds add up to {sum(listed.values())}")
    for token in listed:
        need(talk.query(f"islegal {token}") == "true", f"{token!r} is listed but not to be had")
    talk.quietly("position startpos seed 7")
    said = talk.query("outcomes")
    need(said == "none", f"where a seat is on turn, the outcomes are {said!r}")


@rule(
    "apply-chance", "apply chance draws by Seed and answers with the token; it is refused elsewhere"
)
def _apply_chance(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden)
    listed = outcomes(talk)
    drawn = []
    for _ in range(2):
        talk.quietly("setoption name Seed value 5", "position startpos")
        said = talk.tell("apply chance")
        is_drawn = len(said) == 1 and said[0].removeprefix("response ") in listed
        need(is_drawn, f"apply chance answered {said[:2]}, not one response with an outcome")
        drawn.append(said[0].removeprefix("response "))
    need(drawn[0] == drawn[1], f"the same Seed draws {drawn[0]} and {drawn[1]}")
    key = talk.query("key")
    talk.quietly(f"position startpos moves {drawn[0]}")
    need(talk.query("key") == key, "apply chance has played something else than it said")
    talk.quietly("position startpos seed 7")
    talk.refused("apply chance")


@rule("query-refused", "a refused query is answered by its error and response (none)")
def _query_refused(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for line in ("query nonsense", "query view p5"):
        said = talk.tell(line)
        is_answered = len(said) == 2 and said[0].startswith("info string error ")  # noqa: PLR2004
        need(is_answered and said[1] == "response (none)", f"{line!r} answered {said[:2]}")


@rule("refused-position", "after a refused position none is valid until the next one")
def _refused_position(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    talk.refused("position pos ???")
    talk.refused("query turn")
    said = talk.go("go nodes 10", allow_error=True)
    need(said[-1] == "bestmove (none)", f"go answered {said[-1]!r} without a position")
    talk.quietly("position startpos")
    need(talk.query("turn") == "p1", "a valid position after a refused one is not taken")


@rule("query-moves", "islegal tells legal tokens from others")
def _query_moves(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    move = talk.legal()[0]
    need(talk.query(f"islegal {move}") == "true", f"{move!r} is listed but not legal")
    need(talk.query("islegal ???") == "false", "'???' is legal")
    talk.quietly(f"apply {move}")
    need(talk.query(f"islegal {move}") == "false", f"{move!r} is legal twice")


@rule("query-facts", "every query answers one response line")
def _query_facts(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 2")
    for what in ("gameover", "p1turn", "result", "turn", "seats", "legal", "returns", "pos",
                 "public", "view p1", "view p2", "key", "spec", "outcomes", "scene"):  # fmt: skip
        need(talk.query(what), f"query {what} says nothing")


@rule("finished", "a finished game tells its result and returns, and nobody is on turn")
def _finished(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    play_to_the_end(talk)
    need(talk.query("gameover") == "true", "no legal moves, yet not over")
    result = talk.query("result")
    need(result in ("p1win", "p2win", "draw"), f"the result is {result!r}")
    returns = [float(word) for word in talk.query("returns").split()]
    need(len(returns) == int(talk.query("seats")), f"the returns are {returns}")
    need(not talk.query("turn").startswith("p"), f"the turn is {talk.query('turn')!r}")


@rule("view-events", "query view writes what a seat saw; position reads it back as that view")
def _view_events(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 4")
    talk.quietly(f"apply {talk.legal()[0]}")
    turn, legal = talk.query("turn"), talk.legal()
    line = talk.query(f"view {turn}")
    need(line.startswith(f"view {turn} startpos events "), f"query view answered {line!r}")
    talk.quietly(f"position {line}")
    need(talk.query("turn") == turn, "the view has another seat on turn")
    need(talk.legal() == legal, "the view has other legal moves")


@rule("view-string", "position view SEAT pos reads a view string")
def _view_string(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 4")
    seat = talk.query("turn")
    talk.quietly(f"position {talk.query(f'view {seat}')}")
    key, text = talk.query("key"), talk.query("pos")
    talk.quietly(f"position view {seat} pos {text}")
    need(talk.query("key") == key, "a view read from its string is another view")


@rule("view-hides", "a view holds nothing the seat cannot know, whatever the truth")
def _view_hides(bench: Bench) -> None:
    talk = bench.talk
    lines: dict[str, set[str]] = {}
    for seed in range(12):
        bench.at(bench.games.hidden, f"startpos seed {seed}")
        mine = talk.query("view p1")
        need("?" in mine, f"nothing is masked in {mine!r}")
        lines.setdefault(mine, set()).add(talk.query("pos"))
    need(any(len(truths) > 1 for truths in lines.values()), "p1's view tells the whole deal")


@rule("view-is-one-seat", "a session that sits in one seat cannot be asked for another's view")
def _view_is_one_seat(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 4")
    talk.quietly(f"position {talk.query('view p1')}")
    talk.refused("query view p2")
    talk.refused("d p2")


@rule("together", "commits come in seat order, masked for others; a view may choose at any time")
def _together(bench: Bench) -> None:
    talk = bench.at(bench.games.together, "startpos seed 1")
    start = talk.query("view p2")
    first = talk.legal()[0]
    talk.quietly(f"apply {first}")
    masked = talk.query("view p2").split()
    need(masked[-1].startswith("p1:") and "?" in masked[-1], f"p1's commit is {masked[-1]!r}")
    for line in (start, " ".join(masked), start + " p1:?"):
        talk.quietly(f"position {line}")
        best = talk.best("go nodes 50")
        need(best in talk.legal(), f"{best!r} is not one of p2's choices after {line!r}")
