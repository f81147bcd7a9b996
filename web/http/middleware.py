"""WSGI middleware that answers without the app: health checks, polls, and whether a large file may be received.

Every open page polls every few seconds, so a 304 is by far the most frequent answer. It needs a valid cookie, an access
and the same ETag; every other request goes on to the app.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from flask import Flask, Response
from werkzeug.datastructures import Authorization

from record.log import stamp
from store.access.grants import scorebooks_of
from store.access.secrets import bearer
from store.admin.health import Health
from store.book import Role
from store.engines.base import Row
from store.errors import DatabaseError
from store.sessions.snapshot import find_head, version_of
from web.http.headers import NO_GUESSING, OF_SITE
from web.identity.session_cookie import SessionCookies
from web.request import now

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ALWAYS = NO_GUESSING | OF_SITE
HEALTH = "/health"
HEALTH_STATUS: Mapping[str | None, str] = {
    None: "ok",
    "away": "the record cannot be reached",
    "full": "the disk is full: nothing can be saved",
    "read-only": "the record can only be read: nothing can be saved",
    "unusable": "the record cannot be used",
}
ASKS_ACCESS = "takuroku.asks_access"
"""In the environ of a request that is answered with 204 where its sender has an access to any scorebook, else with 403:
the server asks before it receives a large file, as it has few places for such files (`web/server/gateway.py`)."""


OF_A_SESSION = re.compile(r"/s/([^/]+)")
DEVICE = "takuroku.device"
"""Where the environ of a poll that is answered with 304 says whose it was."""


def register(app: Flask) -> None:
    """Install the middleware."""
    app.wsgi_app = Middleware(app)  # type: ignore[method-assign]


class Middleware:
    """The middleware around the app."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._otherwise: WSGIApplication = app.wsgi_app
        self._health = Health()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if ASKS_ACCESS in environ:
            start_response("204 NO CONTENT" if self._has_access(environ) else "403 FORBIDDEN", [])
            return ()
        if (poll := parse_poll(environ)) and (etag := self._find_etag(environ, poll[0])):
            headers = headers_of(etag)
            if headers["ETag"] == environ["HTTP_IF_NONE_MATCH"]:
                start_response("304 NOT MODIFIED", [*headers.items(), *ALWAYS.items()])
                return ()
        is_health = environ["PATH_INFO"] == HEALTH and environ["REQUEST_METHOD"] in ("GET", "HEAD")
        if is_health and not self._app.config["IN_POCKET"]:  # which nobody monitors
            return self._answer_health(environ, start_response)
        return self._otherwise(environ, start_response)

    def _has_access(self, environ: WSGIEnvironment) -> bool:
        try:
            with self._app.extensions["takuroku"].borrowed() as db:
                given = Authorization.from_header(environ.get("HTTP_AUTHORIZATION"))
                if given is not None and given.type == "bearer" and given.token:
                    return bearer(db, given.token) is not None
                device = cast(SessionCookies, self._app.session_interface).device_hash(environ)
                return device is not None and bool(scorebooks_of(db, device, at=stamp(now())))
        except DatabaseError:
            return False

    def _find_etag(self, environ: WSGIEnvironment, session: str) -> str | None:
        """The ETag of a session for this visitor; None where the app has to decide."""
        if self._app.config["SESSION_COOKIE_SECURE"] and environ["wsgi.url_scheme"] != "https":
            return None
        device = cast(SessionCookies, self._app.session_interface).device_hash(environ)
        if device is None:
            return None
        environ[DEVICE] = device
        try:
            with self._app.extensions["takuroku"].borrowed() as db:
                found = find_head(db, device=device, session=session, at=stamp(now()))
        except DatabaseError:
            # The app shows the error.
            return None
        if found is None or not found[1]:
            return None
        head, (access, *_) = found
        self._app.extensions["visits"].note(access.id)
        return etag_of(head, access.role)

    def _answer_health(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """200 while a write would succeed, else 503 with the reason."""
        trouble = self._health.trouble(self._app.extensions["takuroku"])
        headers = {"Cache-Control": "no-store", **ALWAYS, **({"Retry-After": "5"} if trouble else {})}
        body = json.dumps({"status": HEALTH_STATUS[trouble]})
        response = Response(body, 503 if trouble else 200, headers, content_type="application/json")
        return response(environ, start_response)


def parse_poll(environ: WSGIEnvironment) -> tuple[str, str] | None:
    """The session that an open page polls, and the version that the page has; None where the request is no poll."""
    if "HTTP_IF_NONE_MATCH" not in environ or environ["REQUEST_METHOD"] != "GET":
        return None
    session = OF_A_SESSION.match(environ["PATH_INFO"])
    etag = environ["HTTP_IF_NONE_MATCH"].removeprefix("W/").strip('"')
    return (session[1], etag.rpartition(".")[0]) if session else None


def etag_of(head: Row, role: Role) -> str:
    """The ETag of a session for a role: each role sees a page of its own."""
    return f"{version_of(head)}.{role[0]}"


def headers_of(etag: str) -> dict[str, str]:
    """The headers of an answer to a poll."""
    # Only the script keeps the page: a browser's cache would send old form keys again.
    return {"ETag": f'W/"{etag}"', "Cache-Control": "private, no-store", "Vary": "Cookie"}
