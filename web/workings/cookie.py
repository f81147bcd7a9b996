"""The signed cookie that says who is visiting: where it goes, and which is taken."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature


def register(app: Flask) -> None:
    """Keep the visitor in a cookie of this site."""
    app.session_interface = Cookies()


class Cookies(SecureCookieSessionInterface):
    """Keeps a cookie to the path that the site has on a host with others, and refuses none for being too young.

    A clock that was ahead may have signed it, another machine's or this one's of before: its visitor would get a new
    scorebook, and lose the way to the old one.
    """

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        opened = super().open_session(app, request)
        value, serializer = request.cookies.get(self.get_cookie_name(app)), self.get_signing_serializer(app)
        if opened or not value or serializer is None:
            return opened
        try:
            said, signed_at = serializer.loads(value, return_timestamp=True)
        except BadSignature:
            return opened
        return self.session_class(said) if signed_at > datetime.now(UTC) else opened
