"""What every test may count on."""

from __future__ import annotations

import atexit
import os
import signal
import tempfile

# A shell that starts the tests in the background has told them to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # ignored under nohup, and so by every program a test starts
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Games played by tests, in processes of their own too, are not kept among those of people.
_KEPT = tempfile.TemporaryDirectory(prefix="moonflower-tests-")
atexit.register(_KEPT.cleanup)
os.environ["MOONFLOWER_DATA"] = _KEPT.name
