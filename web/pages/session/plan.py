"""How long the game still is, which hands are left, and the house rules, on one page; playing on after the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from record.session import Session
from scoring.core import replay_trusted
from scoring.sheets.changes import PLAN, is_planned
from store.scorebooks import save_rule_set
from store.seats import entries
from web.identity.visitor import author, book, is_keeper, new_key, position, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, meanwhile, problem_texts
from web.sheet.length import bars, length_in_words, lengths, more_keys, planned, row_of_hands
from web.sheet.setup_form import rules_of

pages = Pages("plan", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)
pages.give_templates(more_keys, length_in_words)


@pages.get("/plan")
def show(session: str) -> ResponseReturnValue:
    """How many more deals, the hands that are left, the house rules; `?open=rules` unfolds these."""
    return plan_page(requested_session(session))


@pages.post("/plan")
def save(session: str) -> ResponseReturnValue:
    """Change how long the game is, or the row of hands: 303 to the sheet, 422 with the problems, 409 for a conflict."""
    found = requested_session(session)
    # A form that was sent before is read at its own position, where the same number of deals is the same plan.
    then = found.at(position()).sheet if 0 <= position() < found.position else found.sheet
    hands = request.form.getlist("hand") if "hand" in request.form else None

    def write() -> str:
        raw = planned(then, request.form, hands=hands)
        if position() != found.position or not is_planned(then, raw):
            entries.enter(book(), session, raw, position=position(), by=author())
        return url_for("sheets.show", session=session)

    return change(found, plan_page, write)


@pages.get("/rules")
def rules(session: str) -> ResponseReturnValue:
    """Where the house rules were until 2.0."""
    requested_session(session)
    return redirect(url_for("plan.show", session=session, open="rules", _anchor="rules"), 303)


@pages.post("/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Save this session's house rules under a name."""
    found = requested_session(session)

    def write() -> str:
        options = found.sheet.options.strip_defaults(found.sheet.table).to_json()
        name = request.form.get("rule_name", "")
        save_rule_set(book(), found.game.slug, name=name, options=options, at=stamp(now()))
        return url_for("plan.show", session=session, open="rules", kept=1, _anchor="rules")

    return change(found, partial(plan_page, unnamed=True), write)


def plan_page(
    session: Session, error: Any = None, *, problems: Sequence[str] = (), unnamed: bool = False, **more: Any
) -> str:
    """Render the page, also with what is wrong with what was typed, or after an edit conflict.

    `unnamed`: it is the name of the house rules that is wrong.
    """
    sheet = session.sheet
    plans = [index for index, entry in enumerate(session.entries) if entry["step"] == PLAN]
    asked = lengths(sheet) if is_keeper() and not sheet.over else []
    others = meanwhile(session, error)
    problems = [*problems, *(problem_texts(error) if others is None else ())]
    return render_template(
        "session/plan.html",
        session=session,
        sheet=sheet,
        lengths=asked,
        bars=bars(session, asked[0]) if asked else [],
        hands=row_of_hands(sheet) if asked else None,
        called=rules_of(session),
        # As it was said when the table changed it last.
        changed=replay_trusted(session.blank, session.entries[: plans[-1] + 1]).said if plans else None,
        problems=[] if unnamed else problems,
        name_problems=problems if unnamed else [],
        **{"meanwhile": others, "key": new_key()} | more,
    )
