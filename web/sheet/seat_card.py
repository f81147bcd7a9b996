"""The seat card: what one seat is asked now, and what it can still change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Number, Own
from scoring.entry.parts import stages
from scoring.entry.telling import part_told
from scoring.message import Words, listed
from store.seats.pending_rows import PendingStep
from web.identity import visitor
from web.identity.current import new_key
from web.sheet.forms import EntryForm
from web.sheet.view import turn_of

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
    """A seat with the pending step, and the form of its own part."""

    spoken: PendingStep
    seat: int
    form: EntryForm | None = None

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
        """The entered stages that it can still change."""
        closed = self.spoken.closed
        open_still = self.said if self.spoken.may_say(self.seat) else ()
        return tuple(each for each in open_still if not any(field.name in closed for field in each.fields))

    @property
    def now(self) -> Stage | None:
        """The stage that it is asked now, or None."""
        said = self.said
        asked = self.seat in self.spoken.left and self.spoken.may_say(self.seat)
        return next((each for each in self.stages if each not in said), None) if asked else None

    @property
    def turn(self) -> str:
        """A text that changes with each question to the seat; "" while there is none."""
        return f"{turn_of(self.spoken.session.sheet)}-{len(self.said)}" if self.now and not self.now.played else ""

    @property
    def without_phone(self) -> tuple[int, ...]:
        """The other seats that the step waits for and that have no device."""
        return tuple(seat for seat in self.spoken.waited_for if seat != self.seat and seat not in self.spoken.seated)

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
        sheet = self.spoken.session.sheet
        return {
            seat: listed(*(told for _, told in part_told(self.spoken.fields, part, sheet)))
            for seat, part in self.spoken.shown.items()
        }

    @property
    def known(self) -> dict[int, Words]:
        """A known value of each seat shown beside the question, such as the bid beside the tricks."""
        ask = self.spoken.session.sheet.ask
        found = next((each for each in ask.fields if isinstance(each, Number) and each.known), None) if ask else None
        return {seat: found.known[seat] for seat in found.seats} if found else {}


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
