"""What related games share: one module a family, which its games import; a family imports no game."""
