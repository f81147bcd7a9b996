"""A keeper's pages about who has access to the scorebook: links, devices, tokens of programs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf import FlaskForm

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from scoring.errors import EntryError, refused
from scoring.message import say
from store.access.grants import listed_devices, name_device, removable_devices, remove_device
from store.access.secrets import Link, Token, make_link, make_token, revoke, revoke_link, secrets_of
from store.book import Role
from store.errors import LastKeeperError, NoSuchError, OlderKeeperError
from store.scorebooks import scorebook_name
from store.seats.devices import players_at
from store.sessions.loading import load
from web.errors import KIND_OF, kind_of
from web.http.headers import unkept
from web.i18n.timezone import day_of, end_of_evening
from web.i18n.translate import words
from web.identity.current import book, now, now_stamp, own_access_id
from web.identity.invitations import join_code_of, offered
from web.identity.phones import numbered, phone_at
from web.identity.visitor import device_hash
from web.reports.phone_link import phone_link
from web.request.page import Pages
from web.sheet import forms

links = Pages("links", __name__, url_prefix="/links", readers="keeper", in_pocket=False)
devices = Pages("devices", __name__, url_prefix="/devices", readers="keeper", in_pocket=False)
tokens = Pages("tokens", __name__, url_prefix="/tokens", readers="keeper", in_pocket=False)

LINK_ROLES: dict[str, Role] = {
    "keep": "keeper",
    "watch": "watcher",
    "game": "watcher",
    "recovery": "keeper",
}
"""Roles by the form's values. The link to a table is made by `web.pages.session.inviting`."""
DAYS = {"1": 1, "7": 7, "30": 30}
"""Days for which a link is valid; any other value means no end."""


@links.get("", endpoint="show")
def show_links() -> ResponseReturnValue:
    """The form for a new link and the list; `?session=` also offers a link to that session."""
    return _links_page(request.args.get("session", ""))


@links.post("", endpoint="make")
def make_new_link() -> ResponseReturnValue:
    """Make a link and show it, in this response only; 422 where that is not possible."""
    kind, session, days = (request.form.get(name, "") for name in ("for", "session", "days"))
    at, ends_at = now(), None
    if kind == "game":
        ends_at = end_of_evening()
    elif days in DAYS and kind != "recovery":
        ends_at = stamp(at + timedelta(days=DAYS[days]))
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
            by=own_access_id(begin=True),
        )
    except EntryError as error:
        return _links_page(session, forms.place(forms.texts(), error.problems)), 422
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


@links.get("/<link>/code")
def show_code(link: str) -> ResponseReturnValue:
    """The join code of a link, a new one if need be; raises NoSuchError where it has none."""
    join_code_of(link)
    (shown,) = (each for each in secrets_of(book(), Link) if each.id == link)
    page = render_template("access/code.html", link=shown, session=request.args.get("session", ""))
    return unkept(make_response(page))


@links.post("/<link>/withdraw", endpoint="withdraw")
def withdraw_link(link: str) -> ResponseReturnValue:
    """Revoke a link and its accesses; 409 if no keeper would remain."""
    session = request.form.get("session", "")
    try:
        revoke_link(book(), link, by=own_access_id(), at=now_stamp())
    except LastKeeperError as error:
        kind = kind_of(error)
        return _links_page(session, [words(kind.shown.text)]), kind.status
    return redirect(url_for("links.show", session=session or None), 303)


def _links_page(session: str, problems: Sequence[str] = ()) -> str:
    scorebook, at = book(), now_stamp()
    found = load(scorebook, session) if session else None  # raises where it is not of this scorebook
    all_links, all_devices = secrets_of(scorebook, Link), listed_devices(scorebook, at=at)
    came: dict[str, list[str]] = {}
    for device in all_devices:
        came.setdefault(device.link or "", []).append(device.name or _("Unnamed device"))
    sessions: dict[str, Session] = {}
    for link in all_links:
        if link.session is not None and link.withdrawn_at is None and link.session not in sessions:
            with suppress(NoSuchError, UnreadableSessionError):
                sessions[link.session] = load(scorebook, link.session)
    return render_template(
        "access/links.html",
        called=scorebook_name(scorebook),
        links=all_links,
        came=came,
        own={each.link for each in all_devices if each.device == device_hash()},
        sessions=sessions,
        session=session,
        can_join=found is not None and not found.sheet.over and found.discarded_at is None,
        problems=problems,
        at=at,
    )


@devices.get("", endpoint="show")
def show_devices() -> ResponseReturnValue:
    """List the devices, the oldest access first."""
    return _devices_page()


@devices.post("/<access>/name", endpoint="name")
def rename_device(access: str) -> ResponseReturnValue:
    """Rename a device; 422 for an invalid name."""
    form = _device_form(access)
    try:
        name_device(book(), access, name=form["name"].data or "")
    except EntryError as error:
        forms.place(form, error.problems)
        return _devices_page(refused={access: form}), 422
    return redirect(url_for("devices.show"), 303)


@devices.post("/<access>/remove", endpoint="remove")
def remove_access(access: str) -> ResponseReturnValue:
    """Remove a device; 409 for the last keeper, 403 for one whom this keeper may not remove."""
    try:
        remove_device(book(), access, by=own_access_id(), at=now_stamp())
    except (LastKeeperError, OlderKeeperError) as error:
        kind = kind_of(error)
        return _devices_page(problem=words(kind.shown.text)), kind.status
    return redirect(url_for("devices.show"), 303)


def _device_form(access: str, name: str | None = None) -> FlaskForm:
    """The form that renames a device, as sent or with its name; a page has one for each, so each input has an id."""
    typed = request.form if name is None else None
    form: FlaskForm = forms.made(
        {"name": forms.PlainField(id=f"name-{access}")}, typed=typed, given={"name": name or ""}
    )
    return form


def _devices_page(*, refused: dict[str, FlaskForm] | None = None, problem: str = "") -> str:
    scorebook, at = book(), now_stamp()
    found, sits = listed_devices(scorebook, at=at), players_at(scorebook, at=at)
    called = numbered({each.device: each.name for each in found if each.author not in sits and each.name})
    return render_template(
        "access/devices.html",
        devices=found,
        called={
            each.id: phone_at(sits[each.author], each.name) if each.author in sits else called.get(each.device)
            for each in found
        },
        forms={each.id: _device_form(each.id, each.name) for each in found} | (refused or {}),
        links={each.id: each for each in secrets_of(scorebook, Link)},
        removable=removable_devices(scorebook, by=own_access_id(), at=at) if found else (),
        older=words(KIND_OF[OlderKeeperError].shown.text),
        own=device_hash(),
        problem=problem,
    )


@tokens.get("", endpoint="show")
def show_tokens() -> ResponseReturnValue:
    """The form for a new token, and the list."""
    return _tokens_page()


@tokens.post("", endpoint="make")
def make_new_token() -> ResponseReturnValue:
    """Make a token and show it, in this response only; 422 for an invalid name."""
    form = forms.texts("name", "role", typed=request.form)
    role: Role = "watcher" if form["role"].data == "watcher" else "keeper"
    try:
        made = make_token(book(), name=form["name"].data or "", role=role, at=now_stamp())
    except EntryError as error:
        return _tokens_page(form=form, problems=forms.place(form, error.problems)), 422
    return unkept(make_response(_tokens_page(made=made)))


@tokens.post("/<token>/withdraw", endpoint="withdraw")
def withdraw_token(token: str) -> ResponseReturnValue:
    """Revoke a token."""
    revoke(book(), Token, token, at=now_stamp())
    return redirect(url_for("tokens.show"), 303)


def _tokens_page(*, made: str = "", form: FlaskForm | None = None, problems: Sequence[str] = ()) -> str:
    form = form or forms.texts("name", "role", given={"role": "keeper"})
    return render_template(
        "access/tokens.html", tokens=secrets_of(book(), Token), made=made, form=form, problems=problems
    )
