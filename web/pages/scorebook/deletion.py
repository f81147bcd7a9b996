"""Pages that delete and restore the whole scorebook."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from scoring.catalogue import all_games
from store.book import Book
from store.players import profiles
from store.scorebooks import delete_scorebook, deleted_at, rule_sets
from store.sessions.history import find
from store.sessions.purge import KEPT_DAYS
from web.i18n.timezone import zone
from web.identity.current import book, now, now_stamp
from web.request.page import Pages

pages = Pages("deletion", __name__, url_prefix="/scorebook", readers="keeper")


@pages.get("/delete")
def ask_whether() -> str:
    """Ask for confirmation, with what would be deleted."""
    return render_template("deletion/scorebook.html", goes=list(_goes(book())))


@pages.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete the scorebook; deleted again it keeps its date."""
    scorebook = book(deleted=True)
    if deleted_at(scorebook) is None:
        delete_scorebook(scorebook, at=now_stamp())
    return redirect(url_for("home.show"), 303)


@pages.post("/restore")
def restore() -> ResponseReturnValue:
    """Restore the scorebook."""
    delete_scorebook(book(deleted=True), at=None)
    return redirect(url_for("home.show"), 303)


@pages.app_template_global()
def restorable_until() -> str:
    """The last day on which the deleted scorebook can be restored, where the reader is; "" once it is over."""
    deleted = deleted_at(book(deleted=True))
    until = datetime.fromisoformat(deleted or now_stamp()) + timedelta(days=KEPT_DAYS)
    return str(format_date(until.astimezone(zone()).date(), "long")) if until > now() else ""


def _goes(scorebook: Book) -> Iterator[str]:
    """The contents of the scorebook as lines of text."""
    found = find(scorebook, limit=1, archived=None)
    rules = sum(len(rule_sets(scorebook, slug)) for slug in all_games())
    if found.total:
        yield _("Games: %(num)s", num=f"{found.total}+" if found.more_than_total else found.total)
    if people := len(profiles.people(scorebook)):
        yield _("Players: %(num)s", num=people)
    if rules:
        yield _("Saved house rules: %(num)s", num=rules)
