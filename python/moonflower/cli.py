"""The command line: ``moonflower COMMAND``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path

from moonflower import __version__, _core
from moonflower.arena.match import Match, MatchResult
from moonflower.arena.players import parse_player
from moonflower.arena.rating import SprtResult, sprt
from moonflower.games import Game, State, games
from moonflower.protocol.loop import serve
from moonflower.search import Engine, Limit, Line, Report
from moonflower.tools import perft

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it worked, 1 when it found faults, 2 at bad input."""
    if arguments is None and len(sys.argv) == 1 and not sys.stdin.isatty():
        return serve()  # a program is talking to us
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except ValueError as error:
        print(f"moonflower {options.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="moonflower",
        description="A search engine for games in which somebody hides something.",
    )
    parser.add_argument("--version", action="version", version=f"moonflower {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    listing = commands.add_parser("games", help="list the games and their options")
    listing.add_argument("--lab", action="store_true", help="the small test games too")
    listing.add_argument("--json", action="store_true", help="all facts, for machines")
    listing.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="print the rule book of a game")
    rules.add_argument("game", help="a name from `moonflower games`")
    rules.set_defaults(run=_rules)

    show = commands.add_parser("show", help="draw a position")
    _add_position(show)
    show.add_argument("--seat", type=int, help="only what this seat may see (0 is the first)")
    show.set_defaults(run=_show)

    count = commands.add_parser("perft", help="count move sequences")
    _add_position(count)
    count.add_argument("depth", type=int)
    count.add_argument("--turns", action="store_true", help="count complete turns, not steps")
    count.add_argument("--split", action="store_true", help="the count behind each first move")
    count.add_argument("--json", action="store_true")
    count.set_defaults(run=_perft)

    hint = commands.add_parser("hint", help="what to play, with the numbers behind it")
    _add_position(hint)
    hint.add_argument("--time", type=float, help="seconds to think (default 1)")
    hint.add_argument("--nodes", type=int, help="simulations instead of time")
    hint.add_argument("--lines", type=int, default=3, help="moves to show (default 3)")
    hint.add_argument("--threads", type=int, default=1)
    hint.add_argument("--json", action="store_true")
    hint.set_defaults(run=_hint)

    uci = commands.add_parser("uci", help="the protocol on standard input and output")
    uci.add_argument("--strict", action="store_true", help="exit 2 at the first refused line")
    uci.set_defaults(run=lambda options: serve(strict=options.strict))

    match = commands.add_parser("match", help="one player against a field of another")
    match.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    match.add_argument("first", help="a player: ismcts,nodes=1000 or flat,time=0.01")
    match.add_argument("field", help="who sits in all other seats")
    match.add_argument("--rounds", type=int, default=100, help="deals, each in every seating")
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    match.add_argument("--out", type=Path, help="keep the rounds here and go on from there")
    match.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when sure"
    )
    match.add_argument("--json", action="store_true")
    match.set_defaults(run=_match)

    test = commands.add_parser("selftest", help="check that games keep the engine's contract")
    test.add_argument("spec", nargs="*", help="games to check, all if none is named")
    test.add_argument("--games", type=int, default=50, help="random games each (default 50)")
    test.add_argument("--seed", type=int, default=1)
    test.set_defaults(run=_selftest)
    return parser


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a game, with options: hanamikoji or hex:size=5")
    parser.add_argument("--position", help="a position string of the rule book")
    parser.add_argument("--seed", type=int, help="deal by this seed (default 0)")


def _position(options: argparse.Namespace) -> State:
    game = Game(options.game)
    if options.position is None:
        return game.deal(options.seed or 0)
    if options.seed is not None:
        msg = "--position and --seed exclude each other; give one of them"
        raise ValueError(msg)
    return game.parse(options.position)


def _games(options: argparse.Namespace) -> int:
    infos = games(lab=options.lab)
    if options.json:
        print(json.dumps([asdict(info) for info in infos], indent=2))
        return 0
    for info in infos:
        least, most = info.min_players, info.max_players
        players = f"{least}" if least == most else f"{least}-{most}"
        print(f"{info.name:14} {players:>4} players  {info.summary}")
        for option in info.options:
            print(f"    {option.name}={option.default:10} {option.help}")
    return 0


def _rules(options: argparse.Namespace) -> int:
    print(rule_book(options.game), end="")
    return 0


def rule_book(game: str) -> str:
    """The text of ``seeds/<game>.md``, which is installed with the package."""
    name = Game(game).name
    installed = resources.files("moonflower") / "rules" / f"{name}.md"
    checkout = Path(__file__).parents[2] / "seeds" / f"{name}.md"
    for book in (installed, checkout):
        if book.is_file():
            return book.read_text(encoding="utf-8")
    msg = f"{name} has no rule book; lab games follow their published rules"
    raise ValueError(msg)


def _show(options: argparse.Namespace) -> int:
    state = _position(options)
    shown = state if options.seat is None else state.view(options.seat)
    print(shown.drawing(), end="")
    print(shown)
    return 0


def _perft(options: argparse.Namespace) -> int:
    state = _position(options)
    begun = time.process_time()
    split: dict[str, int] = {}
    if options.split and options.depth > 0:
        moves = state.legal_moves() or [move for move, _ in state.outcomes()]
        depth = options.depth - 1
        split = {str(m): perft(state.play(m), depth, turns=options.turns) for m in moves}
        nodes = sum(split.values())
    else:
        nodes = perft(state, options.depth, turns=options.turns)
    seconds = time.process_time() - begun
    if options.json:
        report = {"depth": options.depth, "nodes": nodes, "cpu_seconds": seconds, "split": split}
        print(json.dumps(report))
        return 0
    for token, count in split.items():
        print(f"{token} {count}")
    print(f"perft {options.depth} nodes {nodes} cpu {seconds:.3f} s")
    return 0


def _hint(options: argparse.Namespace) -> int:
    state = _position(options)
    if state.turn < 0:
        msg = "nobody can be helped here; a seat must be on turn"
        raise ValueError(msg)
    time_limit = None if options.nodes else options.time if options.time is not None else 1.0
    limit = Limit(time=time_limit, nodes=options.nodes)
    view = state.view(state.turn)
    with Engine(state.game, threads=options.threads) as engine:
        report = engine.analyse(view, limit)
    lines = report.lines[: options.lines]
    if options.json:
        print(json.dumps(_hint_facts(report, lines)))
        return 0
    print(view.drawing(), end="")
    print(f"p{state.turn + 1} to move, {len(report.lines)} legal moves")
    print(f"play {report.best}")
    for line in lines:
        print("    " + _hint_line(line))
    print(f"{report.nodes} simulations, {report.worlds} worlds, {report.time:.2f} s")
    return 0


def _hint_line(line: Line) -> str:
    if line.value is None:
        return f"{line.move!s:12} not looked at"
    proven = f", proven {line.proven}" if line.proven else ""
    return (
        f"{line.move!s:12} {100 * line.value:5.1f} % +- {100 * line.error:.1f}"
        f"  played {100 * line.policy:3.0f} %  {line.visits} visits{proven}"
        f"  then {' '.join(line.pv[1:]) or '-'}"
    )


def _hint_facts(report: Report, lines: Sequence[Line]) -> dict[str, object]:
    return {
        "move": str(report.best),
        "seat": report.seat,
        "nodes": report.nodes,
        "worlds": report.worlds,
        "lines": [
            {
                "move": str(line.move),
                "value": line.value,
                "error": line.error,
                "visits": line.visits,
                "policy": line.policy,
                "proven": line.proven,
                "pv": list(line.pv),
            }
            for line in lines
        ],
    }


def _match(options: argparse.Namespace) -> int:
    match = Match(
        Game(options.game), parse_player(options.first), parse_player(options.field), options.seed
    )

    info = match.game.info
    has_pairs = match.game.players == 2 and info.payoff_sum == 1  # noqa: PLR2004
    if options.sprt and not has_pairs:
        msg = "--sprt needs a game of two seats in which one win is shared out"
        raise ValueError(msg)

    def go_on(so_far: MatchResult) -> bool:
        done = len(so_far.rounds)
        if sys.stderr.isatty():
            print(f"\r{done} of {options.rounds}", end="", file=sys.stderr, flush=True)
        return options.sprt is None or _sprt(so_far, options.sprt).accepted is None

    result = match.play(options.rounds, workers=options.workers, path=options.out, on_round=go_on)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    score = result.score
    if options.json:
        facts = {**asdict(score), "rounds": [asdict(played) for played in result.rounds]}
        print(json.dumps(facts))
        return 0
    print(f"{options.first} against {options.field}, {match.game.spec}, {score.pairs} deals")
    print(f"mean payoff {score.mean:.4f} (95 %: {score.low:.4f} to {score.high:.4f})")
    if has_pairs:
        print("Elo {:+.0f} ({:+.0f} to {:+.0f})".format(*score.elo), f"pairs {result.pairs}")
    if options.sprt:
        test = _sprt(result, options.sprt)
        print(f"SPRT llr {test.llr:.2f} in [{test.lower:.2f}, {test.upper:.2f}]: {test.accepted}")
    if result.faults:
        print(f"{result.faults} games lost by a fault")
    return 0


def _sprt(result: MatchResult, bounds: Sequence[float]) -> SprtResult:
    return sprt(result.pairs, elo0=bounds[0], elo1=bounds[1])


def _selftest(options: argparse.Namespace) -> int:
    specs = options.spec or [info.name for info in games(lab=True)]
    faults = 0
    for spec in specs:
        report = _core.conformance(_core.Game(spec), options.games, options.seed)
        faults += len(report.findings)
        print(
            f"{spec}: {report.games} games, {report.moves} moves, "
            f"{report.worlds_sampled} worlds, {len(report.findings)} findings"
        )
        for finding in report.findings:
            print(f"    {finding}")
    return 1 if faults else 0
