"""Positions unrolled into arrays, and policies over them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from os import PathLike
from typing import Final, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from moonflower import _core
from moonflower.arguments import expect, expect_whole
from moonflower.errors import OptionError, ParseError
from moonflower.positions import Game, State, View

__all__ = ["Policy", "Tree", "TreeSize", "flatten", "probabilities_for", "tree_size"]

_Probabilities: TypeAlias = tuple[npt.NDArray[np.float64], ...]

_MEGABYTE: Final = 1 << 20
_MOST_WORLDS: Final = 1_000_000
_FORMAT: Final = "moonflower policy 1"
_UNREADABLE: Final = (
    KeyError, ValueError, TypeError, EOFError, RuntimeError, MemoryError, BadZipFile, zlib.error,
)  # fmt: skip
"""What numpy and zipfile raise when a file is damaged."""


@dataclass(frozen=True, slots=True)
class TreeSize:
    """An estimate by random probes, right on average; the tail is long."""

    nodes: float
    leaves: float
    decisions: float
    megabytes: float  # to hold the tree and to solve it
    surely_nodes: float  # the tree is hardly smaller than this


@dataclass(frozen=True, slots=True)
class _Sets:
    """One seat's information sets; set ``i`` has ``counts[i]`` sequences from ``firsts[i]``."""

    keys: npt.NDArray[np.uint64]  # View.key
    parents: npt.NDArray[np.uint32]  # the seat's last sequence before
    firsts: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint32]
    moves: npt.NDArray[np.uint32]  # int(move), by sequence

    def is_sound(self, probabilities: npt.NDArray[np.float64]) -> bool:
        """The arrays can be walked: all indices are inside, and a parent comes before its set."""
        kinds = ("u8", "u4", "u4", "u4", "u4", "f8")
        arrays = [*(getattr(self, name) for name in self.__slots__), probabilities]
        if any(
            array.ndim != 1 or array.dtype != kind
            for array, kind in zip(arrays, kinds, strict=True)
        ):
            return False
        sizes = {len(self.keys), len(self.parents), len(self.firsts), len(self.counts)}
        ends = self.firsts.astype(np.uint64) + self.counts
        return (
            len(sizes) == 1
            and len(self.moves) == len(probabilities) >= 1
            and bool(np.all(ends <= len(self.moves)))
            and bool(np.all(self.parents < self.firsts))
        )

    def agrees(self, other: _Sets) -> bool:
        """Made from the same tree."""
        return all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__slots__
        )


class Tree:
    """A position unrolled into arrays; made by ``flatten``."""

    __slots__ = ("_inner", "_sets", "position", "seat", "spec")

    def __init__(self, core: _core.Tree, spec: str, position: str, seat: int | None) -> None:
        self._inner = core
        self._sets = tuple(_Sets(*core.sets(seat)) for seat in range(core.seats))
        self.spec = spec
        self.position = position
        self.seat = seat

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._inner.seats

    @property
    def nodes(self) -> int:
        """Decisions, chance events and ends, counted along every path."""
        return self._inner.nodes

    @property
    def leaves(self) -> int:
        """Ends of the game."""
        return self._inner.leaves

    @property
    def info_sets(self) -> tuple[int, ...]:
        """Information sets of each seat."""
        return tuple(len(sets.keys) for sets in self._sets)

    @property
    def sequences(self) -> tuple[int, ...]:
        """Moves at information sets of each seat, and one for having made none."""
        return tuple(len(sets.moves) for sets in self._sets)

    @property
    def is_zero_sum(self) -> bool:
        """The scores of every end add up to 0."""
        return self._inner.is_zero_sum

    def uniform(self) -> Policy:
        """Every move alike."""
        return self.policy(self._inner.uniform())

    def policy(self, probabilities: list[npt.NDArray[np.float64]]) -> Policy:
        """A policy from the probability of each sequence, seat by seat."""
        policy = Policy(self.spec, self.position, self.seat, self._sets, tuple(probabilities))
        _core.expected_values(self._inner, probabilities)  # refuses what is none
        return policy

    def __repr__(self) -> str:
        return (
            f"<Tree of {self.spec} {self.position!r}: {self.nodes} nodes, "
            f"{self.info_sets} information sets>"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Policy:
    """Probabilities of every move at every information set of a tree."""

    spec: str
    position: str
    seat: int | None  # whose view the root is; None for a state
    _sets: tuple[_Sets, ...]
    probabilities: _Probabilities  # by seat and sequence; [seat][0] is 1 and means nothing

    def at(self, view: View) -> dict[str, float]:
        """How often each legal move of the view is played; KeyError when the tree has no such view.

        Where a view leaves out how it came about, a tree holds it once for each own past; those
        are averaged by how likely the policy goes there.
        """
        sets = self._sets[view.seat]
        found = np.flatnonzero(sets.keys == np.uint64(view.key))
        if not len(found):
            msg = f"{view} is not in the tree of {self.position}"
            raise KeyError(msg)
        reach = np.array([self._reach(view.seat, int(index)) for index in found])
        weights = reach / reach.sum() if reach.sum() > 0 else np.full(len(found), 1 / len(found))
        total: dict[int, float] = {}
        for index, weight in zip(found, weights, strict=True):
            first, count = int(sets.firsts[index]), int(sets.counts[index])
            for sequence in range(first, first + count):
                move = int(sets.moves[sequence])
                share = float(weight * self.probabilities[view.seat][sequence])
                total[move] = total.get(move, 0.0) + share
        return {str(move): total[int(move)] for move in view.legal_moves()}

    def _reach(self, seat: int, index: int) -> float:
        """How likely the seat's own moves lead to the set."""
        sets = self._sets[seat]
        reach = 1.0
        sequence = int(sets.parents[index])
        while sequence:
            reach *= float(self.probabilities[seat][sequence])
            owner = int(np.searchsorted(sets.firsts, sequence, side="right")) - 1
            sequence = int(sets.parents[owner])
        return reach

    def save(self, path: str | PathLike[str]) -> None:
        """Write a numpy ``.npz`` file."""
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "format": np.array(_FORMAT),
            "spec": np.array(self.spec),
            "position": np.array(self.position),
            "seat": np.array(-1 if self.seat is None else self.seat),
        }
        for seat, sets in enumerate(self._sets):
            for name in _Sets.__slots__:
                arrays[f"{name}{seat}"] = getattr(sets, name)
            arrays[f"probabilities{seat}"] = self.probabilities[seat]
        with open(path, "wb") as file:  # noqa: PTH123 - any path-like
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Policy:
        """Read what ``save`` wrote; ``ParseError`` when it is something else."""
        try:
            # numpy leaves a damaged file open where it has opened it itself.
            with open(path, "rb") as raw, np.load(raw, allow_pickle=False) as file:  # noqa: PTH123
                if str(file["format"]) != _FORMAT:
                    msg = f"policy: format {str(file['format'])!r}; {_FORMAT!r} is accepted"
                    raise ParseError(msg)
                seats = sum(1 for name in file.files if name.startswith("probabilities"))
                sets = tuple(
                    _Sets(*(file[f"{name}{seat}"] for name in _Sets.__slots__))
                    for seat in range(seats)
                )
                probabilities = tuple(file[f"probabilities{seat}"] for seat in range(seats))
                if not all(map(_Sets.is_sound, sets, probabilities)):
                    msg = "its arrays do not fit together"
                    raise ValueError(msg)
                root = int(file["seat"])
                return cls(
                    str(file["spec"]),
                    str(file["position"]),
                    None if root < 0 else root,
                    sets,
                    probabilities,
                )
        except FileNotFoundError:
            raise
        except (*_UNREADABLE, OSError) as error:
            if isinstance(error, ParseError):
                raise
            msg = f"policy: cannot read {str(path)!r} ({error}); a file of Policy.save is accepted"
            raise ParseError(msg) from error

    def __repr__(self) -> str:
        sizes = tuple(len(sets.keys) for sets in self._sets)
        return f"<Policy for {self.spec} {self.position!r}: {sizes} information sets>"


def _expect_root(position: object, most_worlds: object) -> None:
    expect(position, Game | State | View, "position", "a Game, a State or a View")
    expect_whole(most_worlds, "most_worlds", least=1, most=2**63 - 1)


def _bytes(memory_mb: float) -> int:
    expect(memory_mb, int | float, "memory_mb", "a number")
    if not memory_mb > 0:
        msg = f"memory_mb must be above 0, got {memory_mb}"
        raise ValueError(msg)
    return int(memory_mb * _MEGABYTE)


def tree_size(position: Game | State | View, *, most_worlds: int = _MOST_WORLDS) -> TreeSize:
    """Estimate the tree of a position without making it; the same answer every time."""
    _expect_root(position, most_worlds)
    if isinstance(position, View):
        seats = position.game.players
        guess = _core.view_tree_size(position._inner, most_worlds)
    else:
        state = position.start() if isinstance(position, Game) else position
        seats = state.players
        guess = _core.tree_size(state._inner)
    return TreeSize(
        guess.nodes,
        guess.leaves,
        guess.decisions,
        guess.bytes(seats) / _MEGABYTE,
        guess.surely_nodes,
    )


def flatten(
    position: Game | State | View, *, memory_mb: float = 1024, most_worlds: int = _MOST_WORLDS
) -> Tree:
    """Unroll a game, a state or a view; ``TooLargeError`` with the estimate if it does not fit.

    From a view, the root draws one of its worlds with the probability the rules imply: all seats
    are taken to know that much, the viewer's own secrets included. From a state all seats are
    taken to know the state; what they learn after it may differ.

    Scores: payoffs that add up to 1 between two seats count 2p - 1, others as they are.
    """
    _expect_root(position, most_worlds)
    if isinstance(position, View):
        core = _core.Tree.of_view(position._inner, most_worlds, _bytes(memory_mb))
        return Tree(core, position.game.spec, str(position), position.seat)
    state = position.start() if isinstance(position, Game) else position
    core = _core.Tree.of_state(state._inner, _bytes(memory_mb))
    return Tree(core, state.game.spec, str(state), None)


def probabilities_for(tree: Tree, policy: Policy) -> list[npt.NDArray[np.float64]]:
    """The arrays of a policy if it was made for such a tree, else ``OptionError``."""
    same = len(policy._sets) == tree.seats and all(
        mine is theirs or mine.agrees(theirs)
        for mine, theirs in zip(tree._sets, policy._sets, strict=True)
    )
    if not same:
        msg = (
            f"policy: made for {policy.spec} {policy.position!r}; "
            f"a policy for {tree.spec} {tree.position!r} is accepted"
        )
        raise OptionError(msg)
    return list(policy.probabilities)
