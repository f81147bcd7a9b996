"""A link, opened: what it is for, and a tap that accepts it. To open it changes nothing."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.author import stamp
from scoring.errors import EntryError
from store.access import Link, come, link_of
from store.errors import NoSuchLinkError
from store.scorebooks import name_of as scorebook_called
from web.workings import visitor
from web.workings.access import connection, device_hash, now
from web.workings.devices import name_of
from web.workings.words import words

pages = Blueprint("joining", __name__, url_prefix="/j")


@pages.get("/<secret>")
def ask(secret: str) -> ResponseReturnValue:
    """What the link is for; 404 where it holds no more."""
    return _page(secret)


@pages.post("/<secret>")
def accept(secret: str) -> ResponseReturnValue:
    """Let this device in: 303 to what it may see now."""
    name = name_of(request.user_agent.string)
    try:
        link = come(connection(), secret, device=device_hash(), name=name, at=stamp(now()))
    except NoSuchLinkError:
        return _page("")
    except EntryError as error:
        return _page(secret, problem=" ".join(words(each.message) for each in error.problems))
    visitor.look_at(link.scorebook)
    if link.session is not None:
        return redirect(url_for("sheets.show", session=link.session), 303)
    return redirect(url_for("home.show"), 303)


def _page(secret: str, *, problem: str = "") -> ResponseReturnValue:
    link: Link | None = link_of(connection(), secret, at=stamp(now()))
    called = None if link is None else scorebook_called(connection(), link.scorebook)
    page = render_template("join.html", link=link, called=called, secret=secret, problem=problem)
    answer = make_response(page, 404 if link is None else 422 if problem else 200)
    answer.headers["Cache-Control"] = "private, no-store"
    # Whoever has the address has the key.
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
