"""Changes of a running game: who plays, and the plan of its deals."""
