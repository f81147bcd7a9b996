"""Pages of a device's scorebooks: name the open one, switch, start a new one; delete the open one, and restore it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from record.log import stamp
from scoring.catalogue import all_games
from scoring.message import bare
from store.players import profiles
from store.scorebooks import delete_scorebook, deleted_at, rename_scorebook, rule_sets, scorebook_name
from store.sessions.history import find_sessions
from store.sessions.purge import KEPT_DAYS
from web.errors import NoAccessError
from web.i18n.timezone import zone
from web.i18n.translate import translated
from web.identity import visitor
from web.identity.invitations import joined_sessions, other_scorebooks, players_in
from web.identity.visitor import book
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change
from web.sheet.forms import Form

pages = Pages("scorebooks", __name__, readers="anyone")
pages.add_app_template_global(players_in)


@pages.get("/scorebooks")
def show() -> ResponseReturnValue:
    """List this device's scorebooks, also where it has access only to single sessions of the open one."""
    try:
        book(deleted=True)
    except NoAccessError:
        if not joined_sessions():
            raise
    return render_template("scorebook/scorebooks.html", scorebooks=other_scorebooks(), here=visitor.scorebook())


@pages.get("/scorebooks/name", audience="keeper")
def ask_name(form: Form | None = None, problems: Sequence[str] = ()) -> str:
    """The form that names the open scorebook."""
    form = form or Form(["name"], given={"name": scorebook_name(book()) or ""})
    return render_template("scorebook/name.html", form=form, problems=problems)


@pages.post("/scorebooks/name")
def name() -> ResponseReturnValue:
    """Rename the open scorebook; 422 for an invalid name."""
    form = Form(["name"], typed=request.form)
    return change(
        form,
        lambda form, error: ask_name(form, form.refuse(error.problems)),
        partial(rename_scorebook, book(), name=form["name"].data or "", at=stamp(now())),
        to=url_for("scorebook.show"),
    )


@pages.post("/scorebooks/open", audience="anyone")
def switch() -> ResponseReturnValue:
    """Switch to another scorebook, or to the only session of it that this device may see."""
    wanted = request.form.get("scorebook", "")
    found = next((each for each in other_scorebooks() if each.scorebook == wanted), None)
    if found is None:
        raise NoAccessError
    visitor.switch_scorebook(wanted)
    if found.session is not None:
        return redirect(url_for("sheets.show", session=found.session), 303)
    return redirect(url_for("home.show"), 303)


@pages.post("/scorebooks/told", audience="anyone")
def dismiss_advice() -> ResponseReturnValue:
    """What the home page of releases before 2.1.0 sends, which may lie in a phone."""
    return redirect(url_for("home.show"), 303)


@pages.post("/scorebooks/new", audience="anyone")
def begin() -> ResponseReturnValue:
    """Switch to a new scorebook; it is stored with the first write."""
    visitor.begin_scorebook()
    return redirect(url_for("home.show"), 303)


@pages.get("/scorebook/delete", audience="keeper")
def ask_to_delete() -> str:
    """Ask for confirmation, with what would be deleted."""
    scorebook = book()
    found, people = find_sessions(scorebook, limit=1, archived=None), len(profiles.people(scorebook))
    rules = sum(len(rule_sets(scorebook, slug)) for slug in all_games())
    counted = (
        (_("Games"), f"{found.total}{'+' if found.more_than_total else ''}"),
        (_("Players"), str(people)),
        (_("House rules"), str(rules)),
    )
    return render_template(
        "deletion/scorebook.html",
        goes=[
            translated(bare("{label}: {number}", label=label, number=number))
            for label, number in counted
            if number != "0"
        ],
    )


@pages.post("/scorebook/delete")
def delete() -> ResponseReturnValue:
    """Delete the scorebook; deleted again it keeps its date."""
    scorebook = book(deleted=True)
    if deleted_at(scorebook) is None:
        delete_scorebook(scorebook, at=stamp(now()))
    return redirect(url_for("home.show"), 303)


@pages.post("/scorebook/restore")
def restore() -> ResponseReturnValue:
    """Restore the scorebook."""
    delete_scorebook(book(deleted=True), at=None)
    return redirect(url_for("home.show"), 303)


@pages.app_template_global()
def restorable_until() -> str:
    """The last day on which the deleted scorebook can be restored, where the reader is; "" once it is over."""
    deleted = deleted_at(book(deleted=True))
    until = datetime.fromisoformat(deleted or stamp(now())) + timedelta(days=KEPT_DAYS)
    return str(format_date(until.astimezone(zone()).date(), "long")) if until > now() else ""
