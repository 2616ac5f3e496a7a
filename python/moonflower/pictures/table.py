"""Pictures put together from top to bottom: strips of known height, and the sheet around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moonflower.pictures.svg import Element, at, element, group, number, path, rect, text

__all__ = ["Names", "Sheet", "seat_label"]

Names = Mapping[str, str]
"""What seats are called; those that are not in it keep their ids."""

WIDTH = 620.0


class Sheet:
    """A picture of fixed width that grows downwards."""

    def __init__(self, width: float = WIDTH) -> None:
        self.width = width
        self.height = 0.0
        self._parts: list[Element] = []

    def add(self, strip: Element, height: float) -> None:
        """A strip drawn from its own (0, 0) on."""
        self._parts.append(at(0, self.height, strip))
        self.height += height

    def space(self, height: float) -> None:
        self.height += height

    def drawn(self, theme: str, style: str, label: str) -> Element:
        """The whole picture as one SVG element."""
        return element(
            "svg",
            element("title", label),
            element("style", style),
            rect(0, 0, self.width, self.height, "paper", round_=14),
            *self._parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            class_=f"mf {theme}",
            role="img",
            width="100%",
            style=f"max-width:{number(self.width * 1.5)}px",
        )


def seat_label(seat: Mapping[str, Any], names: Names) -> Element:
    """A seat's name in its colour, with a mark when it acts; starts at the origin."""
    id_ = seat["id"]
    mark = path("M-13-6L-3 0-13 6Z", "turn") if seat["acts"] else None
    name = names.get(id_, id_)
    won = (seat["payoff"] or 0) > 0
    crown = path("M0-7L4 0 9-6 8 6H-8L-9-6-4 0Z", "crown") if won else None
    return group(
        [
            at(18, 0, mark) if mark else None,
            text(20, 0, name, f"start strong {id_}", 18),
            at(34 + 9.5 * len(name), 0, crown) if crown else None,
        ]
    )
