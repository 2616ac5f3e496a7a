"""What every test may count on."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background has told them to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
