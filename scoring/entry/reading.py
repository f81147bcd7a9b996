"""Reads typed input into field values: checks types and bounds for all games, not their rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from scoring.entry.fields import Field, MissingError, Record, Records, RefusedError, Single, Value
from scoring.entry.typed import quoted
from scoring.errors import Problem
from scoring.message import bare, say
from scoring.validation import unknown_members


def read_fields(
    fields: Sequence[Field], raw: Mapping[str, object], players: Sequence[str] = ()
) -> tuple[dict[str, Value], list[Problem]]:
    """Read the values of all fields, and every problem; empty optional fields are left out.

    `players` are the names by seat, for fields that are asked seat by seat.
    """
    facts: dict[str, Value] = {}
    problems: list[Problem] = []
    for field in fields:
        try:
            typed = raw.get(field.name)
            if isinstance(field, Records):
                value: Value = _rows(field, typed, problems)
            else:
                value = _by_seat(field, typed, players, problems) if field.seats else _once(field, typed)
        except MissingError as missing:
            problems.append(Problem(field.name, None, missing.message))
            continue
        except RefusedError as refused:
            text = bare("{field}: {problem}", field=field.label, problem=refused.message)
            problems.append(Problem(field.name, None, text))
            continue
        if value is not None:
            facts[field.name] = value
    problems += unknown_members(raw, {field.name for field in fields})
    return facts, problems


def _rows(field: Records, raw: object, problems: list[Problem]) -> tuple[Record, ...]:
    """Read the rows that are not empty; a problem's field is field, row and the row's field: `spectators-0-chips`."""
    if raw is None:
        return ()
    if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > field.most:
        raise RefusedError(say("must be a list of no more than {most}.", most=field.most))
    rows: list[Record] = []
    for number, typed in enumerate(raw):
        if not isinstance(typed, Mapping):
            raise RefusedError(say("“{typed}” is not an object with fields.", typed=quoted(typed)))
        if _is_no_row(field, typed):
            continue
        row, found = read_fields(field.fields, typed)
        rows.append(MappingProxyType(row))  # type: ignore[arg-type]
        problems += [_in_row(field, number, problem) for problem in found]
    return tuple(rows)


def _is_no_row(field: Records, typed: Mapping[str, object]) -> bool:
    filled = {name: value for name, value in typed.items() if not _is_empty(value)}
    return not filled or (isinstance(field.suggested, tuple) and filled in field.suggested)


def at_typed_row(problem: Problem, fields: Sequence[Field], raw: Mapping[str, object]) -> Problem:
    """Renumber a row's problem as typed, counting dropped rows too, because the page shows them."""
    for field in fields:
        typed = raw.get(field.name)
        found = re.fullmatch(rf"{re.escape(field.name)}-(\d+)-(.+)", problem.field)
        if found and isinstance(field, Records) and isinstance(typed, Sequence):
            places = [place for place, row in enumerate(typed) if not _is_no_row(field, row)]
            return replace(problem, field=f"{field.name}-{places[int(found[1])]}-{found[2]}")
    return problem


def _in_row(field: Records, number: int, problem: Problem) -> Problem:
    text = bare("{one} {number}, {problem}", one=field.one, number=number + 1, problem=problem.message)
    return Problem(f"{field.name}-{number}-{problem.field}", None, text)


def _once(field: Field, raw: object) -> Single | None:
    if field.is_empty(raw):
        if field.optional:
            return None
        raise MissingError(field.refuse_missing())
    return field.read_one(raw)


def _by_seat(field: Field, raw: object, players: Sequence[str], problems: list[Problem]) -> Value:
    if raw is None:
        raw = []
    if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > len(players):
        raise RefusedError(say("must be a list with one value for each of the {n} seats.", n=len(players)))
    values: list[Single | None] = []
    for seat, name in enumerate(players):
        typed = raw[seat] if seat < len(raw) else None
        if seat not in field.seats:
            if not _is_empty(typed):
                problems.append(Problem(field.name, seat, field.not_asked.of(name=name)))
            values.append(None)
            continue
        if field.is_empty(typed):
            if not field.optional:
                problems.append(Problem(field.name, seat, field.refuse_missing(name)))
            values.append(None)
            continue
        try:
            values.append(field.read_one(typed))
        except RefusedError as refused:
            text = bare("{name}, {field}: {problem}", name=name, field=field.label, problem=refused.message)
            problems.append(Problem(field.name, seat, text))
            values.append(None)
    return tuple(values) if any(value is not None for value in values) else None


def _is_empty(raw: object) -> bool:
    return raw is None or (isinstance(raw, str) and not raw.strip())
