"""Pages of a session's details: place and note, archiving."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from record.session import Session
from scoring.errors import EntryError
from store.sessions import writing
from store.sessions.loading import load
from store.sessions.writing import MAX_LENGTHS, archive_session
from web.identity.current import book, now_stamp
from web.request.page import Pages
from web.sheet import forms

pages = Pages("details", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.get("/about")
def show(session: str) -> ResponseReturnValue:
    """Show the form."""
    found = load(book(), session)
    return _page(found, forms.texts(*MAX_LENGTHS, given={"place": found.place, "note": found.note}))


@pages.post("/about")
def describe(session: str) -> ResponseReturnValue:
    """Save place and note: 303 to where they are shown, or 422."""
    scorebook, form = book(), forms.texts(*MAX_LENGTHS, typed=request.form)
    try:
        writing.describe(scorebook, session, place=form["place"].data or "", note=form["note"].data or "")
    except EntryError as error:
        forms.place(form, error.problems)
        return _page(load(scorebook, session), form), 422
    return redirect(url_for("sheets.show", session=session, _anchor="about"), 303)


@pages.get("/archive")
def put_away(session: str) -> ResponseReturnValue:
    """Archive, or go on to the deletion; whichever was done before can be undone."""
    return render_template("session/menu/archive.html", session=load(book(), session))


@pages.post("/archive")
def archive(session: str) -> ResponseReturnValue:
    """Archive a session."""
    archive_session(book(), session, at=now_stamp())
    return redirect(url_for("history.show"), 303)


@pages.post("/unarchive")
def unarchive(session: str) -> ResponseReturnValue:
    """Unarchive a session."""
    archive_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


def _page(found: Session, form: FlaskForm) -> str:
    return render_template("session/details.html", session=found, form=form)
