"""Says before a large file is received whether its sender has an access to any scorebook.

The server asks, as it has only a few places for such files (`web/server/gateway.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from flask import Flask
from werkzeug.datastructures import Authorization

from record.log import stamp
from store.access.grants import scorebooks_of
from store.access.secrets import bearer, hashed
from store.engines.base import Connection, Database
from store.errors import DatabaseError
from web.identity.session_cookie import Cookies

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ASKS_ACCESS = "takuroku.asks_access"
"""In the environ of a request that is answered with 204 where its sender has an access, else with 403."""


def register(app: Flask) -> None:
    """Install the middleware."""
    app.wsgi_app = Known(app)  # type: ignore[method-assign]


class Known:
    """The middleware around the app."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._otherwise: WSGIApplication = app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if ASKS_ACCESS not in environ:
            return self._otherwise(environ, start_response)
        database: Database = self._app.extensions["takuroku"]
        try:
            db = database.borrow()
            try:
                has_access = self._has_access(environ, db)
            finally:
                database.give_back(db)
        except DatabaseError:
            has_access = False
        start_response("204 NO CONTENT" if has_access else "403 FORBIDDEN", [])
        return ()

    def _has_access(self, environ: WSGIEnvironment, db: Connection) -> bool:
        given = Authorization.from_header(environ.get("HTTP_AUTHORIZATION"))
        if given is not None and given.type == "bearer" and given.token:
            return bearer(db, given.token) is not None
        secret = cast(Cookies, self._app.session_interface).secret(environ)
        return secret is not None and bool(scorebooks_of(db, hashed(secret), at=stamp(datetime.now(UTC))))
