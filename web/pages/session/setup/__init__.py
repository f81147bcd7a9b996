"""Pages that correct how a session was set up: its names, and all the rest."""
