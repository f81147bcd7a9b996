"""Joining by a link or by its join code: what it is for, and a button that accepts it."""

from __future__ import annotations

from datetime import datetime

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.errors import EntryError
from store.errors import NoSuchError, UnavailableError
from web.http.headers import unkept
from web.i18n.translate import reasons
from web.identity.current import now
from web.identity.invitations import (
    Offer,
    come_in,
    enter_join_code,
    join_code_of,
    link_of_code,
    offer_of,
    offered,
    was_for_evening,
)
from web.reports.phone_link import phone_link
from web.request.page import Pages
from web.sheet import forms

by_link = Pages(
    "joining", __name__, url_prefix="/j", readers="anyone", writers="anyone", in_pocket=False, limit="links"
)
by_code = Pages("join_by_code", __name__, url_prefix="/join", readers="anyone", writers="anyone", in_pocket=False)
# What a link or a code lets in stays out of caches.
by_link.after_request(unkept)
by_code.after_request(unkept)
by_link.add_app_template_global(was_for_evening)


@by_link.after_request
def keep_secret(response: Response) -> Response:
    """Keep the secret out of referrers."""
    # Not "no-referrer": the CSRF check over HTTPS needs one.
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


@by_link.get("/<secret>")
def ask(secret: str) -> ResponseReturnValue:
    """Show what the link is for; 404 where it is not valid."""
    return _asked(offered(secret))


@by_link.post("/<secret>")
def accept(secret: str) -> ResponseReturnValue:
    """Give this device access: 303 to what the link is for."""
    return _accepted(offered(secret))


@by_code.get("", endpoint="ask")
def ask_for_code() -> str:
    """The field."""
    return render_template("access/join_by_code.html", form=forms.texts("code"))


@by_code.post("", limit="codes")
def enter() -> ResponseReturnValue:
    """Enter a code: 303 to what it is for; 422 where it is none, 404 where it stands for no link."""
    form = forms.texts("code", typed=request.form)
    try:
        enter_join_code(form["code"].data)
    except EntryError as error:
        forms.place(form, error.problems)
        return render_template("access/join_by_code.html", form=form), 422
    except NoSuchError:
        form["code"].refuse(_("This join code does not work. Check each sign, or ask for the code that is shown now."))
        return render_template("access/join_by_code.html", form=form), 404
    return redirect(url_for("join_by_code.offer"), 303)


@by_code.get("/link", limit="links")
def offer() -> ResponseReturnValue:
    """Show what the link of the entered code is for; 404 where it is not valid any more."""
    return _asked(offer_of(link_of_code()))


@by_code.post("/link", limit="links", endpoint="accept")
def accept_by_code() -> ResponseReturnValue:
    """Give this device access: 303 to what the link is for."""
    return _accepted(offer_of(link_of_code()))


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
    page = phone_link("join_by_code.ask")
    address = page.address.partition("://")[2] if page.instead or not page.opened else ""
    return {"signs": signs, "ends_at": ends_at, "seconds": seconds, "address": address}


def _asked(offer: Offer | None, problem: str = "") -> ResponseReturnValue:
    """The page that says what a link is for, with the button that accepts at the same address."""
    page = render_template("access/join.html", offer=offer, problem=problem)
    return page, 404 if offer is None else 422 if problem else 200


def _accepted(offer: Offer | None) -> ResponseReturnValue:
    """Give this device what a link offers: a redirect to it, or the page again that says why not."""
    try:
        if offer is not None:
            come_in(offer.link)
    except NoSuchError:
        offer = None
    except EntryError as error:
        return _asked(offer, reasons(error.problems))
    if offer is None:
        return _asked(None)
    # By the link's role, not the device's: a keeper who scans a table's code wants to take a seat, too.
    view = "seats.show" if offer.link.role == "player" else "sheets.show" if offer.link.session else "home.show"
    return redirect(url_for(view, session=offer.link.session), 303)
