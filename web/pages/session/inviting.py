"""Shows the QR code for joining a table."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scoring.errors import EntryError
from web.identity.join_code import invitation, invite
from web.pages.session.table_view import table_view
from web.reports.qr import qr_code
from web.request.page import Pages
from web.sheet import forms

pages = Pages(
    "inviting", __name__, url_prefix="/s/<session>/invite", readers="keeper", of_session=True, in_pocket=False
)

VIEWS = {"table": "table_view.show", "flat": "table_view.flat", "seats": "seats.show"}
"""Views that show the code, by the form's values."""


@pages.post("")
def let_join(session: str) -> ResponseReturnValue:
    """Make a join code: 303 to the view that asked for it; 422 where that is not possible."""
    form = forms.texts("view", typed=request.form)
    try:
        invite(session)
    except EntryError as error:
        return table_view(session, problems=forms.place(form, error.problems)), 422
    view = VIEWS.get(form["view"].data, VIEWS["seats"])
    return redirect(url_for(view, session=session), 303)


@pages.app_template_global()
def invitation_code(session: str) -> Markup | None:
    """The QR code for joining a table; None unless this device has a valid link."""
    address = invitation(session)
    return None if address is None else qr_code(address)
