"""House rules, game by game: what they mean where a document does not name them, their bounds and their presets.

legacy_defaults.json only grows: `make docs` adds a game, or an option, whose value must be how the game was scored
before there was a choice. A changed line would rescore old documents.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.entry.fields import Number
from tests.kit.expected import LEGACY_DEFAULTS, expected
from tests.kit.for_each import for_each
from tests.kit.games import session_of
from tests.kit.scoring.seen import not_started


def rules_of(slug: str, **options: Any) -> dict[str, Any]:
    """The rules in force at a table of four, or of as few as the game is for."""
    game = all_games()[slug]
    players = 4 if 4 in game.player_counts else game.player_counts[0]
    rules = game.start(session_of(game, players=players, **options)).options
    return {field.name: field.written(getattr(rules, field.name)) for field in game.options.fields()}


@pytest.mark.parametrize("slug", LEGACY_DEFAULTS)
def test_what_is_left_unsaid_means_what_it_always_meant(slug: str) -> None:
    unsaid = LEGACY_DEFAULTS[slug]
    assert {field.name: field.written(field.legacy_default) for field in all_games()[slug].options.fields()} == unsaid
    assert {**rules_of(slug), **{name: value for name, value in unsaid.items() if value is not None}} == rules_of(slug)


def test_every_game_says_what_is_left_unsaid() -> None:
    assert set(LEGACY_DEFAULTS) == set(all_games()), "make docs"


@for_each("slug", expected())
def test_a_rule_out_of_its_bounds_is_refused_by_its_name(slug: str) -> None:
    for option, values in expected()[slug].out_of_bounds.items():
        for value in values:
            assert [field for field, *_ in not_started(all_games()[slug], **{option: value})] == [option], value


@for_each("slug", expected())
def test_every_number_has_its_bounds_and_every_rule_of_a_kind_is_worked_by_hand(slug: str) -> None:
    options, here = all_games()[slug].options, f"tests/games/{slug.replace('-', '_')}/expected.py"
    # The fine of a void deal is one option for several games, see test_void_deals.py.
    numbers = {field.name for field in options.fields() if isinstance(field, Number)} - {"void_fine"}
    assert numbers <= expected()[slug].out_of_bounds.keys(), f"give {here} the `out_of_bounds` of each"
    assert {*options.kind_fields()} == {*expected()[slug].kind}, f"`kind` of {here}"


@for_each("slug", expected())
def test_the_presets_are_what_their_names_say(slug: str) -> None:
    presets, named = (
        {preset.slug: rules_of(slug, **preset.values) for preset in all_games()[slug].presets},
        expected()[slug].presets,
    )
    assert {name: presets[name] | rules for name, rules in named.items()} == {name: presets[name] for name in named}
