"""Rules about thinking: what go answers, what can be asked meanwhile, what numbers mean."""

from __future__ import annotations

import json
import math
import re

from moonflower.protocol.conformance.about_positions import play_to_the_end
from moonflower.protocol.conformance.rules import Bench, rule
from moonflower.protocol.conformance.talk import Talk, fields_of, need

NOT_TIMED = re.compile(r"\b(nps|time) \d+")
MOST_CENTIPAWNS = 3000
PERMILLE = 1000
BELIEF_WORDS = 9  # belief SLOT ODDS worlds N exact 1 given rules
NEAR = 1e-3  # odds are written with six digits


def infos(said: list[str]) -> list[dict[str, list[str]]]:
    """The fields of all info lines."""
    return [fields_of(line) for line in said if line.startswith("info")]


def scored(said: list[str]) -> list[dict[str, list[str]]]:
    """Those that hold a score."""
    found = [fields for fields in infos(said) if "score" in fields]
    need(found, "no info line with a score")
    return found


def set_option(talk: Talk, name: str, value: str) -> None:
    """Set an option without a word."""
    talk.quietly(f"setoption name {name} value {value}")


@rule("go-limits", "go with nodes, movetime, depth, worlds or clocks ends with a legal bestmove")
def _go_limits(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    legal = talk.legal()
    for limits in ("nodes 200", "movetime 30", "depth 2", "worlds 50", "search nodes 50",
                   "p1time 200 p2time 200 p1inc 5 p2inc 5 movestogo 10",
                   "wtime 200 btime 200 winc 0 binc 0"):  # fmt: skip
        best = talk.best(f"go {limits}")
        need(best in legal, f"'go {limits}' ends with {best!r}, which is not legal")


@rule("one-bestmove", "exactly one bestmove for each go, whatever its mode")
def _one_bestmove(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for mode in ("nodes 1", "nodes 1 movetime 0", "perft 2", "hint level 1 nodes 50",
                 "hint level 3 nodes 50", "solve nodes 1000", "nodes 3 searchmoves"):  # fmt: skip
        line = f"go {mode}" + (f" {talk.legal()[0]}" if mode.endswith("searchmoves") else "")
        talk.go(line)  # which sees to it that there is one


@rule("beliefs", "go beliefs tells what may lie in each hidden slot of the scene, with odds")
def _beliefs(bench: Bench) -> None:
    talk = bench.at(bench.games.hidden, "startpos seed 1")
    scene = json.loads(talk.query("scene"))
    seat = scene["turn"]
    said = talk.go(f"go beliefs {seat} worlds 500")
    need(said[-1].startswith("bestmove (none)"), f"go beliefs ends with {said[-1]!r}")
    lines = [line.split() for line in said if line.startswith("belief ")]
    talk.quietly(f"position {talk.query(f'view {seat}')}")
    hidden = {slot["id"] for slot in json.loads(talk.query("scene"))["slots"] if slot["hidden"]}
    need({words[1] for words in lines} == hidden, f"beliefs of other slots than {hidden}")
    for words in lines:
        need(
            len(words) == BELIEF_WORDS and words[3::2] == ["worlds", "exact", "given"],
            f"{' '.join(words)!r} is no belief",
        )
        odds = [float(part.rsplit("=", 1)[1]) for part in words[2].split(",")]
        need(abs(sum(odds) - 1) < NEAR, f"the odds of {words[1]} add up to {sum(odds)}")


@rule("searchmoves", "searchmoves leaves no other move; one that is not legal is refused")
def _searchmoves(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for move in talk.legal()[:2]:
        best = talk.best(f"go nodes 50 searchmoves {move}")
        need(best == move, f"searchmoves {move} gives {best!r}")
    said = talk.go("go nodes 50 searchmoves ???", allow_error=True)
    need(
        said[-1] == "bestmove (none)" and "error" in said[0], f"searchmoves ??? gives {said[-1]!r}"
    )


@rule("stop", "stop ends a search, which still says its bestmove")
def _stop(bench: Bench) -> None:
    talk = bench.in_middle_of_search(bench.games.hidden, "startpos seed 1")
    talk.send("stop")
    best = talk.until("bestmove")[-1].split()[1]
    need(best in talk.legal(), f"a stopped search ends with {best!r}, which is not legal")
    need(not talk.tell(), "something follows the bestmove")


@rule("infinite", "go infinite says nothing final until it is stopped")
def _infinite(bench: Bench) -> None:
    talk = bench.in_middle_of_search(bench.games.open)
    said = talk.tell()
    said += talk.spoken_before(0.15)
    talk.send("stop")
    need(not any(line.startswith("bestmove") for line in said), "a bestmove before stop")
    talk.until("bestmove")


@rule("stop-idle", "stop and ponderhit without a search are harmless")
def _stop_idle(bench: Bench) -> None:
    bench.at(bench.games.open).quietly("stop", "ponderhit", "stop")


@rule("over", "go in a finished game answers bestmove (none)")
def _over(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    play_to_the_end(talk)
    best = talk.best("go nodes 10")
    need(best == "(none)", f"the game is over, yet bestmove {best!r}")


@rule("asked-meanwhile", "isready, query, d and help are answered during a search")
def _asked_meanwhile(bench: Bench) -> None:
    talk = bench.in_middle_of_search(bench.games.open)
    for line, answer in (("query turn", "response p1"), ("d", ""), ("help", "")):
        said = [text for text in talk.tell(line) if not re.match("info (depth|policy)", text)]
        is_kept = answer in said if answer else said
        if not is_kept:
            talk.send("stop")
        need(is_kept, f"{line!r} during a search answered {said[:1]}")
    talk.send("stop")
    talk.until("bestmove")


@rule("busy", "go, position, game and setoption during a search are refused as busy")
def _busy(bench: Bench) -> None:
    talk = bench.in_middle_of_search(bench.games.open)
    missing = []
    for line in ("go nodes 1", "position startpos", f"game {bench.games.hidden}",
                 "setoption name Hash value 16"):  # fmt: skip
        said = talk.tell(line)
        need(not any(text.startswith("bestmove") for text in said), f"{line!r} ended the search")
        if not any(text.startswith("info string error busy ") for text in said):
            missing.append(line)
    talk.send("stop")
    talk.until("bestmove")
    is_twice = any(text.startswith("bestmove") for text in talk.tell())
    need(not is_twice, "more than one bestmove")
    need(not missing, f"{missing[:1]} is not refused as busy")
    need(talk.query("spec") == bench.games.open, "a refused command had an effect")


@rule("ponder", "go ponder thinks until ponderhit, then as long as its limits say")
def _ponder(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    talk.send("go ponder movetime 20")
    said = talk.tell() + talk.spoken_before(0.15)
    is_early = any(line.startswith("bestmove") for line in said)
    talk.send("ponderhit")
    if not is_early:
        best = talk.until("bestmove")[-1].split()[1]
        need(best in talk.legal(), f"after ponderhit bestmove {best!r}")
    need(not is_early, "a bestmove before ponderhit")
    talk.send("go ponder nodes 10")
    talk.tell()
    talk.send("stop")
    talk.until("bestmove")
    need(not talk.tell(), "more than one bestmove after a stop")


@rule("ponder-word", "bestmove names what to ponder on only while the option Ponder is true")
def _ponder_word(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for value, words in (("false", 2), ("true", 4), ("false", 2)):
        set_option(talk, "Ponder", value)
        line = talk.go("go nodes 400")[-1]
        need(len(line.split()) == words, f"with Ponder {value}: {line!r}")


@rule("info-form", "info lines are made of the fields of the page; time, nps and score are whole")
def _info_form(bench: Bench) -> None:
    for game, position in ((bench.games.open, "startpos"), (bench.games.hidden, "startpos seed 6"),
                           (bench.games.together, "startpos seed 6")):  # fmt: skip
        for fields in scored(bench.at(game, position).go("go nodes 300")):
            for name in ("depth", "multipv", "nodes", "nps", "time", "ev", "pv"):
                need(name in fields, f"an info line with a score has no {name}")


@rule("values", "ev is 0 to 1, cp is 400 log10 of its odds, wdl adds up to 1000")
def _values(bench: Bench) -> None:
    for game, position in ((bench.games.open, "startpos"), (bench.games.hidden, "startpos seed 6")):
        for fields in scored(bench.at(game, position).go("go nodes 300")):
            value = float(fields["ev"][0])
            need(0 <= value <= 1, f"ev {value}")
            if "wdl" in fields:
                total = sum(map(int, fields["wdl"]))
                need(total == PERMILLE, f"wdl {' '.join(fields['wdl'])} adds up to {total}")
            if fields["score"][0] == "cp":
                check_centipawns(int(fields["score"][1]), value)


def check_centipawns(score: int, value: float) -> None:
    """The score is that of some value which rounds to what was printed."""
    need(abs(score) <= MOST_CENTIPAWNS, f"score cp {score}")
    low, high = (
        math.inf * sign if not 0 < near < 1 else 400 * math.log10(near / (1 - near))
        for sign, near in ((-1, value - 1e-4), (1, value + 1e-4))
    )
    bottom, top = max(low, -MOST_CENTIPAWNS) - 1, min(high, MOST_CENTIPAWNS) + 1
    need(bottom <= score <= top, f"score cp {score} with ev {value}")


@rule("mate", "score mate comes with a proof, and with its sign")
def _mate(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    seen = False
    while talk.legal():
        for fields in infos(talk.go("go nodes 3000")):
            if fields.get("score", [""])[0] == "mate":
                seen = True
                proof, moves = fields.get("proven", ["nothing"])[0], int(fields["score"][1])
                fits = (proof == "win" and moves > 0) or (proof == "loss" and moves < 0)
                need(fits, f"score mate {moves} with proven {proof}")
        talk.quietly(f"apply {talk.legal()[-1]}")
    need(seen, "no score mate in a game played to its end")


@rule("multipv", "MultiPV k gives k lines, numbered from 1")
def _multipv(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    set_option(talk, "MultiPV", "3")
    last = [fields["multipv"][0] for fields in scored(talk.go("go nodes 500"))][-3:]
    set_option(talk, "MultiPV", "1")
    need(last == ["1", "2", "3"], f"the last three lines are numbered {last}")


@rule("show-wdl", "UCI_ShowWDL false leaves wdl out")
def _show_wdl(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for value in ("false", "true"):
        set_option(talk, "UCI_ShowWDL", value)
        shows = ["wdl" in fields for fields in scored(talk.go("go nodes 100"))]
        need(all(shows) if value == "true" else not any(shows), f"with {value}: wdl {shows[-1]}")


def policy_of(said: list[str]) -> dict[str, float]:
    """The last policy: an entry ends at the comma after its number."""
    lines = [fields["policy"][0] for fields in infos(said) if "policy" in fields]
    need(lines, "no policy where choices are made together")
    found = re.findall(r"(\S+?)=([0-9.]+)(?:,|$)", lines[-1])
    return {token: float(part) for token, part in found}


@rule("policy", "mixed play tells its policy; bestmove is drawn from it, with Greedy its best")
def _policy(bench: Bench) -> None:
    talk = bench.at(bench.games.together, "startpos seed 3")
    said = talk.go("go nodes 500")
    policy, best = policy_of(said), said[-1].split()[1]
    need(abs(sum(policy.values()) - 1) < 0.01, f"the policy adds up to {sum(policy.values())}")  # noqa: PLR2004
    need(set(policy) <= set(talk.legal()), f"the policy plays {sorted(policy)}")
    need(policy.get(best, 0) > 0, f"bestmove {best} is not in the policy {policy}")
    set_option(talk, "Greedy", "true")
    said = talk.go("go nodes 500")
    set_option(talk, "Greedy", "false")
    policy, best = policy_of(said), said[-1].split()[1]
    need(policy.get(best) == max(policy.values()), f"Greedy plays {best} of {policy}")


@rule("same-transcript", "Threads 1, Seed and nodes: the same transcript but for time and nps")
def _same_transcript(bench: Bench) -> None:
    runs = []
    for _ in range(2):
        talk = bench.at(bench.games.hidden, "startpos seed 8")
        talk.quietly("ucinewgame", "setoption name Threads value 1", "setoption name Seed value 5")
        runs.append([NOT_TIMED.sub("", line) for line in talk.go("go nodes 3000")])
    first = next((pair for pair in zip(*runs, strict=False) if pair[0] != pair[1]), None)
    need(runs[0] == runs[1], f"the transcripts differ: {first or [len(run) for run in runs]}")


@rule("no-peeking", "go in a full position plays from what the seat to move may know")
def _no_peeking(bench: Bench) -> None:
    answers: dict[str, set[str]] = {}
    truths: dict[str, set[str]] = {}
    for seed in range(12):
        talk = bench.at(bench.games.hidden, f"startpos seed {seed}")
        view = talk.query("view p1")
        said = talk.go("go nodes 300")
        answers.setdefault(view, set()).add(NOT_TIMED.sub("", said[-2]) + said[-1])
        truths.setdefault(view, set()).add(talk.query("pos"))
    need(any(len(found) > 1 for found in truths.values()), "no two deals look alike to p1")
    peeks = [view for view, found in answers.items() if len(found) > 1]
    need(not peeks, f"in {peeks[:1]} the answer depends on what is hidden")


@rule("hint", 'go hint answers: hint level k move T text "..."')
def _hint(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    for level in (1, 2, 3):
        said = talk.go(f"go hint level {level} nodes 300")
        lines = [line for line in said if line.startswith("hint")]
        form = rf'hint level {level} move (\S+) text "[^"]+"'
        found = re.fullmatch(form, lines[0]) if len(lines) == 1 else None
        need(found, f"go hint level {level} answered {lines[:2] or said[:1]}")
        if found and found[1] != "(none)":
            need(found[1] in talk.legal(), f"the hint plays {found[1]!r}")
    need(any(line.startswith("hint level 2 ") for line in talk.go("go hint nodes 50")),
         "go hint is not of level 2")  # fmt: skip


@rule("solve", "go solve answers: solution kind value X bound X exact 0|1 nodes n time ms pv ...")
def _solve(bench: Bench) -> None:
    number = r"-?[0-9]+(\.[0-9]+)?"
    form = (
        rf"solution (win|loss|draw|value|unknown) value {number} bound {number} exact [01] "
        r"nodes \d+ time \d+ pv \S.*"
    )
    for game, position in ((bench.games.open, "startpos"), (bench.games.hidden, "startpos seed 2")):
        talk = bench.at(game, position)
        lines = [line for line in talk.go("go solve") if line.startswith("solution")]
        is_kept = len(lines) == 1 and re.fullmatch(form, lines[0])
        need(is_kept, f"go solve answered {lines[:2]}")


@rule("perft", "go perft N counts; with split the counts of the first moves add up")
def _perft(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    form = r"perft 2 nodes (\d+) time \d+ nps \d+"
    total = re.fullmatch(form, talk.go("go perft 2")[0])
    need(total, "go perft 2 does not answer 'perft 2 nodes N time ms nps N'")
    said = talk.go("go perft 2 split")
    parts = [line.split() for line in said[:-2]]
    need(all(len(part) == 3 and part[0] == "perft" for part in parts), f"split: {said[:1]}")  # noqa: PLR2004
    need([part[1] for part in parts] == talk.legal(), "split does not list the legal moves")
    added = sum(int(part[2]) for part in parts)
    need(total and added == int(total[1]), f"the parts add up to {added}")


@rule("bench", "bench answers its signature, the same every time")
def _bench(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    found = []
    for line in ("bench 50", "bench 50 threads 1"):
        talk.send(line)
        said = talk.until("bench")[-1]
        match = re.fullmatch(r"bench signature ([0-9a-f]+) nodes \d+ nps \d+ time \d+", said)
        need(match, f"{line!r} answered {said!r}")
        found.append(match[1] if match else "")
    need(found[0] == found[1], f"two signatures: {found}")


@rule("strength", "every Strength from 0 to 20 plays legal moves")
def _strength(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    legal = talk.legal()
    for value in (0, 10, 20):
        set_option(talk, "Strength", str(value))
        best = talk.best("go nodes 100")
        need(best in legal, f"Strength {value} plays {best!r}")


@rule("algorithm-choice", "every Algorithm plays a legal move or refuses with a bestmove (none)")
def _algorithm_choice(bench: Bench) -> None:
    names = bench.options.get("Algorithm", [])[4::2]
    for game, position in ((bench.games.open, "startpos"), (bench.games.hidden, "startpos seed 6")):
        talk = bench.at(game, position)
        legal = talk.legal()
        for name in names:
            set_option(talk, "Algorithm", name)
            said = talk.go("go nodes 2000", allow_error=True)
            best = said[-1].split()[1]
            is_refused = best == "(none)" and any("string error" in line for line in said)
            need(best in legal or is_refused, f"Algorithm {name} plays {best!r}")
    set_option(talk, "Algorithm", "auto")


@rule("eval", "eval and selftest are answered")
def _eval(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    talk.send("eval")
    fields = fields_of(talk.until("info")[-1])
    need("ev" in fields, "eval tells no ev")
    talk.send("selftest")
    said = talk.until("selftest")[-1]
    need(said.startswith("selftest passed"), f"selftest answered {said!r}")
