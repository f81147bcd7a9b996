"""The seat card: a player enters their own part of the step.

Hidden input is shown on no card, not even the player's own, since a phone may be passed on.
"""

from __future__ import annotations

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.people import seats_kept
from record.wording import last_change
from scoring.entry.fields import Own
from scoring.entry.parts import Parts, part_texts, stages
from scoring.errors import EntryError
from scoring.message import Words
from store.errors import (
    NoSuchError,
    NothingToSayError,
    NotSeatedError,
    NotYourTurnError,
    SaidMeanwhileError,
    StaleError,
)
from store.seats import pending
from store.seats.step import PendingStep
from store.sessions.snapshot import Snapshot, read_snapshot
from web.errors import kind_of
from web.http.headers import unkept
from web.http.live_updates import followed, position_shown
from web.i18n.translate import words
from web.identity.current import author, book, is_keeper, position, role, snapshot
from web.identity.phones import keepers_of
from web.request.page import Pages
from web.sheet.drafts import turn_of
from web.sheet.forms import EntryForm, form_for
from web.sheet.next_game import next_card
from web.sheet.seats.card import Card, is_free, own_card, own_seats, said_openly, tapped, waits_for
from web.sheet.seats.changes import came_later, comes_later, void_parts, why_away

pages = Pages(
    "cards", __name__, url_prefix="/s/<session>/seats/<int:seat>", readers="player", writers="player", of_session=True
)
for each in (tapped, waits_for, said_openly, keepers_of, void_parts, came_later, comes_later, why_away):
    pages.add_app_template_global(each)
# The browser's back button, in the next player's hands, must not show what was entered.
pages.after_request(unkept)


@pages.get("")
@followed
def show(session: str, seat: int) -> ResponseReturnValue:
    """The card of a seat; not for watchers.

    When the session is over and the next one has started, it redirects to the card there.
    """
    now = snapshot(session)
    expect_seat(now.pending, seat)
    return _onward(now, seat) or card_page(now.pending, seat)


@pages.post("")
def say(session: str, seat: int) -> ResponseReturnValue:
    """Enter the seat's part: 303 to the card, 422 with problems, 409 where this phone may not enter it now."""
    spoken = snapshot(session).pending
    expect_seat(spoken, seat)
    try:
        form = _typed(spoken, seat)
        said = _heard(spoken, seat, _part(form, seat))
    except EntryError as error:
        return card_page(spoken, seat, form=form, problems=form.place(error.problems)), 422
    except SaidMeanwhileError:
        return _refused(session, seat, "", meanwhile=True)
    except (NotSeatedError, NotYourTurnError, NothingToSayError, StaleError) as error:
        return _refused(session, seat, words(kind_of(error).shown.text))
    if going := request.form.get("round"):
        return redirect(url_for("passing.show", session=session, round=going, said=seat), 303)
    # After entering for somebody else, or with several seats, go on to an own card; a keeper without one to the sheet.
    # A live part is not done yet.
    own, done = own_seats(said), said.written or not said.live
    further = own_card(said) if own != [seat] and done else None
    if further is None and is_keeper() and seat not in own and done:
        further = url_for("sheets.show", session=session)
    return redirect(further or url_for("cards.show", session=session, seat=seat), 303)


@pages.post("/tapped", audience="keeper")
def tap(session: str, seat: int) -> ResponseReturnValue:
    """Keep what a keeper taps on the sheet for a seat without a phone: 204, or 409 where that is not asked now."""
    scorebook, spoken = book(), snapshot(session).pending
    expect_seat(spoken, seat)
    try:
        pending.tap(scorebook, session, seat, _part(_typed(spoken, seat), seat), position=position(), by=author())
    except (NothingToSayError, StaleError, SaidMeanwhileError):
        return "", 409
    return "", 204


def _refused(session: str, seat: int, problem: str, *, meanwhile: bool = False) -> ResponseReturnValue:
    """409: the card as it is now, with what was entered; `meanwhile`: another phone has entered something else."""
    spoken = read_snapshot(book(), session).pending
    return card_page(spoken, seat, problem=problem, meanwhile=meanwhile, typed=_typed_openly(spoken, seat)), 409


def _typed_openly(spoken: PendingStep, seat: int) -> list[tuple[str, str, Words]]:
    """What was entered for the seat and all may see: the form fields with their values, and in words.

    Nothing of a live step: it lies on the table, to be tapped again.
    """
    parts = _asked(spoken, seat)
    ask = parts.own(seat) if parts and not parts.live else None
    if parts is None or ask is None:
        return []
    form = form_for(ask, position=spoken.session.position, typed=request.form)
    open_ = [field for field in form.asked if field.own is not Own.HIDDEN]
    part = _part(form, seat)
    told = part_texts(open_, part, parts.sheet)
    return [(f"{field.name}-{seat}", str(part[field.name]), value) for field, value in told]


def _asked(spoken: PendingStep, seat: int) -> Parts | None:
    """The parts of the step that the sent form is for: the current one, or the one at the position that it names."""
    sheets = [spoken.session.sheet]
    if 0 <= position() < spoken.session.position:
        sheets.append(spoken.session.at(position()).sheet)
    found = (Parts(sheet) for sheet in sheets)
    return next((each for each in found if (ask := each.own(seat)) and ask.step == request.form.get("step")), None)


def card_page(spoken: PendingStep, seat: int, *, form: EntryForm | None = None, **more: object) -> str:
    """Render a seat's card: `problem` says why nothing was entered, `going` is the round of a passed phone.

    `again`: change what was entered behind the curtain.
    """
    found, ask, own = spoken.session, spoken.own(seat), own_seats(spoken)
    seat_device, mine = spoken.seating.get(seat), seat in own
    may = mine or (is_keeper() and not (spoken.live and spoken.private and seat_device))
    going = more.setdefault("going", request.form.get("round", ""))
    return render_template(
        "session/seat.html",
        session=found,
        sheet=found.sheet,
        spoken=spoken,
        card=Card(spoken, seat, form or (form_for(ask, position=found.position) if ask else None), going=bool(going)),
        seat=seat,
        seat_device=seat_device,
        mine=mine,
        may=may,
        live=found.sheet.seat_view(seat, spoken.seen_from(seat)) if may and spoken.live else None,
        own=own,
        role=role(),
        told=last_change(found),
        turn=turn_of(found.sheet, found),
        **{"again": False, **more},
    )


def expect_seat(spoken: PendingStep, seat: int) -> None:
    """Raise NoSuchError (404) where there is no such seat, or no phone of its own to play a live step on."""
    if seat not in spoken.session.sheet.table.seats or (spoken.live and current_app.config["IN_POCKET"]):
        raise NoSuchError(f"no seat {seat}")


def _onward(now: Snapshot, seat: int) -> ResponseReturnValue | None:
    address = next_card(now) if seat in own_seats(now.pending) else _moved_card(now, seat)
    return redirect(address) if address else None


def _moved_card(now: Snapshot, seat: int) -> str | None:
    """The card of the seat to which this phone's player has moved since the page that polls was shown."""
    shown = position_shown()
    if shown is None or shown >= now.session.position:
        return None
    to = seats_kept(now.session.at(shown), now.session).get(seat, seat)
    return url_for("cards.show", session=now.session.id, seat=to) if to in own_seats(now.pending) else None


def _heard(spoken: PendingStep, seat: int, part: dict[str, object]) -> PendingStep:
    """Enter a part as the seat's device, or as a keeper for any seat."""
    return pending.say(
        book(),
        spoken.session.id,
        seat,
        part,
        position=position(),
        by=author(),
        anybody=is_free(spoken, seat),
        seen=request.form.get("seen", ""),
    )


def _typed(spoken: PendingStep, seat: int) -> EntryForm:
    """The sent form; raises NothingToSayError where its step is over, but for a live one: a late claim is told."""
    ask = spoken.own(seat)
    if ask is None or request.form.get("step") != ask.step:
        late = _asked(spoken, seat)
        ask = late.own(seat) if late and late.live else None
    if ask is None:
        raise NothingToSayError(seat)
    return form_for(ask, position=spoken.session.position, typed=request.form)


def _part(form: EntryForm, seat: int) -> dict[str, object]:
    """The raw values of the stage that was entered, including empty ones; of live fields those that were sent."""
    typed = {field.name: (form.by_seat(field)[seat] if field.seats else form.input(field)).data for field in form.asked}
    if any(field.own is Own.LIVE for field in form.asked):
        return {name: value for name, value in typed.items() if value is not None}
    told = [[field.name for field in stage] for stage in stages(form.asked)]
    return {
        name: typed[name] for names in told if any(typed[each] not in (None, "") for each in names) for name in names
    }
