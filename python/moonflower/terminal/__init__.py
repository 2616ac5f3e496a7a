"""A game in the terminal: people at one keyboard, the engine in the other seats."""
