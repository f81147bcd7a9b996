"""The signed session cookie: its name, and which cookie counts where a browser sends several.

Pages that a browser without a cookie loads at once get a cookie each. Under one name the later would replace the first,
and what was written with that would be lost. So a first visit's cookie has a random name and lasts a day; the next
request is answered with the lasting cookie, made from the oldest, which a browser sends first (RFC 6265, 5.4), unless
it fetches a page ahead. So all requests of a browser are of one device, whichever of these cookies they bring.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.datastructures import MultiDict
from werkzeug.http import parse_cookie

from store.encoding import hashed
from web.request import now

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

TOKEN = "csrf_token"
FORM_SALT = "wtf-csrf-token"
"""The salt with which Flask-WTF signs a token."""
NAME = "takuroku"
"""The cookie's name over plain HTTP, and before 1.4.0 over HTTPS too."""
PLAIN_NAME_ENDS = datetime(2028, 1, 2, tzinfo=UTC)
"""Until when a site over HTTPS reads the plain name: 400 days from 1.4.0, as long as a cookie of 1.3.0 lasts."""
FIRST_VISIT = timedelta(days=1)
SINCE = "since"
"""When the first visit was from which the lasting cookie was made."""
FIRST_VISIT_WINDOW = timedelta(minutes=10)
"""How far first visits of one browser can lie apart. Somebody else set a first visit's cookie that comes later, and
knows its CSRF token."""
KNOWN = 4096
"""Cookies of some 300 bytes whose checked signature is cached: an open page sends the same one every few seconds."""

Signed: TypeAlias = tuple[Mapping[str, Any], datetime]
"""A cookie's data and when it was signed."""


def register(app: Flask) -> None:
    """Install the cookie as the app's session interface, and the check of forms."""
    app.session_interface = SessionCookies(app)
    csrf.init_app(app)


class CookieSession(SecureCookieSession):
    """The cookie's data and its name."""

    name: str
    tokens: Sequence[str] = ()
    """The CSRF tokens of first visits, whose pages may still be open."""
    is_first = False
    """Whether it is a first visit, whose cookie has a name of its own."""
    is_new = False
    """Whether the browser does not have this content under this name yet."""
    is_disputed = False
    """Whether the browser sent cookies of two devices under the name: one was planted, and neither may replace the
    other."""


class SessionCookies(SecureCookieSessionInterface):
    """Session interface: names the cookie, and accepts signatures from the future.

    A machine whose clock was ahead may have signed it; refused, its visitor would lose their scorebook.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        serializer = super().get_signing_serializer(app)
        assert serializer is not None, "the site has a key"
        self._serializer = serializer
        self._checked = lru_cache(maxsize=KNOWN)(partial(serializer.loads, return_timestamp=True))

    def open_session(self, app: Flask, request: Request) -> CookieSession:
        name, lasting, first = self._find_cookies(request.cookies, request.script_root)
        is_new = not lasting
        if not (lasting or first) and name != NAME and now() < PLAIN_NAME_ENDS:
            _, lasting, first = self._find_cookies(request.cookies, request.script_root, by_plain_name=True)
        if not (lasting or first):
            visit = CookieSession()
            visit.name, visit.is_first = f"{name}-{secrets.token_hex(4)}", True
            return visit
        data = lasting[0][0] if lasting else {**first[0][0], SINCE: first[0][1].timestamp()}
        since, window = data.get(SINCE, 0), FIRST_VISIT_WINDOW.total_seconds()
        visit = CookieSession(data)
        visit.name, visit.is_new = name, is_new
        visit.tokens = [each[TOKEN] for each, at in first if TOKEN in each and abs(at.timestamp() - since) <= window]
        visit.is_disputed = len({each.get("secret", each.get("scorebook")) for each, _ in lasting}) > 1
        return visit

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        assert isinstance(session, CookieSession), "it was opened here"
        if session.accessed and "Cookie" not in response.headers.get("Vary", ""):
            response.vary.add("Cookie")
        # No cookie with responses that do not use the session: proxies may cache them.
        # Nor with pages fetched ahead: their answers arrive late, and would undo what another one wrote meanwhile.
        is_ahead = request.headers.get("Purpose") == "prefetch"
        if session.is_disputed or not (session.modified or (session.is_new and session.accessed and not is_ahead)):
            return
        response.set_cookie(
            session.name,
            self._serializer.dumps(dict(session)),
            expires=now() + FIRST_VISIT if session.is_first else self.get_expiration_time(app, session),
            path=request.script_root or "/",
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")

    def device_hash(self, environ: WSGIEnvironment) -> str | None:
        """The hash by which the record knows the device of a request's lasting cookie; None where it has none."""
        _, lasting, _ = self._find_cookies(parse_cookie(environ), environ["SCRIPT_NAME"])
        secret = lasting[0][0].get("secret") if lasting else None
        return None if secret is None else hashed(secret)

    def _find_cookies(
        self, cookies: MultiDict[str, str], root: str, *, by_plain_name: bool = False
    ) -> tuple[str, list[Signed], list[Signed]]:
        """The lasting cookie's name on a site below this path, and in the browser's order the valid cookies: the
        lasting ones of this name, and those of first visits."""
        name = NAME
        if self._app.config["SESSION_COOKIE_SECURE"] and not by_plain_name:
            # No other host and no plain HTTP can set a cookie of these names (RFC 6265bis, 4.1.3).
            name = f"__Secure-{NAME}" if root.strip("/") else f"__Host-{NAME}"
        lasting: list[Signed] = []
        first: list[Signed] = []
        for each, value in cookies.items(multi=True):
            if each == name or each.startswith(f"{name}-"):
                with suppress(BadSignature):
                    data, signed_at = self._checked(value)
                    if now() - signed_at <= self._app.permanent_session_lifetime:
                        (lasting if each == name else first).append((data, signed_at))
        return name, lasting, first


def form_token() -> str:
    """The CSRF token for a page's forms."""
    token = session.get(TOKEN)
    return _signed(str(current_app.secret_key), token) if token else str(generate_csrf())


# A token never expires, and to sign it is a tenth of a kept page.
@lru_cache(maxsize=KNOWN)
def _signed(key: str, token: str) -> str:
    return str(URLSafeTimedSerializer(key, salt=FORM_SALT).dumps(token))


class Protection(CSRFProtect):
    """CSRF protection that also accepts the forms of other first visits."""

    def _get_csrf_token(self) -> str | None:
        given: str | None = super()._get_csrf_token()
        if given and (tokens := cast(CookieSession, session).tokens):
            serializer = URLSafeTimedSerializer(str(current_app.secret_key), salt=FORM_SALT)
            is_valid, token = serializer.loads_unsafe(given)
            if is_valid and token in tokens:
                return form_token()
        return given


csrf = Protection()
"""The check of forms; a view that changes nothing, or knows nobody, is exempted."""
