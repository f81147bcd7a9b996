"""How long the game still is, which hands are left, and the house rules, on one page; playing on after the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.corrections import setup_of
from record.log import stamp
from record.session import Session
from scoring.core import replay_trusted
from scoring.errors import EntryError
from scoring.sheets.changes import PLAN, is_planned
from store.scorebooks import save_rule_set
from store.seats import entries
from web.identity.visitor import author, book, is_keeper, new_key, position, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import as_seen, change, meanwhile, problem_texts
from web.sheet.forms import Form
from web.sheet.length import bars, length_in_words, lengths, more_keys, planned, row_of_hands, this_included
from web.sheet.setup_correction import correct_setup
from web.sheet.setup_form import form_of_session, rules_context, rules_of, setup_form, with_rule_set

pages = Pages("plan", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)
pages.give_templates(more_keys, length_in_words, this_included)


@pages.get("/plan")
def show(session: str) -> ResponseReturnValue:
    """How many more deals, the hands that are left, the house rules; `?open=rules` unfolds these."""
    return plan_page(requested_session(session))


@pages.post("/plan")
def save(session: str) -> ResponseReturnValue:
    """Change how long the game is, or the row of hands: 303 to the sheet, 422 with the problems, 409 for a conflict."""
    found = requested_session(session)
    # Where it was sent before, the same number of deals is the same plan.
    then = as_seen(found).sheet
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
    return redirect(url_for("plan.show", session=session, open="rules", _anchor="house-rules"), 303)


@pages.post("/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Save this session's house rules under a name."""
    found = requested_session(session)

    def write() -> str:
        name, options = request.form.get("rule_name", ""), found.sheet.chosen_options
        save_rule_set(book(), found.game.slug, name=name, options=options, at=stamp(now()))
        return url_for("plan.show", session=session, open="rules", kept=1, _anchor="house-rules")

    return change(found, partial(plan_page, unnamed=True), write)


@pages.post("/plan/correct")
def correct_rules(session: str) -> ResponseReturnValue:
    """Correct the house rules where the setup had others than are played: first what becomes of the totals is shown."""
    found = requested_session(session)
    form = setup_form(found.game, typed=request.form)
    if "fill" in request.form:
        return plan_page(found, rules_form=with_rule_set(found.game, form, request.form["fill"]))
    raw = {**setup_of(found.blank), "options": form.read(found.game.options.fields())}
    action, back = url_for("plan.correct_rules", session=session), url_for("plan.show", session=session, open="rules")
    return correct_setup(found, raw, page=partial(plan_page, rules_form=form), action=action, back=back)


def plan_page(
    session: Session,
    error: Any = None,
    *,
    problems: Sequence[str] = (),
    unnamed: bool = False,
    rules_form: Form | None = None,
    **more: Any,
) -> str:
    """Render the page, also with what is wrong with what was typed, or after an edit conflict.

    `unnamed`: it is the name of the house rules that is wrong; `rules_form` is the correction of them as it was typed.
    """
    sheet = session.sheet
    plans = [index for index, entry in enumerate(session.entries) if entry["step"] == PLAN]
    asked = lengths(sheet) if is_keeper() and not sheet.over else []
    others = meanwhile(session, error)
    if rules_form is not None and isinstance(error, EntryError):
        problems = rules_form.refuse(error.problems)
    elif others is None:
        problems = [*problems, *problem_texts(error)]
    form = rules_form or form_of_session(session, session.game)
    players = len(session.blank.table.players)
    return render_template(
        "session/plan.html",
        **(rules_context(session.game, form, players=players) if is_keeper() else {}),
        session=session,
        sheet=sheet,
        correcting_rules=rules_form is not None,
        lengths=asked,
        bars=bars(session, asked[0]) if asked else [],
        hands=row_of_hands(sheet) if asked else None,
        called=rules_of(session),
        # As the sheet announced it when the table changed it last.
        changed_plan=replay_trusted(session.blank, session.entries[: plans[-1] + 1]).message if plans else None,
        problems=[] if unnamed else problems,
        name_problems=problems if unnamed else [],
        **{"meanwhile": others, "key": new_key()} | more,
    )
