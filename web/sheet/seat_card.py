"""Seats on pages: the card of one, what phones have entered otherwise, what a changed table means for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from flask import url_for
from flask_babel import gettext as _

from record.log import stamp
from record.people import deal_of_arrival
from record.session import Session
from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Number
from scoring.entry.pending import InputDifference, input_texts, stages
from scoring.message import Message, Words, bare, listed, say
from scoring.sheets.sheet import Sheet
from store.access.keepers import seats_of_keepers
from store.errors import DifferentInputError
from store.seats.pending_step import PendingStep, SeatDevice, pending_step
from web.i18n.translate import translated
from web.identity import visitor
from web.identity.device_names import device_names_of, name_for
from web.identity.visitor import book, is_keeper
from web.request import now
from web.sheet.drafts import step_key
from web.sheet.forms import Form

MAX_CHIPS = 20
"""Numbers with a larger range are typed."""


State: TypeAlias = Literal["over", "others", "absent", "asked", "complete", "waiting", "wrong", "keepers"]
"""What a card says: the game is over; another phone has the seat, or none; it is not dealt in; what it is asked; all
are in; whom all wait for; that the entries do not add up; that the scorekeeper enters this step."""


class Stage(NamedTuple):
    """The fields entered together: `main` is the one with chips, `beside` the optional ones.

    Where all are optional, such as a bid as a number or as two suits, `beside` is entered instead.
    """

    main: Field
    beside: tuple[Field, ...]

    def has(self, names: Collection[str]) -> bool:
        """Whether one of its fields is among these."""
        return any(field.name in names for field in (self.main, *self.beside))


@dataclass(frozen=True)
class SeatCard:
    """What a seat is asked, what it has entered and can change, and its form.

    `passed`: the phone is passed round; `re_enters`: to change there what was just entered.
    """

    pending: PendingStep
    seat: int
    form: Form | None = None
    passed: bool = False
    re_enters: bool = False

    @cached_property
    def is_own(self) -> bool:
        """Whether this phone has the seat."""
        return self.seat in own_seats(self.pending)

    @cached_property
    def may(self) -> bool:
        """Whether this phone may enter for the seat."""
        is_private = self.pending.live and self.pending.private and self.seat in self.pending.seating
        return self.is_own or (is_keeper() and not is_private)

    @cached_property
    def live(self) -> Any:
        """What the game's own page of the seat shows in a live step."""
        pending = self.pending
        return pending.sheet.seat_view(self.seat, pending.seen_from(self.seat)) if self.may and pending.live else None

    @cached_property
    def asked(self) -> Stage | None:
        """The stage that this phone is asked for the seat."""
        return self.current_stage if self.may and not self.live else None

    @cached_property
    def absence(self) -> str:
        """Why the seat is not dealt in; "" where it is."""
        return absence_reason(self.pending.sheet, self.seat)

    @cached_property
    def state(self) -> State:
        """What the card says in the middle; of several the first that is so."""
        pending, sheet = self.pending, self.pending.sheet
        states: tuple[tuple[State, object], ...] = (
            ("over", sheet.over),
            ("others", not self.may),
            ("absent", self.absence),
            ("asked", self.asked or (self.live and pending.entry is None)),
            ("complete", pending.entry is not None),
            ("asked", self.re_enters),
            ("waiting", pending.waited_for),
            ("complete", pending.begun),
            ("wrong", pending.seats),
        )
        return next((state for state, is_so in states if is_so), "keepers")

    @property
    def in_play(self) -> bool:
        """Whether the game's own page shows a deal that is played: it needs the whole screen."""
        return bool(self.live and self.pending.sheet.pending)

    @property
    def seats_here(self) -> list[int]:
        """The seats of this phone, where there are others than this one."""
        own = own_seats(self.pending)
        return [] if self.passed or own == [self.seat] else own

    @property
    def waited_for(self) -> list[int]:
        """The other seats that the step waits for and that this phone can help or must know of."""
        if not self.may or self.in_play:
            return []
        others, seating = [seat for seat in self.pending.waited_for if seat != self.seat], self.pending.seating
        is_busy = self.asked or (self.live and self.seat in self.pending.missing)
        return others if is_keeper() and not is_busy else [seat for seat in others if seat not in seating]

    @property
    def can_pass(self) -> bool:
        """Whether others could enter on this phone, passed to them."""
        if not (self.asked and self.is_own):
            return False
        others = {*self.pending.to_enter} - {self.seat, *self.pending.seating, *keepers_seats(self.pending)}
        return bool(others) or len(own_seats(self.pending)) > 1

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """All stages of the step for this seat."""
        ask, found = self.pending.ask_of(self.seat), []
        for fields in stages(ask.fields) if ask else ():
            main = next((each for each in fields if not each.optional), fields[0])
            found.append(Stage(main, tuple(each for each in fields if each is not main)))
        return tuple(found)

    @cached_property
    def entered(self) -> tuple[Stage, ...]:
        names = self.pending.entered_fields.get(self.seat, frozenset())
        return tuple(each for each in self.stages if each.has(names))

    @cached_property
    def again(self) -> tuple[Stage, ...]:
        """The entered stages that can still be changed: by a keeper all, in any order, until the step is written."""
        free = is_free(self.pending, self.seat)
        if free and not self.passed:
            return self.entered
        may = free or self.pending.may_enter(self.seat)
        return tuple(each for each in self.entered if may and not each.has(self.pending.closed))

    @cached_property
    def current_stage(self) -> Stage | None:
        """The stage that it is asked now, or None; asked again where its input became invalid."""
        if not self.pending.may_enter(self.seat):
            return None
        if self.seat in self.pending.refused:
            return self.entered[-1]
        left = (each for each in self.stages if each not in self.entered)
        return next(left, None) if self.seat in self.pending.to_enter else None

    @property
    def question_key(self) -> str:
        """A text that changes with each question to the seat; "" for what is counted in play: it calls nobody."""
        stage = self.current_stage
        if stage is None or (isinstance(stage.main, Number) and stage.main.counted):
            return ""
        return f"{step_key(self.pending.sheet, self.pending.session)}-{len(self.entered)}"

    @property
    def is_bound(self) -> bool:
        """Whether the rules of order alone keep the seat from changing what it has entered, so a keeper can."""
        return bool(self.entered) and not self.again and self.pending.turn is not None

    @property
    def entered_at(self) -> str:
        """When another phone entered the seat's input, so that nothing newer is replaced unseen; else ""."""
        by = self.pending.entered_by.get(self.seat)
        return "" if by is None or visitor.is_this_device(by.device) else by.at

    @property
    def entered_on(self) -> Words | None:
        """The phone that entered the seat's input."""
        by = self.pending.entered_by.get(self.seat)
        return _phone(by, device_names_of(self.pending.session)) if by else None

    @property
    def is_from_elsewhere(self) -> bool:
        """Whether another phone than the seat's own entered its input."""
        by, own = self.pending.entered_by.get(self.seat), self.pending.seating.get(self.seat)
        return by is not None and own is not None and by.device != own.device

    @property
    def entered_for(self) -> tuple[Words, Words] | None:
        """What another phone entered for the seat in the step before, as text, and that phone."""
        found = self.pending.entered_for.get(self.seat)
        if found is None:
            return None
        sheet = self.pending.session.at(found.position).sheet
        # The stage that was entered last: an earlier one may have come from the seat's own phone.
        *_before, last = (
            stage
            for stage in stages(sheet.ask.fields if sheet.ask else ())
            if any(found.entered.get(field.name) is not None for field in stage)
        )
        return _with_names(last, found.entered, sheet), _phone(found.by, device_names_of(self.pending.session))


def shown_texts(pending: PendingStep) -> dict[int, Words]:
    """The public pending input as text, by seat."""
    return {
        seat: listed(*(text for _, text in input_texts(pending.fields, own, pending.sheet)))
        for seat, own in pending.public_input.items()
    }


def known_texts(sheet: Sheet[Any]) -> dict[int, Words]:
    """A known value of each seat shown beside the question, such as the bid beside the tricks."""
    fields = sheet.ask.fields if sheet.ask else ()
    found = next((each for each in fields if isinstance(each, Number) and each.known), None)
    return {seat: found.known[seat] for seat in found.seats} if found else {}


def waited_for_names(pending: PendingStep) -> Words:
    """The names of the players whom the step waits for."""
    return listed(*(pending.sheet.table.players[seat] for seat in pending.waited_for))


def is_free(pending: PendingStep, seat: int) -> bool:
    """Whether the visitor may enter for a seat in any order: a keeper, but not their own input of a hidden step."""
    return is_keeper() and not (pending.hidden and seat in own_seats(pending))


def is_tapped(field: Field) -> bool:
    """Whether a field is entered by one tap on a chip."""
    if isinstance(field, Number):
        return field.low >= 0 and field.high - field.low <= MAX_CHIPS and field.denominator == 1
    return isinstance(field, Pick)


def own_seats(pending: PendingStep) -> list[int]:
    """The seats of this device."""
    return [seat for seat, phone in pending.seating.items() if phone.device == visitor.device()]


def kept_seats(pending: PendingStep) -> list[int]:
    """The seats of who has said that they keep score on this phone."""
    keeping = seats_of_keepers(book(), pending.session, at=stamp(now()))
    return [seat for seat, phones in keeping.items() if any(map(visitor.is_this_device, phones))]


def keepers_seats(pending: PendingStep) -> frozenset[int]:
    """The seats that a player cannot take although they have no phone: those of whoever keeps score on another one."""
    if is_keeper():
        return frozenset()
    return frozenset(seats_of_keepers(book(), pending.session, at=stamp(now()))) - pending.seating.keys()


def own_card(pending: PendingStep, *, kept: bool = False) -> str | None:
    """The URL of this device's seat card, preferring a seat that is asked something; None without a seat.

    `kept`: without one, that of whoever keeps score on it.
    """
    seats = own_seats(pending) or (kept_seats(pending) if kept else [])
    if not seats or pending.sheet.over:
        return None
    asked = next((seat for seat in seats if SeatCard(pending, seat).current_stage), seats[0])
    return url_for("seat_card.show", session=pending.session.id, seat=asked)


def void_texts(pending: PendingStep) -> list[str]:
    """What seats had entered that a change has made void: a sentence each, without what it was."""
    players = pending.sheet.table.players
    return [
        _("%(name)s’s entry is void: %(new)s plays here now.", name=name, new=players[seat])
        if players[seat] != name
        else _("%(name)s’s entry no longer fits: please enter it again.", name=name)
        for seat, name in sorted(pending.void.items())
    ]


def seated_since(session: Session, seat: int) -> str:
    """Since when somebody has this seat who did not have it from the beginning; else ""."""
    deal, sheet = deal_of_arrival(session, seat), session.sheet
    if deal is None:
        return ""
    called = translated(sheet.deal_called(deal))
    return str(_("%(name)s plays from %(deal)s on.", name=sheet.table.players[seat], deal=called))


def pending_arrivals(sheet: Sheet[Any]) -> list[str]:
    """Who sits down when the deal in play is over, a sentence each."""
    names = [each.entry["name"] for each in sheet.waiting if each.entry.step == "join"]
    called = translated(sheet.deal_called(sheet.deals + 2))
    return [_("%(name)s plays from %(deal)s on.", name=name, deal=called) for name in names]


def absence_reason(sheet: Sheet[Any], seat: int) -> str:
    """Why a seat is not dealt in; "" where it is."""
    name = sheet.table.players[seat]
    if seat in sheet.table.left:
        return str(_("%(name)s has left the game.", name=name))
    if seat in sheet.table.resting:
        return str(_("%(name)s sits out this deal.", name=name))
    return ""


def side_by_side(error: DifferentInputError) -> list[Message]:
    """A sentence for each difference of a keeper's entry from pending input; hidden input is not revealed.

    It differs from what the player entered, or from what was entered for them on another phone.
    """
    pending, phones = pending_step(book(), error.session), device_names_of(error.session)
    sentences = []
    for each in error.differences:
        name, entered = pending.sheet.table.players[each.seat], _values_of(each, each.entered, pending.sheet)
        if each.reported is None:
            text = say("{name} has already made a hidden entry. You entered {entered}.", name=name, entered=entered)
        elif SeatCard(pending, each.seat).is_from_elsewhere:
            text = say("{reported} was entered for {name} ({phone}). You entered {entered}.").of(
                reported=_values_of(each, each.reported, pending.sheet),
                name=name,
                phone=_phone(pending.entered_by[each.seat], phones),
                entered=entered,
            )
        else:
            text = say("{name} entered {reported} on the phone. You entered {entered}.").of(
                name=name, reported=_values_of(each, each.reported, pending.sheet), entered=entered
            )
        sentences.append(text)
    return sentences


def _values_of(difference: InputDifference, values: Mapping[str, object], sheet: Sheet[Any]) -> Words:
    """The values, with field names where there are several fields."""
    if len(difference.fields) > 1:
        return _with_names(difference.fields, values, sheet)
    texts = [text for _, text in input_texts(difference.fields, values, sheet)]
    return listed(*texts) if texts else "–"


def _with_names(fields: tuple[Field, ...], values: Mapping[str, object], sheet: Sheet[Any]) -> Words:
    texts = input_texts(fields, values, sheet)
    return listed(*(bare("{field} {value}", field=field.label, value=text) for field, text in texts))


def _phone(by: SeatDevice, phones: Mapping[str, Words]) -> Words:
    """A phone as the visitor knows it, of those with a name."""
    return name_for(by.device, own=visitor.device(), name=phones.get(by.device, by.name))
