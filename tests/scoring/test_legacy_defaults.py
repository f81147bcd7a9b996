"""What a document that does not name an option is scored by, written by hand for every option and never changed.

legacy_defaults.json only grows: with a game, or with an option, whose value is then how the game was scored before
there was a choice. A changed line would rescore old documents.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.core import replay
from scoring.entry.fields import Number
from scoring.game import AnyGame
from scoring.message import say
from scoring.options import option
from tests.kit.games import session_of
from tests.kit.scoring.toy_games import PENNY, PennyOptions

LEGACY_DEFAULTS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("legacy_defaults.json").read_text())
every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)


def test_no_game_has_gone() -> None:
    assert set(LEGACY_DEFAULTS) <= set(all_games())


@every_game
def test_what_is_left_unsaid_means_what_it_always_meant(game: AnyGame) -> None:
    assert {field.name: field.written(field.legacy_default) for field in game.options.fields()} == LEGACY_DEFAULTS[
        game.slug
    ]


@every_game
def test_a_document_without_options_is_scored_by_what_stands_there(game: AnyGame) -> None:
    """What stands open there follows from the table."""
    options = game.start(session_of(game, players=game.seats[0])).options.to_json()
    said = {name: value for name, value in LEGACY_DEFAULTS[game.slug].items() if value is not None}
    assert {name: options[name] for name in said} == said


@dataclass(frozen=True, kw_only=True)
class RicherPennyOptions(PennyOptions):
    """Penny Pot gave everybody 10 chips; new tables are now offered 20."""

    chips: int = option(Number(label=say("Chips"), low=1, high=50), 20, legacy_default=10)


def test_a_changed_default_rescores_no_old_document() -> None:
    """Each stakes 1, and Ann takes the pot: 2 chips go from Ben to her in two rounds, of the 10 they had."""
    old = session_of(PENNY, players=2)
    rounds = [{"step": "round", "stakes": [1, 1], "winner": 0, "colours": []}] * 2
    richer = replace(PENNY, options=RicherPennyOptions)
    assert replay(PENNY.start(old), rounds).totals == (12, 8)
    assert replay(richer.start(old), rounds).totals == (12, 8)
    new = old | {"options": RicherPennyOptions().to_json()}
    assert replay(richer.start(new), rounds).totals == (22, 18)
