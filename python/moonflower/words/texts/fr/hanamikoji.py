"""Hanamikoji in French: moves, events, endings."""

from typing import Final

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    "hanamikoji.cards": "{n:a} {card}",
    "hanamikoji.geisha": "{card}",
    "hanamikoji.secret": "<valider|validé> {cards} en secret",
    "hanamikoji.secret.short": "secret {cards}",
    "hanamikoji.secret_hidden": "<valider|validé> une carte en secret",
    "hanamikoji.secret_hidden.short": "un secret",
    "hanamikoji.discard": "<défausser|défaussé> {cards} face cachée",
    "hanamikoji.discard.short": "défausse {cards}",
    "hanamikoji.discard_hidden": "<défausser|défaussé> deux cartes face cachée",
    "hanamikoji.discard_hidden.short": "une défausse",
    "hanamikoji.gift": "<proposer|proposé> {cards} au choix",
    "hanamikoji.gift.short": "choix {cards}",
    "hanamikoji.competition": "<proposer|proposé> deux paquets : {first}, ou {second}",
    "hanamikoji.competition.short": "paquets {first} / {second}",
    "hanamikoji.take": "<prendre|pris> {cards} et <laisser|laissé> {left}",
    "hanamikoji.take.short": "prendre {cards}",
    "hanamikoji.draw": "<piocher|pioché> {cards}",
    "hanamikoji.draw_hidden": "<piocher|pioché> une carte",
    "hanamikoji.deal": "<recevoir|reçu> {cards}",
    "hanamikoji.deal_hidden": "<recevoir|reçu> {n:a} cartes",
    "hanamikoji.secret_was": "le secret {who:of} était {cards}",
    "hanamikoji.secret_was.you": "votre secret était {cards}",
    "hanamikoji.round_over": "la manche {round} est terminée : {sides:semi}",
    "hanamikoji.holds": "{who} possède [la geisha|les geishas] {geishas} ({points} point[|s])",
    "hanamikoji.holds.you": "vous possédez [la geisha|les geishas] {geishas} ({points} point[|s])",
    "hanamikoji.holds_none": "{who} ne possède aucune geisha",
    "hanamikoji.holds_none.you": "vous ne possédez aucune geisha",
    "hanamikoji.won_by_points": "{who} gagne avec {points} points contre {other}",
    "hanamikoji.won_by_points.you": "vous gagnez avec {points} points contre {other}",
    "hanamikoji.won_by_geishas": "{who} gagne avec {geishas:a} geishas ({points} points contre {other})",
    "hanamikoji.won_by_geishas.you": "vous gagnez avec {geishas:a} geishas ({points} points contre {other})",
    "hanamikoji.won_by_score": "{who} gagne après la dernière manche, {points} point[|s] à {other}",
    "hanamikoji.won_by_score.you": "vous gagnez après la dernière manche, {points} point[|s] à {other}",
    "hanamikoji.won_by_tier": "{who} gagne : {points} points partout après la dernière manche, et la geisha la plus chère départage",
    "hanamikoji.won_by_tier.you": "vous gagnez : {points} points partout après la dernière manche, et la geisha la plus chère départage",
    "hanamikoji.drawn": "égalité après la dernière manche, {points} point[|s] à {other}",
}  # fmt: skip
