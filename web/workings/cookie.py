"""The signed cookie that says who is visiting."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature


def register(app: Flask) -> None:
    """Take a cookie although it was signed by a clock that is ahead: another machine's, or this one's of before."""
    app.session_interface = Cookies()


class Cookies(SecureCookieSessionInterface):
    """Refuses no cookie for being too young: its visitor would get a new scorebook, and lose the way to the old one."""

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
