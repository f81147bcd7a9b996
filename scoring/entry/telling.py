"""Words for an entry: what was entered, and how two entries differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.entry.choices import Pick, PickMany
from scoring.entry.fields import NOBODY, Field, Number, Records, RefusedError, SeatPick
from scoring.entry.number_list import NumberList
from scoring.entry.typed import quoted
from scoring.message import Message, Words, bare, listed, plain, say
from scoring.sheets.changes import name_at
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask


def told(ask: Ask, said: Mapping[str, object], sheet: Sheet[Any]) -> tuple[Message, ...]:
    """An entry's values, one message for each field: "Bids: Ann 2, Ben 1"; empty fields are left out.

    `said` is an entry as documents write it, or raw input: what can't be read is quoted.
    """
    return tuple(
        bare("{field}: {told}", field=field.label, told=words)
        for field in ask.fields
        if (words := _field(field, said.get(field.name), sheet))
    )


def changed(
    ask: Ask, before: Mapping[str, object], after: Mapping[str, object], sheet: Sheet[Any]
) -> tuple[Message, ...]:
    """The differences of two entries for the same ask, field by field: "Tricks: Ben 2 → 3"."""
    return tuple(
        bare("{field}: {told}", field=field.label, told=words)
        for field in ask.fields
        if before.get(field.name) != after.get(field.name)
        if (words := tuple(_changes(field, before.get(field.name), after.get(field.name), sheet)))
    )


def part_told(
    fields: Iterable[Field], part: Mapping[str, object], sheet: Sheet[Any]
) -> tuple[tuple[Field, Words], ...]:
    """One seat's part (see `scoring.entry.parts`), field by field; empty fields are left out."""
    said = [(field, part.get(field.name)) for field in fields]
    return tuple((field, value_told(field, value, sheet)) for field, value in said if not _is_nothing(field, value))


def _field(field: Field, value: object, sheet: Sheet[Any]) -> tuple[Words, ...]:
    if isinstance(field, Records):
        return tuple(_record(field, row, sheet) for row in _listed(value) if isinstance(row, Mapping) and _any(row))
    if not field.seats:
        return () if field.is_empty(value) else (value_told(field, value, sheet),)
    values = _by_seat(value, sheet)
    return tuple(
        bare("{name} {told}", name=sheet.table.players[seat], told=value_told(field, values[seat], sheet))
        for seat in field.seats
        if not _is_nothing(field, values[seat])
    )


def _changes(field: Field, before: object, after: object, sheet: Sheet[Any]) -> Iterator[Message]:
    if isinstance(field, Records) or not field.seats:
        yield bare("{before} → {after}", before=_whole(field, before, sheet), after=_whole(field, after, sheet))
        return
    was, now = _by_seat(before, sheet), _by_seat(after, sheet)
    for seat in field.seats:
        if was[seat] != now[seat]:
            yield bare(
                "{name} {before} → {after}",
                name=sheet.table.players[seat],
                before=_or_nothing(field, was[seat], sheet),
                after=_or_nothing(field, now[seat], sheet),
            )


def _whole(field: Field, value: object, sheet: Sheet[Any]) -> tuple[Words, ...]:
    return _field(field, value, sheet) or ("–",)


def _or_nothing(field: Field, value: object, sheet: Sheet[Any]) -> Words:
    return "–" if field.is_empty(value) else value_told(field, value, sheet)


def _record(field: Records, row: Mapping[Any, object], sheet: Sheet[Any]) -> Message:
    filled = (each for each in field.fields if not each.is_empty(row.get(each.name)))
    return listed(*(value_told(each, row.get(each.name), sheet) for each in filled))


def value_told(field: Field, value: object, sheet: Sheet[Any]) -> Words:
    """One value of a field in words; what can't be read is quoted."""
    try:
        read = field.read_one(value)
    except RefusedError:
        return quoted(value)
    if isinstance(field, Number) and not isinstance(read, str | tuple):
        return dict(field.names).get(int(read), plain(read)) if read == int(read) else plain(read)
    if isinstance(field, Pick):
        return field.label_of(read)
    if isinstance(field, PickMany) and isinstance(read, tuple):
        labels = tuple(choice.label for choice in field.choices if choice.value in read)
        return listed(*labels) if labels else say("none")
    if isinstance(field, NumberList):
        return field.label_of(read) if read else say("none")
    if isinstance(field, SeatPick):
        return field.nobody or "–" if read == NOBODY else _side(field, int(str(read)), sheet)
    return str(read)


def _side(field: SeatPick, seat: int, sheet: Sheet[Any]) -> Words:
    """The player in a seat, or the side that the seat stands for."""
    return sheet.name_of_side(sheet.side_of(seat)) if field.by_side else name_at(sheet, seat)


def _is_nothing(field: Field, value: object) -> bool:
    """Whether there is nothing to tell; an empty list may still be an answer."""
    return field.is_empty(value) or value in ([], ())


def _by_seat(value: object, sheet: Sheet[Any]) -> list[object]:
    values = _listed(value)
    return [values[seat] if seat < len(values) else None for seat in sheet.table.seats]


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _any(row: Mapping[Any, object]) -> bool:
    return any(value not in (None, "") for value in row.values())
