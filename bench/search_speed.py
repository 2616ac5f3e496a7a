"""Simulations per CPU-second: this engine against OpenSpiel's C++ bots, in turns, in one run.

    pip install "moonflower[bench]"
    python bench/search_speed.py

Both sides run the same number of simulations from the same kind of root, one thread, random
playouts, the same exploration. Each figure is the median over the rounds; the ratio is taken
within each round, with its lowest and highest. Without OpenSpiel only our own figures are shown.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import moonflower as mf

try:
    import pyspiel
except ImportError:
    pyspiel = None

Batch = Callable[[], object]


def ours(spec: str, sims: int, **options: object) -> Batch:
    game = mf.Game(spec)
    state = game.deal(seed=1)
    view = state.view(state.turn)
    engine = mf.Engine(game, seed=1, **options)
    limit = mf.Limit(nodes=sims)
    return lambda: engine.analyse(view, limit, multipv=1)


def first_decision(name: str) -> tuple[object, object]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return game, state


def ismcts_bot(name: str, sims: int) -> Batch:
    _, state = first_decision(name)
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 2),
        1.4,
        sims,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    return lambda: bot.step(state)


def mcts_bot(name: str, sims: int) -> Batch:
    game, state = first_decision(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 2)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, sims, 2000, False, 3, False)
    return lambda: bot.step(state)


def rate(batch: Batch, sims: int, seconds: float) -> float:
    done = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        batch()
        done += sims
    return done / spent


# Name, our batch, OpenSpiel's (game name and bot), the ratio asked for.
CASES = [
    ("ISMCTS kuhn_poker", "kuhn_poker", {}, "kuhn_poker", ismcts_bot, 5),
    ("ISMCTS leduc_poker", "leduc_poker", {}, "leduc_poker", ismcts_bot, 10),
    ("UCT tic_tac_toe", "tic_tac_toe", {"solve": False}, "tic_tac_toe", mcts_bot, 5),
    ("UCT hex 11x11", "hex", {"solve": False}, "hex", mcts_bot, 10),
    ("ISMCTS hanamikoji, first decision", "hanamikoji", {}, None, None, None),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sims", type=int, default=10_000, help="simulations per search")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time per figure and round")
    parser.add_argument("--out", type=Path, help="write the figures as JSON")
    args = parser.parse_args()
    known = {info.name for info in mf.games(lab=True)}
    rows = []
    for title, spec, options, peer, bot, wanted in CASES:
        if spec not in known:
            continue
        mine = ours(spec, args.sims, **options)
        other = bot(peer, args.sims) if pyspiel is not None and bot is not None else None
        pairs = []
        for _ in range(args.rounds):
            own = rate(mine, args.sims, args.seconds)
            pairs.append((own, rate(other, args.sims, args.seconds) if other else None))
        own = statistics.median(pair[0] for pair in pairs)
        row = {"case": title, "sims": args.sims, "ours": round(own)}
        text = f"{title:36}{own:>12,.0f}/s"
        if other:
            ratios = [mine_rate / peer_rate for mine_rate, peer_rate in pairs]
            peers = statistics.median(pair[1] for pair in pairs)
            row |= {"open_spiel": round(peers), "ratio": statistics.median(ratios)}
            text += f"{peers:>12,.0f}/s  {statistics.median(ratios):5.1f}x"
            text += f" ({min(ratios):.1f} to {max(ratios):.1f}, wanted {wanted})"
        rows.append(row)
        print(text, flush=True)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
