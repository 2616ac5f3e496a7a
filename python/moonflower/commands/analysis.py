"""``moonflower analysis``: requests and reports as lines of JSON."""

from __future__ import annotations

import argparse

from moonflower.commands.manual import Manual
from moonflower.protocol.analysis import serve_analysis

__all__ = ["MANUAL", "add_to", "run"]


MANUAL = Manual(
    about="""
Serve analyses for programs: one request a line as a JSON object on standard input, one answer a
line on standard output. Several requests may wait at once, the urgent ones first; a request may ask
for partial reports, and may be terminated. The end of input ends what has no end of its own.

  request  {"id", "game", "position", "view", "limits", "multipv", "reportEvery", "priority",
            "searchmoves", "options"}
  answer   {"id", "isDuringSearch", "root": {...}, "lines": [{...}]} or {"id", "error", "field"}
  actions  {"id", "action": "terminate", "terminateId"}, "terminate_all", "version" as well""",
    examples=(
        (
            """echo '{"id": "a", "game": "kuhn_poker", "position": "startpos seed 3", """
            """"limits": {"nodes": 500}}' | moonflower analysis""",
            "one request, one answer",
        ),
    ),
    exits={0: "the input has ended"},
    see="docs/protocol.md, moonflower uci",
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""


def run(_: argparse.Namespace) -> int:
    """Do it; the exit code."""
    return serve_analysis()
