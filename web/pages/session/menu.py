"""The menu of a sheet, and the small pages behind it: an adjustment, the end by hand, the views, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.sheets import changes, extras
from scoring.sheets.values import Ask
from web.identity.visitor import is_keeper, requested_session, snapshot
from web.pages.session.plan import plan_page
from web.pages.session.players import players_page
from web.request.page import Pages
from web.sheet.change_flow import lines
from web.sheet.forms import Form
from web.sheet.scorecard import page_range
from web.sheet.setup_form import rules_of
from web.sheet.view import form_with_undone

pages = Pages("menu", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/more")
def show(session: str) -> ResponseReturnValue:
    """The menu: what else can be done with this session, each on a page of its own."""
    seen = snapshot(session)
    found = seen.session
    return render_template(
        "session/more.html",
        session=found,
        sheet=found.sheet,
        asks={ask.step: ask for ask in extras.asks(found.sheet)} if is_keeper() else {},
        rules=rules_of(found),
        pending=seen.pending,
    )


@pages.get("/adjustment", endpoint="adjustment", defaults={"step": "adjustment"}, audience="keeper")
@pages.get("/end", endpoint="end", defaults={"step": "end"}, audience="keeper")
@pages.get("/void", endpoint="void", defaults={"step": "void"}, audience="keeper")
@pages.get("/tie", endpoint="tie", defaults={"step": extras.TIE}, audience="keeper")
def extra(session: str, step: str) -> ResponseReturnValue:
    """The form that adds points to a side or takes them off, that of a void deal, the question whether to end the game
    by hand, or the one who is before whom of those that are level.

    Where the step is not asked, the sheet.
    """
    found = requested_session(session)
    ask = next((ask for ask in found.sheet.asks if ask.step == step), None)
    if ask is None:
        return redirect(url_for("sheets.show", session=session))
    return extra_page(found, ask, form_with_undone(found, ask))


def extra_page(session: Session, ask: Ask, form: Form, *, problems: Sequence[str] = (), **more: Any) -> str:
    """Render the page of a step that is not the sheet’s next one, also with problems or after an edit conflict."""
    if ask.step in changes.PLAYERS_CHANGE:
        # The form of an earlier release.
        return players_page(session, problems=[*problems, *form.errors, *more.get("conflict", ())])
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


@pages.get("/views")
def views(session: str) -> ResponseReturnValue:
    """The views for the whole table."""
    return render_template("session/menu/views.html", session=requested_session(session))


@pages.get("/log")
def log(session: str) -> ResponseReturnValue:
    """The log, newest first, in pages."""
    found = requested_session(session)
    page, positions = page_range(found.position, request.args.get("page", 1, type=int))
    log = lines(found, positions)[::-1]
    return render_template("session/menu/log.html", session=found, log=log, page=page, older=positions.start > 0)
