"""The small pages behind the sheet's menu: house rules, views, log."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from record.session import Session
from scoring.core import replay_trusted
from scoring.errors import EntryError
from scoring.sheets.changes import PLAN
from store.scorebooks import save_rule_set
from web.identity.visitor import book, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, lines, problem_texts
from web.sheet.scorecard import page_range
from web.sheet.setup_form import rules_of

pages = Pages("menu", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/rules")
def rules(session: str) -> ResponseReturnValue:
    """The house rules of the session; a keeper can save them under a name."""
    return _rules_page(requested_session(session))


@pages.post("/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Save this session's house rules under a name."""
    found = requested_session(session)

    def write() -> str:
        options = found.sheet.options.strip_defaults(found.sheet.table).to_json()
        name = request.form.get("rule_name", "")
        save_rule_set(book(), found.game.slug, name=name, options=options, at=stamp(now()))
        return url_for("menu.rules", session=session, kept=1)

    return change(found, _rules_page, write)


def _rules_page(session: Session, error: EntryError | None = None) -> str:
    plans = [index for index, entry in enumerate(session.entries) if entry["step"] == PLAN]
    return render_template(
        "session/menu/rules.html",
        session=session,
        sheet=session.sheet,
        called=rules_of(session),
        # As it was said when the table changed it last.
        plan=replay_trusted(session.blank, session.entries[: plans[-1] + 1]).said if plans else None,
        problems=problem_texts(error),
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
