"""The signed cookie that says who is visiting: where it goes, and which is taken."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeTimedSerializer

KNOWN = 4096
"""So many cookies of some 300 bytes are read once a day: an open page shows the same one every few seconds."""


def register(app: Flask) -> None:
    """Keep the visitor in a cookie of this site."""
    app.session_interface = Cookies(app)


class Cookies(SecureCookieSessionInterface):
    """Keeps a cookie to the path that the site has on a host with others, and refuses none for being too young.

    A clock that was ahead may have signed it, another machine's or this one's of before: its visitor would get a new
    scorebook, and lose the way to the old one.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._known = lru_cache(maxsize=KNOWN)(self._said)

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

    @cached_property
    def _serializer(self) -> URLSafeTimedSerializer:
        made = super().get_signing_serializer(self._app)
        assert made is not None, "the site has a key"
        return made

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        return self.session_class(self.said(request.cookies.get(self.get_cookie_name(app))))

    def said(self, value: str | None) -> dict[str, Any]:
        """What a cookie says, to be read only; nothing where this site did not sign it, or too long ago."""
        try:
            return self._known(value, datetime.now(UTC).date()) if value else {}
        except BadSignature:
            return {}

    def _said(self, value: str, today: date) -> dict[str, Any]:
        """Raises BadSignature."""
        said, signed_at = self._serializer.loads(value, return_timestamp=True)
        if signed_at.date() < today - self._app.permanent_session_lifetime:
            raise BadSignature("too old")
        return dict(said)
