"""WSGI middleware that answers polls of unchanged session pages with 304, before the app runs.

Every open page polls every few seconds, so this is by far the most frequent answer. It needs a valid cookie, an access
and the same ETag; every other request goes on to the app.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from flask import Flask
from werkzeug.http import parse_cookie

from store.access.secrets import hashed
from store.engines.base import Database
from store.errors import DatabaseError
from store.sessions.version import look
from web.http.headers import NO_GUESSING, OF_SITE
from web.http.live_updates import etag_for, headers_of
from web.identity.last_seen import note_visit
from web.identity.session_cookie import Cookies

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

OF_A_SESSION = re.compile(r"/s/([^/]+)")
ALWAYS = tuple((NO_GUESSING | OF_SITE).items())


def asks_again(environ: WSGIEnvironment) -> bool:
    """Whether the request is the poll of an open session page."""
    return (
        "HTTP_IF_NONE_MATCH" in environ
        and environ["REQUEST_METHOD"] == "GET"
        and OF_A_SESSION.match(environ["PATH_INFO"]) is not None
    )


def register(app: Flask) -> None:
    """Install the middleware."""
    app.wsgi_app = Unchanged(app)  # type: ignore[method-assign]


class Unchanged:
    """The middleware around the app."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._otherwise: WSGIApplication = app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if asks_again(environ) and (etag := self._etag(environ)):
            headers = headers_of(etag)
            if headers["ETag"] == environ["HTTP_IF_NONE_MATCH"]:
                start_response("304 NOT MODIFIED", [*headers.items(), *ALWAYS])
                return ()
        return self._otherwise(environ, start_response)

    def _etag(self, environ: WSGIEnvironment) -> str | None:
        """The ETag of the requested session for this visitor; None where the app has to decide."""
        config = self._app.config
        asked = OF_A_SESSION.match(environ["PATH_INFO"])
        if asked is None or (config["SESSION_COOKIE_SECURE"] and environ["wsgi.url_scheme"] != "https"):
            return None
        secret = cast(Cookies, self._app.session_interface).secret(parse_cookie(environ))
        if secret is None:
            return None
        database: Database = self._app.extensions["takuroku"]
        try:
            db = database.borrow()
            try:
                found = look(db, device=hashed(secret), session=asked[1])
            finally:
                database.give_back(db)
        except DatabaseError:
            # The app shows the error.
            return None
        if found is None or not found.accesses:
            return None
        access = found.accesses[0]
        note_visit(self._app, access.id)
        return etag_for(found.version, access.role)
