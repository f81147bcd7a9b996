"""Passing one phone round: a curtain page names the next player, whose card is behind it.

A round is one stage of a step. Players with phones of their own are left out.
"""

from __future__ import annotations

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from store.errors import SeatTakenError
from store.seats.devices import take_seat
from store.seats.entries import confirm
from store.seats.pending_step import CONFIRMS, PendingStep
from web.http.headers import no_store
from web.http.live_updates import with_live_updates
from web.identity.visitor import author, book, is_keeper, new_key, position, snapshot
from web.pages.session.player_phone import card_page, pending_at
from web.request.page import Pages
from web.sheet.drafts import step_key
from web.sheet.seat_card import SeatCard, keepers_seats, own_card, own_seats

pages = Pages(
    "passing_round", __name__, url_prefix="/s/<session>/seats/pass", readers="player", writers="player", of_session=True
)
pages.after_request(no_store)


@pages.get("")
@with_live_updates
def show(session: str) -> ResponseReturnValue:
    """The curtain for the next player; once the round is over, what was revealed: the sheet, for a player the card."""
    pending = snapshot(session).pending
    passed = _round(pending)
    if not passed or request.args.get("round", passed) != passed:
        sheet = url_for("sheets.show", session=session)
        return redirect(sheet if is_keeper() else own_card(pending) or sheet)
    own, before = own_seats(pending), request.args.get("entered", type=int)
    elsewhere = (pending.seating.keys() - own) | keepers_seats(pending)
    here = [seat for seat in pending.to_enter if pending.turn in (None, seat) and seat not in elsewhere]
    return render_template(
        "session/seat_curtain.html",
        session=pending.session,
        pending=pending,
        sheet=pending.sheet,
        next=here[0] if here else None,
        before=before if before in pending.seats and SeatCard(pending, before).again else None,
        takes=bool(here) and not is_keeper() and here[0] not in pending.seating,
        passed=passed,
        key=new_key(),
    )


@pages.get("/<int:seat>")
@with_live_updates
def card(session: str, seat: int) -> ResponseReturnValue:
    """The card behind the curtain; once it is entered, redirects to the curtain.

    `again` lets a player enter it again, without showing what was entered.
    """
    pending = pending_at(session, seat)
    passed = request.args.get("round", "")
    re_enters = "again" in request.args and bool(SeatCard(pending, seat).again)
    if passed != _round(pending) or not (re_enters or seat in pending.to_enter):
        return redirect(url_for("passing_round.show", session=session, round=passed or None), 303)
    return card_page(pending, seat, passed=passed, re_enters=re_enters)


@pages.post("/<int:seat>")
def take(session: str, seat: int) -> ResponseReturnValue:
    """Take the seat of the player who has the phone: 303 to its card, or to the curtain if it has another phone."""
    passed = request.form.get("round") or None
    curtain = redirect(url_for("passing_round.show", session=session, round=passed), 303)
    if seat in keepers_seats(snapshot(session).pending):
        return curtain
    try:
        take_seat(book(), session, seat, by=author())
    except SeatTakenError:
        return curtain
    return redirect(url_for("passing_round.card", session=session, seat=seat, round=passed), 303)


@pages.get("/confirms", audience="keeper")
def offer(session: str) -> ResponseReturnValue:
    """Offer to pass the phone round, and the switch what happens once everyone has entered."""
    pending = snapshot(session).pending
    return render_template("session/menu/passing.html", session=pending.session, pending=pending, key=new_key())


@pages.post("/confirms", audience="keeper")
def switch(session: str) -> ResponseReturnValue:
    """Set whether a keeper confirms complete input: 303 to the page with that switch, 204 to a script, for one step."""
    how = request.form.get("confirms", "")
    confirm(book(), session, how if how in CONFIRMS else "off", position=position())
    if how == "once":
        return "", 204
    if "seats" in current_app.blueprints:
        return redirect(url_for("seats.show", session=session, look=1), 303)
    return redirect(url_for("passing_round.offer", session=session), 303)


def _round(pending: PendingStep) -> str:
    """An id of the current stage of the step; "" where nobody has to enter anything."""
    if not pending.missing or pending.live or pending.entry is not None:
        return ""
    return f"{step_key(pending.sheet, pending.session)}-{pending.stages_done}"
