"""In the pocket: sync with a group's scorebook on another site, and the question for a copy after an evening.

The other site is contacted only after a tap, so the page opens offline.
"""

from __future__ import annotations

from dataclasses import asdict

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from store.scorebooks import scorebook_name
from store.sessions.evenings import evening_of
from store.sessions.history import summaries
from store.sessions.loading import load
from store.sessions.versions import heads
from store.transfer.export import sessions_left_out
from store.transfer.importer import ImportResult
from web.identity import visitor
from web.identity.visitor import author, book, is_keeper, new_key
from web.pages.session.details import MAX_LISTED_SESSIONS
from web.pocket.sync import (
    Group,
    GroupError,
    asks_for_copy,
    connect,
    copied_at,
    fetch,
    group_of,
    has_carrier,
    linked,
    look,
    more_there,
    note_copy,
    send,
)
from web.request.page import Pages
from web.sheet.forms import Form

group = Pages("group", __name__, url_prefix="/group", readers="keeper")
copies = Pages("copies", __name__, url_prefix="/s/<session>/copy", readers="keeper", of_session=True)
group.give_templates(has_carrier, asks_for_copy, copied_at)

COUNTS = ("new", "longer", "known", "there", "more_apart", "left_out")


@group.url_value_preprocessor
def _only_in_a_phone(_endpoint: str | None, _values: object) -> None:
    if not has_carrier():
        raise NotFound


@group.app_template_global()
def group_here() -> Group | None:
    """The group with which the open scorebook is connected, for who keeps it."""
    return linked(book().scorebook) if has_carrier() and is_keeper() else None


@group.post("")
def join() -> ResponseReturnValue:
    """Connect the open scorebook with a group, or a new one; 422 where that is no link, 502 where nobody answers."""
    scorebook, form = book(), Form(["link", "into"], typed=request.form)
    try:
        found, there = look(group_of(form["link"].data or ""))
    except GroupError as error:
        form["link"].errors.append(error.why)
        return show(form), error.status
    if form["into"].data == "new":
        visitor.begin_scorebook()
    connect(visitor.scorebook(), found)
    return redirect(url_for("group.show", did="joined", there=more_there(there, heads(scorebook))), 303)


@group.post("/send", endpoint="send")
def send_games() -> ResponseReturnValue:
    """Send what is new, of one evening or of all: 303 to what came of it, 502 where nothing was sent."""
    scorebook = book()
    evening = request.form.get("evening")
    here = heads(scorebook)
    only = {each.id for each in evening_of(scorebook, evening)} if evening else None
    found, there = look(_require_group())
    taken = send(found, there, scorebook, [each for each in here if only is None or each.id in only])
    left_out = sessions_left_out(scorebook, only, found.rules)
    connect(scorebook.scorebook, found)
    note_copy()
    return _redirect_with_result("sent", taken, there=more_there(there, here, without=taken.apart), left_out=left_out)


@group.post("/fetch", endpoint="fetch")
def fetch_games() -> ResponseReturnValue:
    """Take in what is new there: 303 to what came of it, 502 where nothing was."""
    scorebook = book()
    found, there = look(_require_group())
    taken = fetch(found, there, scorebook, author())
    connect(scorebook.scorebook, found)
    return _redirect_with_result("fetched", taken, there=0)


@group.errorhandler(GroupError)
def _failed(error: GroupError) -> ResponseReturnValue:
    """The page that says why nothing was sent or fetched."""
    return show(problem=error.why), error.status


@group.post("/forget")
def forget() -> ResponseReturnValue:
    """Forget the link; what was sent and fetched stays where it is."""
    connect(book().scorebook, None)
    return redirect(url_for("group.show", did="forgotten"), 303)


@copies.post("")
def answer(session: str) -> ResponseReturnValue:
    """Note that the file was sent, or is not wanted this evening, and go back to the sheet."""
    load(book(), session)
    if not current_app.config["IN_POCKET"]:
        raise NotFound
    note_copy(wanted=request.form.get("answer") == "sent")
    return redirect(url_for("sheets.show", session=session), 303)


def _require_group() -> Group:
    """The group of the open scorebook; raises NotFound where it has none, as when another window has just left it."""
    found = linked(book().scorebook)
    if found is None:
        raise NotFound
    return found


def _redirect_with_result(did: str, taken: ImportResult, *, there: int, left_out: int = 0) -> ResponseReturnValue:
    apart = taken.apart[:MAX_LISTED_SESSIONS]
    counts = {
        **asdict(taken),
        "there": there,
        "left_out": left_out,
        "apart": apart,
        "more_apart": len(taken.apart) - len(apart),
    }
    return redirect(url_for("group.show", did=did, **counts), 303)


@group.get("")
def show(form: Form | None = None, *, problem: str = "") -> str:
    """The link, what can be done by it, and what came of it."""
    scorebook = book()
    return render_template(
        "site/group.html",
        group=linked(scorebook.scorebook),
        called=scorebook_name(scorebook),
        is_begun=bool(summaries(scorebook, limit=1, archived=None)),
        did=request.args.get("did") if request.method == "GET" else None,
        result={name: request.args.get(name, default=0, type=int) for name in COUNTS},
        apart=request.args.getlist("apart"),
        form=form or Form(["link"]),
        problem=problem,
        key=new_key(),
    )
