"""The signed session cookie, and how several cookies of first visits become one.

A browser without a cookie that loads several pages at once gets a cookie for each. Under one name the later would
replace the first, and what was written with that would be lost. So a first visit's cookie has a random name, and the
next request with such cookies is answered with one for all of them: the oldest, which a browser sends first (RFC 6265,
5.4), so that all writes used it. Of the others only the CSRF tokens are kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import validate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer
from wtforms import ValidationError

TOKEN = "csrf_token"
KEPT = timedelta(minutes=1)
"""How long a first visit's cookie stays beside the merged one: a response sent earlier may arrive later and replace the
merged cookie."""
SINCE = "since"
FIRST_VISIT_WINDOW = timedelta(minutes=10)
"""How far first visits of one browser can lie apart. A first-visit cookie that comes later was set by somebody else, so
its CSRF token must not count; it is deleted."""
KNOWN = 4096
"""Cookies of some 300 bytes whose checked signature is cached: an open page sends the same one every few seconds."""
MAX_FIRST_VISITS = 10
"""First visits merged in one request."""


def register(app: Flask) -> None:
    """Install the cookie as the app's session interface."""
    app.session_interface = Cookies(app)


class Visit(SecureCookieSession):
    """The cookie's data, and what to do with the cookies of the request."""

    def __init__(self, said: Mapping[str, Any], name: str) -> None:
        super().__init__(said)
        self.name = name
        """The cookie's name."""
        self.is_new = False
        """Whether the browser does not have this content yet."""
        self.spent: list[str] = []
        """Names of cookies to delete."""


class Cookies(SecureCookieSessionInterface):
    """Session interface: limits the cookie to the site's path, and accepts signatures from the future.

    A machine whose clock was ahead may have signed it; refused, its visitor would lose their scorebook.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._known = lru_cache(maxsize=KNOWN)(self._checked)

    @cached_property
    def _serializer(self) -> URLSafeTimedSerializer:
        made = super().get_signing_serializer(self._app)
        assert made is not None, "the site has a key"
        return made

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> Visit:
        name = self.get_cookie_name(app)
        kept = self._read(request.cookies.get(name, ""))
        first = {each: self._read(value) for each, value in request.cookies.items() if each.startswith(f"{name}-")}
        read = [(found[1], each, found[0]) for each, found in first.items() if found]
        if kept is None and not read:
            visit = Visit({}, f"{name}-{secrets.token_hex(4)}")
        elif kept is None:
            visit = Visit({**read[0][2], SINCE: read[0][0].timestamp()}, name)
            visit.is_new = True
        else:
            visit = Visit(kept[0], name)
        visit.spent = [each for each, found in first.items() if found is None]
        for signed_at, each, said in read[:MAX_FIRST_VISITS]:
            if abs(signed_at.timestamp() - visit.get(SINCE, 0)) > FIRST_VISIT_WINDOW.total_seconds():
                visit.spent.append(each)
            else:
                _take_in(visit, each, said, is_old=datetime.now(UTC) - signed_at > KEPT)
        return visit

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        assert isinstance(session, Visit), "it was opened here"
        if session.accessed:
            response.vary.add("Cookie")
        place: dict[str, Any] = {
            "path": request.script_root or "/",
            "secure": self.get_cookie_secure(app),
            "httponly": self.get_cookie_httponly(app),
            "samesite": self.get_cookie_samesite(app),
        }
        # No cookie with responses that do not use the session: proxies may cache them.
        if session.modified or (session.is_new and session.accessed):
            said = self._serializer.dumps(dict(session))
            response.set_cookie(session.name, said, expires=self.get_expiration_time(app, session), **place)
            response.vary.add("Cookie")
        if session.accessed:
            for name in session.spent:
                response.delete_cookie(name, **place)

    def secret(self, cookies: Mapping[str, str]) -> str | None:
        """The device's secret in these cookies; None where there are only first-visit cookies."""
        found = self._read(cookies.get(self.get_cookie_name(self._app), ""))
        return found[0].get("secret") if found else None

    def _read(self, value: str) -> tuple[Mapping[str, Any], datetime] | None:
        """A cookie's data and when it was signed; None where the signature is invalid or too old."""
        try:
            said, signed_at = self._known(value)
        except BadSignature:
            return None
        return (said, signed_at) if datetime.now(UTC) - signed_at <= self._app.permanent_session_lifetime else None

    def _checked(self, value: str) -> tuple[Mapping[str, Any], datetime]:
        """As `_read`; raises BadSignature."""
        said, signed_at = self._serializer.loads(value, return_timestamp=True)
        return said, signed_at


class Protection(CSRFProtect):
    """CSRF protection that also accepts the tokens of merged first visits."""

    def protect(self, apply_exemptions: bool = False) -> None:
        # Where nothing is checked, the cookie is not looked at: no answer to a program depends on one.
        is_exempt = apply_exemptions and (not request.endpoint or self._is_exempt())
        if request.method in current_app.config["WTF_CSRF_METHODS"] and not is_exempt:
            for name in [each for each in session if each.startswith(f"{TOKEN}-")]:
                with suppress(ValidationError):
                    validate_csrf(self._get_csrf_token(), token_key=name)
                    session[TOKEN], session[name] = session[name], session[TOKEN]
                    break
        super().protect(apply_exemptions)


def _take_in(visit: Visit, name: str, said: Mapping[str, Any], *, is_old: bool) -> None:
    """Merge the CSRF token of a first visit; once the browser has the merged cookie, an old one can be deleted."""
    before = dict(visit)
    token = said.get(TOKEN)
    known = {value for each, value in before.items() if each == TOKEN or each.startswith(f"{TOKEN}-")}
    if token is not None and token not in known:
        own = f"{TOKEN}-{secrets.token_hex(4)}" if TOKEN in before else TOKEN
        dict.__setitem__(visit, own, token)
        visit.is_new = True
    elif is_old and not visit.is_new:
        visit.spent.append(name)
