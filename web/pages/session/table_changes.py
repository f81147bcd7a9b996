"""Changes of a running game beside its steps: an adjustment, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.sheets import changes
from scoring.sheets.values import Ask
from web.identity.visitor import requested_session
from web.pages.session.members import members_page
from web.pages.session.plan import plan_page
from web.request.page import Pages
from web.sheet.forms import Form
from web.sheet.view import form_with_undone

pages = Pages("table_changes", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


# The steps that all games have.


@pages.get("/adjustment", endpoint="adjustment", defaults={"step": "adjustment"})
@pages.get("/end", endpoint="end", defaults={"step": "end"})
def extra(session: str, step: str) -> ResponseReturnValue:
    """The form that adds points to a side or takes them off, the question whether to end the game by hand.

    Where the step is not asked, the sheet.
    """
    found = requested_session(session)
    ask = found.sheet.find_ask(step)
    if ask is None:
        return redirect(url_for("sheets.show", session=session))
    return extra_page(found, ask, form_with_undone(found, ask))


def extra_page(session: Session, ask: Ask, form: Form, *, problems: Sequence[str] = (), **more: Any) -> str:
    """Render the page of a step that all games have, also with problems or after an edit conflict."""
    if ask.step in changes.PLAYERS_CHANGE:
        # The form of an earlier release.
        return members_page(session, problems=[*problems, *form.errors, *more.get("conflict", ())])
    if ask.step == changes.PLAN:
        return plan_page(session, problems=problems, **more)
    form["position"].data = session.position
    return render_template(
        "session/menu/extra.html",
        session=session,
        sheet=session.sheet,
        ask=ask,
        form=form,
        problems=problems,
        **more,
    )
