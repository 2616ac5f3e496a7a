"""Rules about lines: transport, handshake, options, refusals."""

from __future__ import annotations

import re

from moonflower.protocol.conformance.rules import Bench, Skip, rule
from moonflower.protocol.conformance.talk import need

RESERVED = {"name", "type", "default", "min", "max", "var"}
OPTIONS = {
    "Game": "combo", "Hash": "spin", "Threads": "spin", "MultiPV": "spin", "Ponder": "check",
    "Seed": "spin", "MoveOverhead": "spin", "Greedy": "check", "Strength": "spin",
    "UCI_ShowWDL": "check", "UCI_AnalyseMode": "check", "Algorithm": "combo", "Cheat": "check",
    "Deterministic": "check", "Clear_Hash": "button",
}  # fmt: skip
ALGORITHMS = {"auto", "ismcts", "pimc", "mcts", "alphabeta", "cfr", "flat", "random"}
LONGEST_REFUSAL = 10_000


@rule("ready", "isready is answered by readyok and nothing else")
def _ready(bench: Bench) -> None:
    said = bench.fresh().tell("")
    need(not said, f"isready answered {said[:1]} before readyok")


@rule("line-ends", "a line may end in \\n or \\r\\n")
def _line_ends(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    talk.wire.send(b"query turn\r\nisready\r\n")
    said = talk.until("readyok")
    need(said[0] == "response p1", f"'query turn\\r\\n' answered {said[0]!r}")


@rule("white-space", "any white space may stand between tokens")
def _white_space(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    need(talk.tell(" query \t  turn  ") == ["response p1"], "blanks and tabs change the meaning")


@rule("comments", "empty lines and lines that begin with # are not answered")
def _comments(bench: Bench) -> None:
    bench.talk.quietly("# go nodes 1", "", "   ", "#quit")


@rule("ascii", "UTF-8 is read, also when it is broken; ASCII is written")
def _ascii(bench: Bench) -> None:
    talk = bench.talk
    talk.wire.send("jeu é 花\n".encode() + b"\xff\xfe\x80 nonsense\n\x00\n")
    talk.tell()  # reading checks that all is ASCII


@rule("long-lines", "a line may be very long")
def _long_lines(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    said = talk.tell("position startpos moves " + "x9 " * 50_000, "query spec", "go" + " z" * 9999)
    need(any(line.startswith("response") for line in said), "no answer after a line of 150 kB")
    longest = max(map(len, said))
    need(longest < LONGEST_REFUSAL, f"a refusal of {longest} characters")


@rule("stderr", "stderr is for debug on and crashes only")
def _stderr(bench: Bench) -> None:
    talk, wire = bench.fresh_process()
    talk.tell("uci", "nonsense", "go", f"game {bench.games.open}", "position startpos")
    talk.go("go nodes 50")
    talk.send("quit")
    need(wire.wait(5) is not None, "quit did not end it")
    need(not wire.errors, f"stderr says {wire.errors[:1]}")


@rule("uci", "uci answers id name, id author, id protocol ugi-h 1, options, and uciok last")
def _uci(bench: Bench) -> None:
    said = bench.handshake
    for start in ("id name ", "id author ", "option name "):
        need(any(line.startswith(start) for line in said), f"no line begins with {start!r}")
    need("id protocol ugi-h 1" in said, "no line 'id protocol ugi-h 1'")
    strange = [line for line in said if line.split()[0] not in ("id", "option", "uciok")]
    need(not strange, f"in the handshake: {strange[:1]}")
    need(not bench.talk.tell(), "something follows uciok")


@rule("ugi", "ugi is answered like uci, with ugiok last")
def _ugi(bench: Bench) -> None:
    bench.talk.send("ugi")
    said = bench.talk.until("ugiok")
    need(said[:-1] == bench.handshake[:-1], "ugi and uci list different things")


@rule("option-form", "options are announced with type, default, min and max or var, as in UCI")
def _option_form(bench: Bench) -> None:
    number, word = r"-?[0-9]+", r"\S+"
    forms = {
        "spin": rf"spin default {number} min {number} max {number}",
        "check": r"check default (true|false)",
        "combo": rf"combo default {word}( var {word})+",
        "string": r"string default .+",
        "button": r"button",
    }
    for name, words in bench.options.items():
        text = " ".join(words)
        form = forms.get(words[0])
        need(form and re.fullmatch(form, text), f"option {name}: type {text!r}")
        if words[0] == "combo":
            need(words[2] in words[4::2], f"option {name}: default {words[2]!r} is no var")


@rule("option-names", "an option's name is one word, never name, type, default, min, max or var")
def _option_names(bench: Bench) -> None:
    for name in bench.options:
        need(re.fullmatch(r"\S+", name), f"the name {name!r} is not one word")
        need(name.lower() not in RESERVED, f"an option is called {name!r}")


@rule("options", "every option of the page is there, with its type")
def _options(bench: Bench) -> None:
    for name, kind in OPTIONS.items():
        need(name in bench.options, f"no option {name}")
        need(bench.options[name][0] == kind, f"{name} is a {bench.options[name][0]}, not a {kind}")
    strength = bench.options["Strength"]
    need(strength[-4:] == ["min", "0", "max", "20"], f"Strength is {' '.join(strength)}")


@rule("algorithms", "Algorithm offers auto, ismcts, pimc, mcts, alphabeta, cfr, flat, random")
def _algorithms(bench: Bench) -> None:
    missing = ALGORITHMS - set(bench.options.get("Algorithm", [])[4::2])
    need(not missing, f"Algorithm lacks {', '.join(sorted(missing))}")


@rule("rule-options", "rule options are called <Game>.<key>, and setting one takes that game")
def _rule_options(bench: Bench) -> None:
    names = bench.options.get("Game", [])[4::2]
    dotted = [name for name in bench.options if "." in name]
    for name in dotted:
        need(name.split(".")[0] in names, f"{name} names no game")
    spins = [name for name in dotted if bench.options[name][0] == "spin"]
    if not spins:
        msg = "no rule option with a number"
        raise Skip(msg)
    game, words = spins[0].split(".")[0], bench.options[spins[0]]
    bench.talk.quietly(f"setoption name {spins[0]} value {words[-3]}")
    spec = bench.talk.query("spec")
    need(spec.split(":")[0] == game, f"after setting {spins[0]} the game is {spec!r}")


@rule("option-case", "option names match whatever the case")
def _option_case(bench: Bench) -> None:
    bench.talk.quietly("setoption name hASH value 16", "setoption name CLEAR_hash")


@rule("option-values", "unknown options and values out of range are refused")
def _option_values(bench: Bench) -> None:
    for line in ("name Hush value 1", "name Hash value big", "name Hash value -1",
                 "name Ponder value maybe", "name Algorithm value chess", "Hash"):  # fmt: skip
        bench.talk.refused(f"setoption {line}")


@rule("game", "game SPEC sets the game and its options; an unknown game is refused")
def _game(bench: Bench) -> None:
    talk = bench.talk
    for spec in (bench.games.hidden, bench.games.together):
        talk.quietly(f"game {spec}")
        need(talk.query("spec") == spec, f"after 'game {spec}' the spec is {talk.query('spec')!r}")
    talk.quietly(f"setoption name Game value {bench.games.open}")
    need(talk.query("spec") == bench.games.open, "setoption name Game does not set the game")
    talk.refused("game no_such_game")
    talk.refused(f"game {bench.games.open}:no_such_key=1")


@rule("unknown", "an unknown command is refused and does no harm")
def _unknown(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    talk.refused("castle")
    talk.refused("Uci")
    need(talk.query("turn") == "p1", "the position is gone after an unknown command")


@rule("refusals", "each refused line answers one line: info string error CODE text")
def _refusals(bench: Bench) -> None:
    for line in ("position", "position here", "position view p9 startpos", "position pos", "undo x",
                 "apply", "query", "query colour", "query islegal", "query view", "d p0",
                 "debug maybe", "bench x", "uci now", "help no_such_topic"):  # fmt: skip
        bench.talk.refused(line)


@rule("strict", "--strict: exit 2 at the first error")
def _strict(bench: Bench) -> None:
    talk, wire = bench.fresh_process("--strict")
    talk.send("isready", "nonsense", "isready")
    code = wire.wait(5)
    need(code == 2, f"the exit code is {code}")  # noqa: PLR2004
    said = talk.rest()
    need(said.count("readyok") == 1, f"it said {said} and went on after the error")


@rule("help", "help, d, debug and new games are understood")
def _help(bench: Bench) -> None:
    talk = bench.at(bench.games.open)
    need(talk.tell("help"), "help says nothing")
    need(talk.tell("d"), "d says nothing")
    need(talk.tell("d p1"), "d p1 says nothing")
    talk.quietly("debug on", "debug off", "ucinewgame", "uginewgame")
