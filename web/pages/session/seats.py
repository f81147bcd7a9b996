"""The seats of a table and their devices, and the link by which others join: its own page, and the code on views.

What a player's own phone enters there: `seat_card`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.errors import EntryError
from store.errors import NotSeatedError, SeatTakenError
from store.seats.devices import free_seat, take_seat
from store.seats.pending_step import PendingStep
from store.sessions.snapshot import read_snapshot
from web.exports.qr_codes import phone_link
from web.http.headers import no_store
from web.http.live_updates import with_live_updates
from web.i18n.timezone import end_of_evening
from web.identity.invitations import create_table_link, table_link
from web.identity.visitor import author, book, new_key, requested_session, role, snapshot
from web.pages.session.views import tv_page
from web.request.page import Pages
from web.sheet.change_flow import change, problem_texts
from web.sheet.seat_card import own_card, own_seats

pages = Pages(
    "seats",
    __name__,
    url_prefix="/s/<session>/seats",
    readers="watcher",
    writers="player",
    of_session=True,
    in_pocket=False,
)


link_pages = Pages(
    "table_link", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)
link_pages.after_request(no_store)

VIEWS = {"invite": "table_link.show", "table": "views.tv", "flat": "views.centre", "seats": "seats.show"}
"""Views that show the code, by the form's values."""


@pages.get("")
@with_live_updates
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
        own=own_seats(pending),
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
    return redirect(url_for("seat_card.show", session=session, seat=seat), 303)


@pages.post("/<int:seat>/free")
def free(session: str, seat: int) -> ResponseReturnValue:
    """Free the seat of this device, or as a keeper any seat."""
    with suppress(NotSeatedError):
        free_seat(book(), session, seat, by=author())
    return _all(session)


def _all(session: str) -> ResponseReturnValue:
    return redirect(url_for("seats.show", session=session, look=1), 303)


# The link to the table.


@link_pages.get("", endpoint="show")
def show_link(session: str) -> ResponseReturnValue:
    """The code and its link, once they are made, and the way to the other kinds of link."""
    return _link_page(session)


@link_pages.post("")
def let_join(session: str) -> ResponseReturnValue:
    """Make a link to the table: 303 to the view that asked for it; 422 where that is not possible."""
    view = request.form.get("view", "seats")

    def write() -> str:
        create_table_link(session, ends_at=end_of_evening())
        return url_for(VIEWS.get(view, VIEWS["seats"]), session=session)

    return change(session, _link_page if view == "invite" else tv_page, write)


def _link_page(session: str, error: EntryError | None = None) -> str:
    return render_template(
        "session/menu/invite.html", session=requested_session(session), problems=problem_texts(error)
    )


@pages.app_template_global()
def link_to_table(session: str) -> dict[str, Any] | None:
    """The link to a table, with its id and when it ends; None unless this device has a valid one."""
    if (found := table_link(session)) is None:
        return None
    secret, link = found
    return {"id": link.id, "link": phone_link("joining.ask", secret=secret), "ends_at": link.ends_at}
