"""In the pocket: what came of the question for a copy of the scorebook after an evening."""

from __future__ import annotations

from flask import current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from store.sessions.loading import load
from web.identity.current import book
from web.pocket.copies import asks_for_copy, copied_at, note_copy, note_no_copy
from web.request.page import Pages

pages = Pages("copies", __name__, url_prefix="/s/<session>/copy", readers="keeper", of_session=True)


@pages.post("")
def answer(session: str) -> ResponseReturnValue:
    """Note that the file was sent, or is not wanted this evening, and go back to the sheet."""
    load(book(), session)
    if not current_app.config["IN_POCKET"]:
        raise NotFound
    if request.form.get("answer") == "sent":
        note_copy()
    else:
        note_no_copy()
    return redirect(url_for("sheets.show", session=session), 303)


pages.add_app_template_global(asks_for_copy)
pages.add_app_template_global(copied_at)
