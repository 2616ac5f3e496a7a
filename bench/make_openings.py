"""Make the openings of the gate: balanced positions for games that deals do not vary.

    python bench/make_openings.py skud_paisho                # bench/openings/skud_paisho.txt
    python bench/make_openings.py flower_power:players=3 --count 40

Skud Pai Sho: accents at random, then a few turns by a short search that plays one of its best
moves; kept where a longer search sees about as much for either seat. Flower Power: a deal with
builds at random; kept where greedy play gives every seat about its share. The seed gives all.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import moonflower as mf

FOLDER = Path(__file__).parent / "openings"
TURNS = (4, 10)  # of Skud Pai Sho, both seats together
WALK = mf.Limit(nodes=60)
LOOK = mf.Limit(nodes=1500)
NEAR = 0.08  # how far the value may be from one half
CHOICES = 4  # the best moves among which one is drawn
GREEDY_GAMES = 24
LEAST, MOST = 0.6, 1.4  # of an even share
LONGEST = 4000  # moves of a greedy game


def skud_paisho(game: mf.Game, seed: int) -> mf.History | None:
    """Some turns of a game; none if one seat is ahead."""
    source = random.Random(seed)
    history = mf.History(game, seed=seed)
    turns = source.randint(*TURNS)
    with mf.Engine(game, seed=seed) as engine:
        while not history.is_over and (_plies(history) < turns or history.state.mid_turn):
            moves = [str(move) for move in history.state.legal_moves()]
            if "," in moves[0]:  # accents
                history.play(source.choice(moves))
                continue
            lines = engine.analyse(history.state, WALK, multipv=CHOICES).lines
            history.play(str(source.choice(lines).move))
        if history.is_over:
            return None
        value = engine.analyse(history.state, LOOK).lines[0].value
    return history if abs(value - 0.5) <= NEAR else None


def _plies(history: mf.History) -> int:
    """Turns since the accents."""
    return int(str(history.state).split()[4])


def flower_power(game: mf.Game, seed: int) -> mf.History | None:
    """A deal with builds; none if greedy play gives one seat too much."""
    source = random.Random(seed)
    history = mf.History(game, deal=seed, seed=seed)
    while str(history.state.legal_moves()[0]).startswith("B"):
        history.play(source.choice(history.state.legal_moves()))
    payoffs = [_greedy(history, seed + number) for number in range(GREEDY_GAMES)]
    shares = [statistics.fmean(column) * game.players for column in zip(*payoffs, strict=True)]
    return history if LEAST <= min(shares) <= max(shares) <= MOST else None


def _greedy(history: mf.History, seed: int) -> list[float]:
    state = history.state
    with mf.Engine(history.game, algorithm="greedy", seed=seed) as engine:
        for number in range(LONGEST):
            if state.is_over:
                break
            if state.turn == mf.CHANCE:
                state = state.draw(seed * LONGEST + number)
            else:
                state = state.play(engine.play(state.view(state.turn), mf.Limit(nodes=1)).move)
    return list(state.returns or [1 / history.game.players] * history.game.players)


RECIPES: dict[str, Callable[[mf.Game, int], mf.History | None]] = {
    "skud_paisho": skud_paisho,
    "flower_power": flower_power,
}


def openings(game: mf.Game, seed: int) -> Iterator[str]:
    """Openings without an end, none twice."""
    seen: set[str] = set()
    while True:
        history = RECIPES[game.name](game, seed)
        seed += 1
        if history is not None and (line := " ".join(history.tokens)) not in seen:
            seen.add(line)
            yield line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="flower_power or skud_paisho, with options")
    parser.add_argument("--count", type=int, default=60, help="how many (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the first that is tried (1)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they are kept")
    options = parser.parse_args()
    game = mf.Game(options.game)
    if game.name not in RECIPES:
        parser.error(f"{game.name}: deals vary it; {' and '.join(RECIPES)} need openings")
    options.folder.mkdir(exist_ok=True)
    path = options.folder / (re.sub(r"\W+", "-", options.game) + ".txt")
    lines = [f"game {options.game}"]
    for line in openings(game, options.seed):
        lines.append(line)
        if len(lines) > options.count:
            break
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path}: {options.count} openings")
    return 0


if __name__ == "__main__":
    sys.exit(main())
