"""English: one table a game, one for hints, one for the terminal."""

from typing import Final

from moonflower.words.texts.en import (
    common,
    flower_power,
    hanamikoji,
    hints,
    play,
    shields,
    skud_paisho,
    terraflip,
)

__all__ = ["TEXTS"]

TEXTS: Final[dict[str, str]] = {
    **common.TEXTS,
    **hints.TEXTS,
    **play.TEXTS,
    **flower_power.TEXTS,
    **hanamikoji.TEXTS,
    **shields.TEXTS,
    **skud_paisho.TEXTS,
    **terraflip.TEXTS,
}
