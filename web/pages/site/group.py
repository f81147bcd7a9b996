"""Pocket page that syncs with a group's scorebook on another site: link, send, fetch.

The other site is contacted only after a tap, so the page opens offline.
"""

from __future__ import annotations

from dataclasses import asdict

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from werkzeug.exceptions import NotFound

from store.scorebooks import scorebook_name
from store.sessions.evenings import evening_of
from store.sessions.history import summaries
from store.sessions.versions import heads
from store.transfer.importer import Taken
from web.identity import visitor
from web.identity.current import author, book, new_key
from web.identity.permissions import is_keeper
from web.pocket.copies import note_copy
from web.pocket.fetch import has_carrier
from web.pocket.sync import (
    Group,
    GroupError,
    NoLinkError,
    connect,
    disconnect,
    fetch,
    group_of,
    linked,
    look,
    more_there,
    send,
)
from web.request.page import Pages
from web.sheet import forms
from web.sheet.session_log import MAX_LISTED

pages = Pages("group", __name__, url_prefix="/group", readers="keeper")
pages.add_app_template_global(has_carrier)

COUNTS = ("new", "longer", "known", "there", "more_apart")


@pages.url_value_preprocessor
def _only_in_a_phone(_endpoint: str | None, _values: object) -> None:
    if not has_carrier():
        raise NotFound


@pages.app_template_global()
def group_here() -> Group | None:
    """The group with which the open scorebook is connected, for who keeps it."""
    return linked(visitor.scorebook()) if has_carrier() and is_keeper() else None


@pages.get("")
def show() -> ResponseReturnValue:
    """The link, what can be done by it, and what came of it."""
    return _page()


@pages.post("")
def join() -> ResponseReturnValue:
    """Connect the open scorebook with a group, or a new one; 422 where that is no link, 502 where nobody answers."""
    book()
    form = forms.texts("link", "into", typed=request.form)
    try:
        group, there = look(group_of(form["link"].data or ""))
    except NoLinkError:
        form["link"].refuse(
            _("This is not a link to a group scorebook. Such a link starts with https:// and contains “#takuroku_”.")
        )
        return _page(form), 422
    except GroupError as error:
        form["link"].refuse(error.why)
        return _page(form), 502
    if form["into"].data == "new":
        visitor.begin_scorebook()
    connect(visitor.scorebook(), group)
    return redirect(url_for("group.show", did="joined", there=more_there(there, heads(book()))), 303)


@pages.post("/send")
def give() -> ResponseReturnValue:
    """Send what is new, of one evening or of all: 303 to what came of it, 502 where nothing was sent."""
    scorebook, group = book(), _group()
    evening = request.form.get("evening")
    here = heads(scorebook)
    only = {each.id for each in evening_of(scorebook, evening)} if evening else None
    try:
        group, there = look(group)
        came = send(group, there, scorebook, [each for each in here if only is None or each.id in only])
    except GroupError as error:
        return _page(problem=error.why), 502
    connect(scorebook.scorebook, group)
    note_copy()
    return _told("sent", came, there=more_there(there, here, without=came.apart))


@pages.post("/fetch")
def take() -> ResponseReturnValue:
    """Take in what is new there: 303 to what came of it, 502 where nothing was."""
    scorebook, group = book(), _group()
    try:
        group, there = look(group)
        came = fetch(group, there, scorebook, author())
    except GroupError as error:
        return _page(problem=error.why), 502
    connect(scorebook.scorebook, group)
    return _told("fetched", came, there=0)


@pages.post("/forget")
def forget() -> ResponseReturnValue:
    """Forget the link; what was sent and fetched stays where it is."""
    disconnect(book().scorebook)
    return redirect(url_for("group.show", did="forgotten"), 303)


def _group() -> Group:
    """The group of the open scorebook; raises NotFound where it has none, as when another window has just left it."""
    found = linked(visitor.scorebook())
    if found is None:
        raise NotFound
    return found


def _told(did: str, came: Taken, *, there: int) -> ResponseReturnValue:
    apart = came.apart[:MAX_LISTED]
    told = {**asdict(came), "there": there, "apart": apart, "more_apart": len(came.apart) - len(apart)}
    return redirect(url_for("group.show", did=did, **told), 303)


def _page(form: FlaskForm | None = None, *, problem: str = "") -> str:
    scorebook = book()
    return render_template(
        "site/group.html",
        group=linked(visitor.scorebook()),
        called=scorebook_name(scorebook),
        is_begun=bool(summaries(scorebook, limit=1, archived=None)),
        did=request.args.get("did") if request.method == "GET" else None,
        came={name: request.args.get(name, default=0, type=int) for name in COUNTS},
        apart=request.args.getlist("apart"),
        form=form or forms.texts("link"),
        problem=problem,
        key=new_key(),
    )
