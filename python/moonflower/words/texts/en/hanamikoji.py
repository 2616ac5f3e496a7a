"""Hanamikoji in English: moves, events, endings."""

from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    "hanamikoji.cards": "{n:a} {card}[|s]",
    "hanamikoji.geisha": "{card}",
    "hanamikoji.secret": "<keep|kept> {cards} as the secret",
    "hanamikoji.secret.short": "secret {cards}",
    "hanamikoji.secret_hidden": "<keep|kept> a card as the secret",
    "hanamikoji.secret_hidden.short": "a secret",
    "hanamikoji.discard": "<discard|discarded> {cards} face down",
    "hanamikoji.discard.short": "discard {cards}",
    "hanamikoji.discard_hidden": "<discard|discarded> two cards face down",
    "hanamikoji.discard_hidden.short": "a discard",
    "hanamikoji.gift": "<offer|offered> {cards} as a gift",
    "hanamikoji.gift.short": "gift {cards}",
    "hanamikoji.competition": "<offer|offered> two pairs: {first}, or {second}",
    "hanamikoji.competition.short": "pairs {first} / {second}",
    "hanamikoji.take": "<take|took> {cards} and <leave|left> {left}",
    "hanamikoji.take.short": "take {cards}",
    "hanamikoji.draw": "<draw|drew> {cards}",
    "hanamikoji.draw_hidden": "<draw|drew> a card",
    "hanamikoji.deal": "<receive|received> {cards}",
    "hanamikoji.deal_hidden": "<receive|received> {n:a} cards",
    "hanamikoji.secret_was": "{who:of} secret was {cards}",
    "hanamikoji.round_over": "round {round} is over: {sides:semi}",
    "hanamikoji.holds": "{who} holds geisha[|s] {geishas} ({points} point[|s])",
    "hanamikoji.holds.you": "you hold geisha[|s] {geishas} ({points} point[|s])",
    "hanamikoji.holds_none": "{who} holds no geisha",
    "hanamikoji.holds_none.you": "you hold no geisha",
    "hanamikoji.won_by_points": "{who} wins with {points} points, against {other}",
    "hanamikoji.won_by_points.you": "you win with {points} points, against {other}",
    "hanamikoji.won_by_geishas": "{who} wins with {geishas:a} geishas ({points} points, against {other})",
    "hanamikoji.won_by_geishas.you": "you win with {geishas:a} geishas ({points} points, against {other})",
    "hanamikoji.won_by_score": "{who} wins after the last round, {points} points to {other}",
    "hanamikoji.won_by_score.you": "you win after the last round, {points} points to {other}",
    "hanamikoji.won_by_tier": "{who} wins: {points} points each after the last round, and the dearest geisha decides",
    "hanamikoji.won_by_tier.you": "you win: {points} points each after the last round, and the dearest geisha decides",
    "hanamikoji.drawn": "the match is a draw after the last round, {points} points to {other}",
}  # fmt: skip
