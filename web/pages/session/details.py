"""What a session has beside its log: when and where, a note, whether it counts, archived or deleted, its versions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import takewhile

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from scoring.errors import EntryError
from store.errors import DatabaseError
from store.sessions import details
from store.sessions.details import DESCRIBED
from store.sessions.loading import load_readable
from store.sessions.purge import purge_book, purge_cutoff
from store.sessions.versions import choose_versions, first_of, version_ids
from web.i18n.timezone import field_of, moment_from, zone
from web.identity.visitor import book, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, lines
from web.sheet.forms import Form

pages = Pages("details", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)

EXCLUDED = "excluded"
ON_THE_PAGE = (*DESCRIBED, EXCLUDED)
"""The fields of the form."""
MAX_LISTED_SESSIONS = 10
"""Sessions of an import that are named."""
MAX_LINES_OF_VERSION = 5


@pages.get("/about")
def show(session: str) -> ResponseReturnValue:
    """Show the form."""
    found = requested_session(session)
    return _page(found, form=Form(ON_THE_PAGE, given=_shown(found)))


@pages.post("/about")
def describe(session: str) -> ResponseReturnValue:
    """Save when and where it was played, the note, and whether it counts: 303 to where they are shown, or 422.

    What is as it was shown stays.
    """
    form, found, scorebook, at = Form(ON_THE_PAGE, typed=request.form), requested_session(session), book(), stamp(now())
    given = _shown(found)
    typed = {name: form[name].data for name in DESCRIBED if form[name].data not in (None, given[name])}
    for name, read in (("played_at", moment_from), ("played_minutes", _number)):
        if name in typed:
            typed[name] = read(typed[name]) if typed[name] else None

    def save() -> None:
        with scorebook.db.writing():
            details.describe(scorebook, session, now=at, **typed)
            if bool(form[EXCLUDED].data) != bool(found.excluded_at):
                details.exclude_session(scorebook, session, at=at if form[EXCLUDED].data else None)

    return change(found, partial(_page, form=form), save, to=url_for("sheets.show", session=session, _anchor="about"))


def _shown(session: Session) -> dict[str, object]:
    texts = {name: str(getattr(session, name) or "") for name in DESCRIBED}
    return {**texts, "played_at": field_of(session.played_at), EXCLUDED: "yes" if session.excluded_at else None}


def _number(text: str) -> object:
    """A whole number as it was typed, in any digits; other text as it is, which is refused."""
    with suppress(ValueError):
        return int(text)
    return text


def _page(session: Session, error: EntryError | None = None, *, form: Form) -> str:
    problems = form.refuse(error.problems if error else ())
    return render_template("session/details.html", session=session, form=form, problems=problems, zone=zone())


# Archived, deleted.


@pages.get("/archive")
def confirm_archive(session: str) -> ResponseReturnValue:
    """Archive, or go on to the deletion; whichever was done before can be undone."""
    return render_template("session/menu/archive.html", session=requested_session(session))


@pages.post("/archive")
def archive(session: str) -> ResponseReturnValue:
    """Archive a session."""
    details.archive_session(book(), session, at=stamp(now()))
    return redirect(url_for("history.show"), 303)


@pages.post("/unarchive")
def unarchive(session: str) -> ResponseReturnValue:
    """Unarchive a session."""
    details.archive_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


@pages.get("/discard")
def confirm_delete(session: str) -> str:
    """Ask for confirmation; unreadable sessions can be deleted too."""
    try:
        found = requested_session(session)
    except UnreadableSessionError:
        found = None
    return render_template("deletion/session.html", id=session, session=found)


@pages.post("/discard")
def delete(session: str) -> ResponseReturnValue:
    """Delete a session, and purge the scorebook's sessions that were deleted long ago."""
    scorebook = book()
    details.delete_session(scorebook, session, at=stamp(now()))
    try:
        purge_book(scorebook, before=purge_cutoff(now()))
    except DatabaseError as error:
        # The site's database role may lack the right to delete; then the command purges.
        current_app.logger.warning("Old deletions could not be purged: %s", " ".join(str(error).split()))
    return redirect(url_for("home.show", deleted=session), 303)


@pages.post("/restore")
def restore(session: str) -> ResponseReturnValue:
    """Restore a deleted session."""
    details.delete_session(book(), session, at=None)
    return redirect(url_for("sheets.show", session=session), 303)


# Versions.


@pages.get("/versions", of_session=False)
def versions(session: str) -> ResponseReturnValue:
    """The versions beside each other; a game that has none but this leads to its sheet.

    Each has the last `lines` of its log that the others do not have, newest first, and how many `more` there are;
    `common` is the last line that all their logs have.
    """
    found = [*load_readable(book(), version_ids(book(), requested_session(session).id))]
    if len(found) < 2:
        return redirect(url_for("sheets.show", session=session))
    logs = zip(*(each.actions for each in found), strict=False)
    together = sum(1 for _ in takewhile(lambda same: all(each == same[0] for each in same), logs))
    own = [lines(each) for each in found]
    return render_template(
        "session/versions.html",
        versions=[
            {
                "session": each,
                "is_from_here": each.id == first_of(each.id),
                "lines": log[together:][: -MAX_LINES_OF_VERSION - 1 : -1],
                "more": max(0, len(log) - together - MAX_LINES_OF_VERSION),
            }
            for each, log in zip(found, own, strict=True)
        ],
        common=own[0][together - 1] if together else None,
        id=session,
        did="did" in request.args,
    )


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
    return [*load_readable(book(), [*ids][:MAX_LISTED_SESSIONS])]


@pages.app_template_global()
def has_versions(session: str) -> bool:
    """Whether a session has versions among which one can choose."""
    return len(version_ids(book(), session)) > 1
