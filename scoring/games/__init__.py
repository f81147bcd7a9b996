"""One module a game, found by being here; each names its `GAME`."""
