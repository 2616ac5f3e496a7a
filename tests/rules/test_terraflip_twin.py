"""TerraFlip against a slow twin: plain Python, exact geometry, no tables shared with the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import gcd

import pytest

import moonflower as mf

Cell = tuple[int, int]

LETTERS = "DFMR"
NEIGHBOURS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
BONUS = {2: [3, 0], 3: [3, 1, 0], 4: [3, 1, 2, 0]}


def distance(cell: Cell) -> int:
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


FRAME = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if distance((q, r)) <= 5]


def name(cell: Cell) -> str:
    return f"{'abcdefghijk'[cell[0] + 5]}{cell[1] + 6}"


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in NEIGHBOURS]


# --- lines: the stretch of a segment inside each closed hexagon, by clipping half-planes


def clip(offset: Cell, cell: Cell) -> tuple[Fraction, Fraction] | None:
    """The part of (0,0)-offset, as parameters, inside the hexagon; None unless it has a length."""
    low, high = Fraction(0), Fraction(1)
    for a, b in ((2, 1), (1, 2), (-1, 1)):  # x-y, z-y and z-x in axial coordinates
        slope = a * offset[0] + b * offset[1]
        at = a * cell[0] + b * cell[1]
        if slope == 0:
            if abs(at) > 1:
                return None
            continue
        ends = sorted((Fraction(at - 1, slope), Fraction(at + 1, slope)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


@cache
def stretches(offset: Cell) -> list[tuple[Fraction, Fraction, Cell]]:
    size = distance(offset)
    cells = [(q, r) for q in range(-size - 1, size + 2) for r in range(-size - 1, size + 2)]
    found = [(part[0], part[1], cell) for cell in cells if (part := clip(offset, cell))]
    return sorted(found)


def lies_on_tiles(start: Cell, offset: Cell, occupied: set[Cell], both: bool) -> bool:
    reached = Fraction(0)
    for low, high, cell in stretches(offset):
        there = (start[0] + cell[0], start[1] + cell[1]) in occupied
        if both and not there:
            return False
        if there and low <= reached:
            reached = max(reached, high)
    return reached == 1


@dataclass
class Tile:
    face: str
    owner: str
    under: str = ""  # "" for special tiles
    kind: str = "T"
    knows: set[int] = field(default_factory=set)


Board = dict[Cell, Tile]


def surrounded(board: Board, origin: Cell, colour: str, options: dict[str, str]) -> set[Cell]:
    occupied = {*board, (0, 0)}
    found = set()
    ends = [cell for cell, tile in board.items() if tile.face == colour and cell != origin]
    for end in [*ends, (0, 0)]:
        dq, dr = end[0] - origin[0], end[1] - origin[1]
        steps = gcd(dq, dr)
        axial = dq == 0 or dr == 0 or dq == -dr
        if steps < 2 or (options.get("lines") == "axial" and not axial):
            continue
        inner = [
            (origin[0] + t * dq // steps, origin[1] + t * dr // steps) for t in range(1, steps)
        ]
        if any(cell not in board or board[cell].face == colour for cell in inner):
            continue
        if not lies_on_tiles(origin, (dq, dr), occupied, options.get("edge") == "both"):
            continue
        for cell in inner:
            same = [other for other in inner if board[other].face == board[cell].face]
            if board[cell].kind == "T" and (options.get("stop") != "own_target" or len(same) == 1):
                found.add(cell)
    return found


# --- the whole game


class Twin:
    """Full information; a blind game is played with backs fixed when placed."""

    def __init__(self, seats: str, options: dict[str, str], limit: int = 0) -> None:
        self.seats = seats
        self.options = options
        self.limit = limit or (4 if len(seats) == 4 else 3)
        self.board: Board = {}
        self.backs = [{c: 3 for c in LETTERS if c != colour} for colour in seats]
        self.specials = [set("HCX") for _ in seats]
        self.spies = [3 for _ in seats]
        self.mover = 0
        self.phase = "P"
        self.origin: Cell | None = None
        self.over = False

    def is_(self, key: str, value: str) -> bool:
        return self.options.get(key) == value

    @property
    def colour(self) -> str:
        return self.seats[self.mover]

    def open_cells(self, limit: int) -> list[Cell]:
        occupied = {*self.board, (0, 0)}
        return [
            cell
            for cell in FRAME
            if distance(cell) <= limit
            and cell not in occupied
            and any(other in occupied for other in around(cell))
        ]

    def adverse(self, cell: Cell) -> bool:
        tile = self.board.get(cell)
        return tile is not None and tile.kind == "T" and tile.face != self.colour

    def legal(self) -> list[str]:
        moves = list(self.placements() if self.phase == "P" else self.flips())
        if self.spies[self.mover] and (self.phase == "P" or not self.is_("spy", "before")):
            moves += [
                f"S:{name(cell)}"
                for cell, tile in self.board.items()
                if tile.kind == "T" and self.mover not in tile.knows
            ]
        return sorted(moves)

    def placements(self) -> Iterator[str]:
        left = [back for back, count in self.backs[self.mover].items() if count]
        kinds = {"T" if self.is_("hand", "blind") else f"T{back}" for back in left}
        kinds |= self.specials[self.mover] - {"H"}
        for cell in self.open_cells(self.limit):
            for kind in kinds:
                yield f"{kind}@{name(cell)}"
        if "H" in self.specials[self.mover]:
            for cell in self.open_cells(self.limit + 1):
                yield f"H@{name(cell)}"

    def flips(self) -> Iterator[str]:
        yield "."
        if self.origin is None:
            return
        targets = set()
        if self.phase == "L" or not self.is_("special_line", "0"):
            targets = surrounded(self.board, self.origin, self.colour, self.options)
        if self.phase == "C":
            targets |= {cell for cell in around(self.origin) if self.adverse(cell)}
        yield from (f"F:{name(cell)}" for cell in targets)
        if self.phase == "X":
            for cell in around(self.origin):
                if self.adverse(cell):
                    yield from (f"X:{name(cell)}>{name(to)}" for to in self.landings(cell))

    def landings(self, thrown: Cell) -> Iterator[Cell]:
        rest = {*self.board, (0, 0)} - {thrown}
        for cell in FRAME:
            if distance(cell) > self.limit or cell in rest or cell == thrown:
                continue
            if not any(other in rest for other in around(cell)):
                continue
            if hangs_together(rest | {cell} if self.is_("connect", "final") else rest):
                yield cell

    def play(self, token: str) -> None:
        cells = {name(cell): cell for cell in FRAME}
        everybody = set(range(len(self.seats)))
        if token == ".":
            self.end_turn()
        elif token.startswith("S:"):
            self.spies[self.mover] -= 1
            self.board[cells[token[2:]]].knows.add(self.mover)
        elif token.startswith("F:"):
            self.turn_over(cells[token[2:]])
        elif token.startswith("X:"):
            old, new = (cells[part] for part in token[2:].split(">"))
            self.board[new] = self.board.pop(old)
            self.turn_over(new)
        else:
            kind, _, where = token.partition("@")
            where, _, fixed = where.partition("=")
            cell = cells[where]
            self.phase, self.origin = kind if kind in "CX" else "L", cell
            if kind[0] == "T":
                back = kind[1:] or fixed
                self.backs[self.mover][back] -= 1
                knows = {"blind": set(), "open": everybody}
                seen = knows.get(self.options.get("hand", "known"), {self.mover})
                self.board[cell] = Tile(self.colour, self.colour, back, knows=set(seen))
            else:
                self.specials[self.mover].remove(kind)
                self.board[cell] = Tile(self.colour, self.colour, kind=kind)

    def turn_over(self, cell: Cell) -> None:
        tile = self.board[cell]
        tile.face, tile.under = tile.under, tile.face
        tile.knows = set(range(len(self.seats)))
        chained = tile.face == self.colour
        self.phase, self.origin = ("L", cell) if chained else ("E", None)

    def end_turn(self) -> None:
        self.phase, self.origin = "P", None
        self.over = not any(
            any(self.backs[seat].values()) or self.specials[seat] for seat in range(len(self.seats))
        )
        self.mover = (self.mover + 1) % len(self.seats)

    def totals(self) -> list[int]:
        totals = list(BONUS[len(self.seats)])
        for seat, colour in enumerate(self.seats):
            for cell, tile in self.board.items():
                if tile.face != colour or (tile.kind != "T" and self.is_("special_score", "0")):
                    continue
                beside = [self.board[c].face for c in around(cell) if c in self.board]
                totals[seat] += 2 if colour in beside else 1
        return totals


def hangs_together(cells: set[Cell]) -> bool:
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        for cell in around(edge.pop()):
            if cell in cells and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached == cells


CHOICES = {
    "lines": ["any", "axial"],
    "stop": ["own", "own_target"],
    "hand": ["known", "blind", "open"],
    "special_line": ["1", "0"],
    "connect": ["removal", "final"],
    "special_score": ["1", "0"],
    "spy": ["any", "before"],
    "edge": ["one", "both"],
}


def choose(rng: random.Random, moves: list[str]) -> str:
    """Flips, throws and chains rather than quiet moves: they are what can go wrong."""
    keen = [move for move in moves if move[:2] in ("F:", "X:")]
    return rng.choice(keen) if keen and rng.random() < 0.8 else rng.choice(moves)


@pytest.mark.parametrize("seed", range(48))
def test_random_game_equals_the_twin(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    seats = "".join(rng.sample(LETTERS, players))
    options = {key: rng.choice(values) for key, values in CHOICES.items()}
    limit = 4 if players == 4 else rng.choice([3, 4])
    twin = Twin(seats, options, limit)
    game = mf.Game("terraflip", players=players, colours=seats, limit=limit, **options)
    state = game.start()
    while not twin.over:
        moves = twin.legal()
        assert sorted(map(str, state.legal_moves())) == moves, (str(state), options)
        token = choose(rng, moves)
        if token.startswith("T@"):
            backs = [c for c, count in twin.backs[twin.mover].items() for _ in range(count)]
            token += f"={rng.choice(backs)}"
        twin.play(token)
        state = state.play(token)
        assert state.scores == twin.totals()
    assert state.is_over


# --- 10,000 random boards


def random_board(rng: random.Random, seats: str, radius: int) -> Board:
    """A connected heap of tiles, special tiles among them, some turned over."""
    board: Board = {}
    backs = {colour: [c for c in LETTERS if c != colour] * 3 for colour in seats}
    kinds = {colour: ["H", "C", "X", *"TTTTTTTTT"] for colour in seats}
    edge = set(around((0, 0)))
    for _ in range(rng.randint(6, 12 * len(seats) - 1)):
        if not edge:
            break
        cell = rng.choice(sorted(edge))
        colour = rng.choice([c for c in seats if kinds[c]])
        kind = kinds[colour].pop(rng.randrange(len(kinds[colour])))
        tile = Tile(colour, colour, kind=kind)
        if kind == "T":
            tile.under = backs[colour].pop(rng.randrange(len(backs[colour])))
            if rng.random() < 0.5:
                tile.face, tile.under = tile.under, tile.face
        board[cell] = tile
        edge |= {c for c in around(cell) if distance(c) <= radius}
        edge -= {*board, (0, 0)}
    return board


def board_text(board: Board, players: int) -> str:
    mask = f"{(1 << players) - 1:x}"
    return ",".join(
        f"{name(cell)}={tile.face}{tile.under}{tile.owner}{mask}"
        if tile.kind == "T"
        else f"{name(cell)}={tile.kind}{tile.owner}"
        for cell, tile in sorted(board.items())
    )


def test_line_flips_equal_the_twin_on_10000_random_boards() -> None:
    rng = random.Random(5)
    game = mf.Game("terraflip")
    boards, compared, flips = 0, 0, 0
    while boards < 10_000:
        seats = "".join(rng.sample(LETTERS, rng.randint(2, 4)))
        board = random_board(rng, seats, rng.choice([3, 4, 5]))
        options = {key: rng.choice(CHOICES[key]) for key in ("lines", "stop", "edge")}
        carried = [f"{key}={options[key]}" for key in options if options[key] != CHOICES[key][0]]
        text = board_text(board, len(seats))
        hands = "/".join("-" for _ in seats)
        origins = [cell for cell, tile in board.items() if tile.face in seats]
        if not origins:
            continue
        boards += 1
        for origin in rng.sample(origins, min(2, len(origins))):
            colour = board[origin].face
            phase = f"{seats.index(colour)}L{name(origin)}"
            spies = "0" * len(seats)
            state = game.parse(
                f"tf1 {seats} {text} {hands} {spies} {phase} 0 {';'.join(carried) or '-'}"
            )
            expected = {f"F:{name(c)}" for c in surrounded(board, origin, colour, options)}
            assert {str(m) for m in state.legal_moves()} == expected | {"."}, str(state)
            compared += 1
            flips += len(expected)
    assert compared > 15_000
    assert flips > 10_000
