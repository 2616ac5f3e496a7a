"""Nothing that a file or a line says is run: every door out of the package is listed here.

A new use fails until it stands in the list, and SECURITY.md says who is trusted there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import moonflower

PACKAGE = Path(moonflower.__file__).parent

# Modules that run, load or unpickle what they are given, or talk to others.
MODULES = {
    "pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "dbm",
    "copyreg", "yaml", "subprocess", "multiprocessing", "concurrent", "ctypes", "cffi", "code",
    "codeop", "runpy", "pty", "socket", "socketserver", "ssl", "http", "urllib", "xmlrpc", "ftplib",
    "smtplib", "asyncio", "importlib", "imp", "pkgutil", "zipimport", "webbrowser", "tarfile",
    "shutil", "tempfile", "sqlite3", "ray", "xml",
}  # fmt: skip
CALLS = {"eval", "exec", "compile", "__import__", "breakpoint", "input"}
OF_OS = ("system", "popen", "exec", "spawn", "posix_spawn", "fork", "startfile")
KEYWORDS = {"shell", "allow_pickle", "preexec_fn"}

ALLOWED = {
    "engine/aio.py": {"asyncio"},  # as analysis.py
    "engine/analysis.py": {"asyncio"},  # the engine for coroutines; no process, no network
    "arena/backends.py": {"concurrent", "multiprocessing", "ray"},  # a player is sent to a worker
    "arena/external.py": {"subprocess"},  # uci:COMMAND, as it was typed
    "arena/gate/builds.py": {"shutil", "subprocess", "tempfile"},  # builds that are named to it
    "arena/players.py": {"importlib"},  # py:module:function, as it was typed
    "arena/rungs/__init__.py": {"importlib"},  # its own modules
    "bench/results.py": {"subprocess"},  # the revision, asked of git
    "bench/samples.py": {"concurrent", "multiprocessing"},  # games are sent to a worker
    "cli.py": {"importlib"},  # a command of the package, from a fixed list
    "commands/rules.py": {"importlib"},  # its own rule books
    "folders.py": {"tempfile"},  # a folder for whoever has no home
    "positions/scene.py": {"importlib"},  # its own schema
    "protocol/conformance/wire.py": {"subprocess"},  # check-protocol COMMAND
    "terminal/screen.py": {"input", "shutil"},  # a line of the player; the terminal's width
    "solve/__init__.py": {"importlib"},  # its own modules
    "solve/trees.py": {"allow_pickle=False"},  # Policy.load
}


def doors(source: str) -> Iterator[str]:
    """What a module uses that could run or load something."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name.partition(".")[0] for name in names if name.partition(".")[0] in MODULES)
        yield from (name for name in names if name.startswith("os.") and is_of_os(name[3:]))
        if isinstance(node, ast.Name) and node.id in CALLS:
            yield node.id
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner == "builtins" or (owner == "os" and is_of_os(node.attr)):
                yield f"{owner}.{node.attr}"
            if owner == "np" and node.attr in ("load", "fromfile", "memmap"):
                yield f"np.{node.attr}"
        if isinstance(node, ast.keyword) and node.arg in KEYWORDS:
            yield f"{node.arg}={ast.unparse(node.value)}"


def is_of_os(name: str) -> bool:
    return name.startswith(OF_OS)


def found(source: str) -> set[str]:
    """As ``doors``, but a numpy file read without pickles is none but for the keyword."""
    uses = set(doors(source))
    return uses - {"np.load"} if "allow_pickle=False" in uses else uses


def test_every_door_is_listed() -> None:
    listed = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if uses := found(path.read_text(encoding="utf-8")):
            listed[path.relative_to(PACKAGE).as_posix()] = uses
    assert listed == ALLOWED


def test_numpy_never_unpickles() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.load":
                keywords = {word.arg: ast.unparse(word.value) for word in node.keywords}
                assert keywords["allow_pickle"] == "False", path


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "import concurrent.futures",
        "def f():\n    import yaml",
        "eval(text)",
        "run = exec",
        "import os\nos.system(text)",
        "from os import popen",
        "import os\nos.execvp(a, b)",
        "f(shell=True)",
        "import builtins\nbuiltins.eval(text)",
        "import numpy as np\nnp.load(path)",
        "import numpy as np\nnp.load(path, allow_pickle=True)",
    ],
)
def test_the_test_would_notice(source: str) -> None:
    assert found(source)


def test_harmless_code_is_left_alone() -> None:
    assert not found("import os, json\nos.open(path, 0)\nstate.eval\nfrom .compile import x")
