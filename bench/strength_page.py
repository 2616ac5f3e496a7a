"""docs/strength.md from bench/results/strength.json: tables and pictures. Used by strength.py."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from moonflower.arena.ladder import OURS, STEPS
from moonflower.arena.plots import plot_curves
from moonflower.arena.rating import Score
from moonflower.arena.standings import rank, rate_pairs, rate_rankings
from moonflower.arena.tables import grid, percent
from timing import put_in_docs

Entry = dict[str, Any]


def write_page(data: dict[str, Any], docs: Path) -> None:
    page = docs / "strength.md"
    entries = data["matches"]
    put_in_docs(page, "nodes", "\n\n".join(ladders(entries, "nodes")))
    put_in_docs(page, "cpu", "\n\n".join(ladders(entries, "cpu")))
    put_in_docs(page, "scaling", scaling(entries, docs))
    put_in_docs(page, "threads", threads(entries))
    put_in_docs(page, "measured", measured(data))


def games_of(entries: Sequence[Entry], table: str) -> list[str]:
    return list(dict.fromkeys(one["game"] for one in entries if one["table"] == table))


def score_of(entry: Entry) -> Score:
    return Score(**entry["score"])


def elo_text(score: Score) -> str:
    elo, low, high = score.elo
    return f"{_signed(elo)} ({_signed(low)} to {_signed(high)})"


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else ("more" if elo > 0 else "less")


# --- ladders


def ladders(entries: Sequence[Entry], table: str) -> list[str]:
    texts = []
    for game in games_of(entries, table):
        found = [one for one in entries if one["table"] == table and one["game"] == game]
        seats = len(found[0]["players"])
        rows = pair_rows(found) if seats == 2 else field_rows(found, seats)  # noqa: PLR2004
        budget = f"{found[0]['nodes']} nodes a move"
        if table == "cpu":
            budget = f"{found[0]['cpu_ms']:g} ms of CPU a move"
        pairs = sorted({one["score"]["pairs"] for one in found})
        deals = " to ".join(str(count) for count in dict.fromkeys((pairs[0], pairs[-1])))
        total = sum(one["games"] for one in found)
        faults = sum(one["faults"] for one in found)
        head = f"**{game}**, {budget}: {deals} deals a match, {total} games, {faults} faults."
        texts.append(f"{head}\n\n{grid(rows)}")
    return texts


def pair_rows(found: Sequence[Entry]) -> list[list[str]]:
    totals = {
        tuple(one["players"]): (one["score"]["mean"] * one["games"], one["games"]) for one in found
    }
    elo, errors = rate_pairs(totals)
    scores = {tuple(one["players"]): score_of(one) for one in found}
    nodes = {
        name: limit
        for one in found
        for name, limit in zip(one["players"], one["limits"], strict=True)
    }
    rows = [["step", "nodes", "Elo", "auto against it, %", "it against the step below, %"]]
    for name in sorted(elo, key=lambda one: -elo[one]):
        rows.append(
            [
                name,
                "" if nodes[name] == 1 else str(nodes[name]),
                f"{elo[name]:+.0f} ±{errors[name]:.0f}",
                _found(scores, (OURS, name)),
                _below(scores, name),
            ]
        )
    return rows


def _below(scores: dict[tuple[str, ...], Score], name: str) -> str:
    place = STEPS.index(name)
    if place == 0:
        return ""
    below = STEPS[place - 1]
    if (below, name) in scores:  # ours is listed first wherever it plays
        score = scores[below, name]
        return percent(Score(1 - score.mean, 1 - score.high, 1 - score.low, score.pairs))
    return _found(scores, (name, below))


def _found(scores: dict[tuple[str, ...], Score], pair: tuple[str, str]) -> str:
    return percent(scores[pair]) if pair in scores else ""


def field_rows(found: Sequence[Entry], seats: int) -> list[list[str]]:
    rankings = [
        rank(one["players"], payoffs)
        for one in found
        for *payoffs, times in one["rankings"]
        for _ in range(int(times))
    ]
    elo, errors = rate_rankings(rankings)
    alone = {(one["players"][0], one["players"][1]): score_of(one) for one in found}
    fair = f"{100 / seats:.1f} is even"
    rows = [["step", "Elo", f"auto alone among it, % ({fair})", "it alone among autos, %"]]
    for name in sorted(elo, key=lambda one: -elo[one]):
        rows.append(
            [
                name,
                f"{elo[name]:+.0f} ±{errors[name]:.0f}",
                _found(alone, (OURS, name)),
                _found(alone, (name, OURS)),
            ]
        )
    return rows


# --- scaling and threads


def scaling(entries: Sequence[Entry], docs: Path) -> str:
    rows = [["game", "nodes", "twice as many score, %", "Elo of the doubling", "games"]]
    curves = {}
    for game in games_of(entries, "scaling"):
        found = [one for one in entries if one["table"] == "scaling" and one["game"] == game]
        found.sort(key=lambda one: one["limits"][1])
        total, variance = 0.0, 0.0
        points = [(float(found[0]["limits"][1]), 0.0, 0.0, 0.0)]
        for one in found:
            score = score_of(one)
            high, low = one["limits"]
            rows.append(
                [game, f"{low} to {high}", percent(score), elo_text(score), str(one["games"])]
            )
            elo, worst, best = (max(min(x, 800.0), -800.0) for x in score.elo)
            total += elo
            variance += ((best - worst) / 2) ** 2
            width = math.sqrt(variance)
            points.append((float(high), total, total - width, total + width))
        curves[game] = points
    if curves:
        plot_curves(
            curves,
            docs / "images" / "scaling.png",
            title="Strength by simulations a move",
            x_label="simulations a move",
            y_label="Elo over the lowest point, 95 % intervals",
        )
    return grid(rows) + "\n\n![Elo by simulations a move](images/scaling.png)"


def threads(entries: Sequence[Entry]) -> str:
    rows = [["game", "nodes of one thread", "", "score, %", "Elo", "games"]]
    for one in entries:
        if one["table"] != "threads":
            continue
        score = score_of(one)
        limit = str(one["limits"][1])
        name = one["players"][0]
        rows.append([one["game"], limit, name, percent(score), elo_text(score), str(one["games"])])
    return grid(rows)


def measured(data: dict[str, Any]) -> str:
    entries, about = data["matches"], data["machine"]
    days = sorted({one["time"][:10] for one in entries})
    revisions = sorted({one["revision"].removesuffix("-dirty") for one in entries})
    seconds = sum(one["cpu_seconds"] for one in entries)
    games = sum(one["games"] for one in entries)
    return (
        f"Measured {' to '.join(dict.fromkeys((days[0], days[-1])))} at {', '.join(revisions)} on"
        f" {about['cpu']}, {about['cores']} cores, Python {about['python']}:"
        f" {len(entries)} matches, {games} games, {seconds / 60:.1f} CPU minutes."
    )
