"""Page of an opened link: shows what it is for, and a button that accepts it."""

from __future__ import annotations

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from store.errors import NoSuchError
from web.http.headers import unkept
from web.i18n.translate import reasons
from web.identity import visitor
from web.identity.invitations import Offer, come_in, offered, was_for_evening
from web.request.page import Pages

pages = Pages("joining", __name__, url_prefix="/j", readers="anyone", writers="anyone", in_pocket=False, limit="links")
pages.add_app_template_global(was_for_evening)


@pages.after_request
def _keep_to_itself(response: Response) -> Response:
    """Keep the secret out of referrers and caches."""
    # Not "no-referrer": the CSRF check over HTTPS needs one.
    response.headers["Referrer-Policy"] = "strict-origin"
    return unkept(response)


@pages.get("/<secret>")
def ask(secret: str) -> ResponseReturnValue:
    """Show what the link is for; 404 where it is not valid."""
    return asked(offered(secret), accept=url_for("joining.accept", secret=secret))


@pages.post("/<secret>")
def accept(secret: str) -> ResponseReturnValue:
    """Give this device access: 303 to what the link is for."""
    return comes_in(offered(secret), accept=url_for("joining.accept", secret=secret))


def asked(offer: Offer | None, *, accept: str, problem: str = "") -> ResponseReturnValue:
    """The page that says what a link is for, with the button that goes to the address `accept`."""
    page = render_template("access/join.html", offer=offer, accept=accept, problem=problem)
    return page, 404 if offer is None else 422 if problem else 200


def comes_in(offer: Offer | None, *, accept: str) -> ResponseReturnValue:
    """Give this device what a link offers: a redirect to it, or the page again that says why not."""
    if offer is None:
        return asked(None, accept="")
    try:
        access = come_in(offer.link)
    except NoSuchError:
        return asked(None, accept="")
    except EntryError as error:
        return asked(offer, accept=accept, problem=reasons(error.problems))
    visitor.look_at(access.scorebook)
    # By the link's role, not the device's: a keeper who scans a table's code wants to take a seat, too.
    if offer.link.role == "player":
        return redirect(url_for("seats.show", session=offer.link.session), 303)
    if offer.link.session is not None:
        return redirect(url_for("sheets.show", session=offer.link.session), 303)
    return redirect(url_for("home.show"), 303)
