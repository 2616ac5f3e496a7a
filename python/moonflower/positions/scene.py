"""What ``State.scene`` and ``View.scene`` return: its type, and the JSON Schema it agrees with."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeAlias

__all__ = ["Scene", "scene_schema"]

Scene: TypeAlias = dict[str, Any]
"""Plain data as ``scene_schema`` describes it; ``docs/scenes.md`` explains it."""


@lru_cache(maxsize=1)
def _schema_text() -> str:
    return files("moonflower.positions").joinpath("scene.schema.json").read_text("utf-8")


def scene_schema() -> dict[str, Any]:
    """The JSON Schema of every scene of every game.

    >>> scene_schema()["title"]
    'A position of a Moonflower game'
    """
    schema: dict[str, Any] = json.loads(_schema_text())
    return schema
