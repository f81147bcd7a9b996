"""Code that related games share; games import their family, a family imports no game."""
