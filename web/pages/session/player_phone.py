"""The seat card: a player enters their own part of the step.

Hidden input is shown on no card, not even the player's own, since a phone may be passed on.
"""

from __future__ import annotations

from typing import Any

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.people import seats_kept
from record.wording import last_change
from scoring.entry.fields import Own
from scoring.entry.pending import PendingInput, input_texts, stages
from scoring.errors import EntryError
from scoring.message import Words
from scoring.sheets.values import Ask
from store.errors import EnteredMeanwhileError, NoSuchError, NothingToEnterError, StaleError
from store.seats.entries import enter_seat, tap_seat
from store.seats.pending_step import PendingStep
from store.sessions.snapshot import read_snapshot
from web.errors import kind_of
from web.http.headers import no_store
from web.http.live_updates import position_shown, with_live_updates
from web.i18n.translate import translated
from web.identity.device_names import keepers_of
from web.identity.visitor import author, book, is_keeper, new_key, position, requested_session, role, snapshot
from web.request.page import Pages
from web.sheet.change_flow import change
from web.sheet.drafts import step_key
from web.sheet.forms import Form, form_for, typed_entry
from web.sheet.seat_card import (
    SeatCard,
    absence_reason,
    is_free,
    is_tapped,
    known_texts,
    own_card,
    own_seats,
    pending_arrivals,
    seated_since,
    shown_texts,
    void_texts,
    waited_for_names,
)
from web.sheet.view import last_change_text, next_game

pages = Pages(
    "seat_card",
    __name__,
    url_prefix="/s/<session>/seats/<int:seat>",
    readers="player",
    writers="player",
    of_session=True,
)
pages.give_templates(
    *(is_tapped, known_texts, shown_texts, void_texts, waited_for_names, seated_since, pending_arrivals),
    *(absence_reason, keepers_of, new_key),
)
# The browser's back button, in the next player's hands, must not show what was entered.
pages.after_request(no_store)


@pages.get("")
@with_live_updates
def show(session: str, seat: int) -> ResponseReturnValue:
    """The card of a seat; not for watchers.

    When the session is over and the next one has started, it redirects to the card there; where this phone's player has
    moved since the page that polls was shown, to that of the new seat; where a seat was undone, to who sits where.
    """
    if "seats" in current_app.blueprints and seat not in requested_session(session).sheet.table.seats:
        return redirect(url_for("seats.show", session=session))
    pending, current, shown = pending_at(session, seat), snapshot(session), position_shown()
    own, address = own_seats(pending), None
    if seat in own:
        if current.is_over and (next_one := next_game(current)):
            address = own_card(read_snapshot(book(), next_one).pending)
    elif shown is not None and shown < current.session.position:
        to = seats_kept(current.session.at(shown), current.session).get(seat, seat)
        address = url_for("seat_card.show", session=session, seat=to) if to in own else None
    return redirect(address) if address else card_page(pending, seat)


@pages.post("")
def enter(session: str, seat: int) -> ResponseReturnValue:
    """Enter the seat's part: 303 to the card, 422 with problems, 409 where this phone may not enter it now."""
    pending = pending_at(session, seat)

    def write() -> str:
        after = enter_seat(
            book(),
            session,
            seat,
            _entered(_sent_ask(pending, seat), seat),
            position=position(),
            by=author(),
            anybody=is_free(pending, seat),
            seen=request.form.get("seen", ""),
        )
        if passed := request.form.get("round"):
            return url_for("passing_round.show", session=session, round=passed, entered=seat)
        # After entering for somebody else, or with several seats, go on to an own card; a keeper without one to the
        # sheet. Live input is not done yet.
        own, done = own_seats(after), after.written or not after.live
        if done and own != [seat] and (card := own_card(after)):
            return card
        if done and is_keeper() and seat not in own:
            return url_for("sheets.show", session=session)
        return url_for("seat_card.show", session=session, seat=seat)

    def page(_subject: object, error: Exception) -> str:
        if isinstance(error, EntryError):
            form = form_for(_sent_ask(pending, seat), position=pending.session.position, typed=request.form)
            return card_page(pending, seat, form=form, problems=form.refuse(error.problems))
        now, meanwhile = read_snapshot(book(), session).pending, isinstance(error, EnteredMeanwhileError)
        problem = "" if meanwhile else translated(kind_of(error).page_wording.text)
        return card_page(now, seat, problem=problem, meanwhile=meanwhile, typed=_typed_openly(now, seat))

    return change(pending, page, write)


@pages.post("/tapped", audience="keeper")
def tap(session: str, seat: int) -> ResponseReturnValue:
    """Keep what a keeper taps on the sheet for a seat: 204, or 409 where that is not asked now."""
    pending = pending_at(session, seat)
    try:
        raw = _entered(_sent_ask(pending, seat), seat)
        seen = request.form.get("seen", "")
        tap_seat(book(), session, seat, raw, position=position(), by=author(), seen=seen)
    except (NothingToEnterError, StaleError, EnteredMeanwhileError):
        # A script sent it, and reads the status alone.
        return "", 409
    return "", 204


def card_page(
    pending: PendingStep, seat: int, *, form: Form | None = None, re_enters: bool = False, **more: object
) -> str:
    """Render a seat's card: `problem` says why nothing was entered, `passed` is the round of a passed phone."""
    session, ask, change = pending.session, pending.ask_of(seat), last_change(pending.session)
    passed = more.setdefault("passed", request.form.get("round", ""))
    form = form or (form_for(ask, position=session.position) if ask else None)
    return render_template(
        "session/seat.html",
        session=session,
        sheet=session.sheet,
        pending=pending,
        card=SeatCard(pending, seat, form, passed=bool(passed), re_enters=re_enters),
        seat=seat,
        seat_device=pending.seating.get(seat),
        role=role(),
        headline=last_change_text(session),
        has_change=bool(change),
        is_of_entry=change == session.sheet.message,
        turn=step_key(session.sheet, session),
        look=1,
        **more,
    )


def pending_at(session: str, seat: int) -> PendingStep:
    """What has been entered of the step, for the page of a seat.

    Raises NoSuchError (404) where there is no such seat, or no phone of its own to play a live step on.
    """
    pending = snapshot(session).pending
    if seat not in pending.sheet.table.seats or (pending.live and current_app.config["IN_POCKET"]):
        raise NoSuchError(f"no seat {seat}")
    return pending


def _sent_ask(pending: PendingStep, seat: int) -> Ask:
    """What the sent form asks; raises NothingToEnterError where its step is over; a late claim is answered."""
    step, ask = _sent_step(pending, seat)
    if ask is None or not (step is pending or step.live):
        raise NothingToEnterError(seat)
    return ask


def _typed_openly(pending: PendingStep, seat: int) -> list[tuple[str, str, Words]]:
    """What was entered for the seat and all may see: the form fields with their values, and in words.

    Nothing of a live step: it lies on the table, to be tapped again.
    """
    step, ask = _sent_step(pending, seat)
    if ask is None or step.live:
        return []
    own, open_ = _entered(ask, seat), [field for field in ask.fields if field.own is not Own.HIDDEN]
    return [(f"{field.name}-{seat}", str(own[field.name]), text) for field, text in input_texts(open_, own, step.sheet)]


def _sent_step(pending: PendingStep, seat: int) -> tuple[PendingInput, Ask | None]:
    """The step of the sent form, the current one or that at the position that it names, and what it asks the seat."""
    steps: list[PendingInput] = [pending]
    if 0 <= position() < pending.session.position:
        steps.append(PendingInput(pending.session.at(position()).sheet))
    asks = ((step, step.ask_of(seat)) for step in steps)
    return next(((step, ask) for step, ask in asks if ask and ask.step == request.form.get("step")), (pending, None))


def _entered(ask: Ask, seat: int) -> dict[str, Any]:
    """The raw values of the stage that was entered, including empty ones; of live fields those that were sent."""
    raw = typed_entry(ask, request.form)
    typed: dict[str, Any] = {each.name: raw[each.name][seat] if each.seats else raw[each.name] for each in ask.fields}
    if any(field.own is Own.LIVE for field in ask.fields):
        return {name: value for name, value in typed.items() if value is not None}
    entered = (stage for stage in stages(ask.fields) if any(typed[each.name] not in (None, "") for each in stage))
    return {field.name: typed[field.name] for stage in entered for field in stage}
