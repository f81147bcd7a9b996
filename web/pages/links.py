"""The links of a scorebook: a keeper makes them, sees each once as a QR code, and withdraws them."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.author import stamp
from scoring.errors import EntryError
from store.access import Right
from store.errors import LastKeeperError
from web.workings.access import keepers_book, now
from web.workings.qr import qr_code
from web.workings.security import unkept
from web.workings.words import reasons
from web.workings.zone import day_of

pages = Blueprint("links", __name__, url_prefix="/links")

KINDS: dict[str, Right] = {
    "keep": "keeper",
    "watch": "watcher",
    "game": "watcher",
    "join": "player",
    "recovery": "keeper",
}
"""What a link can be for, as the form says it."""
OF_A_SESSION = ("game", "join")
DAYS = {"1": 1, "7": 7, "30": 30}
"""For how long people can come in by a link; anything else is for good."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The form for a new link, and those that there are; `?session=` offers that game too."""
    return _page(session=request.args.get("session", ""))


@pages.post("")
def make() -> ResponseReturnValue:
    """A new link, shown in this one answer; 422 where there can be none."""
    kind, session, days = (request.form.get(name, "") for name in ("for", "session", "days"))
    recovery, at = kind == "recovery", now()
    ends = stamp(at + timedelta(days=DAYS[days])) if days in DAYS and not recovery else None
    try:
        secret = keepers_book().make_link(
            # What the form does not offer is for nothing more than to look.
            role=KINDS.get(kind, "watcher"),
            at=stamp(at),
            session=session if kind in OF_A_SESSION else None,
            ends_at=ends,
            recovery=recovery,
        )
    except EntryError as error:
        told = reasons(error.problems)
        return _page(session=session, problem=told), 422
    address = url_for("joining.ask", secret=secret, _external=True)
    page = render_template(
        "link.html",
        address=address,
        qr=qr_code(address),
        kind=kind,
        name=keepers_book().name(),
        session=session,
        made=day_of(stamp(at)),
        ends=ends and day_of(ends),
    )
    return unkept(make_response(page))


@pages.post("/<link>/withdraw")
def withdraw(link: str) -> ResponseReturnValue:
    """Shut out all who came by this link; 409 where nobody would keep the scorebook any more."""
    session = request.form.get("session", "")
    try:
        keepers_book().withdraw_link(link, at=stamp(now()))
    except LastKeeperError:
        return _page(session=session, is_last=True), 409
    return redirect(url_for("links.show", session=session or None), 303)


def _page(*, session: str = "", problem: str = "", is_last: bool = False) -> str:
    keeper = keepers_book()
    if session:
        keeper.load(session)  # raises where it is not of this scorebook
    came: dict[str, int] = {}
    for each in keeper.devices():
        if each.link:
            came[each.link] = came.get(each.link, 0) + 1
    return render_template(
        "links.html",
        links=keeper.links(),
        came=came,
        session=session,
        problem=problem,
        is_last=is_last,
        at=stamp(now()),
    )
