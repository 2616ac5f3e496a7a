"""SVG as values: elements that nest, written as text at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

__all__ = ["Element", "at", "circle", "element", "group", "line", "number", "path", "rect", "text"]

Value: TypeAlias = str | float


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element with its attributes and what it holds."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: tuple[Element | str, ...] = ()

    def __str__(self) -> str:
        facts = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        if not self.children:
            return f"<{self.tag}{facts}/>"
        inside = "".join(
            escape(child, quote=False) if isinstance(child, str) else str(child)
            for child in self.children
        )
        return f"<{self.tag}{facts}>{inside}</{self.tag}>"


def number(value: float) -> str:
    """A coordinate with no more digits than a screen can show."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def element(tag: str, *children: Element | str, **attributes: Value | None) -> Element:
    """``class_`` is written class, ``data_id`` data-id; None leaves an attribute out."""
    facts = {
        name.rstrip("_").replace("_", "-"): value if isinstance(value, str) else number(value)
        for name, value in attributes.items()
        if value is not None
    }
    return Element(tag, facts, children)


def group(
    children: Iterable[Element | None], class_: str | None = None, **attributes: Value | None
) -> Element:
    """What belongs together; children that are None are left out."""
    inside = (child for child in children if child is not None)
    return element("g", *inside, class_=class_, **attributes)


def at(x: float, y: float, thing: Element, *, turn: float = 0, scale: float = 1) -> Element:
    """``thing``, drawn around the origin, at another place."""
    moves = f"translate({number(x)} {number(y)})"
    moves += f" rotate({number(turn)})" if turn else ""
    moves += f" scale({number(scale)})" if scale != 1 else ""
    return element("g", thing, transform=moves)


def rect(  # noqa: PLR0913 - what SVG asks for
    x: float, y: float, width: float, height: float, class_: str, *, round_: float = 0
) -> Element:
    return element("rect", x=x, y=y, width=width, height=height, rx=round_ or None, class_=class_)


def circle(x: float, y: float, radius: float, class_: str) -> Element:
    return element("circle", cx=x, cy=y, r=radius, class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Element:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def path(data: str, class_: str) -> Element:
    return element("path", d=data, class_=class_)


def text(x: float, y: float, words: str, class_: str = "label", size: float = 14) -> Element:
    """One line of text around its middle; classes ``start`` and ``end`` move it aside."""
    return element("text", words, x=x, y=y, class_=class_, font_size=size)
