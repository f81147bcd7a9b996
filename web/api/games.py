"""Schemas of the games for the OpenAPI document: house rules and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from scoring.catalogue import all_games, find_game
from scoring.core import enter
from scoring.entry.choices import Pick, PickMany, SeatPick
from scoring.entry.fields import Field, Number, NumberList, to_json
from scoring.entry.reading import Records
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.sheets import extras
from scoring.sheets.changes import MAX_SEATS
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.table import MAX_NAME_LENGTH
from web.api.shapes import Schema, Shapes

MAX_CHOICES = 8
"""More choices, such as a pack of cards, change nothing in what is asked next."""


def entry(shapes: Shapes) -> Schema:
    """An entry of any game; what a session takes at the moment, with its limits, is said in its `accepts`."""
    each = [shapes.named(name_of("Entry", slug), _entries(slug)) for slug in all_games()]
    return {"description": "An entry: a step with its fields.", "anyOf": each}


def written_entry(_shapes: Shapes) -> Schema:
    """An entry in an answer, which a generated client must not take for a step of another game."""
    return {
        "description": "An entry as it was written: its step, and the fields of that step in this game.",
        "type": "object",
        "properties": {"step": {"type": "string"}},
        "required": ["step"],
        "additionalProperties": {},
    }


def name_of(kind: str, slug: str) -> str:
    """The name of a schema of a game or a problem, which generators make a type of.

    >>> name_of("Entry", "oh-hell")
    'EntryOhHell'
    """
    return kind + "".join(map(str.capitalize, slug.split("-")))


def start(shapes: Shapes) -> Schema:
    """What a session begins with: a game, who sits where, who deals first, the house rules."""
    return {"oneOf": [shapes.named(name_of("Start", slug), _start(game)) for slug, game in all_games().items()]}


def options(shapes: Shapes) -> Schema:
    """House rules of any game."""
    each = [shapes.named(name_of("Options", slug), _options_of(game)) for slug, game in all_games().items()]
    return {"description": "House rules: those of the game.", "anyOf": each}


def document(shapes: Shapes) -> Schema:
    """A session document as it is read, of any game."""
    games = all_games().values()
    return {
        "description": "A session document: see docs/session-document.md.",
        "type": "object",
        "properties": {
            "takuroku": {"const": 1},
            "game": {"type": "string", "enum": [*all_games()]},
            "players": _players(min(map(_least_seats, games)), max(game.seats[-1] for game in games)),
            "dealer": {"type": "integer", "minimum": 0, "default": 0},
            "options": {"type": "object"},
            "entries": {"type": "array", "items": shapes.named("Entry", entry)},
        },
        "required": ["game", "players"],
        "additionalProperties": False,
    }


def _least_seats(game: AnyGame) -> int:
    return game.seats[0]


def _players(least: int, most: int) -> Schema:
    """Names in seat order. No two may be the same, which is asked without regard to capitals and width besides."""
    name = {"type": "string", "minLength": 1, "maxLength": MAX_NAME_LENGTH, "pattern": r"\S"}
    return {"type": "array", "items": name, "minItems": least, "maxItems": most, "uniqueItems": True}


def _start(game: AnyGame) -> Callable[[Shapes], Schema]:
    return lambda shapes: {
        "description": game.name,
        "type": "object",
        "properties": {
            "game": {"const": game.slug},
            "players": _players(game.seats[0], game.seats[-1]),
            "dealer": {"type": "integer", "minimum": 0, "maximum": game.seats[-1] - 1, "default": 0},
            "options": shapes.named(name_of("Options", game.slug), _options_of(game)),
        },
        "required": ["game", "players"],
        "additionalProperties": False,
    }


def _options_of(game: AnyGame) -> Callable[[Shapes], Schema]:
    return lambda _: {"description": game.name, **game.options.schema()}


def _entries(slug: str) -> Callable[[Shapes], Schema]:
    """The steps of a game, each under a name of its own; one that is asked in several ways has as many."""

    def made(shapes: Shapes) -> Schema:
        told: dict[str, int] = {}
        refs = []
        for step, schema in _steps(slug):
            told[step] = told.get(step, 0) + 1
            name = name_of(name_of("", slug), step) + (str(told[step]) if told[step] > 1 else "")
            refs.append(shapes.put(name, schema))
        return {"description": find_game(slug).name, "anyOf": refs}

    return made


@cache
def _steps(slug: str) -> tuple[tuple[str, Schema], ...]:
    game = find_game(slug)
    # Whoever joins has a seat more, and who leaves keeps theirs.
    seats = MAX_SEATS if any(ask.step == "join" for ask in steps(game)) else game.seats[-1]
    asked = ((ask.step, ask.schema(seats=seats, bounds=False)) for ask in steps(game))
    # Generators call a type by the title of its schema, and these titles are in many games.
    return tuple((step, {"description": schema.pop("title"), **schema}) for step, schema in asked)


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
                # Some steps are asked only where somebody lies behind, or is away.
                yield enter(blank, {"step": "adjustment", "seat": 0, "amount": -1, "reason": "x"})
                yield enter(blank, {"step": "leave", "seat": players - 1})


def _asks(sheet: Sheet[Any]) -> Iterator[Ask]:
    """What a sheet asks in its first deal, answered in plain ways that it takes, and what can always be said."""
    yield from extras.asks(sheet)
    reached, deal = [sheet], sheet.deals
    while reached:
        yield from (each.ask for each in reached if each.ask)
        following = [after for each in reached for after in _after(each)]
        # Who deals now is asked once a deal is over.
        yield from extras.asks(next((after for after in following if after.deals > deal), sheet))
        reached = [after for after in following if after.deals == deal and not after.over]


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
        case Records() | NumberList():
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
