"""Page of the seats and their devices."""

from __future__ import annotations

from contextlib import suppress

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from store.errors import NotSeatedError, SeatTakenError
from store.seats.devices import free_seat, take_seat
from store.seats.pending_step import PendingStep
from store.sessions.snapshot import read_snapshot
from web.http.live_updates import followed
from web.identity import visitor
from web.identity.current import author, book, new_key, role, snapshot
from web.request.page import Pages
from web.sheet.seat_card import own_card

pages = Pages(
    "seats",
    __name__,
    url_prefix="/s/<session>/seats",
    readers="watcher",
    writers="player",
    of_session=True,
    in_pocket=False,
)


@pages.get("")
@followed
def show(session: str) -> ResponseReturnValue:
    """Show who sits where, and whom the step waits for.

    A player is redirected to their card, unless `look` is given; a keeper with a seat only with `own`.
    """
    pending = snapshot(session).pending
    to_card = "own" in request.args or (role() == "player" and "look" not in request.args)
    if to_card and (card := own_card(pending)):
        return redirect(card)
    return _page(pending)


def _page(pending: PendingStep, *, problem: str = "") -> str:
    return render_template(
        "session/seats.html",
        problem=problem,
        session=pending.session,
        sheet=pending.sheet,
        pending=pending,
        device=visitor.device(),
        role=role(),
        key=new_key(),
    )


@pages.post("/<int:seat>/take")
def take(session: str, seat: int) -> ResponseReturnValue:
    """Take a seat: 303 to its card; 409 with the seats where another device was faster."""
    try:
        take_seat(book(), session, seat, by=author())
    except SeatTakenError:
        pending = read_snapshot(book(), session).pending
        quicker = pending.seating.get(seat)
        if quicker is None:
            return _all(session)
        name = pending.sheet.table.players[seat]
        text = _("%(name)s’s seat was just taken by another phone (%(phone)s).", name=name, phone=quicker.name)
        if not quicker.name:
            text = _("%(name)s’s seat was just taken by another phone.", name=name)
        return _page(pending, problem=text), 409
    return redirect(url_for("cards.show", session=session, seat=seat), 303)


@pages.post("/<int:seat>/free")
def free(session: str, seat: int) -> ResponseReturnValue:
    """Free the seat of this device, or as a keeper any seat."""
    with suppress(NotSeatedError):
        free_seat(book(), session, seat, by=author())
    return _all(session)


def _all(session: str) -> ResponseReturnValue:
    return redirect(url_for("seats.show", session=session, look=1), 303)
