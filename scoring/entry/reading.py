"""Reads objects from outside by their fields: entries, house rules, documents, the bodies of requests, parts of files.

It checks types and bounds, not the rules of games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from scoring.entry.fields import (
    Field,
    Record,
    RefusedError,
    Schema,
    Seats,
    Speak,
    Value,
    is_empty,
    or_null,
)
from scoring.entry.typed import quoted
from scoring.errors import EntryError, Problem
from scoring.message import Message, Words, bare, listed, say

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet

MAX_UNKNOWN = 10
"""The most unknown names that are reported, so that the answer stays small."""


def read_object(fields: Iterable[Field], raw: Mapping[str, object], players: Sequence[str] = ()) -> dict[str, Any]:
    """Read the values of all fields; raises EntryError with every problem. See `read_fields`."""
    values, problems = read_fields(fields, raw, players)
    if problems:
        raise EntryError(problems)
    return values


def read_fields(
    fields: Iterable[Field], raw: Mapping[str, object], players: Sequence[str] = ()
) -> tuple[dict[str, Any], list[Problem]]:
    """Read the values of all fields within their bounds, and every problem; optional fields left empty are left out.

    `players` are the names by seat, for fields that are asked seat by seat.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    unknown = dict.fromkeys(raw)
    for field in fields:
        unknown.pop(field.name, None)
        try:
            value = field.read(raw.get(field.name, field.absent), players, problems)
        except RefusedError as refused:
            sentence = bare("{field}: {problem}", field=field.label, problem=refused.message)
            problems.append(Problem(field.name, None, refused.message if refused.is_sentence else sentence))
        else:
            if value is not field.absent:
                values[field.name] = value
    for name in map(quoted, islice(unknown, MAX_UNKNOWN)):
        problems.append(Problem(name, None, say("“{typed}” is not asked for here.", typed=name)))
    return values, problems


def at_typed_row(problem: Problem, fields: Sequence[Field], raw: Mapping[str, object]) -> Problem:
    """Renumber a row's problem as typed, counting dropped rows too, because the page shows them."""
    for field in fields:
        typed = raw.get(field.name)
        found = re.fullmatch(rf"{re.escape(field.name)}-(\d+)-(.+)", problem.field)
        if found and isinstance(field, Records) and isinstance(typed, Sequence):
            places = [place for place, row in enumerate(typed) if not field.is_no_row(row)]
            return replace(problem, field=field.input_name(places[int(found[1])], found[2]))
    return problem


@dataclass(frozen=True, kw_only=True)
class Records(Field):
    """A field of up to `most` rows with the same fields; the value is a tuple of mappings.

    Rows left empty, or left as suggested, are dropped: a suggestion only saves typing. `one` is what a row is called.
    A problem's field is field, row and the row's field: `spectators-0-chips`.
    """

    kind: ClassVar[str] = "records"
    fields: tuple[Field, ...]
    most: int
    one: Message

    @property
    def required(self) -> bool:
        return False

    def read(self, raw: object, players: Sequence[str], problems: list[Problem]) -> Value:
        if raw is None:
            return ()
        if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > self.most:
            raise RefusedError(say("too many. The maximum is {most}.", most=self.most))
        rows: list[Record] = []
        for number, typed in enumerate(raw):
            if not isinstance(typed, Mapping):
                raise RefusedError(say("“{typed}” is not an object with fields.", typed=quoted(typed)))
            if self.is_no_row(typed):
                continue
            row, found = read_fields(self.fields, typed)
            rows.append(MappingProxyType(row))
            for problem in found:
                text = bare("{one} {number}, {problem}", one=self.one, number=number + 1, problem=problem.message)
                problems.append(Problem(self.input_name(number, problem.field), None, text))
        return tuple(rows)

    def is_no_row(self, typed: Mapping[str, object]) -> bool:
        """Whether a row is left empty or as suggested."""
        filled = {name: value for name, value in typed.items() if not is_empty(value)}
        return not filled or (isinstance(self.suggested, tuple) and filled in self.suggested)

    def describe(self, speak: Speak = str) -> dict[str, object]:
        fields = [each.describe(speak) for each in self.fields]
        return super().describe(speak) | {"fields": fields, "most": self.most}

    def value_schema(self, *, speak: Speak) -> Schema:
        properties = {each.name: or_null(each.schema(seats=0, speak=speak)) for each in self.fields}
        row: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {"type": "array", "items": row, "maxItems": self.most}

    def texts(self, raw: object, sheet: Sheet[Any]) -> tuple[Words, ...]:
        rows = raw if isinstance(raw, list | tuple) else ()
        filled = (
            [each.text_of(row[each.name], sheet) for each in self.fields if not each.is_empty(row.get(each.name))]
            for row in rows
            if isinstance(row, Mapping)
        )
        return tuple(listed(*words) for words in filled if words)

    def reseat(self, value: Any, seats: Seats) -> Any:
        fields = {each.name: each for each in self.fields}
        return [{name: fields[name].reseat_one(each, seats) for name, each in row.items()} for row in value]

    def input_name(self, row: int, name: str) -> str:
        """The name of the input of a row's field, at which its problems are shown too."""
        return f"{self.name}-{row}-{name}"

    def inputs(self) -> Iterator[tuple[str, Field, int | None]]:
        yield from ((self.input_name(row, each.name), each, None) for row in range(self.most) for each in self.fields)

    def from_inputs(self, value: Callable[[str, Field], object]) -> object:
        return [
            {each.name: value(self.input_name(row, each.name), each) for each in self.fields}
            for row in range(self.most)
        ]

    def to_inputs(self, raw: object) -> dict[str, object]:
        rows = raw if isinstance(raw, Sequence) and not isinstance(raw, str) else ()
        return {
            self.input_name(number, each.name): row.get(each.name)
            for number, row in enumerate(rows)
            for each in self.fields
        }
