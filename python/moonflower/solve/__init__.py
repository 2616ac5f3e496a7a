"""Solvers: one form of answer, equilibria of flattened trees, positions with all known.

>>> import moonflower as mf
>>> from moonflower import solve
>>> tree = solve.flatten(mf.Game("kuhn_poker").start())
>>> found = solve.find_equilibrium(tree, nash_conv=1e-6)
>>> round(found.value, 5), found.exact
(-0.05556, True)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from moonflower.solve.solution import Solution, SolvedMove, SolveProgress

if TYPE_CHECKING:
    from moonflower.solve.equilibrium import (
        Certificate,
        CfrSolver,
        McCfrSolver,
        Method,
        Progress,
        best_response,
        certify,
        expected_values,
        exploitability,
        find_equilibrium,
        nash_conv,
    )
    from moonflower.solve.open_cards import prove_win, solve_open
    from moonflower.solve.trees import Policy, Tree, TreeSize, flatten, tree_size

__all__ = [
    "Certificate",
    "CfrSolver",
    "McCfrSolver",
    "Method",
    "Policy",
    "Progress",
    "Solution",
    "SolveProgress",
    "SolvedMove",
    "Tree",
    "TreeSize",
    "best_response",
    "certify",
    "expected_values",
    "exploitability",
    "find_equilibrium",
    "flatten",
    "nash_conv",
    "prove_win",
    "solve_open",
    "tree_size",
]


def __getattr__(name: str) -> object:
    """The solvers when they are first asked for: trees are numpy's, which is slow to load."""
    for part in ("open_cards", "equilibrium", "trees"):
        module = importlib.import_module(f"moonflower.solve.{part}")
        if name in module.__all__:
            return getattr(module, name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
