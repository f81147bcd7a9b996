"""Schemas of the games for the OpenAPI document: house rules and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from scoring.catalogue import all_games, find_game
from scoring.core import enter
from scoring.entry.choices import Pick, PickMany
from scoring.entry.fields import Field, Number, Records, SeatPick, to_json
from scoring.entry.json_schema import of_asks, of_options
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.table import MAX_NAME_LENGTH
from web.api.shapes import Schema, Shapes

MAX_CHOICES = 8
"""More choices, such as a pack of cards, change nothing in what is asked next."""


def entry(shapes: Shapes) -> Schema:
    """An entry of any game; what a session takes at the moment, with its limits, is said in its `accepts`."""
    each = [shapes.named(f"Entry.{slug}", _entries(slug)) for slug in all_games()]
    return {"description": "An entry: a step with its fields.", "type": "object", "required": ["step"], "anyOf": each}


def start(shapes: Shapes) -> Schema:
    """What a session begins with: a game, who sits where, who deals first, the house rules."""
    return {"oneOf": [_head(shapes, game) for game in all_games().values()]}


def document(shapes: Shapes) -> Schema:
    """A session document as it is read, of any game."""
    return {
        "description": "A session document: see docs/session-document.md.",
        "type": "object",
        "properties": {
            "takuroku": {"const": 1},
            "game": {"enum": [*all_games()]},
            "players": {"type": "array", "items": {"type": "string"}},
            "dealer": {"type": "integer"},
            "options": {"type": "object"},
            "entries": {"type": "array", "items": shapes.named("Entry", entry)},
        },
        "required": ["game", "players"],
        "additionalProperties": False,
    }


def _head(shapes: Shapes, game: AnyGame) -> Schema:
    options = shapes.named(f"Options.{game.slug}", lambda _: {"title": game.name, **of_options(game.options)})
    name = {"type": "string", "minLength": 1, "maxLength": MAX_NAME_LENGTH}
    return {
        "title": game.name,
        "type": "object",
        "properties": {
            "game": {"const": game.slug},
            "players": {"type": "array", "items": name, "minItems": game.seats[0], "maxItems": game.seats[-1]},
            "dealer": {"type": "integer", "minimum": 0, "maximum": game.seats[-1] - 1},
            "options": options,
        },
        "required": ["game", "players"],
        "additionalProperties": False,
    }


def _entries(slug: str) -> Callable[[Shapes], Schema]:
    return lambda _shapes: _entry(slug)


@cache
def _entry(slug: str) -> Schema:
    game = find_game(slug)
    return {"title": game.name, **of_asks(steps(game), seats=game.seats[-1], bounds=False)}


def steps(game: AnyGame) -> tuple[Ask, ...]:
    """Every step of a game with all the fields that it has under some house rules.

    A field that is not there under all of them is optional here. Where a field is of another kind under some, the step
    is there once for each kind.
    """
    asked: list[list[Ask]] = []
    for blank in _blanks(game):
        for ask in _asks(blank):
            alike = next((each for each in asked if _are_alike(each[0], ask)), None)
            if alike is None:
                asked.append(alike := [])
            alike.append(ask)
    return tuple(map(_together, asked))


def _are_alike(one: Ask, other: Ask) -> bool:
    kinds = [{field.name: field.kind for field in ask.fields} for ask in (one, other)]
    return one.step == other.step and all(kinds[1].get(name, kind) == kind for name, kind in kinds[0].items())


def _together(asks: list[Ask]) -> Ask:
    named: dict[str, Field] = {}
    for ask in asks:
        named |= {field.name: field for field in ask.fields if field.name not in named}
    everywhere = [{field.name for field in ask.fields if not field.optional} for ask in asks]
    found = (
        field if all(name in each for each in everywhere) else replace(field, optional=True)
        for name, field in named.items()
    )
    return replace(asks[0], fields=tuple(found))


def _blanks(game: AnyGame) -> Iterator[Sheet[Any]]:
    """Blank sheets of the smallest and the largest table: under the usual house rules, and with one option changed."""
    changes: list[dict[str, Any]] = [{}, *(dict(preset.values) for preset in game.presets)]
    for field in game.options.fields():
        if isinstance(field, Pick):
            changes += [{field.name: choice.value} for choice in field.choices]
        elif isinstance(field, Number):
            changes += [{field.name: field.low}, {field.name: field.high}]
    for players in {game.seats[0], game.seats[-1]}:
        usual = {"players": [str(seat) for seat in range(1, players + 1)]}
        for options in changes:
            with suppress(EntryError):
                blank = game.start({**usual, "options": {name: to_json(value) for name, value in options.items()}})
                yield blank
                # Some steps are asked only where somebody lies behind.
                yield enter(blank, {"step": "adjustment", "seat": 0, "amount": -1, "reason": "x"})


def _asks(sheet: Sheet[Any]) -> Iterator[Ask]:
    """What a sheet asks in its first deal, answered in plain ways that it takes, and what can always be said."""
    yield from extras.asks(sheet)
    reached, deal = [sheet], sheet.deals
    while reached:
        yield from (each.ask for each in reached if each.ask)
        reached = [after for each in reached for after in _after(each) if after.deals == deal and not after.over]


def _after(sheet: Sheet[Any]) -> Iterator[Sheet[Any]]:
    """The sheet after some answers to what it asks."""
    assert sheet.ask is not None, "a game that is over asks nothing"
    for raw in _answers(sheet, sheet.ask):
        with suppress(EntryError):
            yield enter(sheet, raw)


def _answers(sheet: Sheet[Any], ask: Ask) -> Iterator[dict[str, object]]:
    """Plain answers: what the table most likely says, the least of everything, one field with something else."""
    seats = sheet.table.seats
    suggested = {field.name: to_json(field.suggested) for field in ask.fields if field.suggested is not None}
    least = {field.name: _by_seat(field, _least(field), seats) for field in ask.fields if not field.optional}
    yield {"step": ask.step, **least, **suggested}
    for field in ask.fields:
        for value in _others(field):
            yield {"step": ask.step, **least, **suggested, field.name: _by_seat(field, value, seats)}


def _by_seat(field: Field, value: object, seats: range) -> object:
    return [value if seat in field.seats else None for seat in seats] if field.seats else value


def _least(field: Field) -> object:
    """The least that can be said in a field."""
    match field:
        case Number(low=low):
            return low
        case Pick(choices=choices):
            return choices[0].value
        case PickMany(choices=choices, some=some):
            return [choices[0].value] if some else []
        case SeatPick(among=among):
            return among[0]
        case Records():
            return []
    return "x"


def _others(field: Field) -> Iterator[object]:
    """What else can be said in a field: every choice by itself, all of them."""
    if isinstance(field, Pick | PickMany) and len(field.choices) <= MAX_CHOICES:
        values = [choice.value for choice in field.choices]
        yield from values if isinstance(field, Pick) else ([each] for each in values)
        if isinstance(field, PickMany):
            yield values
    if isinstance(field, Number):
        yield min(field.low + 1, field.high)
