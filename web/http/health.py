"""WSGI middleware for the health check at /health; it answers before the app, since monitors poll it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from flask import Flask

from store.admin.health import Health
from web.http.headers import NO_GUESSING, OF_SITE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/health"
ANSWERS: Mapping[str | None, str] = {
    None: "ok",
    "away": "the record cannot be reached",
    "full": "the disk is full: nothing can be saved",
    "read-only": "the record can only be read: nothing can be saved",
    "unusable": "the record cannot be used",
}
RETRY_AFTER = "5"
HEADERS = {"Content-Type": "application/json", "Cache-Control": "no-store", **NO_GUESSING, **OF_SITE}


def register(app: Flask) -> None:
    """Install the health check, except in the pocket."""
    if not app.config["IN_POCKET"]:
        app.wsgi_app = OfSite(app)  # type: ignore[method-assign]


class OfSite:
    """Middleware: answers 200 while a write would succeed, else 503 with the reason."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._otherwise: WSGIApplication = app.wsgi_app
        self._health = Health()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != PATH or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._otherwise(environ, start_response)
        trouble = self._health.trouble(self._app.extensions["takuroku"])
        body = json.dumps({"status": ANSWERS[trouble]}).encode()
        headers = HEADERS | {"Content-Length": str(len(body))} | ({"Retry-After": RETRY_AFTER} if trouble else {})
        start_response("503 Service Unavailable" if trouble else "200 OK", [*headers.items()])
        return (body,) if environ["REQUEST_METHOD"] == "GET" else ()
