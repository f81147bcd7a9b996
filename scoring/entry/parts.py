"""Parts of an entry that seats enter for themselves, and the whole entry made from them.

A part maps fields to values as documents write them: `{"bids": 3}`. `Field.own` says which fields seats enter, and
whether in turn, hidden, at any time or live. A field without seats has one value for the table: any seat may enter it,
and of who sits where it asks (`SeatPick`) a seat may claim its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from scoring.core import read_entry
from scoring.entry.choices import SeatPick
from scoring.entry.fields import Field, Number, Own, to_json
from scoring.entry.reading import read_object
from scoring.errors import EntryError, Problem
from scoring.message import Words
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Doubt, Entry

Part: TypeAlias = Mapping[str, object]


def stages(fields: Iterable[Field]) -> tuple[tuple[Field, ...], ...]:
    """The fields grouped into stages by their `own`: a hidden bid is one stage, what all see the next."""
    by_own: dict[Own | None, tuple[Field, ...]] = {}
    for each in fields:
        by_own[each.own] = (*by_own.get(each.own, ()), each)
    return tuple(by_own.values())


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
    def live(self) -> bool:
        """Whether parts change while the deal is played."""
        return any(field.own is Own.LIVE for field in self.fields)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats with an incomplete part, in the order of the table; none once a seat has made its claim."""
        return () if self.claimed else tuple(seat for seat in self.seats if not self._is_in(seat))

    @property
    def claimed(self) -> tuple[int, ...]:
        """The seats that have named themselves in a field for the table: they have stopped, or won."""
        names = [field.name for field in self.fields if _is_claim(field)]
        return tuple(seat for seat, part in self.said.items() if any(part.get(name) == seat for name in names))

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None without turns, or when all parts are in."""
        return next(iter(self.missing), None) if self.in_turn else None

    def claims(self, seat: int, raw: Mapping[str, object], *, beside: Part) -> bool:
        """Whether typed input claims for the seat what another entry gives to somebody else."""
        names = [field.name for field in self.fields if _is_claim(field)]
        return any(str(raw.get(name)) == str(seat) != str(beside.get(name)) for name in names)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may enter now: on its turn, or again until a later seat has entered."""
        if seat not in self.seats:
            return False
        later = self.seats[self.seats.index(seat) + 1 :]
        return not self.in_turn or seat == self.turn or (self._is_in(seat) and not any(map(self._is_in, later)))

    def bound(self, seat: int) -> Part:
        """What this seat has entered and can no longer change, whoever sits there now; live parts lie on the table."""
        return self.lying(seat) if self.may_say(seat) else self.said.get(seat, {})

    def lying(self, seat: int) -> Part:
        """What of this seat's part all have seen and played on: it stays even where somebody else takes over."""
        said = self.said.get(seat, {})
        if self.live or (self.hidden and self.settled):
            return said
        return {name: value for name, value in said.items() if name in self.closed}

    def own(self, seat: int) -> Ask | None:
        """The step narrowed to this seat; None if the seat has no part in it."""
        ask = self.sheet.ask
        fields = tuple(self._narrowed(field, seat) for field in self.fields if seat in field.seats or not field.seats)
        return replace(ask, fields=fields) if ask and fields and seat in self.sheet.table.playing else None

    def saying(self, seat: int, raw: Mapping[str, object]) -> Parts:
        """These parts with the seat's new input; fields left out of `raw` stay as they were.

        Raises EntryError with the problems of the input, and with the seat's problems once all parts are in.
        """
        ask = self.own(seat)
        assert ask is not None, "only a seat with a part of its own is heard"
        # A claim is made with what lies there: whatever else is entered takes it back.
        claims = {field.name for field in ask.fields if _is_claim(field)}
        before = {
            field.name: value
            for field in ask.fields
            if field.name not in claims and (value := self.said.get(seat, {}).get(field.name)) is not None
        }
        said = {
            **before,
            **{name: value for name, value in raw.items() if name not in claims or value not in (None, "")},
        }
        asked = tuple(field for field in ask.fields if field.name in said)
        for_table = {field.name for field in ask.fields if not field.seats}
        by_seat = {name: value if name in for_table else [None] * seat + [value] for name, value in said.items()}
        # Without any input every field is reported as missing.
        facts = read_object(asked if self.live else asked or ask.fields, by_seat, self.sheet.table.players)
        nothing = (None,) * len(self.sheet.table.players)
        filled = {field.name: nothing if field.seats else None for field in ask.fields} | facts
        if problems := list(self.sheet.check_part(Entry(ask.step, filled), seat)):
            raise EntryError(problems)
        written = Entry(ask.step, facts).to_json()
        part = {
            field.name: value[seat] if field.seats and isinstance(value, list) else value
            for field in asked
            if (value := written.get(field.name)) is not None
        }
        after = replace(self, said={**self.said, seat: {**part, **self.sheet.annotate_part(part, seat, self.said)}})
        # Live problems stay visible to everybody until they are fixed; only a claim that the seat’s own cards do not
        # support is refused.
        told = not self.live or seat in after.claimed
        if told and (problems := [each for each in after.problems if each.seat == seat]):
            raise EntryError(problems)
        return after

    def together(self) -> dict[str, object]:
        """The parts joined to one raw entry; None where nothing is entered yet."""
        ask = self.sheet.ask
        assert ask is not None, "a sheet that asks nothing has no parts"
        seats = self.sheet.table.seats
        whole = {
            field.name: [self._value(field, seat) if seat in field.seats else None for seat in seats]
            if field.seats
            else self.for_table(field)
            for field in self.fields
        }
        return {"step": ask.step, **whole}

    def for_table(self, field: Field) -> object:
        """The value of a field for the table: a claim before all else, None as long as nobody has entered any."""
        said = {seat: value for seat, part in self.said.items() if (value := part.get(field.name)) is not None}
        claims = [value for seat, value in said.items() if value == seat and _is_claim(field)]
        return next(iter([*claims, *said.values()]), None)

    @cached_property
    def conflicts(self) -> tuple[Problem, ...]:
        """What live parts have against each other already, told to all; of private fields only once all are in."""
        if not self.live:
            return ()
        return tuple(self.sheet.check_parts(self._seen() if self.missing else self.said))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the joined parts: as long as one is missing only the conflicts of live ones."""
        if self.conflicts or not self.seats or self.missing:
            return self.conflicts
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

    def stages_entered(self, seat: int) -> int:
        """The number of stages in which a seat has entered something."""
        own = stages(field for field in self.fields if seat in field.seats)
        names = self.named.get(seat, frozenset())
        return sum(any(field.name in names for field in stage) for stage in own)

    @property
    def stages_done(self) -> int:
        """The number of stages that all seats have entered."""
        return min(map(self.stages_entered, self.seats), default=0)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have yet to enter the current stage, in the order of the table."""
        return tuple(seat for seat in self.missing if self.stages_entered(seat) == self.stages_done)

    @property
    def closed(self) -> frozenset[str]:
        """The fields of finished stages, which no seat may change: the play since has shown too much."""
        before_the_last = stages(self.fields)[:-1]
        return frozenset(each.name for stage in before_the_last[: self.stages_done] for each in stage)

    @property
    def whole(self) -> bool:
        """Whether the parts are all that the step needs, with nothing left to the keeper."""
        ask = self.sheet.ask
        return ask is not None and all(
            field.own or field.spare or (self.live and field.optional) for field in ask.fields
        )

    @property
    def shown(self) -> Mapping[int, Part]:
        """The parts that everybody may see by now."""
        return self.said if not self._unseen or self.settled else self._seen()

    @property
    def _unseen(self) -> frozenset[str]:
        return frozenset(each.name for each in self.fields if each.own is Own.HIDDEN or each.private)

    def _seen(self) -> Mapping[int, Part]:
        """The parts without the fields that are hidden or private."""
        if not self._unseen:
            return self.said
        seen = {each.name for each in self.fields} - self._unseen
        shown = {seat: {name: part[name] for name in part if name in seen} for seat, part in self.said.items()}
        return {seat: part for seat, part in shown.items() if part}

    @cached_property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """The hidden fields of each seat: all fields of a hidden stage in which it has entered something."""
        if self.settled:
            return {}
        hidden = [frozenset(each.name for each in stage) for stage in stages(self.fields) if stage[0].own is Own.HIDDEN]
        laid = {
            seat: frozenset().union(*(stage for stage in hidden if not stage.isdisjoint(names)))
            for seat, names in self.named.items()
        }
        return {seat: names for seat, names in laid.items() if names}

    def _is_in(self, seat: int) -> bool:
        required = (field for field in self.fields if (seat in field.seats or not field.seats) and not field.optional)
        return seat in self.said and all(self._value(field, seat) is not None for field in required)

    def _value(self, field: Field, seat: int) -> object:
        """What a seat has entered; of a live field, until then what is suggested."""
        value = self.said.get(seat, {}).get(field.name)
        if value is None and field.own is Own.LIVE and isinstance(field.suggested, tuple):
            return to_json(field.suggested[seat])
        return value

    def _narrowed(self, field: Field, seat: int) -> Field:
        own = field.for_seat(seat)
        if isinstance(own, Number) and isinstance(field, Number) and field.seats:
            return replace(own, not_total=self._forbidden(field, seat))
        return own

    def _forbidden(self, field: Number, seat: int) -> int | None:
        """The number that the last seat may not enter, because the sum would be the forbidden one."""
        *first, last = self.seats
        if field.not_total is None or field.own is not Own.IN_TURN or seat != last or not all(map(self._is_in, first)):
            return None
        others = [self.said[other][field.name] for other in first]
        left = field.not_total - sum(value for value in others if isinstance(value, int))
        return left if field.low <= left <= field.high else None


def _is_claim(field: Field) -> bool:
    """Whether a seat may claim this field for the table by naming itself."""
    return isinstance(field, SeatPick) and not field.seats


def part_texts(
    fields: Iterable[Field], part: Mapping[str, object], sheet: Sheet[Any]
) -> tuple[tuple[Field, Words], ...]:
    """One seat's part as text, field by field; empty fields are left out."""
    values = [(field, part.get(field.name)) for field in fields]
    return tuple((field, field.text_of(value, sheet)) for field, value in values if not field.is_blank(value))
