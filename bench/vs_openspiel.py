"""The lab games here and in OpenSpiel: same game, same machine, one run, one thread, in turns.

    pip install ".[bench]"
    python bench/vs_openspiel.py

Random playouts start at the first decision. OpenSpiel's are its own C++ loop: the root evaluation
of a one-simulation MCTSBot is so many calls of RandomRolloutEvaluator's inner loop, without Python
per move. Build the package in release mode, as pip does.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import moonflower as mf
from moonflower import _core
from timing import ROOT, Pair, Side, machine, measure, table, write_results

try:
    import pyspiel
except ImportError:
    sys.exit('vs_openspiel: pyspiel is not installed; pip install ".[bench]"')

# Game -> the ratio wanted at least; the others are for the record.
PLAYOUTS: dict[str, float | None] = {
    "leduc_poker": 10,
    "phantom_ttt": 10,
    "hex": 10,
    "tic_tac_toe": None,
    "kuhn_poker": None,
    "liars_dice": None,
}

MOVES_PER_CALL = 40_000  # some milliseconds a call on their side, so that a call costs nothing


def first_decision(game: Any, rng: random.Random) -> Any:
    """OpenSpiel's state after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, odds)[0])
    return state


def mean_moves(state: Any, rng: random.Random, games: int = 300) -> float:
    """Moves of a random playout in OpenSpiel, chance included."""
    moves = 0
    for _ in range(games):
        playout = state.clone()
        while not playout.is_terminal():
            if playout.is_chance_node():
                actions, odds = zip(*playout.chance_outcomes(), strict=True)
                playout.apply_action(rng.choices(actions, odds)[0])
            else:
                playout.apply_action(rng.choice(playout.legal_actions()))
            moves += 1
    return moves / games


def their_playouts(game: Any, state: Any, count: int) -> Callable[[], float]:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=7)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=64,
        solve=False,
        seed=3,
        verbose=False,
    )

    def work() -> float:
        bot.step(state)
        return count

    return work


def our_playouts(state: mf.State, count: int) -> Callable[[], float]:
    seeds = iter(range(sys.maxsize))

    def work() -> float:
        mf.playouts(state, count, seed=next(seeds))
        return count

    return work


def playout_pair(name: str, target: float | None) -> Pair:
    rng = random.Random(1)
    game = pyspiel.load_game(name)
    theirs = first_decision(game, rng)
    moves = mean_moves(theirs, rng)
    count = max(20, round(MOVES_PER_CALL / moves))
    ours = mf.Game(name).deal(seed=1)
    sample = 20_000
    our_moves = _core.playouts(ours._inner, sample, 1)[1] / sample
    return Pair(
        name="hex 11x11" if name == "hex" else name,
        unit="playouts",
        ours=Side(our_playouts(ours, 10 * count)),
        theirs=Side(their_playouts(game, theirs, count)),
        target=target,
        notes={"moves_ours": round(our_moves, 2), "moves_theirs": round(moves, 2)},
    )


def put_in_docs(path: Path, text: str) -> None:
    """Replaces what stands between the markers of the page."""
    begin, end = "<!-- vs_openspiel: begin -->\n", "<!-- vs_openspiel: end -->"
    page = path.read_text()
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    path.write_text(f"{before}{begin}{text}\n{end}{after}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help=f"of {', '.join(PLAYOUTS)}; default all")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU time of a side and repeat")
    parser.add_argument("--markdown", action="store_true", help="print a markdown table")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/benchmarks.md")
    args = parser.parse_args()
    unknown = set(args.games) - set(PLAYOUTS)
    if unknown:
        parser.error(f"unknown game {sorted(unknown)[0]!r}; games are {', '.join(PLAYOUTS)}")

    pairs = [playout_pair(name, PLAYOUTS[name]) for name in args.games or PLAYOUTS]
    measure(pairs, repeats=args.repeats, seconds=args.seconds)
    version = metadata.version("open_spiel")
    path = write_results(
        "vs_openspiel", pairs, open_spiel=version, repeats=args.repeats, seconds=args.seconds
    )
    print(table(pairs, theirs=f"OpenSpiel {version}", markdown=args.markdown))
    if args.docs:
        text = table(pairs, theirs=f"OpenSpiel {version}", markdown=True)
        about = machine()
        text += (
            f"\n\nMeasured on {about['cpu']}, {about['cores']} cores, Python {about['python']}:"
            f" {args.repeats} repeats of {args.seconds} CPU seconds a side."
        )
        put_in_docs(ROOT / "docs" / "benchmarks.md", text)
    print(f"written to {path.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
