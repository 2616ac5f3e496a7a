"""Skud Pai Sho against a slow twin: the rule book in plain Python, every turn tried on a dict."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import moonflower as mf
from moonflower.per_game import skud_paisho

Point = tuple[int, int]
Tiles = dict[Point, str]  # "GR3", "HK", ...

POINTS = frozenset((x, y) for x in range(-8, 9) for y in range(-8, 9) if abs(x) + abs(y) <= 12)
GATES = frozenset([(0, 8), (0, -8), (8, 0), (-8, 0)])
OPEN = [p for p in POINTS if p not in GATES]
CIRCLE = ["R3", "R4", "R5", "W3", "W4", "W5"]
DISTANCE = {"R3": 3, "R4": 4, "R5": 5, "W3": 3, "W4": 4, "W5": 5, "L": 2, "O": 6}
CLOCKWISE = [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)]


def text(p: Point) -> str:
    return f"({p[0]},{p[1]})"


def near(p: Point) -> list[Point]:
    return [(p[0] + x, p[1] + y) for x, y in CLOCKWISE]


def is_flower(tile: str) -> bool:
    return tile[1:] in DISTANCE


def may_stop(kind: str, p: Point) -> bool:
    if p in GATES or p not in POINTS:
        return False
    if kind not in CIRCLE or abs(p[0]) + abs(p[1]) > 6:
        return True
    return p[0] * p[1] >= 0 if kind[0] == "R" else p[0] * p[1] <= 0


def lines(tiles: Tiles) -> Iterator[tuple[Point, Point]]:
    """Pairs of tiles that see each other."""
    for p in tiles:
        if p in GATES:
            continue
        for step in [(1, 0), (0, 1)]:
            q = (p[0] + step[0], p[1] + step[1])
            while q in POINTS and q not in tiles and q not in GATES:
                q = (q[0] + step[0], q[1] + step[1])
            if q in tiles and q not in GATES:
                yield p, q


def has_clash(tiles: Tiles) -> bool:
    for p, q in lines(tiles):
        a, b = tiles[p][1:], tiles[q][1:]
        if a in CIRCLE and b in CIRCLE and (CIRCLE.index(a) - CIRCLE.index(b)) % 6 == 3:
            return True
    return False


def harmonies(tiles: Tiles) -> set[tuple[str, Point, Point]]:
    rocks = [p for p, tile in tiles.items() if tile[1:] == "R"]
    weeds = [p for p, tile in tiles.items() if tile[1:] == "K"]
    drained = {q for p in weeds for q in near(p)}
    found = set()
    for p, q in lines(tiles):
        if p in drained or q in drained:
            continue
        if any((r[0] == p[0]) if p[0] == q[0] else (r[1] == p[1]) for r in rocks):
            continue
        (a_owner, a), (b_owner, b) = (tiles[p][0], tiles[p][1:]), (tiles[q][0], tiles[q][1:])
        if a in CIRCLE and b in CIRCLE:
            apart = (CIRCLE.index(a) - CIRCLE.index(b)) % 6
            if a_owner == b_owner and apart in {1, 5}:
                found.add((a_owner, p, q))
        elif a == "L" and b in CIRCLE:
            found.add((b_owner, p, q))
        elif b == "L" and a in CIRCLE:
            found.add((a_owner, p, q))
    return found


class Twin:
    def __init__(self, position: str) -> None:
        _, board, reserves, phase, _, options = position.split()
        self.tiles: Tiles = {}
        for x in [] if board == "-" else board.split(";"):
            tile, px, py = re.fullmatch(r"(\w+)\((-?\d+),(-?\d+)\)", x).groups()  # type: ignore[union-attr]
            self.tiles[int(px), int(py)] = tile
        self.mover = phase[0]
        self.enemy = "H" if self.mover == "G" else "G"
        own = reserves.split("/")["GH".index(self.mover)]
        self.reserve = [kind for kind, n in zip(CIRCLE, own, strict=False) for _ in range(int(n))]
        self.reserve += list(own[6:])
        self.gate_walk = "gate_walk=0" not in options

    def turns(self) -> list[str]:
        found = [
            kind + text(gate)
            for kind in CIRCLE
            if kind in self.reserve
            for gate in GATES
            if gate not in self.tiles
        ]
        for start in self.tiles:
            found += self.arranges(start)
        return sorted(found)

    def arranges(self, start: Point) -> Iterator[str]:
        tile = self.tiles[start]
        if tile[0] != self.mover or not is_flower(tile) or self.is_trapped(start):
            return
        before = self.identities(self.tiles, start, start)
        for end in self.ends(start):
            after = {p: t for p, t in self.tiles.items() if p not in {start, end}}
            after[end] = tile
            if has_clash(after):
                continue
            base = f"{text(start)}-{text(end)}"
            yield base
            if self.identities(after, start, end) - before:
                for bonus in self.bonuses(after):
                    yield base + bonus

    def identities(self, tiles: Tiles, start: Point, end: Point) -> set[frozenset[object]]:
        """The mover's harmonies as pairs of tiles, the arranged one named by its start."""
        return {
            frozenset("mover" if p in {start, end} and p == end else p for p in pair)
            for owner, *pair in harmonies(tiles)
            if owner == self.mover
        }

    def is_trapped(self, p: Point) -> bool:
        if p in GATES:
            return False
        return any(self.tiles.get(q) == f"{self.enemy}O" and q not in GATES for q in near(p))

    def is_wild(self, owner: str) -> bool:
        return any(t == f"{owner}L" and p not in GATES for p, t in self.tiles.items())

    def captures(self, kind: str, end: Point) -> bool:
        tile = self.tiles[end]
        if tile[0] == self.mover or not is_flower(tile) or end in GATES:
            return False
        target = tile[1:]
        if kind == "O" and self.is_wild(self.mover):
            return True
        if target == "O":
            return self.is_wild(self.enemy)
        if kind in CIRCLE and target in CIRCLE:
            return (CIRCLE.index(kind) - CIRCLE.index(target)) % 6 == 3
        return False

    def ends(self, start: Point) -> set[Point]:
        kind = self.tiles[start][1:]
        reached, edge, found = {start}, [start], set()
        for _ in range(DISTANCE[kind]):
            following = []
            for p in edge:
                for step in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
                    q = (p[0] + step[0], p[1] + step[1])
                    if q not in POINTS or q in reached:
                        continue
                    if q in self.tiles:
                        if self.captures(kind, q) and may_stop(kind, q):
                            found.add(q)
                        continue
                    if q in GATES and not self.gate_walk:
                        continue
                    reached.add(q)
                    following.append(q)
                    if may_stop(kind, q):
                        found.add(q)
            edge = following
        return found

    def bonuses(self, tiles: Tiles) -> Iterator[str]:
        free = [gate for gate in GATES if gate not in tiles]
        grows = any(gate in tiles and tiles[gate][0] == self.mover for gate in GATES)
        for kind in sorted(set(self.reserve)):
            if kind in {"L", "O"} or (kind in CIRCLE and not grows):
                for gate in free:
                    yield f"+{kind}{text(gate)}"
            elif kind in {"R", "K"}:
                for p in OPEN:
                    if p not in tiles:
                        yield f"+{kind}{text(p)}"
            elif kind == "W":
                for p in OPEN:
                    if p not in tiles and self.turns_well(tiles, p):
                        yield f"+W{text(p)}"
            elif kind == "B":
                yield from self.boats(tiles)

    def turns_well(self, tiles: Tiles, centre: Point) -> bool:
        around = near(centre)
        after = {p: t for p, t in tiles.items() if p not in around}
        after[centre] = f"{self.mover}W"
        for p, q in zip(around, around[1:] + around[:1], strict=True):
            if p not in tiles:
                continue
            kind = tiles[p][1:]
            if kind == "R" or p in GATES or not may_stop(kind, q):
                return False
            after[q] = tiles[p]
        return not has_clash(after)

    def boats(self, tiles: Tiles) -> Iterator[str]:
        for p, tile in tiles.items():
            if p in GATES:
                continue
            rest = {q: t for q, t in tiles.items() if q != p}
            if not is_flower(tile):
                if not has_clash(rest):
                    yield f"+B{text(p)}"
                continue
            for q in near(p):
                if q in tiles or not may_stop(tile[1:], q):
                    continue
                if not has_clash({**rest, p: f"{self.mover}B", q: tile}):
                    yield f"+B{text(p)}-{text(q)}"


@pytest.mark.parametrize("spec", ["skud_paisho", "skud_paisho:gate_walk=0"])
@pytest.mark.parametrize("seed", range(3))
def test_turns_and_harmonies_agree_with_the_twin(spec: str, seed: int) -> None:
    compare(mf.Game(spec), seed, most_turns=400, every=7)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 80))
def test_many_turns_agree_with_the_twin(seed: int) -> None:
    compare(mf.Game("skud_paisho"), seed, most_turns=4000, every=3)


def compare(game: mf.Game, seed: int, *, most_turns: int, every: int) -> None:
    state = game.start()
    compared = 0
    for step in range(400):
        if state.is_over:
            break
        in_play = str(state).split()[3] in {"G", "H"}
        if in_play and step % every == 0:
            found = sorted(skud_paisho.turns(state))
            if len(found) <= most_turns:
                twin = Twin(str(state))
                assert found == twin.turns(), str(state)
                pairs = {
                    ("GH"[h.owner], frozenset((h.first, h.second)))
                    for h in skud_paisho.harmonies(state)
                }
                assert pairs == {(owner, frozenset(pair)) for owner, *pair in harmonies(twin.tiles)}
                assert mf.perft(state, 1, turns=True) == len(found)
                compared += 1
        state = state.play(state.random_move(10_000 * seed + step))
    assert compared > 5
