"""The sheet: what must be entered next, the standings, the scorecard; writing on it and taking back."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring import extras
from scoring.core import enter as admit_and_write
from scoring.errors import EntryError
from scoring.message import plain, signed
from store import scorebooks, sessions
from store.errors import NothingToUndoError, StaleError
from store.log import effective
from store.session import Session
from store.writing import undo, write
from web import visitor
from web.chart import chart_of
from web.forms import EntryForm, form_for
from web.log import lines
from web.record import by, db, load, new_key
from web.words import game_name, names, words

pages = Blueprint("sheets", __name__, url_prefix="/s")


@pages.get("/<session>")
def show(session: str) -> ResponseReturnValue:
    """The sheet; `?row=3` opens the working of the fourth row, `?done=1` says what the last entry did."""
    return _page(load(session))


@pages.post("/<session>/entries")
def enter(session: str) -> ResponseReturnValue:
    """Write what was typed: 303 to the sheet, 422 with the problems, 409 where another device was faster."""
    found = load(session)
    step = request.form.get("step")
    ask = next((ask for ask in found.sheet.asks if ask.step == step), None)
    form = None if ask is None else form_for(ask, position=found.position, typed=request.form)
    try:
        write(
            db(),
            scorebook=visitor.scorebook(),
            session=session,
            raw={"step": step} if form is None else form.raw(),
            position=_position(),
            by=by(request.form.get("key", "")),
        )
    except StaleError as error:
        return _gone_on(error.session, _typed(request.form))
    except EntryError as error:
        if ask is None or form is None:
            return _page(found, problems=[words(problem.message) for problem in error.problems]), 422
        general = form.place(error.problems)
        if ask.step in extras.STEPS:
            return _more(found, {ask.step: form}, general), 422
        return _page(found, form=form, problems=general), 422
    return redirect(url_for("sheets.show", session=session, done=1), 303)


@pages.post("/<session>/preview")
def preview(session: str) -> ResponseReturnValue:
    """What saving would do, as JSON: `said` in the table's words, or the `problems`; nothing is written.

    Where it would finish a row, its `points` and `workings` by seat too.
    """
    found = load(session)
    ask = found.sheet.ask
    if ask is None or request.form.get("step") != ask.step:
        return jsonify(problems=[])
    try:
        after = admit_and_write(found.sheet, form_for(ask, position=found.position, typed=request.form).raw())
    except EntryError as error:
        return jsonify(problems=[words(problem.message) for problem in error.problems])
    cells = after.rows[-1].cells if len(after.rows) > len(found.sheet.rows) else ()
    return jsonify(
        said=words(after.said),
        points=[signed(cell.points) for cell in cells],
        workings=[words(cell.working) for cell in cells],
    )


@pages.post("/<session>/undo")
def take_back(session: str) -> ResponseReturnValue:
    """Take back the last action; undone, too, is only added to the log."""
    try:
        undo(
            db(),
            scorebook=visitor.scorebook(),
            session=session,
            position=_position(),
            by=by(request.form.get("key", "")),
        )
    except StaleError as error:
        return _gone_on(error.session, None)
    except NothingToUndoError:
        return _page(load(session), problems=[_("There is nothing to undo.")]), 409
    return redirect(url_for("sheets.show", session=session, undone=1), 303)


@pages.post("/<session>/again")
def again(session: str) -> ResponseReturnValue:
    """A new session with the same people and rules; the deal goes on to the next seat."""
    found = load(session)
    table = found.sheet.table
    raw = {
        "players": list(table.players),
        "dealer": table.after(table.dealer),
        "options": found.sheet.options.to_json(),
    }
    new = sessions.create(
        db(), scorebook=visitor.scorebook(), game=found.game, raw=raw, by=by(request.form.get("key", ""))
    )
    return redirect(url_for("sheets.show", session=new), 303)


@pages.get("/<session>/more")
def more(session: str) -> ResponseReturnValue:
    """What is wanted now and then: adjustment, note, end by hand, the rules of this session, its log."""
    return _more(load(session), {}, [])


@pages.post("/<session>/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Keep this session's house rules under a name."""
    found = load(session)
    try:
        scorebooks.keep_rule_set(
            db(),
            scorebook=visitor.scorebook(),
            game=found.game.slug,
            name=request.form.get("rule_name", ""),
            options=found.sheet.options.loosened(found.sheet.table).to_json(),
        )
    except EntryError as error:
        return _more(found, {}, [], rule_problems=error.problems), 422
    return redirect(url_for("sheets.more", session=session, kept=1), 303)


def _page(
    found: Session, *, form: EntryForm | None = None, problems: list[str] | None = None, lost: list[str] | None = None
) -> str:
    sheet = found.sheet
    if form is None and sheet.ask is not None:
        form = form_for(sheet.ask, position=found.position)
    if form is not None:
        form.position.data = found.position
    opened = request.args.get("row", type=int)
    return render_template(
        "sheet.html",
        session=found,
        sheet=sheet,
        form=form,
        problems=problems or [],
        lost=lost,
        opened=opened if opened is not None and 0 <= opened < len(sheet.rows) else None,
        chart=chart_of(sheet),
        can_undo=bool(effective(found.actions)),
        share=_told(found) if sheet.over else "",
        key=new_key(),
    )


def _told(found: Session) -> str:
    """The final standings as a few lines to send to the others."""
    sheet = found.sheet
    lines = (f"{each.place}. {names(sheet.table, each.seats)} {plain(each.total)}" for each in sheet.standings)
    return "\n".join((f"{game_name(found.game, sheet.options)} · {found.created_at[:10]}", *lines))


def _more(
    found: Session, forms: dict[str, EntryForm], general: list[str], *, rule_problems: tuple[object, ...] = ()
) -> str:
    asks = [ask for ask in found.sheet.asks if ask.step in extras.STEPS]
    for ask in asks:
        form = forms.setdefault(ask.step, form_for(ask, position=found.position))
        form.position.data = found.position
    return render_template(
        "more.html",
        session=found,
        sheet=found.sheet,
        asks=asks,
        forms=forms,
        problems=general,
        rule_problems=rule_problems,
        log=list(lines(found)),
        key=new_key(),
    )


def _gone_on(found: Session, typed: list[str] | None) -> ResponseReturnValue:
    """409: somebody else was faster; what they wrote, and what was typed here, still in the form where it fits."""
    ask = found.sheet.ask
    form = None
    if ask is not None and request.form.get("step") == ask.step:
        form = form_for(ask, position=found.position, typed=request.form)
        form.key.data = new_key()
    return _page(found, form=form, lost=typed or []), 409


def _typed(form: Mapping[str, str]) -> list[str]:
    hidden = ("step", "position", "key", "csrf_token")
    return [value for name, value in form.items() if name not in hidden and value]


def _position() -> int:
    return request.form.get("position", default=-1, type=int)
