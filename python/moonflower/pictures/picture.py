"""A scene as a picture: one SVG of the game's own look, every slot marked with its id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from moonflower.pictures import flower_power, hanamikoji, plain, shields, skud_paisho, terraflip
from moonflower.pictures.contents import Contents
from moonflower.pictures.style import SHEET, THEMES, Theme
from moonflower.pictures.table import Names, Sheet

__all__ = ["picture"]

_GAMES: Final[dict[str, Callable[[Contents, Names], Sheet]]] = {
    "flower_power": flower_power.draw,
    "hanamikoji": hanamikoji.draw,
    "shields": shields.draw,
    "skud_paisho": skud_paisho.draw,
    "terraflip": terraflip.draw,
}


def picture(scene: dict[str, Any], *, names: Names | None = None, theme: Theme = "auto") -> str:
    """The SVG of a scene, as ``State.scene`` and ``View.scene`` return it.

    Whoever reads the scene sits at the bottom. Each slot, and each piece in one, is a group with
    the scene's id in ``data-id``; colours come from style sheet variables of the class ``mf``.
    ``names`` says what seats are called (``{"p1": "Ada"}``); ``theme`` auto follows the reader's
    system.

    >>> import moonflower as mf
    >>> svg = picture(mf.Game("hanamikoji").deal(seed=7).view(0).scene())
    >>> svg.startswith("<svg"), 'data-id="p1.secret' in svg, 'data-id="geisha.6"' in svg
    (True, False, True)
    """
    if theme not in THEMES:
        msg = f"picture: theme {theme!r} is not known; {', '.join(THEMES)} are accepted"
        raise ValueError(msg)
    contents = Contents(scene)
    draw = _GAMES.get(contents.game, plain.draw)
    return str(draw(contents, names or {}).drawn(theme, SHEET, contents.title))
