"""What is counted where it is asked for, see `web.request.rate_limit`: nothing of what happens at a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from flask import Flask, Response, g, request

from store.access.tokens import bearer
from store.errors import DatabaseError, UnavailableError
from store.scorebooks import is_begun
from web.identity import visitor
from web.identity.invitations import other_scorebooks
from web.request import rate_limit
from web.request.connection import connection
from web.request.problem_json import for_programs
from web.request.rate_limit import Kind, TooManyError

ENDPOINTS: Mapping[str, Kind] = {
    "joining.ask": "links",
    "joining.accept": "links",
    "tools.forbidden": "scoring",
    "yaku.show": "scoring",
    "yaku.tell": "scoring",
    "poker.hands": "scoring",
    "api.score": "scoring",
    "api.score_as_before": "scoring",
    "scorebook.bring": "imports",
    "api.import_scorebook": "imports",
}


def register(app: Flask) -> None:
    """Count what is asked for at these endpoints, after the check of its token against forgery; and new scorebooks."""
    app.before_request(_count)
    app.after_request(_count_new)


def _count() -> None:
    kind = ENDPOINTS.get(request.endpoint or "")
    if kind is None or not rate_limit.are_set():
        return
    # Without the record nothing is counted, and what works without it goes on.
    with suppress(UnavailableError):
        if kind != "scoring" or (_asks() and not _has_a_scorebook()):
            rate_limit.take(kind, connection())


def _count_new(answer: Response) -> Response:
    """Count a scorebook once something is written in it: a form that was refused begins none."""
    if rate_limit.are_set() and request.method == "POST" and "is_newcomer" in g and g.is_newcomer:
        with suppress(DatabaseError, TooManyError):
            if is_begun(connection(), g.scorebook):
                rate_limit.take("scorebooks", connection())
    return answer


def _asks() -> bool:
    """Whether something is to be scored; the page alone is none."""
    return request.method == "POST" or bool(request.args)


def _has_a_scorebook() -> bool:
    """Whether the phone, or the program, has access to any scorebook of this site."""
    if for_programs():
        given = request.authorization
        token = given.token if given is not None and given.type == "bearer" else None
        return bool(token) and bearer(connection(), str(token)) is not None
    return visitor.is_known() and bool(other_scorebooks())
