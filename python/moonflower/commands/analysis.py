"""``moonflower analysis``: requests and reports as lines of JSON."""

from __future__ import annotations

import argparse

from moonflower.protocol.analysis import serve_analysis

__all__ = ["add_to", "run"]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""


def run(_: argparse.Namespace) -> int:
    """Do it; the exit code."""
    return serve_analysis()
