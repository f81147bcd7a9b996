"""A link, opened: what it is for, and a tap that accepts it. To open it changes nothing."""

from __future__ import annotations

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from store.errors import NoSuchLinkError
from web.http.headers import unkept
from web.i18n.translate import reasons
from web.identity import visitor
from web.identity.invitations import come_in, offered
from web.request.page import Pages

pages = Pages("joining", __name__, url_prefix="/j", readers="anyone", writers="anyone", in_pocket=False, limit="links")


@pages.after_request
def _keep_to_itself(response: Response) -> Response:
    """Keep the secret out of other requests, and out of the browser's memory of answers."""
    # Without any referrer, a form that is sent over HTTPS would be refused.
    response.headers["Referrer-Policy"] = "strict-origin"
    return unkept(response)


@pages.get("/<secret>")
def ask(secret: str) -> ResponseReturnValue:
    """What the link is for; 404 where it holds no more."""
    return _page(secret)


@pages.post("/<secret>")
def accept(secret: str) -> ResponseReturnValue:
    """Let this device in: 303 to what the link is for."""
    offer = offered(secret)
    if offer is None:
        return _page("")
    try:
        access = come_in(secret)
    except NoSuchLinkError:
        return _page("")
    except EntryError as error:
        return _page(secret, problem=reasons(error.problems))
    visitor.look_at(access.scorebook)
    # What the link is for, not what this device may do: a keeper who scans the code of a table wants to sit down, too.
    if offer.link.role == "player":
        return redirect(url_for("seats.show", session=offer.link.session), 303)
    if offer.link.session is not None:
        return redirect(url_for("sheets.show", session=offer.link.session), 303)
    return redirect(url_for("home.show"), 303)


def _page(secret: str, *, problem: str = "") -> ResponseReturnValue:
    offer = offered(secret)
    page = render_template("access/join.html", offer=offer, secret=secret, problem=problem)
    return page, 404 if offer is None else 422 if problem else 200
