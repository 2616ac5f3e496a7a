"""``moonflower match``: two players or a full table, a round robin, or the ladder."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

from moonflower.arena.backends import BACKENDS, Backend, open_backend
from moonflower.arena.ladder import Ladder
from moonflower.arena.match import Match, MatchResult
from moonflower.arena.plots import plot_standings
from moonflower.arena.progress import Progress
from moonflower.arena.rating import PAIR_SCORES, SprtResult, sprt
from moonflower.arena.robin import RoundRobin
from moonflower.arena.specs import parse_player
from moonflower.arena.standings import Standings
from moonflower.arena.tables import cross_table
from moonflower.commands.manual import Manual
from moonflower.commands.numbers import whole
from moonflower.positions import Game

__all__ = ["MANUAL", "add_to", "run"]

_FORMS = """\
forms:
  match GAME PLAYER FIELD         one player against a field of another
  match GAME PLAYER PLAYER ...    a table, as many players as seats
  match robin GAME PLAYER ...     every set of players that fits a table
  match ladder GAME               the fixed ladder from random play to a cheat

players: ALGORITHM,nodes=1000,OPTION=VALUE,...   an engine (auto, ismcts, pimc, flat, ...)
         uci:COMMAND LINE,time=0.1,Threads=2     a program that speaks the protocol
         py:module:function                      a function of a view and a random source
limits:  nodes=N  time=SECONDS  worlds=N  depth=N  clock=SECONDS+INCREMENT
"""


MANUAL = Manual(
    about="""
Let players play each other, every deal in every seating, and say who is better and how sure
that is. A player is an engine of ours with its options, a program that speaks the protocol, or a
Python function.""",
    notes=_FORMS,
    examples=(
        ("moonflower match kuhn_poker ismcts,nodes=200 random --rounds 20", "one against a field"),
        ("moonflower match kuhn_poker greedy random --rounds 3 --json", "for machines"),
        (
            "moonflower match hanamikoji auto,nodes=50 greedy --rounds 4 --out games",
            "keep the games; the same line goes on where it was stopped",
        ),
        (
            "moonflower match robin kuhn_poker ismcts,nodes=9 flat,nodes=9 random --rounds 3",
            "everybody against everybody",
        ),
        (
            "moonflower match tic_tac_toe mcts,nodes=100 random --sprt 0 50 --rounds 30",
            "stop as soon as the test has decided",
        ),
    ),
    see="docs/arena.md, moonflower tune",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", help="a game with options (hex:size=5), or robin or ladder")
    parser.add_argument("players", nargs="*", help="see below")
    parser.add_argument("--rounds", type=whole(1), default=100, help="deals, each in every seating")
    parser.add_argument("--seed", type=int, default=1, help="of all deals (default 1)")
    parser.add_argument("--workers", type=whole(1), default=2, help="games at once (default 2)")
    parser.add_argument("--backend", choices=BACKENDS, default="threads", help="where they run")
    parser.add_argument("--address", help="of a Ray cluster; without it Ray starts here")
    parser.add_argument("--out", type=Path, help="keep the games in this folder, go on from there")
    parser.add_argument("--records", action="store_true", help="keep every move as well")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop early")
    parser.add_argument("--alpha", type=float, default=0.05, help="odds of a wrong H1 (0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="odds of a wrong H0 (0.05)")
    parser.add_argument("--normalized", action="store_true", help="the bounds are nElo")
    parser.add_argument("--nodes", type=whole(1), default=1000, help="ladder: nodes a move (1000)")
    parser.add_argument("--cpu-ms", type=float, help="ladder: equal CPU time a move instead")
    parser.add_argument("--time-ms", type=float, help="ladder: equal wall time a move instead")
    parser.add_argument("--plot", type=Path, help="robin, ladder: a picture (extra plot)")
    parser.add_argument("--progress", action="store_true", help="a bar even without a terminal")
    parser.add_argument("--json", action="store_true", help="all results and games, for machines")


def run(options: argparse.Namespace) -> int:
    """Do it; the exit code."""
    forms = {"robin": _robin, "ladder": _ladder}
    return forms.get(options.game, _match)(options)


def _backend(options: argparse.Namespace) -> Backend:
    return open_backend(options.backend, options.workers, address=options.address)


# --- one match


def _match(options: argparse.Namespace) -> int:
    players = [parse_player(text) for text in options.players]
    match = Match.of(Game(options.game), players, seed=options.seed)
    has_pairs = match.game.players == 2 and match.game.info.payoff_sum == 1  # noqa: PLR2004
    if options.sprt and not has_pairs:
        msg = "--sprt needs a game of two seats in which one win is shared out"
        raise ValueError(msg)
    bar = Progress(sys.stderr, force=options.progress)
    test = _Test(options)
    result = match.play(
        options.rounds,
        backend=_backend(options),
        folder=options.out,
        records=options.records,
        on_game=lambda done, total: bar(done, total, test.note),
        on_round=test.look,
    )
    bar.close()
    if options.json:
        print(json.dumps(_facts(match, result, test.result)))
        return 0
    _print_match(match, result, has_pairs=has_pairs)
    if test.result:
        print(test.note)
    return 0


class _Test:
    """The running score, and the sequential test where one is asked for."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._pairs = [0] * len(PAIR_SCORES)
        self._sum, self._rounds = 0.0, 0
        self.result: SprtResult | None = None

    def look(self, so_far: MatchResult) -> bool:
        """Take the last round; whether to go on."""
        score = so_far.rounds[-1].score
        self._sum += score
        self._rounds += 1
        if not self._options.sprt:
            return True
        self._pairs[round(4 * score)] += 1
        elo0, elo1 = self._options.sprt
        self.result = sprt(
            self._pairs,
            elo0=elo0,
            elo1=elo1,
            alpha=self._options.alpha,
            beta=self._options.beta,
            normalized=self._options.normalized,
        )
        return self.result.accepted is None

    @property
    def note(self) -> str:
        if self.result is None:
            return f"score {self._sum / self._rounds:.3f}" if self._rounds else ""
        test, (elo0, elo1) = self.result, self._options.sprt
        return (
            f"SPRT elo0 {elo0:g} elo1 {elo1:g} llr {test.llr:.2f}"
            f" in [{test.lower:.2f}, {test.upper:.2f}]: {test.accepted or 'go on'}"
        )


def _facts(match: Match, result: MatchResult, test: SprtResult | None) -> dict[str, object]:
    return {
        **match.about,
        **asdict(result.score),
        "pairs": result.pairs,
        "sprt": asdict(test) if test else None,
        "faults": {
            f"{number} {player.name}": result.faults_of(number)
            for number, player in enumerate(match.players)
        },
        # Without the CPU time: the same match prints the same.
        "games": [asdict(replace(game, spent=())) for game in result.games],
    }


def _print_match(match: Match, result: MatchResult, *, has_pairs: bool) -> None:
    names = [player.name for player in match.players]
    field = names[1] if len(set(match.players[1:])) == 1 else ", ".join(names[1:])
    games, score = result.games, result.score
    print(f"{names[0]} against {field}, {match.game.spec}: {len(games)} games, {score.pairs} deals")
    print(f"mean payoff {score.mean:.4f} (95 %: {score.low:.4f} to {score.high:.4f})")
    if has_pairs:
        wins = [sum(game.payoff(0) == payoff for game in games) for payoff in (1, 0.5, 0)]
        print("wins {} draws {} losses {}".format(*wins), f"pairs {list(result.pairs)}")
        print("Elo {:+.0f} ({:+.0f} to {:+.0f})".format(*score.elo))
    elif len(set(names)) > 2:  # noqa: PLR2004
        for number, name in enumerate(names):
            one = result.score_of(number)
            print(f"  {name}: {one.mean:.4f} ({one.low:.4f} to {one.high:.4f})")
    for number, name in enumerate(names):
        if faults := result.faults_of(number):
            told = ", ".join(f"{count} {kind}" for kind, count in faults.items())
            print(f"games lost by a fault of {name}: {told}")


# --- many matches


def _robin(options: argparse.Namespace) -> int:
    if not options.players:
        msg = "robin needs a game and players; see --help"
        raise ValueError(msg)
    spec, *players = options.players
    robin = RoundRobin(Game(spec), tuple(map(parse_player, players)), options.seed)
    bar = Progress(sys.stderr, force=options.progress)
    table = robin.play(options.rounds, backend=_backend(options), folder=options.out, on_game=bar)
    bar.close()
    _show(table, options, f"{robin.game.spec}: {table.rounds} deals, {table.games} games")
    return 0


def _ladder(options: argparse.Namespace) -> int:
    if len(options.players) != 1:
        msg = "ladder needs one game and no players; see --help"
        raise ValueError(msg)
    game = Game(options.players[0])
    if options.cpu_ms:
        ladder = Ladder.at_cpu_time(game, options.cpu_ms / 1000, seed=options.seed)
        about = f"{options.cpu_ms:g} ms of CPU a move"
    elif options.time_ms:
        ladder = Ladder.at_time(game, options.time_ms / 1000, seed=options.seed)
        about = f"{options.time_ms:g} ms a move"
    else:
        ladder = Ladder.at_nodes(game, options.nodes, seed=options.seed)
        about = f"{options.nodes} nodes a move"
    bar = Progress(sys.stderr, force=options.progress)
    result = ladder.play(options.rounds, backend=_backend(options), folder=options.out, on_game=bar)
    bar.close()
    table = result.standings
    _show(
        table, options, f"{game.spec}, {about}: {options.rounds} deals a match, {table.games} games"
    )
    return 0


def _show(table: Standings, options: argparse.Namespace, title: str) -> None:
    if options.json:
        facts = {
            "title": title,
            "ratings": [asdict(rating) for rating in table.ratings],
            "cross": [{"a": a, "b": b, **asdict(score)} for (a, b), score in table.cross.items()],
        }
        print(json.dumps(facts))
    else:
        print(title)
        print(cross_table(table))
    if options.plot:
        plot_standings(table, options.plot, title=title)
