"""What a session has beside its log: place and note, archived or deleted, and which of its versions to keep."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from store.errors import DatabaseError
from store.sessions import writing
from store.sessions.loading import load, load_readable
from store.sessions.purge import purge_book, purge_cutoff
from store.sessions.versions import choose_versions, version_ids
from store.sessions.writing import MAX_DETAIL_LENGTHS
from web.identity.current import book
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change
from web.sheet.forms import Form
from web.sheet.session_log import MAX_LISTED, versions_of

pages = Pages("details", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.get("/about")
def show(session: str) -> ResponseReturnValue:
    """Show the form."""
    found = load(book(), session)
    return _page(found, form=Form(MAX_DETAIL_LENGTHS, given={"place": found.place, "note": found.note}))


@pages.post("/about")
def describe(session: str) -> ResponseReturnValue:
    """Save place and note: 303 to where they are shown, or 422."""
    scorebook, form = book(), Form(MAX_DETAIL_LENGTHS, typed=request.form)

    def write() -> str:
        writing.describe(scorebook, session, place=form["place"].data or "", note=form["note"].data or "")
        return url_for("sheets.show", session=session, _anchor="about")

    page = partial(_page, form=form)
    return change(load(scorebook, session), page, write, place=lambda error: form.refuse(error.problems))


def _page(found: Session, *, form: Form, problems: list[str] | None = None) -> str:
    return render_template("session/details.html", session=found, form=form, problems=problems or [])


# Archived, deleted.


@pages.get("/archive")
def put_away(session: str) -> ResponseReturnValue:
    """Archive, or go on to the deletion; whichever was done before can be undone."""
    return render_template("session/menu/archive.html", session=load(book(), session))


@pages.post("/archive")
def archive(session: str) -> ResponseReturnValue:
    """Archive a session."""
    writing.archive_session(book(), session, at=stamp(now()))
    return redirect(url_for("history.show"), 303)


@pages.post("/unarchive")
def unarchive(session: str) -> ResponseReturnValue:
    """Unarchive a session."""
    writing.archive_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


@pages.get("/discard")
def confirm_discard(session: str) -> str:
    """Ask for confirmation; unreadable sessions can be deleted too."""
    try:
        found = load(book(), session)
    except UnreadableSessionError:
        found = None
    return render_template("deletion/session.html", id=session, session=found)


@pages.post("/discard")
def discard(session: str) -> ResponseReturnValue:
    """Delete a session, and purge the scorebook's sessions that were deleted long ago."""
    scorebook = book()
    writing.delete_session(scorebook, session, at=stamp(now()))
    try:
        purge_book(scorebook, before=purge_cutoff(now()))
    except DatabaseError as error:
        # The site's database role may lack the right to delete; then the command purges.
        current_app.logger.warning("What was deleted long ago is still there: %s", " ".join(str(error).split()))
    return redirect(url_for("home.show", deleted=session), 303)


@pages.post("/restore")
def restore(session: str) -> ResponseReturnValue:
    """Restore a deleted session."""
    writing.delete_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


# Versions.


@pages.get("/versions", of_session=False)
def versions(session: str) -> ResponseReturnValue:
    """The versions beside each other; a game that has none but this leads to its sheet."""
    scorebook = book()
    found, common = versions_of(scorebook, load(scorebook, session).id)
    if len(found) < 2:
        return redirect(url_for("sheets.show", session=session))
    did = "did" in request.args
    return render_template("session/versions.html", versions=found, common=common, id=session, did=did)


@pages.post("/versions", of_session=False)
def choose_version(session: str) -> ResponseReturnValue:
    """Keep one version or all; the others are deleted and can be restored."""
    scorebook = book()
    here = version_ids(scorebook, session)
    kept = here if request.form.get("keep") == "all" else request.form.getlist("keep")
    if not kept:
        raise NotFound
    choose_versions(scorebook, session, keep=kept, at=stamp(now()))
    return redirect(url_for("details.versions", session=session, did=1), 303)


@pages.app_template_global()
def sessions_apart(ids: Iterable[str]) -> list[Session]:
    """The sessions that an import names as carried on in two places."""
    return [*load_readable(book(), [*ids][:MAX_LISTED])]


@pages.app_template_global()
def has_versions(session: str) -> bool:
    """Whether a session has versions among which one can choose."""
    return len(version_ids(book(), session)) > 1
