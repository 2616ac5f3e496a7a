"""Builds as they are named on the command line, made ready to play: found, unpacked or built once.

Wheels, source trees and revisions are copied into a store of their own, by their content. So a
match goes on with what it began with, whatever happens in the tree meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy

import moonflower
from moonflower import _core
from moonflower.folders import data_folder

try:
    import fcntl
except ImportError:  # not everywhere; there two builds of one revision at once do the work twice
    fcntl = None  # type: ignore[assignment]

__all__ = ["ACCEPTED", "FROZEN", "ZERO", "Build", "find_build"]

ACCEPTED: Final = (
    "a wheel, a virtual environment, a source tree, an executable file, a git revision, "
    "this (the running package), uci:COMMAND LINE and a frozen rung such as auto-0.1 are accepted"
)

ZERO: Final = "66ed9b75493945ae2bff32787e2e33e53117bc8f"  # its wheel is auto-0.1, for ever
_SUFFIX: Final = "-0.1"
FROZEN: Final = tuple(
    name + _SUFFIX for name in ("random", "greedy", "flat", "pimc", "so-ismcts", "auto")
)
# The protocol of that revision does not offer its yardstick; its package has it.
_SO_ISMCTS: Final = """
import sys
from moonflower.cli import main
from moonflower.protocol.options import Settings
plain = Settings.engine_options
Settings.engine_options = lambda self: {**plain(self), "algorithm": "so-ismcts"}
sys.exit(main(["uci"]))
"""


_WHERE: Final = "import moonflower as m; print(m.__file__, m._core.__file__, sep='\\n')"


@dataclass(frozen=True, slots=True)
class Build:
    """A program that speaks the protocol, and what tells it from others."""

    label: str  # for people: "3d42905", "work tree of 3d42905"
    digest: str  # of its content; of its command line where that is all there is
    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()  # of the protocol
    is_ours: bool = True  # a package of ours: takes engine options beyond the protocol's


def find_build(text: str) -> Build:
    """What a text names, ready to play."""
    if text.startswith("uci:"):
        line = text.removeprefix("uci:")
        return Build(line, _digest_of(line.encode()), tuple(shlex.split(line)), is_ours=False)
    if text in FROZEN:
        return _rung(text)
    if text == "this":
        package = Path(moonflower.__file__).parent
        return _kept(package, _label_of_tree(package.parent), Path(_core.__file__))
    if (path := Path(text)).exists():
        return _of_path(path)
    if (revision := _revision(text)) is not None:
        return _of_revision(revision)
    msg = f"build {text!r} is neither a file nor a revision; {ACCEPTED}"
    raise ValueError(msg)


# --- where builds come from


def _of_path(path: Path) -> Build:
    if path.is_dir():
        return _of_folder(path)
    if path.suffix == ".whl":
        return _of_wheel(path, path.stem)
    if os.access(path, os.X_OK):
        content = _digest_of(path.read_bytes())
        return Build(path.name, content, (str(path.resolve()),), is_ours=False)
    msg = f"build {str(path)!r} is no wheel and cannot be executed; {ACCEPTED}"
    raise ValueError(msg)


def _of_folder(folder: Path) -> Build:
    """A virtual environment, or a source tree with its extension built."""
    for python in (folder / "bin" / "python", folder / "Scripts" / "python.exe"):
        if (folder / "pyvenv.cfg").is_file() and python.exists():
            return _of_environment(folder, python)
    package = folder / "python" / "moonflower"
    if not package.is_dir():
        msg = f"build {str(folder)!r} holds no python/moonflower and no environment; {ACCEPTED}"
        raise ValueError(msg)
    return _kept(package, _label_of_tree(folder))


def _of_environment(folder: Path, python: Path) -> Build:
    where = _output([str(python), "-c", _WHERE])
    if where is None:
        msg = f"build {str(folder)!r}: its python cannot import moonflower; {ACCEPTED}"
        raise ValueError(msg)
    package, extension = map(Path, where.splitlines())
    digest = _digest_of_files(_files_of(package.parent, extension))
    return Build(folder.resolve().name, digest, (str(python), "-m", "moonflower", "uci"))


def _rung(name: str) -> Build:
    """A rung of the frozen ladder."""
    revision = _revision(ZERO)
    if revision is None:
        msg = f"build {name!r}: revision {ZERO} is not here; a clone with its history is accepted"
        raise ValueError(msg)
    build = replace(_of_revision(revision), label=name, is_ours=False)
    algorithm = name.removesuffix(_SUFFIX)
    if algorithm == "so-ismcts":
        return replace(build, command=_python("-c", _SO_ISMCTS))
    return replace(build, options=(("Algorithm", algorithm),))


def _of_wheel(path: Path, label: str) -> Build:
    with _scratch() as scratch:
        try:
            with zipfile.ZipFile(path) as wheel:
                wheel.extractall(scratch)
        except zipfile.BadZipFile:
            msg = f"build {str(path)!r}: it is no wheel; {ACCEPTED}"
            raise ValueError(msg) from None
        return _kept(scratch / "moonflower", label)


def _of_revision(revision: str) -> Build:
    """The wheel of a revision, built by its own pyproject.toml when it is not there yet."""
    folder = data_folder() / "builds" / "revisions" / f"{revision}-{sys.implementation.cache_tag}"
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / "lock"):
        if not list(folder.glob("*.whl")):
            _build_wheel(revision, folder)
    return _of_wheel(next(folder.glob("*.whl")), revision[:7])


def _build_wheel(revision: str, folder: Path) -> None:
    sys.stderr.write(f"building the wheel of {revision[:7]}; it is kept\n")
    with _scratch() as scratch:
        tree, wheels = scratch / "tree", scratch / "wheels"
        tree.mkdir()
        archive = scratch / "tree.tar"
        _run(["git", "archive", "-o", str(archive), revision], what=f"git archive {revision}")
        shutil.unpack_archive(archive, tree)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(wheels)]
        if _has_build_tools():
            pip.append("--no-build-isolation")
        _run([*pip, str(tree)], what=f"the build of {revision[:7]}")
        (built,) = wheels.glob("*.whl")
        built.replace(folder / built.name)


def _has_build_tools() -> bool:
    """What pyproject.toml requires is here already; then nothing is fetched."""
    with contextlib.suppress(ImportError):
        import pybind11  # noqa: F401, PLC0415
        import scikit_build_core  # noqa: F401, PLC0415

        return True
    return False


# --- the store


def _kept(package: Path, label: str, extension: Path | None = None) -> Build:
    """A copy of a package, found again by its content."""
    files = _files_of(package, extension)
    digest = _digest_of_files(files)
    place = data_folder() / "builds" / f"{digest}-{sys.implementation.cache_tag}"
    if not (place / "moonflower").is_dir():
        with _scratch() as scratch:
            for name, path in files.items():
                copy = scratch / "new" / "moonflower" / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
            with contextlib.suppress(OSError):  # somebody else was faster
                (scratch / "new").rename(place)
    folders = os.pathsep.join([str(place), str(Path(numpy.__file__).parents[1])])
    return Build(label, digest, _python("-m", "moonflower", "uci"), (("PYTHONPATH", folders),))


def _python(*arguments: str) -> tuple[str, ...]:
    """This Python without its environment, whose editable install would come before the copy."""
    return (sys.executable, "-S", *arguments)


def _files_of(package: Path, extension: Path | None = None) -> dict[str, Path]:
    """All of a package by name: modules, data, and the extension, which an editable install keeps
    elsewhere."""
    files = {
        path.relative_to(package).as_posix(): path
        for path in sorted(package.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }
    if extension is not None:
        files[extension.name] = extension
    if not any(name.startswith("_core.") and not name.endswith(".pyi") for name in files):
        msg = f"build {str(package)!r}: its extension is not built; {ACCEPTED}"
        raise ValueError(msg)
    return files


def _digest_of_files(files: dict[str, Path]) -> str:
    parts = sorted((name, _digest_of(path.read_bytes())) for name, path in files.items())
    return _digest_of(json.dumps(parts).encode())


def _digest_of(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=6).hexdigest()


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    """A folder on the disk of the store, so that what is made there can be moved in whole."""
    store = data_folder() / "builds"
    store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=store, prefix="new-") as name:
        yield Path(name)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


# --- git


def _revision(text: str) -> str | None:
    return _output(["git", "rev-parse", "--verify", "--quiet", f"{text}^{{commit}}"])


def _label_of_tree(folder: Path) -> str:
    head = _output(["git", "-C", str(folder), "rev-parse", "--short=7", "HEAD"])
    if head is None:
        return folder.resolve().name
    changes = _output(
        ["git", "-C", str(folder), "status", "--porcelain", "-uno", ":/cpp", ":/python"]
    )
    return f"{head}+changes" if changes else head


def _output(command: list[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _run(command: list[str], *, what: str) -> None:
    try:
        subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError as error:
        msg = f"{what}: {error.strerror}"
        raise ValueError(msg) from None
    except subprocess.CalledProcessError as error:
        last = "\n".join((error.stdout + error.stderr).strip().splitlines()[-15:])
        msg = f"{what} failed:\n{last}"
        raise ValueError(msg) from None
