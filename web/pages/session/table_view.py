"""A session from afar: for a screen that the whole table sees, and for a phone that lies in the middle of it."""

from __future__ import annotations

from flask import redirect, render_template
from flask.typing import ResponseReturnValue

from store.seats.pending_rows import PendingStep
from web.http.live_updates import followed
from web.identity.current import new_key, snapshot
from web.identity.permissions import is_keeper, role
from web.request.page import Pages
from web.sheet.board import board_of
from web.sheet.chart import chart_of
from web.sheet.next_game import next_game, next_view
from web.sheet.seat_card import own_seats
from web.sheet.summary import course_of
from web.sheet.view import turn_of

pages = Pages("table_view", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)
pages.add_app_template_global(next_game)


@pages.get("/table")
@followed
def show(session: str) -> ResponseReturnValue:
    """The table view, for a television, a laptop or a tablet that stands; one that is open goes on to the next game."""
    return _onward(session, "table_view.show") or table_view(session)


@pages.get("/flat")
@followed
def flat(session: str) -> ResponseReturnValue:
    """The flat view, to be read from both long sides; a keeper's phone counts on it what is won in play.

    A player's phone counts what its own seats win. The sheet's form, or the seat's card, has it then.
    """
    if onward := _onward(session, "table_view.flat"):
        return onward
    spoken = snapshot(session).pending
    sheet = spoken.session.sheet
    counting = sheet.table.seats if is_keeper() else own_seats(spoken) if role() == "player" else ()
    return _page("session/flat.html", spoken, turn=turn_of(sheet), counting=counting, key=new_key())


def _onward(session: str, view: str) -> ResponseReturnValue | None:
    address = next_view(session, view)
    return redirect(address) if address else None


def table_view(session: str, *, problem: str = "") -> str:
    """The table view as a page; `problem` says why there is no code to join by."""
    spoken = snapshot(session).pending
    found = spoken.session
    course = course_of(found) if found.sheet.over else None
    return _page("session/table.html", spoken, chart=chart_of(found.sheet), course=course, problem=problem)


def _page(template: str, spoken: PendingStep, **more: object) -> str:
    found = spoken.session
    return render_template(template, session=found, sheet=found.sheet, board=board_of(spoken), **more)
