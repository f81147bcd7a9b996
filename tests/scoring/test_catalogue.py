"""The catalogue finds the games that are there."""

from __future__ import annotations

import pkgutil
import re

import pytest

from scoring import games
from scoring.catalogue import all_games, find_game
from scoring.errors import UnknownGameError
from scoring.games import oh_hell


def test_oh_hell_is_found_by_its_slug() -> None:
    assert find_game("oh-hell") is oh_hell.GAME


def test_every_module_of_games_is_a_game_in_the_order_of_names() -> None:
    found = all_games()
    assert len(found) <= len(list(pkgutil.iter_modules(games.__path__)))
    assert [game.name for game in found.values()] == sorted(game.name for game in found.values())


def test_every_game_says_what_a_page_must_know() -> None:
    for slug, game in all_games().items():
        assert game.slug == slug
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", slug), "a slug stands in addresses"
        assert game.name
        assert game.name_ja
        assert list(game.player_counts) == sorted(set(game.player_counts))
        assert 1 <= game.player_counts[0] <= game.player_counts[-1] <= 12


@pytest.mark.parametrize("slug", ["", "Oh Hell", "OH-HELL", "whist", "../oh_hell", None, 3, True, [], {}, ["oh-hell"]])
def test_a_game_that_is_not_there_is_not_found(slug: object) -> None:
    with pytest.raises(UnknownGameError, match="There is no game called"):
        find_game(slug)
