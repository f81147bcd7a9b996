"""Pending input: what seats have entered for a step that is not written yet, and the whole entry made from it.

A seat's input maps fields to values as documents write them: `{"bids": 3}`. `Field.own` says which fields seats enter,
and whether in turn, hidden, at any time or live. A field without seats has one value for the table: any seat may enter
it, and of who sits where it asks (`SeatPick`) a seat may claim its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, TypeAlias

from scoring.core import read_entry
from scoring.entry.choices import SeatPick
from scoring.entry.fields import Field, Number, Own, RefusedError, by_seat, to_json
from scoring.entry.reading import read_object
from scoring.errors import EntryError, Problem
from scoring.message import Words
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Doubt, Entry

SeatInput: TypeAlias = Mapping[str, object]


def stages(fields: Iterable[Field]) -> tuple[tuple[Field, ...], ...]:
    """The fields grouped into stages by their `own`: a hidden bid is one stage, what all see the next."""
    by_own: dict[Own | None, tuple[Field, ...]] = {}
    for each in fields:
        by_own[each.own] = (*by_own.get(each.own, ()), each)
    return tuple(by_own.values())


@dataclass(frozen=True)
class PendingInput:
    """What seats have entered so far for a sheet's current step, and what the rules say of it.

    `entered` has it by seat, with hidden values: it is for the rules alone, everything else is public.
    """

    sheet: Sheet[Any]
    entered: Mapping[int, SeatInput] = field(default_factory=dict, repr=False)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields that seats enter in this step; none if only the keeper enters it."""
        ask = self.sheet.ask
        return tuple(field for field in ask.fields if field.own) if ask else ()

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that enter something in this step, in the order in which the table speaks."""
        return tuple(dict.fromkeys(seat for field in self.fields for seat in field.seats))

    @property
    def hidden(self) -> bool:
        """Whether some input stays hidden until everybody's is in."""
        return any(field.own is Own.HIDDEN for field in self.fields)

    @property
    def in_turn(self) -> bool:
        return any(field.own is Own.IN_TURN for field in self.fields)

    @property
    def live(self) -> bool:
        """Whether input changes while the deal is played."""
        return any(field.own is Own.LIVE for field in self.fields)

    @property
    def private(self) -> bool:
        """Whether some live input is for the seat's own page alone."""
        return any(field.private for field in self.fields)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The seats that lack something, in the order of the table; none once a seat has made its claim."""
        return () if self.claimed else tuple(seat for seat in self.seats if not self._is_in(seat))

    @cached_property
    def claimable(self) -> frozenset[str]:
        """The fields that a seat may claim for the table by naming itself."""
        return frozenset(field.name for field in self.fields if isinstance(field, SeatPick) and not field.seats)

    @property
    def claimed(self) -> tuple[int, ...]:
        """The seats that have named themselves in a field for the table: they have stopped, or won."""
        return tuple(
            seat for seat, own in self.entered.items() if any(own.get(name) == seat for name in self.claimable)
        )

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None without turns, or when everything is in."""
        return next(iter(self.missing), None) if self.in_turn else None

    @property
    def refused(self) -> tuple[int, ...]:
        """The seats whose input became invalid by another's: a bid that the dealer may not make any more."""
        return tuple(sorted({each.seat for each in self.problems if each.seat is not None}))

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that the step waits for: whose turn it is, all that are missing, or who has to enter again."""
        return (self.to_enter or self.refused) if self.turn is None else (self.turn,)

    def claims(self, seat: int, raw: Mapping[str, object], *, beside: SeatInput) -> bool:
        """Whether typed input claims for the seat what another entry gives to somebody else."""
        return any(str(raw.get(name)) == str(seat) != str(beside.get(name)) for name in self.claimable)

    def may_enter(self, seat: int) -> bool:
        """Whether this seat may enter now: on its turn, or again until a later seat has or what is hidden is shown."""
        if seat not in self.seats or (self.hidden and self.settled):
            return False
        later = self.seats[self.seats.index(seat) + 1 :]
        return not self.in_turn or seat == self.turn or (self._is_in(seat) and not any(map(self._is_in, later)))

    def bound(self, seat: int) -> SeatInput:
        """What this seat has entered and can no longer change, whoever sits there now; live input lies on the table."""
        return self.on_table(seat) if self.may_enter(seat) else self.entered.get(seat, {})

    def on_table(self, seat: int) -> SeatInput:
        """What of this seat's input all have seen and played on: it stays even where somebody else takes over."""
        own = self.entered.get(seat, {})
        if self.live or (self.hidden and self.settled):
            return own
        return {name: value for name, value in own.items() if name in self.closed}

    def ask_of(self, seat: int) -> Ask | None:
        """The step narrowed to this seat; None if the seat enters nothing in it."""
        ask = self.sheet.ask
        fields = tuple(self._narrowed(field, seat) for field in self.fields if seat in field.seats or not field.seats)
        return replace(ask, fields=fields) if ask and fields and seat in self.sheet.table.playing else None

    def with_input(self, seat: int, raw: Mapping[str, object]) -> Self:
        """This with the seat's new input; fields left out of `raw` stay as they were.

        Raises EntryError with the problems of the input, and with the seat's problems once everything is in.
        """
        ask = self.ask_of(seat)
        assert ask is not None, "only a seat that is asked something enters it"
        # A claim is made with what lies there: whatever else is entered takes it back.
        claims, names = self.claimable, {field.name for field in ask.fields} - self.claimable
        before = {name: value for name, value in self.entered.get(seat, {}).items() if value is not None}
        typed = {
            **{name: value for name, value in before.items() if name in names},
            **{name: value for name, value in raw.items() if name not in claims or value not in (None, "")},
        }
        asked = tuple(field for field in ask.fields if field.name in typed)
        for_table = {field.name for field in ask.fields if not field.seats}
        by_seat = {name: value if name in for_table else [None] * seat + [value] for name, value in typed.items()}
        # Without any input every field is reported as missing.
        facts = read_object(asked if self.live else asked or ask.fields, by_seat, self.sheet.table.players)
        nothing = (None,) * len(self.sheet.table.players)
        filled = {field.name: nothing if field.seats else None for field in ask.fields} | facts
        if problems := list(self.sheet.check_part(Entry(ask.step, filled), seat)):
            raise EntryError(problems)
        written = Entry(ask.step, facts).to_json()
        new = {
            field.name: value[seat] if field.seats and isinstance(value, list) else value
            for field in asked
            if (value := written.get(field.name)) is not None
        }
        new |= self.sheet.annotate_part(new, seat, self.entered)
        after = replace(self, entered={**self.entered, seat: new})
        # Live problems stay visible to everybody until they are fixed; only a claim that the seat’s own cards do not
        # support is refused.
        is_refused = not self.live or seat in after.claimed
        if is_refused and (problems := [each for each in after._problems if each.seat == seat]):
            raise EntryError(problems)
        return after

    def together(self) -> dict[str, object]:
        """All input joined to one raw entry; None where nothing is entered yet."""
        ask = self.sheet.ask
        assert ask is not None, "a sheet that asks nothing has no pending input"
        whole = {
            field.name: [self._value(field, seat) if seat in field.seats else None for seat in self.sheet.table.seats]
            if field.seats
            else self.for_table(field)
            for field in self.fields
        }
        return {"step": ask.step, **whole}

    @cached_property
    def entry(self) -> Mapping[str, object] | None:
        """The complete raw entry, once everything is in and valid."""
        return self.together() if self.settled else None

    def for_table(self, field: Field) -> object:
        """The value of a field for the table: a claim before all else, None as long as nobody has entered any."""
        found = {seat: value for seat, own in self.entered.items() if (value := own.get(field.name)) is not None}
        claims = [value for seat, value in found.items() if value == seat and field.name in self.claimable]
        return next(iter([*claims, *found.values()]), None)

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        """The problems of all input together; while some is missing only those of live input, public before private."""
        found: tuple[Problem, ...] = ()
        if self.live:
            found = tuple(self.sheet.check_parts(self._open if self.missing else self.entered))
        if found or not self.seats or self.missing:
            return found
        try:
            read_entry(self.sheet, self.together())
        except EntryError as error:
            return error.problems
        return ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems by the rules; for hidden input none of a seat, which could reveal what it entered."""
        return tuple(each for each in self._problems if each.seat is None or not self.hidden)

    @property
    def settled(self) -> bool:
        """Whether everything is in and legal, so that what is hidden may be shown."""
        return bool(self.seats) and not self.missing and not self._problems

    @cached_property
    def doubt(self) -> Doubt | None:
        """The question to a keeper before the entry is written; None until it is settled."""
        return self.sheet.doubt(read_entry(self.sheet, self.entry)) if self.entry is not None else None

    @cached_property
    def entered_fields(self) -> Mapping[int, frozenset[str]]:
        """The names of the fields that each seat has entered, without their values."""
        return {
            seat: frozenset(name for name, value in own.items() if value is not None)
            for seat, own in self.entered.items()
        }

    def _stages_entered(self, seat: int) -> int:
        own = stages(field for field in self.fields if seat in field.seats)
        names = self.entered_fields.get(seat, frozenset())
        return sum(any(field.name in names for field in stage) for stage in own)

    @cached_property
    def stages_done(self) -> int:
        """The number of stages that all seats have entered."""
        return min(map(self._stages_entered, self.seats), default=0)

    @cached_property
    def to_enter(self) -> tuple[int, ...]:
        """The seats that have yet to enter the current stage, in the order of the table."""
        return tuple(seat for seat in self.missing if self._stages_entered(seat) == self.stages_done)

    @property
    def closed(self) -> frozenset[str]:
        """The fields of finished stages, which no seat may change: the play since has shown too much."""
        before_the_last = stages(self.fields)[:-1]
        return frozenset(each.name for stage in before_the_last[: self.stages_done] for each in stage)

    @property
    def needs_no_keeper(self) -> bool:
        """Whether the seats enter all that the step needs, with nothing left to the keeper."""
        ask = self.sheet.ask
        return ask is not None and all(
            field.own or field.spare or (self.live and field.optional) for field in ask.fields
        )

    @property
    def public_input(self) -> Mapping[int, SeatInput]:
        """The input that everybody may see by now."""
        return self.entered if self.settled else self._open

    @cached_property
    def _open(self) -> Mapping[int, SeatInput]:
        """The input without the fields that are hidden or private."""
        names = {each.name for each in self.fields if each.own is not Own.HIDDEN and not each.private}
        if len(names) == len(self.fields):
            return self.entered
        found = {seat: {name: own[name] for name in own if name in names} for seat, own in self.entered.items()}
        return {seat: own for seat, own in found.items() if own}

    def seen_from(self, seat: int) -> Mapping[int, SeatInput]:
        """The input that this seat's own page may show: its own live one, and what all may see."""
        own = {seat: self.entered[seat]} if self.live and seat in self.entered else {}
        return {**self.public_input, **own}

    @property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """The hidden fields, by each seat that has entered one of them."""
        hidden = frozenset(each.name for each in self.fields if each.own is Own.HIDDEN)
        return {} if self.settled else {seat: hidden for seat, names in self.entered_fields.items() if names & hidden}

    @property
    def unseen(self) -> bool:
        """Whether what is entered now stays unseen for now: not the tricks after bids that were laid."""
        return any(each.own is Own.HIDDEN and each.name not in self.closed for each in self.fields)

    def _is_in(self, seat: int) -> bool:
        required = (field for field in self.fields if (seat in field.seats or not field.seats) and not field.optional)
        return seat in self.entered and all(self._value(field, seat) is not None for field in required)

    def _value(self, field: Field, seat: int) -> object:
        """What a seat has entered; of a live field, until then what is suggested."""
        value = self.entered.get(seat, {}).get(field.name)
        if value is None and field.own is Own.LIVE and isinstance(field.suggested, tuple):
            return to_json(field.suggested[seat])
        return value

    def _narrowed(self, field: Field, seat: int) -> Field:
        """The field for one seat, with the number that the last one may not enter, as the sum would be forbidden."""
        own = field.for_seat(seat)
        if not (isinstance(own, Number) and isinstance(field, Number) and field.seats):
            return own
        *first, last = self.seats
        forbidden = None
        if field.not_total is not None and field.own is Own.IN_TURN and seat == last and all(map(self._is_in, first)):
            others = [self.entered[other][field.name] for other in first]
            left = field.not_total - sum(value for value in others if isinstance(value, int))
            forbidden = left if field.low <= left <= field.high else None
        return replace(own, not_total=forbidden)


def input_texts(
    fields: Iterable[Field], own: Mapping[str, object], sheet: Sheet[Any]
) -> tuple[tuple[Field, Words], ...]:
    """One seat's input as text, field by field; empty fields are left out."""
    values = [(field, own.get(field.name)) for field in fields]
    return tuple((field, field.text_of(value, sheet)) for field, value in values if not field.is_blank(value))


@dataclass(frozen=True)
class InputDifference:
    """A difference between what a seat `reported` and what the keeper `entered` in the fields of one stage.

    `reported` is None while it is hidden: any entry then counts as different.
    """

    seat: int
    fields: tuple[Field, ...]
    reported: SeatInput | None
    entered: SeatInput


def merge(
    pending: PendingInput,
    raw: object,
    *,
    take: bool = False,
    written: bool = False,
    own: Collection[int] = (),
    shown: Collection[int] | None = None,
) -> tuple[Any, tuple[InputDifference, ...]]:
    """Fill the gaps of typed input with the input of seats, and report where they differ; checks no rules.

    `take`: where they differ, the seat's input wins. `written`: it comes from a written entry, or all are in: nothing
    is hidden. `own`: the seats whose input is an earlier value of what is typed now, so that it differs from nothing.
    `shown`: the seats whose input the form had; of others what it was filled with was not typed, see `_is_suggested`.
    """
    columns = _columns(pending, raw) if pending.entered else None
    if columns is None or not isinstance(raw, Mapping):
        return raw, ()
    laid = {} if written else pending.laid
    differences: list[InputDifference] = []
    merged = dict(raw)
    for seat, own_input in pending.entered.items():
        fields = tuple(field for field in pending.fields if not field.seats or seat in field.seats)
        # Of a live deal each field is entered by itself.
        for stage in ((each,) for each in fields) if pending.live else stages(fields):
            reported = {field.name: own_input.get(field.name) for field in stage}
            entered = {field.name: columns[field.name][seat] for field in stage}
            is_unseen = shown is not None and seat not in shown
            is_left = all(
                field.is_empty(entered[field.name])
                # The value of the last time, as a seat enters it at any time.
                or (is_unseen and field.own is Own.ANY_TIME and _is_suggested(field, seat, entered[field.name]))
                for field in stage
            )
            is_laid = stage[0].name in laid.get(seat, ())
            if all(value is None for value in reported.values()):
                continue
            agrees = seat in own or (
                not is_laid and all(_agree(field, reported[field.name], entered[field.name]) for field in stage)
            )
            if not is_left and not agrees and not take:
                differences.append(InputDifference(seat, stage, None if is_laid else reported, entered))
            elif is_left or not agrees:
                for field in stage:
                    columns[field.name][seat] = reported[field.name]
                    if any(value is not None for value in columns[field.name]):
                        merged[field.name] = columns[field.name] if field.seats else pending.for_table(field)
    return merged, tuple(differences)


def left_blank(pending: PendingInput, raw: object, seats: Iterable[int]) -> tuple[int, ...]:
    """Of these seats those for which typed input has nothing but what its form was filled with, where it is hidden."""
    columns = _columns(pending, raw)
    if columns is None or not pending.hidden:
        return ()
    hidden = [(field, columns[field.name]) for field in pending.fields if field.seats]
    return tuple(
        seat
        for seat in seats
        if all(
            field.is_empty(typed[seat]) or typed[seat] == [] or _is_suggested(field, seat, typed[seat])
            for field, typed in hidden
        )
    )


def fill_gaps(
    sheet: Sheet[Any], raw: Mapping[str, object], entry: Mapping[str, object], *, shown: Collection[int] | None = None
) -> dict[str, object]:
    """Fill the gaps of typed input from a written entry, seat by seat; `shown` as of `merge`."""
    whole: dict[str, object] = merge(input_of(sheet, entry), raw, written=True, shown=shown)[0]
    return whole


def input_of(sheet: Sheet[Any], entry: Mapping[str, object]) -> PendingInput:
    """Split a written entry into the input of seats, as `sheet` asked for it."""
    entered: dict[int, dict[str, object]] = {}
    for each in PendingInput(sheet).fields:
        values = entry.get(each.name)
        column = by_seat(values, sheet.table.seats)
        for seat in each.seats if isinstance(values, list) else () if each.seats else sheet.table.seats:
            entered.setdefault(seat, {})[each.name] = column[seat] if isinstance(values, list) else values
    return PendingInput(sheet, entered)


def _is_suggested(field: Field, seat: int, entered: object) -> bool:
    """Whether it is what the form was filled with."""
    suggested = field.suggested
    return isinstance(suggested, tuple) and _agree(field, to_json(suggested[seat]), entered)


def _agree(field: Field, reported: object, entered: object) -> bool:
    """Whether a seat and the keeper have entered the same; what can't be read the rules will report."""
    if reported is None or field.is_empty(entered):
        return reported is None
    try:
        return to_json(field.read_one(entered)) == reported
    except RefusedError:
        return True


def _columns(pending: PendingInput, raw: object) -> dict[str, list[object]] | None:
    """The typed values by field, one for each seat; None if the input doesn't answer the current step."""
    ask = pending.sheet.ask
    if ask is None or not isinstance(raw, Mapping) or raw.get("step") != ask.step:
        return None
    seats = len(pending.sheet.table.players)
    columns: dict[str, list[object]] = {}
    for each in pending.fields:
        typed = raw.get(each.name)
        values: object = typed if each.seats else [typed] * seats
        values = () if values is None else values
        if isinstance(values, str) or not isinstance(values, Sequence) or len(values) > seats:
            return None
        columns[each.name] = [*values, *([None] * (seats - len(values)))]
    return columns
