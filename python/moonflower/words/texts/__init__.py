"""The texts themselves: one folder a language, one table a game."""
