"""TV view and centre view of a session."""

from __future__ import annotations

from collections.abc import Sequence

from flask import redirect, render_template
from flask.typing import ResponseReturnValue

from store.seats.step import PendingStep
from web.http.live_updates import followed
from web.identity.current import is_keeper, new_key, role, snapshot
from web.request.page import Pages
from web.sheet.board import board_of
from web.sheet.chart import chart_of
from web.sheet.drafts import draft_key, earlier
from web.sheet.next_game import next_view
from web.sheet.seats.card import own_seats
from web.sheet.summary import course_of
from web.sheet.view import rules_of

pages = Pages("table_view", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/table")
@followed
def show(session: str) -> ResponseReturnValue:
    """The TV view; an open page goes on to the next session."""
    return _onward(session, "table_view.show") or table_view(session)


@pages.get("/flat")
@followed
def flat(session: str) -> ResponseReturnValue:
    """The centre view, readable from both long sides; a keeper's phone can count tricks and the like on it.

    A player's phone counts for its own seats. The counts are then in the form of the sheet or card.
    """
    if onward := _onward(session, "table_view.flat"):
        return onward
    spoken = snapshot(session).pending
    counting = spoken.session.sheet.table.seats if is_keeper() else own_seats(spoken) if role() == "player" else ()
    found = spoken.session
    draft = {"turn": draft_key(found.sheet, found.log), "earlier": earlier(found)}
    return _page("session/flat.html", spoken, **draft, counting=counting, key=new_key())


def _onward(session: str, view: str) -> ResponseReturnValue | None:
    address = next_view(session, view)
    return redirect(address) if address else None


def table_view(session: str, *, problems: Sequence[str] = ()) -> str:
    """Render the TV view; `problems` say why there is no link to the table."""
    spoken = snapshot(session).pending
    found = spoken.session
    course = course_of(found) if found.sheet.over else None
    rules = () if found.sheet.rows else rules_of(found)
    return _page(
        "session/table.html", spoken, chart=chart_of(found.sheet), course=course, rules=rules, problems=problems
    )


def _page(template: str, spoken: PendingStep, **more: object) -> str:
    found = spoken.session
    return render_template(template, session=found, sheet=found.sheet, board=board_of(spoken), **more)
