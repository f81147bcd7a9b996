"""The link to a table: a page of its own behind the menu, and the QR code on the views that show it too."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from web.http.headers import unkept
from web.i18n.timezone import end_of_evening
from web.identity.current import load
from web.identity.invitations import invitation, invite
from web.pages.session.table_view import table_view
from web.reports.codes import phone_link
from web.request.page import Pages
from web.sheet.change_flow import change, problem_texts

pages = Pages(
    "inviting", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)
pages.after_request(unkept)

VIEWS = {"invite": "inviting.show", "table": "table_view.show", "flat": "table_view.flat", "seats": "seats.show"}
"""Views that show the code, by the form's values."""


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """The code and its link, once they are made, and the way to the other kinds of link."""
    return _page(session)


@pages.post("")
def let_join(session: str) -> ResponseReturnValue:
    """Make a link to the table: 303 to the view that asked for it; 422 where that is not possible."""
    view = request.form.get("view", "seats")

    def write() -> str:
        invite(session, ends_at=end_of_evening())
        return url_for(VIEWS.get(view, VIEWS["seats"]), session=session)

    return change(session, _page if view == "invite" else table_view, write)


def _page(session: str, error: EntryError | None = None) -> str:
    return render_template("session/menu/invite.html", session=load(session), problems=problem_texts(error))


@pages.app_template_global()
def link_to_table(session: str) -> dict[str, Any] | None:
    """The link to a table, with its id and when it ends; None unless this device has a valid one."""
    if (found := invitation(session)) is None:
        return None
    secret, link = found
    return {"id": link.id, "link": phone_link("joining.ask", secret=secret), "ends_at": link.ends_at}
