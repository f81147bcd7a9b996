"""Steps as JSON Schema: whatever is legal is valid, and what a field refuses by itself is not."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from scoring.core import read_entry
from scoring.entry.fields import Field
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.games.buki import GAME as BUKI
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.sheets.extras import asks as extras
from scoring.sheets.sheet import Sheet
from tests.kit.examples import examples
from tests.kit.for_each import for_each
from tests.kit.games import played, session_of

every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
SEEDS = range(examples(12))


def is_valid(schema: dict[str, Any], value: object) -> bool:
    return bool(Draft202012Validator(schema).is_valid(value))


def accepted(sheet: Sheet[Any]) -> dict[str, Any]:
    return {"anyOf": [ask.schema(seats=len(sheet.table.players)) for ask in sheet.asks]}


@every_game
@for_each("seed", SEEDS)
def test_every_entry_that_was_played_is_valid_where_it_was_asked(game: AnyGame, seed: int) -> None:
    evening = played(game, seed)
    for sheet, entry in zip(evening.sheets, evening.entries, strict=False):
        assert is_valid(accepted(sheet), entry), entry
        assert not is_valid(accepted(sheet), entry | {"colour": "red"})
        assert not is_valid(accepted(sheet), entry | {"step": "tea"})
        assert not is_valid(accepted(sheet), {name: value for name, value in entry.items() if name != "step"})


@every_game
def test_the_house_rules_of_what_was_played_are_valid(game: AnyGame) -> None:
    schema = game.options.schema()
    for seed in SEEDS:
        assert is_valid(schema, played(game, seed).last.options.to_json())
    assert is_valid(schema, dict.fromkeys(schema["properties"]))
    assert not is_valid(schema, {"speed": 1})


def values_of(field: Field) -> list[Any]:
    """Values that are hardly ever right, for every kind of field."""
    return [-1_000_000, 1_000_000, 0, 1, True, 0.5, "", "red", "x" * 400, [], ["red"], [0], {}, [{}], [{"chips": "x"}]]


@every_game
def test_what_a_field_takes_by_itself_is_valid_and_what_is_not_valid_it_refuses(game: AnyGame) -> None:
    """Of one field at a time, in the place of what was played; digits as text are read though no document has them."""
    evening = played(game, 0)
    for sheet, entry in list(zip(evening.sheets, evening.entries, strict=False))[:8]:
        for ask in sheet.asks:
            schema = ask.schema(seats=len(sheet.table.players))
            for field in ask.fields if ask.step == entry["step"] else ():
                for value in values_of(field):
                    raw = entry | {field.name: value}
                    if not is_valid(schema, raw) and not (value in ("", []) and field.optional):
                        with pytest.raises(EntryError):
                            read_entry(sheet, raw)


def test_the_bids_of_a_deal_have_its_limits() -> None:
    sheet = OH_HELL.start(session_of(OH_HELL, players=3, top_hand=3, format="long"))
    ask = sheet.ask
    assert ask is not None
    schema = ask.schema(seats=3)
    assert schema["properties"]["step"] == {"const": "bids"}
    assert is_valid(schema, {"step": "bids", "bids": [3, 0, 1]})
    for bids in ([4, 0, 1], [-1, 0, 1], [3, 0], [3, 0, 1, 0], [3, None, 1], [3, 0, "1"], [3, 0, 1.5], "301", None):
        assert not is_valid(schema, {"step": "bids", "bids": bids}), bids
    assert not is_valid(schema, {"step": "bids"})


def test_halves_and_hundredths_are_written_as_digits() -> None:
    sheet = BUKI.start(session_of(BUKI, players=4))
    (adjustment, *_) = extras(sheet)
    (amount,) = (field for field in adjustment.fields if field.name == "amount")
    schema = amount.schema(seats=4)
    assert [is_valid(schema, value) for value in (3, "2.25", "-7", "2.", "many", 0.5, None)] == [
        *(True, True, True),
        *(False, False, False, False),
    ]


@every_game
def test_a_schema_has_a_property_for_every_field_that_ask_describes(game: AnyGame) -> None:
    for sheet in played(game, 1).sheets[:-1]:
        ask = sheet.ask
        assert ask is not None
        named = ask.schema(seats=len(sheet.table.players))["properties"]
        assert [*named] == ["step", *(str(field.describe()["name"]) for field in ask.fields)]
