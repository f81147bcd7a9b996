"""The catalogue of games: every module in `scoring.games` that defines `GAME`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from scoring import games
from scoring.errors import UnknownGameError
from scoring.game import AnyGame


@cache
def all_games() -> dict[str, AnyGame]:
    """All games by slug, sorted by name."""
    modules = (import_module(f"scoring.games.{module.name}") for module in pkgutil.iter_modules(games.__path__))
    found: list[AnyGame] = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.slug: game for game in sorted(found, key=lambda game: game.name)}


def find_game(slug: object) -> AnyGame:
    """The game with this slug; raises UnknownGameError."""
    game = all_games().get(slug) if isinstance(slug, str) else None
    if game is None:
        raise UnknownGameError(f"There is no game called {str(slug)[:40]!r}.")
    return game
