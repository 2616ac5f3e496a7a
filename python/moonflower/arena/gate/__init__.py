"""Two builds against each other, and a verdict: every change of play is decided here."""
