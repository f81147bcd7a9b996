"""Makes JSON Schemas (2020-12) of steps from the fields that also read the input.

A schema describes what a document writes: numbers as numbers, not the digits of a form. Rules over several fields (bids
that may not add up) are not in it. The values of an `enum` are all of one type, as code generators need it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from scoring.entry.choices import Choice, Pick, PickMany, Switch
from scoring.entry.fields import NOBODY, Field, Number, Records, SeatPick, Writing
from scoring.entry.number_list import NumberList
from scoring.message import Words
from scoring.options import Options
from scoring.sheets.values import Ask

Schema: TypeAlias = dict[str, Any]
Speak: TypeAlias = Callable[[Words], str]

DIGITS = r"^-?[0-9]{1,12}(\.[0-9]{1,6})?$"
MAX_INTEGER = 10**12
NULL: Schema = {"type": "null"}
"""The same as leaving the field out. Forms leave it empty, which a document never writes."""


def of_asks(asks: Iterable[Ask], *, seats: int, speak: Speak = str, bounds: bool = True) -> Schema:
    """The schema of an entry for any of these steps."""
    return {"anyOf": [of_ask(ask, seats=seats, speak=speak, bounds=bounds) for ask in asks]}


def of_ask(ask: Ask, *, seats: int, speak: Speak = str, bounds: bool = True) -> Schema:
    """The schema of an entry for a step, at a table with this number of `seats`.

    Without `bounds` it leaves out limits that change from deal to deal: the number of cards, who is asked.
    """
    fields = {field.name: of_field(field, seats=seats, speak=speak, bounds=bounds) for field in ask.fields}
    return {
        "title": speak(ask.title),
        "type": "object",
        "properties": {"step": {"const": ask.step}, **fields},
        "required": ["step", *(field.name for field in ask.fields if _is_required(field))],
        "additionalProperties": False,
    }


def of_options(options: type[Options], *, speak: Speak = str) -> Schema:
    """The schema of a game's house rules; one left out, or null, has the default it was released with."""
    return {
        "type": "object",
        "properties": {field.name: of_field(field, seats=0, speak=speak, bounds=True) for field in options.fields()},
        "additionalProperties": False,
    }


def of_field(field: Field, *, seats: int, speak: Speak = str, bounds: bool = True) -> Schema:
    """The schema of a field: its value, or for seats a list in seat order, null where not asked."""
    schema = _value(field, speak=speak, bounds=bounds)
    if field.seats:
        schema = _by_seat(field, schema, seats=seats, bounds=bounds)
    elif not _is_required(field):
        schema = _or_nothing(schema)
    label = speak(field.label)
    return {"title": label, **schema, **({"description": speak(field.help)} if field.help else {})}


def _is_required(field: Field) -> bool:
    return not (field.optional or isinstance(field, Records))


def _by_seat(field: Field, value: Schema, *, seats: int, bounds: bool) -> Schema:
    if not bounds:
        listed: Schema = {"type": "array", "maxItems": seats, "items": _or_nothing(value)}
        return _or_nothing(listed) if field.optional else listed
    asked = _or_nothing(value) if field.optional else value
    places = [asked if seat in field.seats else NULL for seat in range(seats)]
    # Empty values at the end may be left out, up to the last seat that must answer.
    least = 0 if field.optional else max(field.seats) + 1
    listed = {"type": "array", "prefixItems": places, "items": False, "minItems": least, "maxItems": seats}
    return _or_nothing(listed) if field.optional else listed


def _or_nothing(schema: Schema) -> Schema:
    return {"anyOf": [*schema.get("anyOf", [schema]), NULL]}


def _value(field: Field, *, speak: Speak, bounds: bool) -> Schema:
    match field:
        case Number():
            return _number(field, bounds=bounds)
        case Switch(choices=choices):
            return {"anyOf": [_one_of(choices), {"type": "boolean"}]}
        case Pick(choices=choices):
            return _one_of(choices, bounds=bounds)
        case PickMany(choices=choices):
            offered = _one_of(choices, bounds=bounds)
            least = {"minItems": 1} if field.some and not field.optional else {}
            return {"type": "array", "items": offered, "uniqueItems": True, **least}
        case NumberList(low=low, high=high, most=longest):
            number: Schema = {"type": "integer", **({"minimum": low, "maximum": high} if bounds else {"minimum": 0})}
            return {"type": "array", "items": number, "maxItems": longest}
        case SeatPick(among=among):
            seat: Schema = {"type": "integer", **({"enum": [*among]} if bounds else {"minimum": 0})}
            return {"anyOf": [seat, {"const": NOBODY}]} if field.nobody or not bounds else seat
        case Writing(longest=longest):
            return {"type": "string", "minLength": 0 if field.optional else 1, "maxLength": longest}
        case Records():
            properties = {
                each.name: _or_nothing(of_field(each, seats=0, speak=speak, bounds=bounds)) for each in field.fields
            }
            row: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
            return {"type": "array", "items": row, "maxItems": field.most}
    raise TypeError(f"nobody has said what a field of the kind {field.kind} looks like as JSON Schema")


def _one_of(choices: Iterable[Choice], *, bounds: bool = True) -> Schema:
    return {"type": "string", **({"enum": [choice.value for choice in choices]} if bounds else {})}


def _number(field: Number, *, bounds: bool) -> Schema:
    low, high = (field.low, field.high) if bounds else (-MAX_INTEGER, MAX_INTEGER)
    whole: Schema = {"type": "integer", "minimum": low, "maximum": high}
    if field.denominator == 1:
        return whole
    return {"anyOf": [whole, {"type": "string", "pattern": DIGITS}]}
