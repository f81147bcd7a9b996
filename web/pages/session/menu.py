"""The small pages behind the sheet's menu: adjustment, end by hand, house rules, views, export, log."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from record.session import Session
from scoring.errors import EntryError, Problem
from scoring.sheets.values import Ask
from store.scorebooks import keep_rule_set, original_names
from web.identity import visitor
from web.identity.current import book, load, now
from web.identity.phones import phones_of
from web.reports import bg_stats
from web.request.page import Pages
from web.sheet.forms import EntryForm
from web.sheet.hundreds import hundred
from web.sheet.session_log import lines
from web.sheet.view import asked_again, last_plan, rules_of, share_text

pages = Pages("menu", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/adjustment", audience="keeper")
def adjustment(session: str) -> ResponseReturnValue:
    """The form that adds points to a side or takes them off."""
    return _extra(session, "adjustment")


@pages.get("/end", audience="keeper")
def end(session: str) -> ResponseReturnValue:
    """Ask for confirmation to end the game by hand."""
    return _extra(session, "end")


@pages.get("/rules")
def rules(session: str) -> ResponseReturnValue:
    """The house rules of the session; a keeper can save them under a name."""
    return _rules(load(session))


@pages.post("/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Save this session's house rules under a name."""
    found = load(session)
    try:
        keep_rule_set(
            book(),
            found.game.slug,
            name=request.form.get("rule_name", ""),
            options=found.sheet.options.strip_defaults(found.sheet.table).to_json(),
            at=stamp(now()),
        )
    except EntryError as error:
        return _rules(found, error.problems), 422
    return redirect(url_for("menu.rules", session=session, kept=1), 303)


@pages.get("/views")
def views(session: str) -> ResponseReturnValue:
    """The views for the whole table."""
    return render_template("session/menu/views.html", session=load(session))


@pages.get("/export")
def export(session: str) -> ResponseReturnValue:
    """The files of the session, and its standings as text."""
    found = load(session)
    return render_template(
        "session/menu/export.html",
        session=found,
        sheet=found.sheet,
        share=share_text(found),
        bg_stats=bg_stats.link(found, original_names(book(), found.id), rules_of(found)) if found.sheet.over else "",
    )


@pages.get("/log")
def log(session: str) -> ResponseReturnValue:
    """The log, newest first, in pages."""
    found = load(session)
    page, shown = hundred(found.position, request.args.get("page", 1, type=int))
    told = lines(found, own=visitor.device(), names=phones_of(found), shown=shown)
    return render_template("session/menu/log.html", session=found, log=[*told][::-1], page=page, older=shown.start > 0)


def extra_page(found: Session, ask: Ask, form: EntryForm, *, problems: list[str] | None = None, **more: object) -> str:
    """Render the page of an extra step, also with errors or an edit conflict."""
    form.position.data = found.position
    return render_template(
        "session/menu/extra.html",
        session=found,
        sheet=found.sheet,
        ask=ask,
        form=form,
        problems=problems or [],
        **more,
    )


def _extra(session: str, step: str) -> ResponseReturnValue:
    """The page of an extra step; where it is over, the sheet says so."""
    found = load(session)
    ask = found.sheet.ask_for(step)
    if ask is None:
        return redirect(url_for("sheets.show", session=session))
    return extra_page(found, ask, asked_again(found, ask))


def _rules(found: Session, problems: tuple[Problem, ...] = ()) -> str:
    return render_template(
        "session/menu/rules.html",
        session=found,
        sheet=found.sheet,
        called=rules_of(found),
        plan=last_plan(found),
        problems=problems,
    )
