"""Page of a scorebook's links: make, show once as a QR code, revoke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from scoring.errors import EntryError, refused
from scoring.message import say
from store.access.grants import listed_devices
from store.access.secrets import Link, make_link, revoke_link, secrets_of
from store.book import Book, Role
from store.errors import LastKeeperError, NoSuchError
from store.scorebooks import scorebook_name
from store.sessions.loading import load
from web.errors import kind_of
from web.http.headers import unkept
from web.i18n.ends import end_of_evening, until
from web.i18n.timezone import day_of
from web.i18n.translate import words
from web.identity import join_code
from web.identity.current import book, now, now_stamp
from web.identity.invitations import offered
from web.identity.permissions import claimed_access_id, device_hash, own_access_id
from web.reports.phone_link import phone_link
from web.request.page import Pages
from web.sheet import forms

pages = Pages("links", __name__, url_prefix="/links", readers="keeper", in_pocket=False)

LINK_ROLES: dict[str, Role] = {
    "keep": "keeper",
    "watch": "watcher",
    "game": "watcher",
    "recovery": "keeper",
}
"""Roles by the form's values. The link to a table is made by `web.pages.session.inviting`."""
DAYS = {"1": 1, "7": 7, "30": 30}
"""Days for which a link is valid; any other value means no end."""

pages.add_app_template_global(until)


@pages.get("")
def show() -> ResponseReturnValue:
    """The form for a new link and the list; `?session=` also offers a link to that session."""
    return _page(session=request.args.get("session", ""))


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a link and show it, in this response only; 422 where that is not possible."""
    form = forms.texts("for", "session", "days", typed=request.form)
    kind, session, days = (form[name].data or "" for name in ("for", "session", "days"))
    at = now()
    ends_at = (
        end_of_evening()
        if kind == "game"
        else stamp(at + timedelta(days=DAYS[days]))
        if days in DAYS and kind != "recovery"
        else None
    )
    try:
        if kind not in LINK_ROLES:
            raise refused("role", say("Choose what the link is for."))
        secret = make_link(
            book(),
            role=LINK_ROLES[kind],
            at=stamp(at),
            session=session if kind == "game" else None,
            ends_at=ends_at,
            recovery=kind == "recovery",
            by=claimed_access_id(),
        )
    except EntryError as error:
        return _page(session=session, problems=forms.place(form, error.problems)), 422
    page = render_template(
        "access/link.html",
        link=phone_link("joining.ask", secret=secret),
        offer=offered(secret),
        kind=kind,
        name=scorebook_name(book()),
        session=session,
        made=day_of(stamp(at), whole=True),
        ends_at=ends_at,
    )
    return unkept(make_response(page))


@pages.get("/<link>/code")
def show_code(link: str) -> ResponseReturnValue:
    """The join code of a link, a new one if need be; raises NoSuchError where it has none."""
    join_code.show(link)
    (shown,) = (each for each in secrets_of(book(), Link) if each.id == link)
    page = render_template("access/code.html", link=shown, session=request.args.get("session", ""))
    return unkept(make_response(page))


@pages.post("/<link>/withdraw")
def withdraw(link: str) -> ResponseReturnValue:
    """Revoke a link and its accesses; 409 if no keeper would remain."""
    session = request.form.get("session", "")
    try:
        revoke_link(book(), link, by=own_access_id(), at=now_stamp())
    except LastKeeperError as error:
        kind = kind_of(error)
        return _page(session=session, problems=[words(kind.shown.text)]), kind.status
    return redirect(url_for("links.show", session=session or None), 303)


def _page(*, session: str = "", problems: Sequence[str] = ()) -> str:
    scorebook = book()
    at = now_stamp()
    found = load(scorebook, session) if session else None  # raises where it is not of this scorebook
    links, devices = secrets_of(scorebook, Link), listed_devices(scorebook, at=at)
    came: dict[str, list[str]] = {}
    for each in devices:
        came.setdefault(each.link or "", []).append(each.name or _("Unnamed device"))
    return render_template(
        "access/links.html",
        called=scorebook_name(scorebook),
        links=links,
        came=came,
        own={each.link for each in devices if each.device == device_hash()},
        sessions=_sessions(scorebook, links),
        session=session,
        can_join=found is not None and not found.sheet.over and found.discarded_at is None,
        problems=problems,
        at=at,
    )


def _sessions(keeper: Book, links: Iterable[Link]) -> dict[str, Session]:
    """The sessions of valid links, without unreadable ones."""
    found: dict[str, Session] = {}
    for each in links:
        if each.session is not None and each.withdrawn_at is None and each.session not in found:
            with suppress(NoSuchError, UnreadableSessionError):
                found[each.session] = load(keeper, each.session)
    return found
