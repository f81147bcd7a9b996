"""The seat card: what one seat is asked now, and what it can still change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Number, Own
from scoring.entry.parts import part_texts, stages
from scoring.message import Words, bare, listed
from store.seats.step import PendingStep, SeatDevice
from web.identity import visitor
from web.identity.current import is_keeper, new_key
from web.identity.phones import name_for, phones_of
from web.sheet.drafts import turn_of
from web.sheet.forms import EntryForm

MAX_CHIPS = 20
"""Numbers with a larger range are typed."""


@dataclass(frozen=True)
class Stage:
    """The fields entered together: `main` is the field with chips, `beside` the optional ones.

    Where all are optional, such as a bid as a number or as two suits, `beside` is entered `instead`.
    """

    fields: tuple[Field, ...]

    @cached_property
    def main(self) -> Field:
        return next((each for each in self.fields if not each.optional), self.fields[0])

    @property
    def beside(self) -> tuple[Field, ...]:
        return tuple(each for each in self.fields if each is not self.main)

    @property
    def instead(self) -> bool:
        return self.main.optional

    @property
    def hidden(self) -> bool:
        """Whether it is hidden until everybody has entered theirs."""
        return self.main.own is Own.HIDDEN

    @property
    def played(self) -> bool:
        """Whether it is counted while the deal is played, so it calls nobody to the phone."""
        return isinstance(self.main, Number) and self.main.counted


@dataclass(frozen=True)
class Card:
    """A seat with the pending step, and the form of its own part; `going`: the phone is passed round."""

    spoken: PendingStep
    seat: int
    form: EntryForm | None = None
    going: bool = False

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """All stages of the step for this seat."""
        ask = self.spoken.own(self.seat)
        return tuple(map(Stage, stages(ask.fields))) if ask else ()

    @property
    def said(self) -> tuple[Stage, ...]:
        """The stages that it has entered."""
        named = self.spoken.named.get(self.seat, frozenset())
        return tuple(each for each in self.stages if any(field.name in named for field in each.fields))

    @property
    def again(self) -> tuple[Stage, ...]:
        """The entered stages that can still be changed: by a keeper all, in any order, until the step is written."""
        if is_free(self.spoken, self.seat) and not self.going:
            return self.said
        closed = self.spoken.closed
        free = is_free(self.spoken, self.seat) or self.spoken.may_say(self.seat)
        return tuple(each for each in self.said if free and not any(field.name in closed for field in each.fields))

    @property
    def now(self) -> Stage | None:
        """The stage that it is asked now, or None; asked again where its input became invalid."""
        said, may_say = self.said, self.spoken.may_say(self.seat)
        if may_say and self.seat in self.spoken.refused:
            return said[-1]
        asked = may_say and self.seat in self.spoken.left
        return next((each for each in self.stages if each not in said), None) if asked else None

    @property
    def bound(self) -> bool:
        """Whether the rules of order alone keep the seat from changing what it has entered, so a keeper can."""
        return bool(self.said) and not self.again and self.spoken.turn is not None

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that the step waits for: on a keeper's phone they are entered here if theirs is silent."""
        return tuple(seat for seat in self.spoken.waited_for if seat != self.seat)

    @property
    def seen(self) -> str:
        """When the seat's input was entered by another phone, so that nothing newer is replaced unseen; else ""."""
        by = self.spoken.said_by.get(self.seat)
        return "" if by is None or visitor.is_on(by.device) else by.at

    @property
    def entered_by(self) -> Words | None:
        """The phone that entered the seat's input instead of its own."""
        by = self.spoken.said_by.get(self.seat)
        sits = self.spoken.seating.get(self.seat)
        if by is None or sits is None or by.device == sits.device:
            return None
        return self.said_on

    @property
    def said_on(self) -> Words | None:
        """The phone that entered the seat's input."""
        by = self.spoken.said_by.get(self.seat)
        return spoken_of(self.spoken, by) if by else None

    @property
    def entered_for(self) -> tuple[Words, Words] | None:
        """What another phone entered for the seat in the step before, as text, and that phone."""
        found = self.spoken.entered_for.get(self.seat)
        if found is None:
            return None
        sheet = self.spoken.session.at(found.position).sheet
        fields = sheet.ask.fields if sheet.ask else ()
        # The stage that was entered last: an earlier one may have come from the seat's own phone.
        last = [each for each in stages(fields) if any(found.part.get(field.name) is not None for field in each)][-1]
        told = [
            bare("{field} {value}", field=field.label, value=value)
            for field, value in part_texts(last, found.part, sheet)
        ]
        return listed(*told), spoken_of(self.spoken, found.by)

    @property
    def turn(self) -> str:
        """A text that changes with each question to the seat; "" while there is none."""
        return (
            f"{turn_of(self.spoken.session.sheet, self.spoken.session)}-{len(self.said)}"
            if self.now and not self.now.played
            else ""
        )

    @property
    def shared(self) -> bool:
        """Whether other seats without a device are missing, so that this phone may be passed round."""
        return any(seat != self.seat and seat not in self.spoken.seated for seat in self.spoken.left)

    @property
    def key(self) -> str:
        """A new idempotency key for a form."""
        return new_key()

    @property
    def values(self) -> dict[int, Words]:
        """The public pending input as text, by seat."""
        return said_openly(self.spoken)

    @property
    def known(self) -> dict[int, Words]:
        """A known value of each seat shown beside the question, such as the bid beside the tricks."""
        ask = self.spoken.session.sheet.ask
        found = next((each for each in ask.fields if isinstance(each, Number) and each.known), None) if ask else None
        return {seat: found.known[seat] for seat in found.seats} if found else {}


def said_openly(spoken: PendingStep) -> dict[int, Words]:
    """The public pending input as text, by seat."""
    sheet = spoken.session.sheet
    return {
        seat: listed(*(told for _, told in part_texts(spoken.fields, part, sheet)))
        for seat, part in spoken.shown.items()
    }


def is_free(spoken: PendingStep, seat: int) -> bool:
    """Whether the visitor may enter for a seat in any order: a keeper, but not their own part of a hidden step."""
    return is_keeper() and not (spoken.hidden and seat in own_seats(spoken))


def spoken_of(spoken: PendingStep, by: SeatDevice) -> Words:
    """A phone as the visitor knows it."""
    name = phones_of(spoken.session).get(by.device, by.name)
    return name_for(by.device, own=visitor.device(), name=name)


def waits_for(spoken: PendingStep) -> Words:
    """The names of the players whom the step waits for."""
    players = spoken.session.sheet.table.players
    return listed(*(players[seat] for seat in spoken.waited_for))


def tapped(field: Field) -> bool:
    """Whether a field is entered by one tap on a chip."""
    if isinstance(field, Number):
        return field.low >= 0 and field.high - field.low <= MAX_CHIPS and field.denominator == 1
    return isinstance(field, Pick)


def own_seats(step: PendingStep) -> list[int]:
    """The seats of this device."""
    return [seat for seat, seat_device in step.seating.items() if seat_device.device == visitor.device()]


def own_card(step: PendingStep) -> str | None:
    """The URL of this device's seat card, preferring a seat that is asked something; None without a seat."""
    seats = own_seats(step)
    if not seats or step.session.sheet.over:
        return None
    asked = next((seat for seat in seats if Card(step, seat).now), seats[0])
    return url_for("cards.show", session=step.session.id, seat=asked)
