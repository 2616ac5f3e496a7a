"""``python -m moonflower``."""

import sys

from moonflower.cli import main

sys.exit(main())
