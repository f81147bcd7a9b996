"""Page where one chooses among the versions of a session that was carried on in two places."""

from __future__ import annotations

from collections.abc import Iterable

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from record.session import Session
from store.sessions.loading import load
from store.sessions.versions import choose_versions, version_ids
from web.identity.current import book, now_stamp
from web.request.page import Pages
from web.sheet.versions import MAX_LISTED, sessions_of, versions_of

pages = Pages("versions", __name__, url_prefix="/s/<session>/versions", readers="keeper")


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """The versions beside each other; a game that has none but this leads to its sheet."""
    scorebook = book()
    found = versions_of(scorebook, load(scorebook, session).id)
    if len(found.versions) < 2:
        return redirect(url_for("sheets.show", session=session))
    return render_template("session/versions.html", found=found, id=session, did="did" in request.args)


@pages.post("")
def choose(session: str) -> ResponseReturnValue:
    """Keep one version or all; the others are deleted and can be restored."""
    scorebook = book()
    here = version_ids(scorebook, session)
    kept = here if request.form.get("keep") == "all" else request.form.getlist("keep")
    if not kept:
        raise NotFound
    choose_versions(scorebook, session, keep=kept, at=now_stamp())
    return redirect(url_for("versions.show", session=session, did=1), 303)


@pages.app_template_global()
def sessions_apart(ids: Iterable[str]) -> list[Session]:
    """The sessions that an import names as carried on in two places."""
    return [*sessions_of(book(), [*ids][:MAX_LISTED])]


@pages.app_template_global()
def has_versions(session: str) -> bool:
    """Whether a session has versions among which one can choose."""
    return len(version_ids(book(), session)) > 1
