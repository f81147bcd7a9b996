"""House rules, game by game: what they mean where a document does not name them, their bounds and their presets.

legacy_defaults.json is written by hand and only grows: with a game, or with an option, whose value is then how the game
was scored before there was a choice. A changed line would rescore old documents.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.catalogue import all_games
from tests.kit.for_each import for_each
from tests.kit.games import session_of
from tests.kit.scoring.seen import not_started

LEGACY_DEFAULTS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("legacy_defaults.json").read_text())
"""By game; what is open there follows from the table."""


def rules_of(slug: str, **options: Any) -> dict[str, Any]:
    """The rules in force at a table of four, or of as few as the game is for."""
    game = all_games()[slug]
    players = 4 if 4 in game.player_counts else game.player_counts[0]
    rules: dict[str, Any] = game.start(session_of(game, players=players, **options)).options.to_json()
    return rules


@pytest.mark.parametrize("slug", LEGACY_DEFAULTS)
def test_what_is_left_unsaid_means_what_it_always_meant(slug: str) -> None:
    unsaid = LEGACY_DEFAULTS[slug]
    assert {field.name: field.written(field.legacy_default) for field in all_games()[slug].options.fields()} == unsaid
    assert {**rules_of(slug), **{name: value for name, value in unsaid.items() if value is not None}} == rules_of(slug)


def test_every_game_says_what_is_left_unsaid() -> None:
    assert set(LEGACY_DEFAULTS) == set(all_games())


@pytest.mark.parametrize(
    ("slug", "options", "refused"),
    [
        ("oh-hell", ("top_hand",), (0, -1, 18, "ten", 10.5)),
        ("oh-hell", ("made_points",), (101, -1)),
        ("oh-hell", ("trick_points", "missed_points"), (31, -1)),
        ("wizard", ("deals",), (0, 21, "all", 1.5)),
        ("twin-shoot", ("target",), (0, -5, 1001, "far", 10.5)),
        ("buki", ("odds",), ("2.555", -1, 101, "two")),
        ("boo-ray", ("chips",), (-1,)),
        ("boo-ray", ("ante",), (0, 0.5)),
        ("boo-ray", ("wins",), (0, 21)),
        ("boo-ray", ("staying_out",), ("maybe",)),
        ("satat", ("weight_plain", "weight_seven", "weight_thirteen"), (0, -1, 21, "heavy", 1.5)),
        ("satat", ("length",), (0, -1, 201, "many", 2.5)),
        ("score-pad", ("target",), (0, -10)),
        ("score-pad", ("rounds",), (0,)),
        ("score-pad", ("best",), ("middle",)),
    ],
    ids=str,
)
def test_a_rule_out_of_its_bounds_is_refused_by_its_name(
    slug: str, options: tuple[str, ...], refused: tuple[Any, ...]
) -> None:
    found = {
        (option, value): [field for field, *_ in not_started(all_games()[slug], **{option: value})]
        for option in options
        for value in refused
    }
    assert found == {(option, value): [option] for option, value in found}


PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "oh-hell": {
        "standard": {"format": "long", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
        "short": {"format": "short-valley", "scoring": "normal", "bidding": "in-turn", "restriction": "on"},
        "written": {"format": "long", "scoring": "normal", "bidding": "written", "restriction": "off"},
        "minus": {"format": "long", "scoring": "minus", "bidding": "in-turn", "restriction": "on"},
    },
    "wizard": {
        "standard": {"deals": 15, "bidding": "in-turn", "restriction": "off"},
        "ten": {"deals": 10, "bidding": "in-turn", "restriction": "off"},
        "restricted": {"deals": 15, "bidding": "in-turn", "restriction": "on"},
        "hidden": {"deals": 15, "bidding": "hidden", "restriction": "off"},
    },
    "koi-koi": {
        "standard": {"length": "year", "koi_koi": "stacking", "sake": "on", "next_oya": "winner"},
        # 任天堂が公開しているルールと同じ設定: 1年(12ラウンド)、倍返しあり、一杯を採用する、勝者が次の月の親.
        # Nintendo's leaflet has other values of yaku, so that the name promises no more than the settings.
        "nintendo": {"length": "year", "koi_koi": "payback", "sake": "on", "next_oya": "winner"},
    },
    "satat": {
        "standard": {"variant": "satat", "end": "deals", "length": 12, "weight_seven": 1, "weight_thirteen": 1},
        "seven-wins": {"variant": "satat", "end": "wins", "length": 7, "weight_seven": 1, "weight_thirteen": 1},
        "weighted": {"variant": "satat", "end": "deals", "length": 12, "weight_seven": 2, "weight_thirteen": 3},
        "trup-kasiet": {"variant": "trup-kasiet", "end": "deals", "length": 12, "weight_seven": 1},
    },
}
"""The rules that the names stand for, at a table of four or two."""


@for_each("slug", PRESETS)
def test_the_presets_are_what_their_names_say(slug: str) -> None:
    presets = {preset.slug: rules_of(slug, **preset.values) for preset in all_games()[slug].presets}
    assert {name: presets[name] | rules for name, rules in PRESETS[slug].items()} == {
        name: presets[name] for name in PRESETS[slug]
    }
