"""What to play and why, in words: a report explained at three levels."""

from moonflower.hints.hint import Hint, explain
from moonflower.hints.reasons import Reason

__all__ = ["Hint", "Reason", "explain"]
