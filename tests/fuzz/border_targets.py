"""What ``border_calls.py`` calls, and what with: lists taken from the modules by introspection.

A call is a text that Python can evaluate. Parameters get values of the types they name, as often
odd ones; values of the package's own types are made by the recipes below. A class without a recipe
and without a constructor stops the run: it has to be given one.
"""

from __future__ import annotations

import importlib
import inspect
import random
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import moonflower as mf
from moonflower import _core, solve
from moonflower.engine import stopping
from moonflower.per_game import shields, skud_paisho

SPECS = [info.name for info in mf.games(lab=True)] + [
    "shields:mode=ffa,players=4", "shields:mode=cheater,players=2", "terraflip:players=3",
    "flower_power:players=5", "flower_power:players=2,decks=2", "hex:size=3", "goofspiel:cards=4",
]  # fmt: skip
SMALL = ["kuhn_poker", "leduc_poker", "goofspiel:cards=3"]

OWN_ERRORS = (stopping.StoppedError,)

# Modules people import beside the package's own names. What reads files and lines is fuzzed by
# texts (protocol_lines.py, test_parsers.py).
LIBRARY = (
    "hints", "hints.features", "engine.review", "per_game.flower_power", "per_game.shields",
    "per_game.skud_paisho", "positions.counting", "solve",
)  # fmt: skip

ODD = [
    "None", "-1", "0", "1", "2", "3", "7", "2**31 - 1", "2**31", "-2**31", "2**32 - 1", "2**63 - 1",
    "2**63", "2**64 - 1", "2**64", "-2**63", "10**30", "1.5", "0.0", "-0.0", "1e308",
    "float('nan')", "float('inf')", "-float('inf')", "''", "'x'", "'?'", "'*'", "'p1'", "'\\x00'",
    "'\\ud800'", "'a1' * 10**5", "b''", "b'a1'", "[]", "()", "{}", "set()", "[None]", "[[]]",
    "[0] * 10**5", "['a1'] * 10**4", "[float('nan')] * 3", "[2**31 - 1] * 4", "[3] * 10", "[-1]",
    "{'a': 1}", "True", "False", "...", "object()", "type", "print", "lambda *a, **k: None",
    "lambda *a, **k: 1 / 0", "iter([])", "1j", "range(5)", "np.zeros(3)", "np.zeros((2, 2))",
    "np.array(['x'])", "np.array(1)", "Odd()", "_core.Move('x', 2**32 - 1)", "_core.Move('a1', 7)",
]  # fmt: skip
MOST_PASSED = 0.95
NUMBERS = ["0", "1", "2", "3", "5", "20", "100", "1000", "10**6", "2**40"]
WORDS = {
    "method": ["'cfr'", "'cfr+'", "'dcfr'", "'pcfr+'"],
    "language": ["'en'", "'fr'"],
    "spec": [repr(spec) for spec in SPECS],
    "algorithm": [repr(name) for name in ("auto", "ismcts", "mcts", "pimc", "flat", "greedy")],
}


class Odd:
    """An object whose every use goes wrong."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    __float__ = __len__ = __iter__ = __str__ = __hash__ = __eq__ = __bool__ = __index__  # type: ignore[assignment]


# --- recipes

_opened: list[Any] = []


@cache
def pos(spec: str, seed: int, plies: int) -> mf.State:
    """A position some random moves into a game."""
    state = mf.Game(spec).deal(seed)
    for ply in range(plies):
        if state.is_over:
            break
        state = state.play(state.random_move(seed + ply))
    return state


@cache
def tree(spec: str) -> solve.Tree:
    """A small game unrolled."""
    return solve.flatten(mf.Game(spec).start())


def move(state: mf.State, number: int) -> mf.Move:
    """A legal move, or one that is not."""
    moves = state.legal_moves() or [outcome for outcome, _ in state.outcomes()]
    return moves[number % len(moves)] if moves else _core.Move("none", 0)


def engine(spec: str, **options: Any) -> mf.Engine:
    """An engine that is closed after the call."""
    made = mf.Engine(spec, hash_mb=2, **options)
    _opened.append(made)
    return made


def report(state: mf.State) -> mf.Report:
    """A short search."""
    with mf.Engine(state.game, hash_mb=2) as made:
        return made.analyse(state, mf.Limit(nodes=50))


def settings() -> _core.SearchSettings:
    """Of a small search."""
    return _core.SearchSettings({"hash_mb": 2})


def core_solution(spec: str) -> _core.Solution:
    """Of a small game."""
    state = mf.Game(spec).start()._inner
    return _core.solve_state(state, _core.SearchLimits(), 2**24, 1e-3, 0.0, _core.StopFlag(), None)


def shields_solution() -> _core.ShieldsSolution:
    """Of a small duel."""
    state = mf.Game("shields").parse("sh1 enemy - 2 n=2,2,2,2 a1 0 S")
    return _core.shields_solve(state._inner, 10_000)


def opened(thing: Any) -> Any:
    """To be closed after the call."""
    _opened.append(thing)
    return thing


def close_opened() -> None:
    """Ends what a call has left running."""
    while _opened:
        thing = _opened.pop()
        getattr(thing, "close", None) and thing.close()
        hasattr(thing, "__exit__") and thing.__exit__(None, None, None)


CORE = {
    "Game": "mf.Game({spec!r})._inner",
    "State": "pos({spec!r}, {seed}, {plies})._inner",
    "StateBase": "pos({spec!r}, {seed}, {plies})",
    "View": "pos({spec!r}, {seed}, {plies}).view({seat})._inner",
    "Move": "move(pos({spec!r}, {seed}, {plies}), {number})",
    "History": "mf.Game({spec!r}).start_view({seat})._inner.history([])",
    "Search": "_core.Search(mf.Game({spec!r})._inner, settings())",
    "SearchSettings": "settings()",
    "Report": "report(pos({spec!r}, {seed}, 0))",
    "Line": "report(pos({spec!r}, {seed}, 0)).lines[0]",
    "Solution": "core_solution({small!r})",
    "SolvedMove": "core_solution('tic_tac_toe').moves[0]",
    "Tree": "tree({small!r})._inner",
    "TreeEstimate": "_core.tree_size(pos({spec!r}, {seed}, {plies})._inner)",
    "Certificate": "_core.certify(tree({small!r})._inner, tree({small!r})._inner.uniform())",
    "CfrSolver": "_core.CfrSolver(tree({small!r})._inner, 'cfr+')",
    "McCfrSolver": "_core.McCfrSolver(tree({small!r})._inner, 1)",
    "ConformanceReport": "_core.conformance(mf.Game('hex:size=2')._inner, 1, 1)",
    "BeliefAudit": "_core.audit_beliefs(mf.Game('kuhn_poker')._inner, 1000)",
    "ShieldsSolution": "shields_solution()",
    "ShieldsFigure": "shields_solution().values[0]",
    "ShieldsChoice": "shields_solution().choices[0][0]",
    "ShieldsPlan": "shields_solution().plans[0][0]",
    "ndarray": "tree({small!r})._inner.uniform()[0]",
}
PACKAGE = {
    "Game": "mf.Game({spec!r})",
    "State": "pos({spec!r}, {seed}, {plies})",
    "View": "pos({spec!r}, {seed}, {plies}).view({seat})",
    "Move": CORE["Move"],
    "Engine": "engine({spec!r})",
    "EngineOptions": "mf.EngineOptions(hash_mb=2)",
    "Limit": "mf.Limit(nodes={number})",
    "moonflower.history.history.History": "mf.History({spec!r}, seed={seed})",
    "Report": CORE["Report"],
    "Line": CORE["Line"],
    "PlayResult": "engine({spec!r}).play(pos({spec!r}, {seed}, 0), mf.Limit(nodes=20))",
    "Hint": "engine({spec!r}).hint(pos({spec!r}, {seed}, 0), limit=mf.Limit(nodes=50))",
    "Solution": "engine({small!r}).solve(mf.Game({small!r}).start())",
    "Analysis": "opened(engine({spec!r}).analysis(pos({spec!r}, {seed}, 0)))",
    "Tree": "tree({small!r})",
    "Policy": "tree({small!r}).uniform()",
    "CfrSolver": "solve.CfrSolver(tree({small!r}))",
    "McCfrSolver": "solve.McCfrSolver(tree({small!r}))",
    "Equilibrium": "solve.find_equilibrium(tree({small!r}), iterations=10)",
    "Record": "skud_paisho.read_record('')",
    "moonflower.per_game.shields.Solution": "opened(shields.solve("
    "mf.Game('shields').parse('sh1 enemy - 2 n=2,2,2,2 a1 0 S')))",
    "Sequence": "[move(pos({spec!r}, {seed}, {plies}), {number})]",
    "Iterable": "[move(pos({spec!r}, {seed}, {plies}), {number})]",
    "Callable": "lambda *given: None",
}
NAMESPACE: dict[str, Any] = {
    "mf": mf, "_core": _core, "np": importlib.import_module("numpy"), "Odd": Odd, "pos": pos,
    "solve": solve, "tree": tree, "move": move, "engine": engine, "report": report,
    "settings": settings, "core_solution": core_solution, "shields_solution": shields_solution,
    "opened": opened, "shields": shields, "skud_paisho": skud_paisho,
    "Path": Path, "importlib": importlib,
}  # fmt: skip


# --- targets


@dataclass(frozen=True)
class Target:
    """Something to be called: its text up to the arguments, and what it takes."""

    name: str
    owner: str = ""  # the recipe of the object it is called on
    kind: str = "call"  # call, get, set
    unbound: str = ""  # a method as a function of its class
    parameters: tuple[tuple[str, str, str], ...] = ()  # name, types as text, "" or "name="


def parameters_of(
    function: Callable[..., object], *, is_method: bool
) -> list[tuple[str, str, str]]:
    """From a signature, or the first line that pybind11 writes."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        text = (function.__doc__ or "").partition("\n")[0]
        inside = re.search(r"\((.*)\) ->", text)
        parts = re.split(r", (?![^\[]*\])", inside[1]) if inside and inside[1] else []
        words = [part.partition(":") for part in parts]
        is_named = False
        found_words = []
        for name, _, kind in words:
            if name.strip() == "*":
                is_named = True
                continue
            found_words.append((name.strip(), kind, f"{name.strip()}=" if is_named else ""))
        return found_words[1:] if is_method and found_words else found_words
    parameters = []
    for parameter in found.parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        named = parameter.kind == parameter.KEYWORD_ONLY
        parameters.append(
            (parameter.name, str(parameter.annotation), f"{parameter.name}=" if named else "")
        )
    return parameters[1:] if is_method else parameters


def of_class(path: str, cls: type, recipe: str) -> list[Target]:
    """The constructor, every method, every property."""
    # pybind11 tells in the docstring of __init__ what a constructor takes.
    is_bound = cls.__module__ == _core.__name__
    made = parameters_of(cls.__init__ if is_bound else cls, is_method=is_bound)
    found = [] if is_inner(cls) else [Target(path, parameters=tuple(made))]
    if not recipe:
        return found
    for name in sorted(set(dir(cls)) - {"__class__", "__subclasshook__", "__init_subclass__"}):
        if name.startswith("_") and not (name.startswith("__") and name.endswith("__")):
            continue
        if name == "__init__" and cls.__module__ != _core.__name__:
            continue  # once is enough: objects of the package are the caller's to break
        value = inspect.getattr_static(cls, name)
        if isinstance(value, property) or not callable(getattr(cls, name, None)):
            found.append(Target(name, recipe, "get"))
            is_own = name in vars(cls) and isinstance(value, types.GetSetDescriptorType)
            if cls.__module__ == _core.__name__ and (isinstance(value, property) or is_own):
                getter = f"vars({path})[{name!r}].__get__"  # on what is no object of the class
                found.append(Target(name, recipe, "set"))
                found.append(Target(getter, parameters=(("owner", "", ""),)))
            continue
        is_static = isinstance(value, (staticmethod, classmethod))
        found.append(
            Target(
                f"{path}.{name}" if is_static else name,
                "" if is_static else recipe,
                unbound="" if is_static else f"{path}.{name}",
                parameters=tuple(parameters_of(getattr(cls, name), is_method=not is_static)),
            )
        )
    return found


def of_module(module: Any, path: str, names: list[str], recipes: dict[str, str]) -> list[Target]:
    """All of a module."""
    found: list[Target] = []
    for name in names:
        value = getattr(module, name)
        if inspect.isclass(value) and issubclass(value, BaseException):
            continue
        if inspect.isclass(value):
            recipe = recipes.get(f"{module.__name__}.{name}", recipes.get(name, ""))
            if not recipe and module is _core:
                recipe = f"_core.{name}()"  # fails below where there is no such constructor
                eval(recipe, dict(NAMESPACE))
            if not recipe and has_members(value) and not is_inner(value):
                msg = f"border_targets: no recipe for {module.__name__}.{name}"
                raise LookupError(msg)
            found += of_class(f"{path}.{name}", value, recipe)
        elif callable(value) and (module is _core or not is_inner(value)):
            found.append(
                Target(f"{path}.{name}", parameters=tuple(parameters_of(value, is_method=False)))
            )
    return found


@cache
def targets() -> tuple[Target, ...]:
    """Everything of the module and of the package's own modules."""
    names = sorted(name for name in vars(_core) if not name.startswith("_"))
    found = of_module(_core, "_core", names, CORE)
    for path, name in public_names():
        found += of_module(
            importlib.import_module(path), f"importlib.import_module({path!r})", [name], PACKAGE
        )
    return tuple(found)


def public_names() -> list[tuple[str, str]]:
    """Modules and names: what ``moonflower`` shows, and all that its library modules define."""
    loaded = vars(mf).keys() & set(mf.__all__)  # matches and records come when they are asked for
    shown = {(getattr(vars(mf)[name], "__module__", ""), name) for name in loaded}
    for library in LIBRARY:
        module = importlib.import_module(f"moonflower.{library}")
        shown |= {
            (getattr(module, name).__module__, name)
            for name in module.__all__
            if hasattr(getattr(module, name), "__module__")
        }
    return sorted(
        pair for pair in shown if pair[0].startswith("moonflower.") and pair[0] != _core.__name__
    )


def is_inner(value: Callable[..., object]) -> bool:
    """Called by the package alone: it takes parts of the engine."""
    if value.__module__ == _core.__name__:
        return False
    kinds = [kind for _, kind, _ in parameters_of(value, is_method=False)]
    is_made_of_functions = inspect.isclass(value) and any("Callable" in kind for kind in kinds)
    return is_made_of_functions or any("_core." in kind for kind in kinds)


def has_members(cls: type) -> bool:
    """Methods or properties of its own that somebody may call."""
    return any(
        not name.startswith("_") and (isinstance(value, property) or callable(value))
        for name, value in vars(cls).items()
    )


def bound_classes() -> list[str]:
    """Of the compiled module, errors left out."""
    return sorted(
        name
        for name, value in vars(_core).items()
        if inspect.isclass(value) and not issubclass(value, BaseException)
    )


# --- calls


class _Writer:
    """Writes one call."""

    def __init__(self, numbers: random.Random, target: Target) -> None:
        self._numbers, self._target = numbers, target
        self._spec = numbers.choice(SPECS)
        self._is_core = "_inner" in target.owner or any(
            text.startswith("_core.") for text in (target.name, target.unbound)
        )
        self._oddness = numbers.choice([0.0, 0.1, 0.3, 1.0])

    def text(self) -> str:
        target = self._target
        owner = self._filled(target.owner) if target.owner else ""
        if target.kind == "get":
            return f"({owner}).{target.name}"
        if target.kind == "set":
            return f"setattr({owner}, {target.name!r}, {self._argument(target.name, '')})"
        if target.unbound and self._is_core and self._numbers.random() < 0.05:
            arguments = [self._numbers.choice(ODD), *self._arguments()]
            return f"{target.unbound}({', '.join(arguments)})"
        head = f"({owner}).{target.name}" if owner else target.name
        return f"{head}({', '.join(self._arguments())})"

    def _arguments(self) -> list[str]:
        chosen, named = [], False
        for name, kind, keyword in self._target.parameters:
            is_dropped = self._numbers.random() < (0.5 if keyword and not self._is_core else 0.03)
            named = named or bool(keyword) or is_dropped
            if not is_dropped:
                key = f"{name}=" if named and name.isidentifier() else ""
                chosen.append(key + self._argument(name, kind))
        if self._numbers.random() < 0.03 and not named:
            chosen += self._numbers.choices(ODD, k=2)
        return chosen

    def _argument(self, name: str, kind: str) -> str:
        if name in ("path", "file"):  # a number is a file that is open already
            return self._numbers.choice(["'game.txt'", "Path('game.txt')", "''", "'/'", "'-'"])
        if self._numbers.random() < self._oddness:
            return self._numbers.choice(ODD)
        fitting = self._fitting(name, kind)
        return self._filled(self._numbers.choice(fitting or ODD))

    def _fitting(self, name: str, kind: str) -> list[str]:
        recipes = CORE if self._is_core else PACKAGE
        found = [recipes[word] for word in re.findall(r"\w+", kind) if word in recipes]
        if name in WORDS:
            return WORDS[name]
        if "Sequence" in kind and "Move" in kind:
            return [f"[{CORE['Move']}]", "[]"]
        if found:
            return found
        for word, values in (
            ("int", NUMBERS), ("Int", NUMBERS), ("Index", NUMBERS), ("float", [*NUMBERS, "0.01"]),
            ("Float", [*NUMBERS, "0.01"]), ("bool", ["True", "False"]),
            ("str", ["str(" + CORE["Move"] + ")", "str(pos({spec!r}, {seed}, {plies}))"]),
        ):  # fmt: skip
            if word in kind:
                return values
        made = re.search(r"_core\.(\w+)", kind)
        return [f"_core.{made[1]}()"] if made else []

    def _filled(self, recipe: str) -> str:
        numbers = self._numbers
        if numbers.random() < 0.05:
            self._spec = numbers.choice(SPECS)
        while "{" in recipe and re.search(r"\{(spec|small|seed|plies|seat|number)\b", recipe):
            recipe = recipe.format(
                spec=self._spec,
                small=numbers.choice(SMALL),
                seed=numbers.randrange(4),
                plies=numbers.choice([0, 1, 2, 5, 10, 30, 400]),
                seat=numbers.choice([0, 0, 0, 1]),
                number=numbers.randrange(1, 50),
            )
        return recipe


def call_text(numbers: random.Random, known: tuple[Target, ...]) -> str:
    """One call, the same for the same numbers."""
    target = numbers.choice(known)
    while target.kind != "call" and numbers.random() < MOST_PASSED:  # fields are many, and dull
        target = numbers.choice(known)
    writer = _Writer(numbers, target)
    if target.name.startswith("_core.") and target.kind == "call" and numbers.random() < 0.03:
        name = numbers.choice(bound_classes())  # half made
        return f"_core.{name}.__new__(_core.{name})"
    return writer.text()
