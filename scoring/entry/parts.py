"""Parts of an entry that seats enter for themselves, and the whole entry made from them.

A part maps fields to values as documents write them: `{"bids": 3}`. `Field.own` says which fields seats enter, and
whether in turn, hidden or at any time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from scoring.core import read_entry
from scoring.entry.fields import Field, Number, Own
from scoring.entry.reading import read_fields
from scoring.errors import EntryError, Problem
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Doubt, Entry

Part: TypeAlias = Mapping[str, object]


def stages(fields: Iterable[Field]) -> tuple[tuple[Field, ...], ...]:
    """The fields grouped into stages by their `own`: a hidden bid is one stage, what all see the next."""
    by_own: dict[Own | None, tuple[Field, ...]] = {}
    for each in fields:
        by_own[each.own] = (*by_own.get(each.own, ()), each)
    return tuple(by_own.values())


def goes_said(fields: Iterable[Field], names: Collection[str]) -> int:
    """The number of stages with something entered; `names` are the fields that have a value."""
    return sum(any(each.name in names for each in go) for go in stages(fields))


@dataclass(frozen=True)
class Parts:
    """The parts that seats have entered so far for a sheet's current step; `said` has them by seat."""

    sheet: Sheet[Any]
    said: Mapping[int, Part] = field(default_factory=dict)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields that seats enter in this step; none if only the keeper enters it."""
        ask = self.sheet.ask
        return tuple(field for field in ask.fields if field.own) if ask else ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a part in this step, in the order in which the table speaks."""
        return tuple(dict.fromkeys(seat for field in self.fields for seat in field.seats))

    @property
    def hidden(self) -> bool:
        """Whether parts stay hidden until everybody's is in."""
        return any(field.own is Own.HIDDEN for field in self.fields)

    @property
    def in_turn(self) -> bool:
        return any(field.own is Own.IN_TURN for field in self.fields)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats with an incomplete part, in the order of the table."""
        return tuple(seat for seat in self.seats if not self._is_in(seat))

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None without turns, or when all parts are in."""
        return next(iter(self.missing), None) if self.in_turn else None

    def may_say(self, seat: int) -> bool:
        """Whether this seat may enter now: on its turn, or again until a later seat has entered."""
        if seat not in self.seats:
            return False
        later = self.seats[self.seats.index(seat) + 1 :]
        return not self.in_turn or seat == self.turn or (self._is_in(seat) and not any(map(self._is_in, later)))

    def bound(self, seat: int) -> Part:
        """What this seat has entered and can no longer change, whoever sits there now."""
        said = self.said.get(seat, {})
        if (self.hidden and self.settled) or not self.may_say(seat):
            return said
        return {name: value for name, value in said.items() if name in self.closed}

    def own(self, seat: int) -> Ask | None:
        """The step narrowed to this seat; None if the seat has no part in it."""
        ask = self.sheet.ask
        fields = tuple(self._narrowed(field, seat) for field in self.fields if seat in field.seats)
        return replace(ask, fields=fields) if ask and fields else None

    def saying(self, seat: int, raw: Mapping[str, object]) -> Parts:
        """These parts with the seat's new input; fields left out of `raw` stay as they were.

        Raises EntryError with the problems of the input, and with the seat's problems once all parts are in.
        """
        ask = self.own(seat)
        assert ask is not None, "only a seat with a part of its own is heard"
        said = {**self.said.get(seat, {}), **raw}
        asked = tuple(field for field in ask.fields if field.name in said)
        by_seat = {name: [None] * seat + [value] for name, value in said.items()}
        # Without any input every field is reported as missing.
        facts, problems = read_fields(asked or ask.fields, by_seat, self.sheet.table.players)
        if not problems:
            filled = {field.name: facts.get(field.name) or self._nothing for field in ask.fields}
            problems = list(self.sheet.check_part(Entry(ask.step, filled), seat))
        if problems:
            raise EntryError(problems)
        written = Entry(ask.step, facts).to_json()
        part = {field.name: value[seat] for field in asked if isinstance(value := written.get(field.name), list)}
        after = replace(self, said={**self.said, seat: part})
        if problems := [each for each in after.problems if each.seat == seat]:
            raise EntryError(problems)
        return after

    def together(self) -> dict[str, object]:
        """The parts joined to one raw entry; None where nothing is entered yet."""
        ask = self.sheet.ask
        assert ask is not None, "a sheet that asks nothing has no parts"
        seats = self.sheet.table.seats
        whole = {field.name: [self.said.get(seat, {}).get(field.name) for seat in seats] for field in self.fields}
        return {"step": ask.step, **whole}

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the joined parts; none as long as one is missing."""
        if not self.seats or self.missing:
            return ()
        try:
            read_entry(self.sheet, self.together())
        except EntryError as error:
            return error.problems
        return ()

    @property
    def settled(self) -> bool:
        """Whether all parts are in and legal, so that hidden ones may be shown."""
        return bool(self.seats) and not self.missing and not self.problems

    @cached_property
    def doubt(self) -> Doubt | None:
        """The question to a keeper before the entry is written; None until it is settled."""
        return self.sheet.doubt(read_entry(self.sheet, self.together())) if self.settled else None

    @property
    def named(self) -> Mapping[int, frozenset[str]]:
        """The names of the fields that each seat has entered, without their values."""
        return {
            seat: frozenset(name for name, value in part.items() if value is not None)
            for seat, part in self.said.items()
        }

    def goes(self, seat: int) -> int:
        """The number of stages in which a seat has entered something."""
        return goes_said((each for each in self.fields if seat in each.seats), self.named.get(seat, frozenset()))

    @property
    def gone(self) -> int:
        """The number of stages that all seats have entered."""
        return min(map(self.goes, self.seats), default=0)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have yet to enter the current stage, in the order of the table."""
        return tuple(seat for seat in self.missing if self.goes(seat) == self.gone)

    @property
    def closed(self) -> frozenset[str]:
        """The fields of finished stages, which no seat may change: the play since has shown too much."""
        before_the_last = stages(self.fields)[:-1]
        return frozenset(each.name for go in before_the_last[: self.gone] for each in go)

    @property
    def whole(self) -> bool:
        """Whether the parts are all that the step needs, with nothing left to the keeper."""
        ask = self.sheet.ask
        return ask is not None and all(field.own or field.spare for field in ask.fields)

    @property
    def shown(self) -> Mapping[int, Part]:
        """The parts that everybody may see by now."""
        if not self.hidden or self.settled:
            return self.said
        seen = {each.name for each in self.fields if each.own is not Own.HIDDEN}
        shown = {seat: {name: part[name] for name in part if name in seen} for seat, part in self.said.items()}
        return {seat: part for seat, part in shown.items() if part}

    @cached_property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """The hidden fields of each seat: all fields of a hidden stage in which it has entered something."""
        if self.settled:
            return {}
        goes = [frozenset(each.name for each in go) for go in stages(self.fields) if go[0].own is Own.HIDDEN]
        laid = {
            seat: frozenset().union(*(go for go in goes if not go.isdisjoint(names)))
            for seat, names in self.named.items()
        }
        return {seat: names for seat, names in laid.items() if names}

    def _is_in(self, seat: int) -> bool:
        required = (field.name for field in self.fields if seat in field.seats and not field.optional)
        return seat in self.said and all(self.said[seat].get(name) is not None for name in required)

    @property
    def _nothing(self) -> tuple[None, ...]:
        return (None,) * len(self.sheet.table.players)

    def _narrowed(self, field: Field, seat: int) -> Field:
        suggested = field.suggested
        if isinstance(suggested, tuple):
            suggested = tuple(each if at == seat else None for at, each in enumerate(suggested))  # type: ignore[assignment]
        field = replace(field, seats=(seat,), suggested=suggested)
        if isinstance(field, Number):
            return replace(field, total=None, out_of=None, not_total=self._forbidden(field, seat))
        return field

    def _forbidden(self, field: Number, seat: int) -> int | None:
        """The number that the last seat may not enter, because the sum would be the forbidden one."""
        *first, last = self.seats
        if field.not_total is None or field.own is not Own.IN_TURN or seat != last or not all(map(self._is_in, first)):
            return None
        others = [self.said[other][field.name] for other in first]
        left = field.not_total - sum(value for value in others if isinstance(value, int))
        return left if field.low <= left <= field.high else None
