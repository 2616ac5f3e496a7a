"""Builds by their names: found, copied, refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import moonflower
from moonflower import _core
from moonflower.arena.clocks import Control
from moonflower.arena.gate.builds import ZERO, Build, find_build
from moonflower.arena.gate.sides import find_side
from moonflower.cli import main
from moonflower.engine import Limit
from moonflower.positions import Game

PACKAGE = Path(moonflower.__file__).parent
ROOT = Path(__file__).parents[4]
CONTROL = Control(Limit(nodes=20))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree with its extension built."""
    unwanted = shutil.ignore_patterns("__pycache__")
    copy = tmp_path / "tree" / "python" / "moonflower"
    shutil.copytree(PACKAGE, copy, ignore=unwanted)
    shutil.copy2(_core.__file__, copy)  # an editable install keeps it elsewhere
    return tmp_path / "tree"


def says(build: Build, *lines: str) -> str:
    """What a build answers."""
    return subprocess.run(
        build.command,
        env=dict(build.environment),
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_a_tree_a_wheel_and_the_running_package_are_one_build(tree: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "moonflower-0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for path in (tree / "python").rglob("*"):
            file.write(path, path.relative_to(tree / "python"))
    builds = [find_build(text) for text in (str(tree), str(wheel), "this")]
    assert len({(build.digest, build.command, build.environment) for build in builds}) == 1
    assert "readyok" in says(builds[0], "isready")


def test_a_build_stays_what_it_was_when_its_tree_changes(tree: Path) -> None:
    before = find_build(str(tree))
    loop = tree / "python" / "moonflower" / "protocol" / "session.py"
    loop.write_text(loop.read_text().replace('"readyok"', '"changed"'))
    after = find_build(str(tree))
    assert before.digest != after.digest
    assert "readyok" in says(before, "isready")
    assert "changed" in says(after, "isready")


def test_an_environment_plays_with_its_own_python(tmp_path: Path) -> None:
    place = tmp_path / "env"
    (place / "bin").mkdir(parents=True)
    (place / "pyvenv.cfg").write_text("")
    python = place / "bin" / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{PACKAGE.parent}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    build = find_build(str(place))
    assert build.command[0] == str(python)
    assert build.digest == find_build("this").digest


def test_programs_are_known_by_their_line_and_files_by_their_content(tmp_path: Path) -> None:
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\nexec false\n")
    program.chmod(0o755)
    first = find_build(str(program))
    program.write_text("#!/bin/sh\nexec true\n")
    assert find_build(str(program)).digest != first.digest
    assert find_build("uci:./engine --fast").command == ("./engine", "--fast")
    with pytest.raises(ValueError, match="ended with code 0"):
        find_side(str(program), "", CONTROL).check(Game("tic_tac_toe"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("no-such-thing", "neither a file nor a revision"),
        ("gone-0.1", "neither a file nor a revision"),
        (str(Path(__file__).parent), "holds no python/moonflower and no environment"),
        (__file__, "is no wheel and cannot be executed"),
    ],
)
def test_what_is_no_build_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong) as refused:
        find_build(text)
    assert "are accepted" in str(refused.value)


def test_a_tree_without_its_extension_and_a_broken_wheel_are_refused(tree: Path) -> None:
    for path in (tree / "python" / "moonflower").glob("_core.*"):
        path.unlink()
    with pytest.raises(ValueError, match="its extension is not built"):
        find_build(str(tree))
    broken = tree / "broken.whl"
    broken.write_text("x")
    with pytest.raises(ValueError, match="it is no wheel"):
        find_build(str(broken))


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ("explorat=1", "unknown option 'explorat'"),
        ("exploration=x", "expected a number"),
        ("exploration=1000", "out of range"),
        ("exploration", "has no value"),
        ("nodes=5,cpu_ms=3", "no other limit"),
        ("Hash=0", "it refuses: option Hash"),
        ("Speed=3", "it refuses: option unknown option 'Speed'"),
    ],
)
def test_an_option_that_would_not_count_is_refused(options: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        find_side("this", options, CONTROL).check(Game("tic_tac_toe"))


def test_options_reach_the_engine_whether_the_protocol_has_them_or_not() -> None:
    side = find_side("this", "exploration=3,move_overhead=0.02,Hash=2,nodes=7", CONTROL)
    spec = side.spec
    assert spec.command[-2:] == ("--option", "exploration=3")
    assert spec.options == (("Hash", "2"), ("MoveOverhead", "20"))
    assert spec.control.limit.nodes == 7
    side.check(Game("tic_tac_toe"))
    with pytest.raises(ValueError, match="not of the protocol"):
        find_side("uci:some engine", "exploration=3", CONTROL)


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("explorat=1", "unknown option"),
        ("exploration=x", "expected a number"),
        ("exploration=1000", "out of range"),
        ("exploration", "expected a number, got ''"),
    ],
)
def test_a_session_refuses_an_engine_option_at_once(
    option: str, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["uci", "--option", option]) == 2
    assert wrong in capsys.readouterr().err


@pytest.mark.full
def test_the_frozen_ladder_is_built_from_its_revision() -> None:
    """Minutes: a wheel is built."""
    known = subprocess.run(["git", "cat-file", "-e", ZERO], cwd=ROOT, check=False).returncode
    if known != 0:
        pytest.skip("a shallow clone has no history")
    builds = [find_build(name) for name in ("auto-0.1", "so-ismcts-0.1", "greedy-0.1")]
    assert len({build.digest for build in builds}) == 1
    asked = ("game hanamikoji", "position startpos seed 3", "go nodes 100")
    assert all("bestmove" in says(build, *asked) for build in builds)
