"""What one seat says for itself, as a page tells it: what is asked of it now, what it can still say again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask import url_for

from scoring.entry.fields import Field, Number, Own, Pick
from scoring.entry.parts import stages
from scoring.entry.telling import part_told
from scoring.message import Words, listed
from store.seats.pending_rows import PendingStep
from web.identity import visitor
from web.identity.current import new_key
from web.sheet.forms import EntryForm
from web.sheet.view import turn_of

MOST_CHIPS = 20
"""Where one may say more than so much above the least, it is typed."""


@dataclass(frozen=True)
class Stage:
    """What is said at one go: `main` is the field whose chips say it, `beside` it what may be said along with it.

    Where all of it may stay unsaid, such as a bid as a number or as two suits, `beside` says it too, `instead`.
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
        """Nobody sees it before everybody has said theirs."""
        return self.main.own is Own.HIDDEN

    @property
    def played(self) -> bool:
        """It is known when the cards are played, so it calls nobody to the phone."""
        return isinstance(self.main, Number) and self.main.counted


@dataclass(frozen=True)
class Card:
    """A seat with what is known of the step, and the form of what it alone is asked."""

    spoken: PendingStep
    seat: int
    form: EntryForm | None = None

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """All that this seat has to say of the step, go by go."""
        ask = self.spoken.own(self.seat)
        return tuple(map(Stage, stages(ask.fields))) if ask else ()

    @property
    def said(self) -> tuple[Stage, ...]:
        """What it has said already."""
        named = self.spoken.named.get(self.seat, frozenset())
        return tuple(each for each in self.stages if any(field.name in named for field in each.fields))

    @property
    def again(self) -> tuple[Stage, ...]:
        """What it can say once more."""
        closed = self.spoken.closed
        open_still = self.said if self.spoken.may_say(self.seat) else ()
        return tuple(each for each in open_still if not any(field.name in closed for field in each.fields))

    @property
    def now(self) -> Stage | None:
        """What it is asked now."""
        said = self.said
        asked = self.seat in self.spoken.left and self.spoken.may_say(self.seat)
        return next((each for each in self.stages if each not in said), None) if asked else None

    @property
    def turn(self) -> str:
        """Another one with everything that the seat is asked; empty while nothing calls it."""
        return f"{turn_of(self.spoken.session.sheet)}-{len(self.said)}" if self.now and not self.now.played else ""

    @property
    def without_phone(self) -> tuple[int, ...]:
        """Who of the others has to say it now and has no phone here: somebody else says it for them."""
        return tuple(seat for seat in self.spoken.waited_for if seat != self.seat and seat not in self.spoken.seated)

    @property
    def shared(self) -> bool:
        """Whether others have yet to say it and have no phone here, so that this one may go round."""
        return any(seat != self.seat and seat not in self.spoken.seated for seat in self.spoken.left)

    @property
    def key(self) -> str:
        """A key for a form of its own: what is sent twice is said once."""
        return new_key()

    @property
    def values(self) -> dict[int, Words]:
        """What all may see of what was said, by seat."""
        sheet = self.spoken.session.sheet
        return {
            seat: listed(*(told for _, told in part_told(self.spoken.fields, part, sheet)))
            for seat, part in self.spoken.shown.items()
        }

    @property
    def known(self) -> dict[int, Words]:
        """What is known of each beside what is asked, such as the bid beside the tricks."""
        ask = self.spoken.session.sheet.ask
        found = next((each for each in ask.fields if isinstance(each, Number) and each.known), None) if ask else None
        return {seat: found.known[seat] for seat in found.seats} if found else {}


def waits_for(spoken: PendingStep) -> Words:
    """Whom the step waits for, by name."""
    players = spoken.session.sheet.table.players
    return listed(*(players[seat] for seat in spoken.waited_for))


def tapped(field: Field) -> bool:
    """Whether one tap says it: there are few enough values, and each has a chip."""
    if isinstance(field, Number):
        return field.low >= 0 and field.high - field.low <= MOST_CHIPS and field.denominator == 1
    return isinstance(field, Pick)


def own_seats(step: PendingStep) -> list[int]:
    """The seats that this phone has."""
    return [seat for seat, seat_device in step.seating.items() if seat_device.device == visitor.device()]


def own_card(step: PendingStep) -> str | None:
    """The address of the card of this phone: of several that of who is asked something now; None where it has none."""
    seats = own_seats(step)
    if not seats or step.session.sheet.over:
        return None
    asked = next((seat for seat in seats if Card(step, seat).now), seats[0])
    return url_for("cards.show", session=step.session.id, seat=asked)
