"""Pictures of positions: SVG drawn from scenes, for notebooks, pages and boards."""

from moonflower.pictures.picture import picture
from moonflower.pictures.style import THEMES, Theme

__all__ = ["THEMES", "Theme", "picture"]
