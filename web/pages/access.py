"""Pages about who has access to a scorebook: links, devices, tokens of programs, and joining by a link or its code."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.errors import UnreadableSessionError
from record.log import stamp
from record.session import Session
from scoring.entry.typed import quoted
from scoring.errors import EntryError, refused
from scoring.message import say
from store.access.grants import listed_devices, name_device, removable_devices, remove_device
from store.access.secrets import Link, OnePhone, Token, make_link, make_token, revoke_link, revoke_secret, secrets_of
from store.book import Role
from store.errors import NoSuchError, OlderKeeperError, UnavailableError
from store.scorebooks import scorebook_name
from store.seats.devices import players_at
from store.sessions.loading import load
from web.errors import KIND_OF
from web.exports.qr_codes import phone_link as phone_address
from web.http.headers import no_store
from web.i18n.timezone import day_of, end_of_evening
from web.i18n.translate import reasons, translated
from web.identity.device_names import device_name_at, numbered
from web.identity.invitations import LinkOffer, accept_link, join_code_of, link_offer, was_for_evening
from web.identity.phone_links import (
    answer,
    arrive_as_granted,
    create_phone_link,
    hand_over_by,
    has_joined,
    is_open,
    joined_by,
    other_names,
    own_request,
    phone_link,
    requests_by,
)
from web.identity.visitor import book, device_hash, own_access_id
from web.pages.site.information import own_page
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, problem_texts
from web.sheet.forms import Form, Input

links = Pages("links", __name__, url_prefix="/links", readers="keeper", in_pocket=False)
devices = Pages("devices", __name__, url_prefix="/devices", readers="keeper", in_pocket=False)
tokens = Pages("tokens", __name__, url_prefix="/tokens", readers="keeper", in_pocket=False)
by_link = Pages(
    "joining", __name__, url_prefix="/j", readers="anyone", writers="anyone", in_pocket=False, limit="links"
)
by_code = Pages(
    "join_by_code",
    __name__,
    url_prefix="/join",
    readers="anyone",
    writers="anyone",
    in_pocket=False,
)
# What a link or a code lets in stays out of caches.
by_link.after_request(no_store)
by_code.after_request(no_store)
by_link.add_app_template_global(was_for_evening)
links.add_app_template_global(other_names)

LINK_ROLES: dict[str, Role] = {
    "watch": "watcher",
    "game": "watcher",
    "recovery": "keeper",
}
"""Roles by the form's values. The link to a table is made by `web.pages.session.seats`."""
FOR_ONE_PHONE: dict[str, OnePhone] = {"keep": "guest", "own": "own"}
"""The links for one phone by the form's values; they have a page that stays, see `show_phone_link`."""
DAYS = {"1": 1, "7": 7, "30": 30}
"""Days for which a link is valid; any other value means no end."""


@links.post("", endpoint="make")
def make_new_link() -> ResponseReturnValue:
    """Make a link and show it, in this response only, or lead to its page; 422 where that is not possible."""
    kind, session, days = (request.form.get(name, "") for name in ("for", "session", "days"))
    at, ends_at = now(), None
    if kind == "game":
        ends_at = end_of_evening()
    elif days in DAYS and kind != "recovery":
        ends_at = stamp(at + timedelta(days=DAYS[days]))
    try:
        if one_phone := FOR_ONE_PHONE.get(kind):
            create_phone_link(one_phone)
            return redirect(url_for("links.show_phone", kind=one_phone), 303)
        if kind not in LINK_ROLES:
            raise refused("role", say("“{typed}” can’t be chosen here.", typed=quoted(kind)))
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
        return show_links(problem_texts(error)), 422
    page = render_template(
        "access/link.html",
        link=phone_address("joining.ask", secret=secret),
        offer=link_offer(secret),
        kind=kind,
        name=scorebook_name(book()),
        session=session,
        made=day_of(stamp(at), whole=True),
        ends_at=ends_at,
    )
    return no_store(make_response(page))


@links.get("/own", endpoint="show_phone", defaults={"kind": "own"})
@links.get("/guest", endpoint="show_phone", defaults={"kind": "guest"})
def show_phone_link(kind: OnePhone, problem: str = "") -> Response:
    """A link for one phone as long as it lets somebody in, who asks to come by its signs, and who has come."""
    book()  # of a deleted scorebook none is shown
    secret, link = phone_link(kind) or ("", None)
    page = render_template(
        "access/phone.html",
        kind=kind,
        link=link,
        address=phone_address("joining.ask", secret=secret) if link is not None and is_open(link) else None,
        joined=joined_by(link.id) if link is not None else [],
        requests=requests_by(link.id) if link is not None else [],
        problem=problem,
    )
    return no_store(make_response(page))


@links.post("/own/leave")
def leave() -> ResponseReturnValue:
    """Take this phone out of the scorebooks that the new one has: 303 home, or back where none has come."""
    book()
    shown = phone_link("own")
    if shown is None or not hand_over_by(shown[1]):
        return redirect(url_for("links.show_phone", kind="own"), 303)
    return redirect(url_for("home.show", left=1), 303)


@links.post("/requests/<request_id>", endpoint="answer")
def answer_request(request_id: str) -> ResponseReturnValue:
    """Let in a phone that has typed the signs of a link, or not: 303 to the page with the link, or `back`.

    422 where there are too many devices, 409 where it is too late.
    """
    also, problem, status = request.form.getlist("also"), "", 303
    try:
        answer(request_id, grants="yes" in request.form, also=also)
    except EntryError as error:
        problem, status = reasons(error.problems), 422
    except NoSuchError:
        problem, status = _("The code has expired. A code is for one phone, and works for ten minutes."), 409
    if status != 303:
        return show_phone_link("own" if "own" in request.form else "guest", problem), status
    shown = url_for("links.show_phone", kind="own" if "own" in request.form else "guest")
    return redirect(own_page(request.form.get("back", ""), otherwise=shown), 303)


@links.get("/<link>/code")
def show_code(link: str) -> ResponseReturnValue:
    """The join code of a link, a new one if need be; raises NoSuchError where it has none."""
    join_code_of(link)
    (shown,) = (each for each in secrets_of(book(), Link) if each.id == link)
    session = request.args.get("session", "")
    page = render_template("access/code.html", link=shown, session=session, requests=requests_by(link))
    return no_store(make_response(page))


@links.post("/<link>/revoke", endpoint="revoke")
@links.post("/<link>/withdraw", endpoint="revoke_before")  # its address in releases before 2.1.0
def revoke_this_link(link: str) -> ResponseReturnValue:
    """Revoke a link and its accesses; 409 if no keeper would remain."""
    return change(
        link,
        lambda _link, error: show_links(problem_texts(error)),
        partial(revoke_link, book(), link, by=own_access_id(), at=stamp(now())),
        to=url_for("links.show", session=request.form.get("session") or None),
    )


@links.get("", endpoint="show")
def show_links(problems: Sequence[str] = ()) -> str:
    """The form for a new link and the list; `session=` also offers a link to that session."""
    scorebook, at, session = book(), stamp(now()), request.values.get("session", "")
    found = load(scorebook, session) if session else None  # raises where it is not of this scorebook
    all_links, all_devices = secrets_of(scorebook, Link), listed_devices(scorebook, at=at)
    joined: dict[str, list[str]] = {}
    for device in all_devices:
        joined.setdefault(device.link or "", []).append(device.name or _("Unnamed device"))
    sessions: dict[str, Session] = {}
    for link in all_links:
        if link.session is not None and link.revoked_at is None and link.session not in sessions:
            with suppress(NoSuchError, UnreadableSessionError):
                sessions[link.session] = load(scorebook, link.session)
    return render_template(
        "access/links.html",
        called=scorebook_name(scorebook),
        # Of links for one phone those that are over and let in nobody say nothing.
        links=[each for each in all_links if each.one_phone is None or is_open(each) or each.id in joined],
        joined=joined,
        own={each.link for each in all_devices if each.device == device_hash()},
        sessions=sessions,
        session=session,
        can_join=found is not None and not found.sheet.over and found.deleted_at is None,
        problems=problems,
        at=at,
    )


@devices.post("/<access>/name", endpoint="name")
def rename_device(access: str) -> ResponseReturnValue:
    """Rename a device; 422 for an invalid name."""
    form = _device_form(access)

    def page(_form: Form, error: EntryError) -> str:
        form.refuse(error.problems)
        return show_devices(refused={access: form})

    name = form["name"].data or ""
    return change(form, page, partial(name_device, book(), access, name=name), to=url_for("devices.show"))


@devices.post("/<access>/remove", endpoint="remove")
def remove_access(access: str) -> ResponseReturnValue:
    """Remove a device; 409 for the last keeper, 403 for one whom this keeper may not remove."""
    return change(
        access,
        lambda _access, error: show_devices(problem=problem_texts(error)[0]),
        partial(remove_device, book(), access, by=own_access_id(), at=stamp(now())),
        to=url_for("devices.show"),
    )


def _device_form(access: str, name: str | None = None) -> Form:
    """The form that renames a device, as sent or with its name; a page has one for each, so each input has an id."""
    typed = request.form if name is None else None
    return Form([Input("name", id=f"name-{access}")], typed=typed, given={"name": name or ""})


@devices.get("", endpoint="show")
def show_devices(*, refused: dict[str, Form] | None = None, problem: str = "") -> str:
    """List the devices, the oldest access first."""
    scorebook, at = book(), stamp(now())
    found, seated = listed_devices(scorebook, at=at), players_at(scorebook, at=at)
    called = numbered({each.device: each.name for each in found if each.author not in seated and each.name})
    return render_template(
        "access/devices.html",
        devices=found,
        called={
            each.id: device_name_at(seated[each.author], each.name)
            if each.author in seated
            else called.get(each.device)
            for each in found
        },
        forms={each.id: _device_form(each.id, each.name) for each in found} | (refused or {}),
        links={each.id: each for each in secrets_of(scorebook, Link)},
        removable=removable_devices(scorebook, by=own_access_id(), at=at) if found else (),
        older=translated(KIND_OF[OlderKeeperError].page_wording.text),
        own=device_hash(),
        problem=problem,
    )


@tokens.post("", endpoint="make")
def make_new_token() -> ResponseReturnValue:
    """Make a token and show it, in this response only; 422 for an invalid name."""
    form = Form(["name", "role"], typed=request.form)
    role: Role = "watcher" if form["role"].data == "watcher" else "keeper"
    try:
        made = make_token(book(), name=form["name"].data or "", role=role, at=stamp(now()))
    except EntryError as error:
        return show_tokens(form=form, problems=form.refuse(error.problems)), 422
    return no_store(make_response(show_tokens(made=made)))


@tokens.post("/<token>/revoke", endpoint="revoke")
@tokens.post("/<token>/withdraw", endpoint="revoke_before")  # as above
def revoke_token(token: str) -> ResponseReturnValue:
    """Revoke a token."""
    revoke_secret(book(), Token, token, at=stamp(now()))
    return redirect(url_for("tokens.show"), 303)


@tokens.get("", endpoint="show")
def show_tokens(*, made: str = "", form: Form | None = None, problems: Sequence[str] = ()) -> str:
    """The form for a new token, and the list."""
    form = form or Form(["name", "role"], given={"role": "keeper"})
    return render_template(
        "access/tokens.html", tokens=secrets_of(book(), Token), made=made, form=form, problems=problems
    )


@by_link.after_request
def keep_secret(response: Response) -> Response:
    """Keep the secret out of referrers."""
    # Not "no-referrer": the CSRF check over HTTPS needs one.
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


@by_link.get("/<secret>")
@by_code.get("/link", endpoint="offer", limit="links")
def ask(secret: str | None = None) -> ResponseReturnValue:
    """Show what a link is for, or the one of the join code that this device has entered; 404 where it is not valid.

    A device that asks to be let in waits on a page of its own.
    """
    if secret is None and own_request() is not None:
        return redirect(url_for("join_by_code.wait"), 303)
    return _invitation_page(link_offer(secret))


@by_link.post("/<secret>")
@by_code.post("/link", limit="links")
def accept(secret: str | None = None) -> ResponseReturnValue:
    """Give this device access: 303 to what the link is for, 422 where there are too many devices."""
    offer = link_offer(secret)
    if offer is None and secret is not None and has_joined(secret):
        return redirect(url_for("home.show"), 303)
    try:
        if offer is not None:
            accept_link(offer.link, also=request.form.getlist("also"))
    except NoSuchError:
        offer = None
    except EntryError as error:
        return _invitation_page(offer, reasons(error.problems))
    if offer is None:
        return _invitation_page(None)
    # By the link's role, not the device's: a keeper who scans a table's code wants to take a seat, too.
    view = "seats.show" if offer.link.role == "player" else "sheets.show" if offer.link.session else "home.show"
    return redirect(url_for(view, session=offer.link.session), 303)


def _invitation_page(offer: LinkOffer | None, problem: str = "") -> ResponseReturnValue:
    """The page that says what a link is for, with the button that accepts at the same address."""
    page = render_template("access/join.html", offer=offer, problem=problem)
    return page, 404 if offer is None else 422 if problem else 200


@by_code.get("/request", endpoint="wait")
def show_own_request() -> ResponseReturnValue:
    """Wait until a keeper answers; 303 to the scorebook once they have let this device in."""
    found = own_request()
    if found is None or found.state != "granted":
        return render_template("access/request.html", own=found), 404 if found is None else 200
    arrive_as_granted(found)
    return redirect(url_for("home.show"), 303)


@by_code.app_template_global()
def code_to_type(link: str) -> dict[str, object] | None:
    """The join code of a link, for a page that shows its QR code; None where there is none just now.

    With its end, the seconds until then, and the address at which it is typed, "" where no other device can open that.
    """
    try:
        signs, ends_at = join_code_of(link)
    except (NoSuchError, UnavailableError):
        return None
    seconds = int((datetime.fromisoformat(ends_at) - now()).total_seconds())
    page = phone_address("scan.show")
    address = page.address.partition("://")[2] if page.instead or not page.opened else ""
    return {"signs": signs, "ends_at": ends_at, "seconds": seconds, "address": address}
