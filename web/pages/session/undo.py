"""Undo, redo, replacing an entry, deleting a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.errors import LaterEntriesError, NothingToRedoError, NothingToUndoError, UnreadableSessionError
from record.session import Session
from scoring.core import replay_trusted
from scoring.entry.merging import filled
from scoring.errors import EntryError
from scoring.sheets.changes import PLAN
from store.errors import ConflictError, DatabaseError
from store.sessions import loading
from store.sessions.purge import due, purge_book
from store.sessions.writing import Written, correct, delete_session, redo, undo
from web.errors import kind_of
from web.i18n.translate import words
from web.identity.current import author, book, load, now, now_stamp, position
from web.request.page import Pages
from web.sheet.conflict import meanwhile
from web.sheet.forms import typed_entry
from web.sheet.view import sheet_page

pages = Pages("undo", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.post("/undo")
def take_back(session: str) -> ResponseReturnValue:
    """Undo the last action, or the last `count`, by an action in the log."""
    return _go(session, partial(undo, book(), count=request.form.get("count", default=1, type=int)))


@pages.post("/redo")
def bring_back(session: str) -> ResponseReturnValue:
    """Redo what was undone last."""
    return _go(session, partial(redo, book()))


@pages.post("/entries/<int:index>")
def replace(session: str, index: int) -> ResponseReturnValue:
    """Replace a live entry, after a form was sent again with other values."""
    scorebook, found = book(), load(session)
    if index >= len(found.entries):
        return _faster(found)
    sheet = replay_trusted(found.blank, found.entries[:index])
    ask = sheet.ask_for(found.entries[index]["step"])
    if ask is None or request.form.get("step") != ask.step:
        return _faster(found)
    typed = filled(sheet, typed_entry(ask, request.form), found.entries[index])
    entered = [words(each) for each in ask.texts(typed, sheet)]
    try:
        return _go(session, partial(correct, scorebook, changes={index: typed}, reopen=False))
    except EntryError as error:
        return sheet_page(found, problems=[words(problem.message) for problem in error.problems], entered=entered), 422
    except LaterEntriesError as error:
        text = _("The later entries would no longer fit. Undo them first, or correct the deal on the scorecard.")
        problems = [text, *(words(problem.message) for problem in error.problems)]
        return sheet_page(found, problems=problems, entered=entered), 409


@pages.get("/discard")
def ask_whether(session: str) -> str:
    """Ask for confirmation; unreadable sessions can be deleted too."""
    try:
        found = loading.load(book(), session)
    except UnreadableSessionError:
        found = None
    return render_template("deletion/session.html", id=session, session=found)


@pages.post("/discard")
def discard(session: str) -> ResponseReturnValue:
    """Delete a session, and purge the scorebook's sessions that were deleted long ago."""
    scorebook = book()
    delete_session(scorebook, session, at=now_stamp())
    try:
        purge_book(scorebook, before=due(now()))
    except DatabaseError as error:
        # The site's database role may lack the right to delete; then the command purges.
        current_app.logger.warning("What was deleted long ago is still there: %s", " ".join(str(error).split()))
    return redirect(url_for("home.show", deleted=session), 303)


@pages.post("/restore")
def restore(session: str) -> ResponseReturnValue:
    """Restore a deleted session."""
    delete_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


def _go(session: str, act: Callable[..., Written]) -> ResponseReturnValue:
    """Write an undo or redo: 303 to the sheet; 409 for an edit conflict or nothing to undo."""
    try:
        act(session, position=position(), by=author())
    except ConflictError as error:
        return _faster(error.session)
    except (NothingToUndoError, NothingToRedoError) as error:
        kind = kind_of(error)
        return sheet_page(load(session), problems=[words(kind.shown.text)]), kind.status
    return redirect(url_for("plan.show" if request.form.get("back") == PLAN else "sheets.show", session=session), 303)


def _faster(found: Session) -> ResponseReturnValue:
    return sheet_page(found, lost=[], meanwhile=meanwhile(found, position())), 409
