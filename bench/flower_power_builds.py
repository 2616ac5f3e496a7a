"""Which builds win in Flower Power: a sample of them, each against that of the most flowers.

    python bench/flower_power_builds.py --players 3 --deals 100

One seat lays the build in question, the others the one of the most flowers; the engine plays on
for all of them with equal nodes. Each deal is played with the odd build in every seat. Prints the
payoff of the odd seat, with its 95 % interval over deals (an even share is 1/players), then by seat
and by hand: the weaker and the stronger half of a seat's hands. The last line is the build of the
most flowers against itself, so what seat and hand are worth alone.
Results are kept in MOONFLOWER_DATA, where a later call goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

import moonflower as mf
from moonflower.arena.tables import grid
from timing import ROOT

Row = dict[str, object]


def flowers(build: str) -> int:
    """How many flowers a build has."""
    return build.count("+") + 1


def sample_of_builds(game: mf.Game, count: int) -> list[str]:
    """Builds from one flower to the most, evenly; the last is the one the others lay."""
    builds = sorted(map(str, game.deal(seed=0).legal_moves()), key=flowers)
    last = len(builds) - 1
    return [builds[round(i * last / (count - 1))] for i in range(count)]


def play_on(state: mf.State, engine: mf.Engine, nodes: int, seed: int) -> tuple[float, ...]:
    """The payoffs of a game that the engine plays for all seats."""
    limit = mf.Limit(nodes=nodes)
    while not state.is_over:
        if state.turn == mf.CHANCE:
            seed += 1
            state = state.draw(seed)
            continue
        moves = state.legal_moves()
        move = moves[0] if len(moves) == 1 else engine.play(state.view(state.turn), limit).move
        state = state.play(str(move))
    return tuple(state.returns)


def hand_of(state: mf.State, seat: int) -> str:
    """The cards of a seat at the start."""
    return str(state).split()[2].split("/")[seat]


def strength_of(hand: str) -> float:
    """The mean strength of the cards (FP-2): 2 to 15."""
    ranks = [card[0] if card not in ("BJ", "RJ") else "*" for card in hand.split(",")]
    return statistics.fmean("..23456789TJQKA*".index(rank) for rank in ranks)


def games(game: mf.Game, odd: str, usual: str, deals: range, nodes: int) -> Iterator[Row]:
    """Every deal with the odd build in every seat."""
    players = game.players
    for deal in deals:
        for seat in range(players):
            state = game.deal(seed=deal)
            hand = hand_of(state, seat)
            for builder in range(players):
                state = state.play(odd if builder == seat else usual)
            with mf.Engine(game, seed=deal) as engine:
                payoff = play_on(state, engine, nodes, seed=1000 * deal)[seat]
            yield {"build": odd, "deal": deal, "seat": seat, "hand": hand, "payoff": payoff}


def interval(values: Sequence[float]) -> str:
    """Mean and half width of its 95 % interval."""
    if len(values) < 2:  # noqa: PLR2004 - one value has no spread
        return "-"
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.2f} ±{half:.2f}"


def payoffs(rows: Sequence[Row]) -> list[float]:
    return [float(str(row["payoff"])) for row in rows]


def by_hand(rows: Sequence[Row], players: int) -> list[list[Row]]:
    """The weaker and the stronger half of each seat's hands, all seats together."""
    halves: list[list[Row]] = [[], []]
    for seat in range(players):
        mine = [row for row in rows if row["seat"] == seat]
        mine.sort(key=lambda row: (strength_of(str(row["hand"])), int(str(row["deal"]))))
        halves[0] += mine[: len(mine) // 2]
        halves[1] += mine[len(mine) // 2 :]
    return halves


def report(rows: Sequence[Row], builds: Sequence[str], players: int) -> None:
    """A row a build: all seats together, then each, then by hand; deals are the units."""
    head = ["build", "deals", "payoff", *(f"p{seat + 1}" for seat in range(players))]
    table = [[*head, "weaker hands", "stronger hands"]]
    for build in builds:
        mine = [row for row in rows if row["build"] == build]
        by_deal: dict[object, list[float]] = {}
        for row in mine:
            by_deal.setdefault(row["deal"], []).append(float(str(row["payoff"])))
        whole = [statistics.fmean(found) for found in by_deal.values() if len(found) == players]
        seats = [[row for row in mine if row["seat"] == seat] for seat in range(players)]
        groups = [payoffs(group) for group in (*seats, *by_hand(mine, players))]
        table.append([build, str(len(whole)), *(interval(group) for group in (whole, *groups))])
    print(grid(table))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=300, help="simulations a move")
    parser.add_argument("--builds", type=int, default=8, help="how many are tried")
    parser.add_argument("--only", nargs="+", metavar="BUILD", help="these instead: B10+10 ...")
    options = parser.parse_args()
    game = mf.Game(f"flower_power:players={options.players}")
    sample = sample_of_builds(game, options.builds)
    builds = [*(build for build in options.only or sample if build != sample[-1]), sample[-1]]
    folder = Path(os.environ.get("MOONFLOWER_DATA", ROOT / "build" / "data"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"builds-{options.players}-{options.nodes}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines if line.endswith("}")]
    done = {build: sum(row["build"] == build for row in rows) for build in builds}
    with path.open("a", encoding="utf-8") as file:
        for begin in range(0, options.deals, 10):  # a few of each, so that a cut is even
            for build in builds:
                deals = range(
                    max(begin, done[build] // options.players), min(begin + 10, options.deals)
                )
                for row in games(game, build, sample[-1], deals, options.nodes):
                    rows.append(row)
                    file.write(json.dumps(row) + "\n")
                    file.flush()
    report(rows, builds, options.players)


if __name__ == "__main__":
    main()
