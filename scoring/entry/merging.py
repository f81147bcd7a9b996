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


@dataclass(frozen=True)
class Merged:
    """The merged entry, and its differences from the seats' parts."""

    entry: Any
    differences: tuple[Difference, ...] = ()


def merge(parts: Parts, raw: object, *, take: bool = False, written: bool = False, own: Collection[int] = ()) -> Merged:
    """Fill the gaps of typed input with the parts of the seats; does not check the rules.

    `take`: where they differ, the seat's part wins. `written`: the parts come from a written entry, so none is hidden.
    `own`: the seats whose parts are earlier values of the same typed input, so that they differ from nothing.
    """
    columns = _columns(parts, raw) if parts.said else None
    if columns is None or not isinstance(raw, Mapping):
        return Merged(raw)
    laid = {} if written else parts.laid
    differences: list[Difference] = []
    for_table = _for_table(parts, raw, take=take, differences=differences)
    for seat, said in parts.said.items():
        for go in _goes(parts, seat):
            if all(said.get(each.name) is None for each in go):
                continue
            is_laid = go[0].name in laid.get(seat, ())
            found = None if seat in own else _difference(seat, go, said, columns, laid=is_laid)
            if found and not take:
                differences.append(found)
            elif found or _is_left(go, columns, seat):
                for each in go:
                    columns[each.name][seat] = said.get(each.name)
    filled = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    return Merged({**raw, **filled, **for_table}, tuple(differences))


def _goes(parts: Parts, seat: int) -> tuple[tuple[Field, ...], ...]:
    """What a seat enters together; each live field is by itself."""
    own = tuple(field for field in parts.fields if seat in field.seats)
    return tuple((field,) for field in own) if parts.live else stages(own)


def _for_table(
    parts: Parts, raw: Mapping[str, object], *, take: bool, differences: list[Difference]
) -> dict[str, object]:
    """The values for the table that seats have entered, where nothing else is entered; adds the differences."""
    filled: dict[str, object] = {}
    for field in parts.fields:
        if field.seats:
            continue
        entered, said = raw.get(field.name), parts.for_table(field)
        by_seat = {seat: part[field.name] for seat, part in parts.said.items() if part.get(field.name) is not None}
        other = {seat: value for seat, value in by_seat.items() if not _same(field, value, entered)}
        if said is not None and (field.is_empty(entered) or (take and other)):
            filled[field.name] = said
        elif not field.is_empty(entered):
            told = ({field.name: value} for value in other.values())
            entries = zip(other, told, strict=True)
            differences += [Difference(seat, (field,), value, {field.name: entered}) for seat, value in entries]
    return filled


def filled(sheet: Sheet[Any], raw: Mapping[str, object], entry: Mapping[str, object]) -> dict[str, object]:
    """Fill the gaps of typed input from a written entry, seat by seat."""
    whole: dict[str, object] = merge(parts_of(sheet, entry), raw, written=True).entry
    return whole


def parts_of(sheet: Sheet[Any], entry: Mapping[str, object]) -> Parts:
    """Split a written entry into the parts of the seats, as `sheet` asked for it."""
    said: dict[int, dict[str, object]] = {}
    for field in Parts(sheet).fields:
        values = entry.get(field.name)
        for seat in field.seats if isinstance(values, list) else () if field.seats else sheet.table.seats:
            said.setdefault(seat, {})[field.name] = values[seat] if isinstance(values, list) else values
    return Parts(sheet, said)


def _difference(
    seat: int, go: tuple[Field, ...], said: Part, columns: Mapping[str, list[object]], *, laid: bool
) -> Difference | None:
    if _is_left(go, columns, seat):
        return None
    entered = {each.name: columns[each.name][seat] for each in go}
    if laid:
        return Difference(seat, go, None, entered)
    # Only this stage: the seat's part may have a hidden one too.
    told = {each.name: said.get(each.name) for each in go}
    if any(told[each.name] is not None and not _same(each, told[each.name], entered[each.name]) for each in go):
        return Difference(seat, go, told, entered)
    return None


def _is_left(go: tuple[Field, ...], columns: Mapping[str, list[object]], seat: int) -> bool:
    """Whether nothing is entered for the seat, so that its own part counts."""
    return all(each.is_empty(columns[each.name][seat]) for each in go)


def _same(field: Field, said: object, entered: object) -> bool:
    if field.is_empty(entered):
        return False
    try:
        return to_json(field.read_one(entered)) == said
    except RefusedError:
        # Not a difference: the rules will report that it can't be read.
        return True


def _columns(parts: Parts, raw: object) -> dict[str, list[object]] | None:
    """The typed values by field, one for each seat; None if the input doesn't answer the current step."""
    ask = parts.sheet.ask
    if ask is None or not isinstance(raw, Mapping) or raw.get("step") != ask.step:
        return None
    seats = len(parts.sheet.table.players)
    columns: dict[str, list[object]] = {}
    for field in (each for each in parts.fields if each.seats):
        typed = raw.get(field.name)
        values: object = () if typed is None else typed
        if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > seats:
            return None
        columns[field.name] = [*values, *([None] * (seats - len(values)))]
    return columns
