"""Survival of a single player by lives and shields: table and plot of docs/games/shields.md.

    python bench/shields_survival.py docs/games

writes ``shields_survival.svg`` there and prints the table. Every value is exact.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import moonflower as mf
from moonflower.per_game import shields

DECKS = {"cards32": 7, "cards52": 12}
LIVES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 18, 20, 25, 30)
COLOURS = {1: "#b3423a", 2: "#2f6f9f", 3: "#3f8f4f"}
WIDTH, HEIGHT, MARGIN = 640, 360, 46


def survival(count: int, lives: int, k: int) -> float:
    text = f"sh1 enemy k={k} {lives} n={count},{count},{count},{count} a1 0 S"
    return float(shields.solve(mf.Game("shields").parse(text)).value)


def table() -> str:
    lines = [
        "| lives | " + " | ".join(f"{deck}, k={k}" for deck in DECKS for k in COLOURS) + " |",
        "|---" * (1 + len(DECKS) * len(COLOURS)) + "|",
    ]
    for lives in LIVES:
        cells = [f"{survival(n, lives, k):.4f}" for n in DECKS.values() for k in COLOURS]
        lines.append(f"| {lives} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def curve(count: int, k: int, most: int) -> str:
    points = []
    for lives in range(most + 1):
        share = survival(count, lives, k) if lives else 0.0
        x = MARGIN + (WIDTH - 2 * MARGIN) * lives / most
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share
        points.append(f"{x:.1f},{y:.1f}")
    return " ".join(points)


def plot(most: int = 40) -> str:
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for tenth in range(0, 11, 2):
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * tenth / 10
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4:.1f}" text-anchor="end">0.{tenth}</text>')
    for lives in range(0, most + 1, 5):
        x = MARGIN + (WIDTH - 2 * MARGIN) * lives / most
        y = HEIGHT - MARGIN + 18
        parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{lives}</text>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">lives at the start</text>'
    )
    for deck, dash in zip(DECKS, ("", ' stroke-dasharray="5 4"'), strict=True):
        for k, colour in COLOURS.items():
            parts.append(
                f'<polyline points="{curve(DECKS[deck], k, most)}" fill="none" '
                f'stroke="{colour}" stroke-width="2"{dash}/>'
            )
    for row, (k, colour) in enumerate(COLOURS.items()):
        y = HEIGHT - MARGIN - 70 + 18 * row
        x = WIDTH - MARGIN - 90
        parts.append(f'<text x="{x}" y="{y}" fill="{colour}">k = {k}</text>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">'
        "Best chance of one player to outlive the deck (32 cards: full, 52 cards: dashed)"
        "</text></svg>"
    )
    return "\n".join(parts).replace(">0.10<", ">1.0<") + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the plot is written")
    folder = parser.parse_args().folder
    (folder / "shields_survival.svg").write_text(plot())
    print(table())


if __name__ == "__main__":
    main()
