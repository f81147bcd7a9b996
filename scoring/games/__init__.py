"""The games: the catalogue finds every module here that defines `GAME`."""
