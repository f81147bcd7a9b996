"""A keeper's entry merged with what seats have said: what it leaves empty is filled in, where they differ is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.entry.fields import Field, RefusedError, to_json
from scoring.entry.parts import Part, Parts, stages
from scoring.sheets.sheet import Sheet


@dataclass(frozen=True)
class Difference:
    """At one go of a seat something else was said than is entered, by the names of the `fields`.

    `said` is None where it is laid: nobody may see it yet, so whatever is entered differs from it.
    """

    seat: int
    fields: tuple[Field, ...]
    said: Part | None
    entered: Part


@dataclass(frozen=True)
class Merged:
    """The entry with what it left to the seats, and where it says something else than they have."""

    entry: Any
    differences: tuple[Difference, ...] = ()


def merge(parts: Parts, raw: object, *, take: bool = False, written: bool = False) -> Merged:
    """What was typed, with the part of each seat where nothing was typed for its go; the rules have yet to look at it.

    `take`: where they differ, what was said stands. `written`: the parts are of an entry that was written, so all of
    them can be seen.
    """
    columns = _columns(parts, raw) if parts.said else None
    if columns is None or not isinstance(raw, Mapping):
        return Merged(raw)
    laid = {} if written else parts.laid
    differences: list[Difference] = []
    for seat, said in parts.said.items():
        for go in stages(field for field in parts.fields if seat in field.seats):
            if all(said.get(each.name) is None for each in go):
                continue
            found = _difference(seat, go, said, columns, laid=go[0].name in laid.get(seat, ()))
            if found and not take:
                differences.append(found)
            elif found or _is_left(go, columns, seat):
                for each in go:
                    columns[each.name][seat] = said.get(each.name)
    filled = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    return Merged({**raw, **filled}, tuple(differences))


def filled(sheet: Sheet[Any], raw: Mapping[str, object], entry: Mapping[str, object]) -> dict[str, object]:
    """What was typed, with what an entry that was written says of the seats for which nothing was typed."""
    whole: dict[str, object] = merge(parts_of(sheet, entry), raw, written=True).entry
    return whole


def parts_of(sheet: Sheet[Any], entry: Mapping[str, object]) -> Parts:
    """The parts of which an entry was made, as `sheet` asked for it."""
    said: dict[int, dict[str, object]] = {}
    for field in Parts(sheet).fields:
        values = entry.get(field.name)
        if isinstance(values, list):
            for seat in field.seats:
                said.setdefault(seat, {})[field.name] = values[seat]
    return Parts(sheet, said)


def _difference(
    seat: int, go: tuple[Field, ...], said: Part, columns: Mapping[str, list[object]], *, laid: bool
) -> Difference | None:
    if _is_left(go, columns, seat):
        return None
    entered = {each.name: columns[each.name][seat] for each in go}
    if laid:
        return Difference(seat, go, None, entered)
    # Of what else it has said some may be laid.
    told = {each.name: said.get(each.name) for each in go}
    if any(told[each.name] is not None and not _same(each, told[each.name], entered[each.name]) for each in go):
        return Difference(seat, go, told, entered)
    return None


def _is_left(go: tuple[Field, ...], columns: Mapping[str, list[object]], seat: int) -> bool:
    """Nothing is entered for the seat: what it has said stands."""
    return all(each.is_empty(columns[each.name][seat]) for each in go)


def _same(field: Field, said: object, entered: object) -> bool:
    if field.is_empty(entered):
        return False
    try:
        return to_json(field.read_one(entered)) == said
    except RefusedError:
        # That it cannot be read is what is wrong with it.
        return True


def _columns(parts: Parts, raw: object) -> dict[str, list[object]] | None:
    """What was typed for each seat, by field; None where it is no answer to what the seats are asked."""
    ask = parts.sheet.ask
    if ask is None or not isinstance(raw, Mapping) or raw.get("step") != ask.step:
        return None
    seats = len(parts.sheet.table.players)
    columns: dict[str, list[object]] = {}
    for field in parts.fields:
        typed = raw.get(field.name)
        values: object = () if typed is None else typed
        if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > seats:
            return None
        columns[field.name] = [*values, *([None] * (seats - len(values)))]
    return columns
