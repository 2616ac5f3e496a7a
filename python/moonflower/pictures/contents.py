"""A scene by its parts: what lies in a zone, whose it is, who sits where."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, TypeAlias

__all__ = ["Contents", "Slot", "Zone"]

Slot: TypeAlias = dict[str, Any]
Zone: TypeAlias = dict[str, Any]


class Contents:
    """A scene, looked at zone by zone."""

    def __init__(self, scene: dict[str, Any]) -> None:
        self.spec: str = scene["game"]
        self.game = self.spec.partition(":")[0]
        self.title = f"{self.spec}: {scene['phase']}"
        self.turn: str | None = scene["turn"]
        self.reader: str | None = scene["reader"]
        self.phase: str = scene["phase"]
        self.facts: dict[str, Any] = scene["facts"]
        self.seats: list[dict[str, Any]] = scene["seats"]
        self.zones: dict[str, Zone] = {zone["id"]: zone for zone in scene["zones"]}
        self.links: list[dict[str, Any]] = scene["links"]
        self._slots: dict[str, list[Slot]] = defaultdict(list)
        for slot in scene["slots"]:
            self._slots[slot["zone"]].append(slot)

    def slots(self, zone: str) -> list[Slot]:
        """What lies in a zone, in its order; nothing in one there is not."""
        return self._slots.get(zone, [])

    def inside(self, zone: str) -> list[Zone]:
        """The zones within a zone."""
        return [part for part in self.zones.values() if part["inside"] == zone]

    def seats_from_reader(self) -> list[dict[str, Any]]:
        """All seats in turn order, the one who reads first: it sits at the bottom."""
        first = int(self.reader[1:]) - 1 if self.reader else 0
        return self.seats[first:] + self.seats[:first]
