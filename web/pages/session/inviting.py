"""The link to a table: a page of its own behind the menu, and the QR code on the views that show it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from web.http.headers import unkept
from web.i18n.ends import end_of_evening
from web.identity.current import load
from web.identity.table_link import invitation, invite
from web.pages.session.table_view import table_view
from web.reports.phone_link import PhoneLink, phone_link
from web.request.page import Pages
from web.sheet import forms

pages = Pages(
    "inviting", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)

VIEWS = {"invite": "inviting.show", "table": "table_view.show", "flat": "table_view.flat", "seats": "seats.show"}
"""Views that show the code, by the form's values."""


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """The code and its link, once they are made, and the way to the other kinds of link."""
    return _page(session)


@pages.post("")
def let_join(session: str) -> ResponseReturnValue:
    """Make a link to the table: 303 to the view that asked for it; 422 where that is not possible."""
    form = forms.texts("view", typed=request.form)
    try:
        invite(session, ends_at=end_of_evening())
    except EntryError as error:
        problems = forms.place(form, error.problems)
        if form["view"].data == "invite":
            return _page(session, problems=problems), 422
        return table_view(session, problems=problems), 422
    view = VIEWS.get(form["view"].data, VIEWS["seats"])
    return redirect(url_for(view, session=session), 303)


def _page(session: str, *, problems: Sequence[str] = ()) -> Response:
    page = render_template(
        "session/menu/invite.html",
        session=load(session),
        problems=problems,
    )
    return unkept(make_response(page))


@dataclass(frozen=True)
class TableLink:
    """The link to a table, and when it ends."""

    id: str
    link: PhoneLink
    ends_at: str | None


@pages.app_template_global()
def link_to_table(session: str) -> TableLink | None:
    """The link to a table; None unless this device has a valid one."""
    found = invitation(session)
    return found and TableLink(found[1].id, phone_link("joining.ask", secret=found[0]), found[1].ends_at)
