"""The code by which others join a table, where all of them see it."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scoring.errors import EntryError
from web.i18n.translate import reasons
from web.identity.join_code import invitation, invite
from web.pages.session.table_view import table_view
from web.reports.qr import qr_code
from web.request.page import Pages

pages = Pages(
    "inviting", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)

VIEWS = {"table": "table_view.show", "flat": "table_view.flat", "seats": "seats.show"}
"""Where the code is shown, as the form says it that makes one."""


@pages.post("")
def let_join(session: str) -> ResponseReturnValue:
    """Have a code shown by which others join the table: 303 to where it was asked for; 422 where there can be none."""
    try:
        invite(session)
    except EntryError as error:
        return table_view(session, problem=reasons(error.problems)), 422
    view = VIEWS.get(request.form.get("view", ""), VIEWS["seats"])
    return redirect(url_for(view, session=session), 303)


@pages.app_template_global()
def invitation_code(session: str) -> Markup | None:
    """The code to join a table by, on a keeper's device that has a link to it."""
    address = invitation(session)
    return None if address is None else qr_code(address)
