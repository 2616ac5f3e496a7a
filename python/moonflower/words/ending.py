"""How a game ended where its payoffs say all there is."""

from __future__ import annotations

from collections.abc import Sequence

from moonflower.words.phrases import Phrase

__all__ = ["ending_told"]


def ending_told(payoffs: Sequence[float], *, is_chips: bool) -> Phrase:
    """Who has most, and how many chips that is where the game is played for chips."""
    best = max(payoffs)
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff == best]
    if len(winners) == len(payoffs):
        return {"key": "ending.drawn"}
    if best <= 0:
        return {"key": "ending.nobody"}
    if len(winners) > 1:
        seats = [{"key": "seat", "who": {"seat": seat}} for seat in winners]
        return {"key": "ending.shared", "winners": seats}
    phrase: Phrase = {"key": "ending.won", "who": {"seat": winners[0]}}
    return phrase | {"key": "ending.payoff", "n": int(best)} if is_chips else phrase
