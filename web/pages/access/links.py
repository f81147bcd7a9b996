"""Page of a scorebook's links: make, show once as a QR code, revoke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.author import stamp
from record.errors import UnreadableSessionError
from record.session import Session
from scoring.errors import EntryError
from store.access.grants import Right
from store.access.links import Link
from store.book import KeepersBook
from store.errors import LastKeeperError, NoSuchSessionError
from web.http.headers import unkept
from web.i18n.timezone import day_of
from web.identity.current import keepers_book, now, now_stamp
from web.identity.join_code import is_only_here
from web.identity.permissions import device_hash
from web.reports.qr import qr_code
from web.request.page import Pages
from web.sheet import forms

pages = Pages("links", __name__, url_prefix="/links", readers="keeper", in_pocket=False)

LINK_ROLES: dict[str, Right] = {
    "keep": "keeper",
    "watch": "watcher",
    "game": "watcher",
    "join": "player",
    "recovery": "keeper",
}
"""Roles by the form's values."""
SESSION_LINKS = ("game", "join")
DAYS = {"1": 1, "7": 7, "30": 30}
"""Days for which a link is valid; any other value means no end."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The form for a new link and the list; `?session=` also offers a link to that session."""
    return _page(session=request.args.get("session", ""))


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a link and show it, in this response only; 422 where that is not possible."""
    form = forms.texts("for", "session", "days", typed=request.form)
    kind, session, days = (form[name].data or "" for name in ("for", "session", "days"))
    recovery, at = kind == "recovery", now()
    ends = stamp(at + timedelta(days=DAYS[days])) if days in DAYS and not recovery else None
    try:
        secret = keepers_book().make_link(
            # An unknown value gets the least rights.
            role=LINK_ROLES.get(kind, "watcher"),
            at=stamp(at),
            session=session if kind in SESSION_LINKS else None,
            ends_at=ends,
            recovery=recovery,
        )
    except EntryError as error:
        return _page(session=session, problems=forms.place(form, error.problems)), 422
    address = url_for("joining.ask", secret=secret, _external=True)
    page = render_template(
        "access/link.html",
        address=address,
        qr=qr_code(address),
        kind=kind,
        name=keepers_book().name(),
        session=session,
        made=day_of(stamp(at)),
        ends=ends and day_of(ends),
        only_here=is_only_here(),
    )
    return unkept(make_response(page))


@pages.post("/<link>/withdraw")
def withdraw(link: str) -> ResponseReturnValue:
    """Revoke a link and its accesses; 409 if no keeper would remain."""
    session = request.form.get("session", "")
    try:
        keepers_book().withdraw_link(link, at=now_stamp())
    except LastKeeperError:
        return _page(session=session, is_last=True), 409
    return redirect(url_for("links.show", session=session or None), 303)


def _page(*, session: str = "", problems: Sequence[str] = (), is_last: bool = False) -> str:
    keeper = keepers_book()
    if session:
        keeper.load(session)  # raises where it is not of this scorebook
    links, devices = keeper.links(), keeper.devices()
    came: dict[str, list[str]] = {}
    for each in devices:
        came.setdefault(each.link or "", []).append(each.name)
    return render_template(
        "access/links.html",
        called=keeper.name(),
        links=links,
        came=came,
        own={each.link for each in devices if each.device == device_hash()},
        sessions=_sessions(keeper, links),
        session=session,
        problems=problems,
        is_last=is_last,
        at=now_stamp(),
    )


def _sessions(keeper: KeepersBook, links: Iterable[Link]) -> dict[str, Session]:
    """The sessions of valid links, without unreadable ones."""
    found: dict[str, Session] = {}
    for each in links:
        if each.session is not None and each.withdrawn_at is None and each.session not in found:
            with suppress(NoSuchSessionError, UnreadableSessionError):
                found[each.session] = keeper.load(each.session)
    return found
