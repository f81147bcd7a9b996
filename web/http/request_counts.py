"""Counts requests for the rate limits of a public site; entries at a table are not limited."""

from __future__ import annotations

from contextlib import nullcontext, suppress

from flask import Flask, Response, g, request

from store.access.secrets import bearer
from store.errors import DatabaseError, UnavailableError
from store.scorebooks import is_begun
from web.errors import TooManyError
from web.identity import visitor
from web.identity.invitations import other_scorebooks
from web.request import rate_limit
from web.request.connection import connection
from web.request.page import asked_page, for_programs


def register(app: Flask) -> None:
    """Count requests to limited views, after the CSRF check, and new scorebooks."""
    app.before_request(_count)
    if app.config["LIMITS"]:
        app.after_request(_count_new)


def _count() -> None:
    page = asked_page()
    if page is None or page.limit is None or not rate_limit.applies(page.limit):
        return
    # Without the database nothing is counted, and pages that do not need it still work; nobody guesses then.
    with nullcontext() if page.limit in rate_limit.OF_SITE else suppress(UnavailableError):
        if page.limit != "scoring" or (_asks() and not _has_a_scorebook()):
            rate_limit.take(page.limit, connection())


def _count_new(answer: Response) -> Response:
    """Count a new scorebook once something is written in it: a refused form creates none."""
    if request.method == "POST" and "is_newcomer" in g and g.is_newcomer:
        with suppress(DatabaseError, TooManyError):
            if is_begun(connection(), g.book.scorebook):
                rate_limit.take("scorebooks", connection())
    return answer


def _asks() -> bool:
    """Whether a tool is asked to score something, and not only opened."""
    return request.method == "POST" or bool(request.args)


def _has_a_scorebook() -> bool:
    """Whether the phone, or the program, has access to any scorebook of this site."""
    if for_programs():
        given = request.authorization
        token = given.token if given is not None and given.type == "bearer" else None
        return bool(token) and bearer(connection(), str(token)) is not None
    return visitor.is_known() and bool(other_scorebooks())
