"""Corrections of what was entered: the entries of a past row, one entry that was sent again, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import abort, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from record.errors import LaterEntriesError
from record.session import Session
from record.wording import beyond_row, last_change, lead, untouched
from scoring.core import enter, replay_trusted
from scoring.entry.fields import Number
from scoring.entry.pending import fill_gaps
from scoring.errors import EntryError, refused
from scoring.message import Message, plain, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from store.errors import StaleError
from store.sessions import writing
from web.errors import kind_of
from web.http.live_updates import with_live_updates
from web.i18n.translate import sentences, translated
from web.identity.visitor import author, book, new_key, position, requested_session
from web.request.page import Pages
from web.sheet.change_flow import change, meanwhile, problem_texts
from web.sheet.forms import Form, form_for, seats_shown, typed_entry
from web.sheet.scorecard import MARKS
from web.sheet.view import partial_news, row_json, sheet_page

UNCHANGED = say("Nothing was changed, so there is nothing to save.")

pages = Pages("corrections", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@dataclass(frozen=True)
class RowStep:
    """One entry of the row with its form; `sheet` is the one before it."""

    index: int
    sheet: Sheet[Any]
    ask: Ask
    form: Form


# The entries of a row.


@pages.get("/rows/<int:number>")
@with_live_updates
def show(session: str, number: int) -> ResponseReturnValue:
    """Show the forms of a row's entries."""
    found = requested_session(session)
    return _row_page(found, number=number, steps=_steps(found, number))


@pages.post("/rows/<int:number>")
def save(session: str, number: int) -> ResponseReturnValue:
    """Save the correction; 409 asks whether to reopen where a later entry would become illegal."""
    found = requested_session(session)
    if number >= len(found.sheet.rows) and position() != found.position:
        return _sheet(found, StaleError(found)), 409
    steps = _steps(found, number, request.form)
    reopen = request.form.get("reopen") == "yes"

    def write() -> None:
        at = position()
        written = writing.correct(book(), session, _raw(steps), position=at, by=author(), reopen=reopen)
        if not written.repeated and written.session.position == at:
            raise refused("", UNCHANGED)

    page = partial(_row_page, number=number, steps=steps)
    return change(found, page, write, to=url_for("sheets.show", session=session, row=number))


@pages.post("/rows/<int:number>/preview")
def preview(session: str, number: int) -> ResponseReturnValue:
    """Preview as JSON: what the row becomes by seat, with each `total` and what is `made`, and later `changes`."""
    found = requested_session(session)
    steps = _steps(found, number, request.form)
    news = {name: text for step in steps for name, text in partial_news(step.sheet, step.ask, step.form.raw()).items()}
    try:
        after = _corrected(found, steps)
    except (EntryError, LaterEntriesError) as error:
        return jsonify(problems=problem_texts(error), news=news)
    row = after.sheet.rows[number] if number < len(after.sheet.rows) else None
    cells = row.cells if row else ()
    message = replay_trusted(after.blank, after.entries[: row.entries[-1] + 1]).message if row else None
    return jsonify(
        message=translated(message),
        changes=sentences(map(translated, _beyond(found, after, number, steps))),
        lead=translated(lead(after.sheet, was=found.sheet)),
        totals=[plain(total) for total in after.sheet.totals],
        marks=[
            {"style": mark.style, "word": translated(mark.word)} for mark in (MARKS[cell.outcome] for cell in cells)
        ],
        news=news,
        **row_json(cells),
    )


def _row_page(session: Session, error: Exception | None = None, *, number: int, steps: list[RowStep]) -> str:
    rows = session.sheet.rows
    if number >= len(rows):
        return _sheet(session, error)
    problems: list[str] = []
    if isinstance(error, EntryError):
        index = getattr(error, "index", None)
        problems = next((step for step in steps if step.index == index), steps[0]).form.refuse(error.problems)
    refused = error if isinstance(error, LaterEntriesError) else None
    after: Session | None = session
    if refused:
        after = None
        with suppress(EntryError, LaterEntriesError):
            after = _corrected(session, steps)
    listed = _listed(steps)
    own = f"games/{session.game.slug}/correction.html"
    return render_template(
        [own, "session/bids_correction.html"] if listed else "session/correction.html",
        listed=listed,
        session=session,
        sheet=session.sheet,
        number=number,
        row=rows[number],
        steps=steps,
        correcting=True,
        problems=problems,
        changes=[*_beyond(session, after, number, steps)] if after else [],
        ends=bool(refused and after and after.sheet.over),
        can_reopen=after is not None,
        # Entries in no row yet are those of the step in play.
        later=refused
        and next((row.called for row in rows if refused.index in row.entries), say("what is being entered")),
        later_problems=problem_texts(refused),
        meanwhile=meanwhile(session, error),
        headline=last_change(session),
        key=new_key(),
    )


def _listed(steps: list[RowStep]) -> tuple[Number, Number] | None:
    """The numbers of one entry that those of the next follow, as tricks follow bids: a list has both for each seat."""
    if len(steps) != 2:
        return None
    first, second = steps
    for field in second.ask.fields:
        if isinstance(field, Number) and isinstance(before := first.form.by_name.get(field.follows), Number):
            return before, field
    return None


def _beyond(found: Session, after: Session, number: int, steps: list[RowStep]) -> Iterator[Message]:
    """What a correction changes beyond its row; where that is a list, what stays as well."""
    yield from beyond_row(found, after, number)
    if _listed(steps):
        yield from untouched(after.sheet)


def _raw(steps: list[RowStep]) -> dict[int, object]:
    return {step.index: step.form.raw() for step in steps}


def _corrected(session: Session, steps: list[RowStep]) -> Session:
    """The session as it would be, with later entries dropped where they no longer fit."""
    action = session.correcting(_raw(steps), author(), reopen=True)
    return session if action is None else session.after(action)


def _steps(session: Session, number: int, typed: MultiDict[str, str] | None = None) -> list[RowStep]:
    """The forms of a row's entries, each asked as it was then, or as the entries typed before it require.

    The list ends at an entry that is no longer asked. 404 where there is no such row.
    """
    if number >= len(session.sheet.rows):
        abort(404)
    steps: list[RowStep] = []
    sheet, written = session.blank, 0
    with suppress(EntryError):
        for index in session.sheet.rows[number].entries:
            sheet, entry = replay_trusted(sheet, session.entries[written:index]), session.entries[index]
            ask = sheet.find_ask(entry["step"])
            if ask is None:
                break
            form = form_for(ask, position=session.position, entry=entry, typed=typed, prefix=f"e{index}-")
            steps.append(RowStep(index, sheet, ask, form))
            written = index + 1
            try:
                sheet = enter(sheet, form.raw())
            except EntryError:
                sheet = enter(sheet, entry)
    return steps


# One entry, and undo.


@pages.post("/undo")
def undo(session: str) -> ResponseReturnValue:
    """Undo the last action, or the last `count`, by an action in the log."""
    return _write(session, partial(writing.undo, count=request.form.get("count", default=1, type=int)))


@pages.post("/redo")
def redo(session: str) -> ResponseReturnValue:
    """Redo what was undone last."""
    return _write(session, writing.redo)


@pages.post("/entries/<int:index>")
def replace(session: str, index: int) -> ResponseReturnValue:
    """Replace a live entry, after a form was sent again with other values."""
    found = requested_session(session)
    entry = found.entries[index] if index < len(found.entries) else None
    sheet = replay_trusted(found.blank, found.entries[:index])
    ask = sheet.find_ask(entry["step"]) if entry else None
    if entry is None or ask is None or request.form.get("step") != ask.step:
        return _sheet(found, StaleError(found)), 409
    raw = fill_gaps(sheet, typed_entry(ask, request.form), entry, shown=seats_shown(request.form))
    entered = [translated(each) for each in ask.texts(raw, sheet)]
    return _write(session, partial(writing.correct, changes={index: raw}), entered=entered)


def _write(session: str, act: Callable[..., object], entered: list[str] | None = None) -> ResponseReturnValue:
    return change(
        requested_session(session),
        partial(_sheet, entered=entered),
        partial(act, book(), session, position=position(), by=author()),
        to=url_for("sheets.show", session=session),
    )


def _sheet(session: Session, error: Exception | None, *, entered: list[str] | None = None) -> str:
    """The sheet, with what others wrote, or why nothing was written."""
    if (others := meanwhile(session, error)) is not None:
        return sheet_page(session, conflict=[], meanwhile=others)
    problems = problem_texts(error)
    if isinstance(error, LaterEntriesError):
        problems = [translated(kind_of(error).wording.text), *problems]
    return sheet_page(session, problems=problems, entered=entered or [])
