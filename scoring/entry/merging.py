"""Merges a keeper's entry with the parts that seats entered: fills gaps, reports differences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.entry.fields import Field, RefusedError, to_json
from scoring.entry.parts import Part, Parts, stages
from scoring.sheets.sheet import Sheet


@dataclass(frozen=True)
class Difference:
    """A difference between a seat's own part and the keeper's entry, for the `fields` of one stage.

    `said` is None while the part is hidden: any entry then counts as different.
    """

    seat: int
    fields: tuple[Field, ...]
    said: Part | None
    entered: Part


def merge(
    parts: Parts, raw: object, *, take: bool = False, written: bool = False, own: Collection[int] = ()
) -> tuple[Any, tuple[Difference, ...]]:
    """Fill the gaps of typed input with the parts of the seats, and report where they differ; checks no rules.

    `take`: where they differ, the seat's part wins. `written`: the parts come from a written entry, so none is hidden.
    `own`: the seats whose parts are earlier values of the same typed input, so that they differ from nothing.
    """
    columns = _columns(parts, raw) if parts.said else None
    if columns is None or not isinstance(raw, Mapping):
        return raw, ()
    laid = {} if written else parts.laid
    differences: list[Difference] = []
    merged = dict(raw)
    for seat, part in parts.said.items():
        fields = tuple(field for field in parts.fields if not field.seats or seat in field.seats)
        # Of a live deal each field is entered by itself.
        for stage in ((field,) for field in fields) if parts.live else stages(fields):
            said = {field.name: part.get(field.name) for field in stage}
            entered = {field.name: columns[field.name][seat] for field in stage}
            is_left = all(field.is_empty(entered[field.name]) for field in stage)
            is_laid = stage[0].name in laid.get(seat, ())
            if all(value is None for value in said.values()):
                continue
            agrees = seat in own or (
                not is_laid and all(_agree(field, said[field.name], entered[field.name]) for field in stage)
            )
            if not is_left and not agrees and not take:
                differences.append(Difference(seat, stage, None if is_laid else said, entered))
            elif is_left or not agrees:
                for field in stage:
                    columns[field.name][seat] = said[field.name]
                    if any(value is not None for value in columns[field.name]):
                        merged[field.name] = columns[field.name] if field.seats else parts.for_table(field)
    return merged, tuple(differences)


def filled(sheet: Sheet[Any], raw: Mapping[str, object], entry: Mapping[str, object]) -> dict[str, object]:
    """Fill the gaps of typed input from a written entry, seat by seat."""
    whole: dict[str, object] = merge(parts_of(sheet, entry), raw, written=True)[0]
    return whole


def parts_of(sheet: Sheet[Any], entry: Mapping[str, object]) -> Parts:
    """Split a written entry into the parts of the seats, as `sheet` asked for it."""
    said: dict[int, dict[str, object]] = {}
    for field in Parts(sheet).fields:
        values = entry.get(field.name)
        for seat in field.seats if isinstance(values, list) else () if field.seats else sheet.table.seats:
            said.setdefault(seat, {})[field.name] = values[seat] if isinstance(values, list) else values
    return Parts(sheet, said)


def _agree(field: Field, said: object, entered: object) -> bool:
    """Whether a seat and the keeper have entered the same; what can't be read the rules will report."""
    if said is None or field.is_empty(entered):
        return said is None
    try:
        return to_json(field.read_one(entered)) == said
    except RefusedError:
        return True


def _columns(parts: Parts, raw: object) -> dict[str, list[object]] | None:
    """The typed values by field, one for each seat; None if the input doesn't answer the current step."""
    ask = parts.sheet.ask
    if ask is None or not isinstance(raw, Mapping) or raw.get("step") != ask.step:
        return None
    seats = len(parts.sheet.table.players)
    columns: dict[str, list[object]] = {}
    for field in parts.fields:
        typed = raw.get(field.name)
        values: object = typed if field.seats else [typed] * seats
        values = () if values is None else values
        if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > seats:
            return None
        columns[field.name] = [*values, *([None] * (seats - len(values)))]
    return columns
