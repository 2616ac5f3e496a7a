"""Where things are kept between runs: ``MOONFLOWER_DATA``, or the user's folder for state."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """``MOONFLOWER_DATA``, or a folder of ours in the user's folder for state."""
    if given := os.environ.get("MOONFLOWER_DATA"):
        return Path(given).expanduser()
    try:
        home = Path.home()
    except RuntimeError:  # a user without a folder, as in some containers
        home = Path(tempfile.gettempdir())
    if sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state")
    return base / "moonflower"
