"""The signed cookie that says who is visiting: where it goes, and which is taken of several.

Pages that a browser without a cookie loads at once are given one each; under one name the later would replace the
first, and with it the way to what was written by it. So a first visit's cookie has a name of its own, and the next
request that shows such cookies is answered with one that stands for all of them. It is the one that came first, which a
browser shows before the others (RFC 6265, 5.4), so whatever is written is written by it: of the others there is nothing
to keep but their pages' tokens against forged forms.
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
"""For so long a first visit's cookie stays beside the one that stands for it: an answer that was under way when it was
made may come after it, and put that of before in its place."""
SINCE = "since"
FIRST_VISIT_WINDOW = timedelta(minutes=10)
"""By so much first visits of one browser can lie apart. What comes to a browser that has its cookie for longer was put
there by somebody else, whose token is not to let forms of theirs through; it goes away."""
KNOWN = 4096
"""So many cookies of some 300 bytes are checked once: an open page shows the same one every few seconds."""
MAX_FIRST_VISITS = 10
"""So many first visits are taken together."""


def register(app: Flask) -> None:
    """Keep the visitor in a cookie of this site."""
    app.session_interface = Cookies(app)


class Visit(SecureCookieSession):
    """What the cookie says, and what came with it."""

    def __init__(self, said: Mapping[str, Any], name: str) -> None:
        super().__init__(said)
        self.name = name
        """Under which it is sent."""
        self.is_new = False
        """Whether the browser has it in other words."""
        self.spent: list[str] = []
        """The names of cookies that say nothing more."""


class Cookies(SecureCookieSessionInterface):
    """Keeps a cookie to the path that the site has on a host with others, and refuses none for being too young.

    A clock that was ahead may have signed it, another machine's or this one's of before: its visitor would get a new
    scorebook, and lose the way to the old one.
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

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

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
            "path": self.get_cookie_path(app),
            "secure": self.get_cookie_secure(app),
            "httponly": self.get_cookie_httponly(app),
            "samesite": self.get_cookie_samesite(app),
        }
        # With what asks for nothing of the visitor no cookie is sent: it may be kept for everybody.
        if session.modified or (session.is_new and session.accessed):
            said = self._serializer.dumps(dict(session))
            response.set_cookie(session.name, said, expires=self.get_expiration_time(app, session), **place)
            response.vary.add("Cookie")
        if session.accessed:
            for name in session.spent:
                response.delete_cookie(name, **place)

    def secret(self, cookies: Mapping[str, str]) -> str | None:
        """What only the device knows that shows these cookies; None as long as it shows none but first visits'."""
        found = self._read(cookies.get(self.get_cookie_name(self._app), ""))
        return found[0].get("secret") if found else None

    def _read(self, value: str) -> tuple[Mapping[str, Any], datetime] | None:
        """What a cookie says, and when it was signed; None where it is none of ours, or too old."""
        try:
            said, signed_at = self._known(value)
        except BadSignature:
            return None
        return (said, signed_at) if datetime.now(UTC) - signed_at <= self._app.permanent_session_lifetime else None

    def _checked(self, value: str) -> tuple[Mapping[str, Any], datetime]:
        """Raises BadSignature."""
        said, signed_at = self._serializer.loads(value, return_timestamp=True)
        return said, signed_at


class Protection(CSRFProtect):
    """Takes the forms of every page that came before there was one cookie."""

    def protect(self, apply_exemptions: bool = False) -> None:
        if request.method in current_app.config["WTF_CSRF_METHODS"]:
            for name in [each for each in session if each.startswith(f"{TOKEN}-")]:
                with suppress(ValidationError):
                    validate_csrf(self._get_csrf_token(), token_key=name)
                    session[TOKEN], session[name] = session[name], session[TOKEN]
                    break
        super().protect(apply_exemptions)


def _take_in(visit: Visit, name: str, said: Mapping[str, Any], *, is_old: bool) -> None:
    """Take along the token of a first visit; that of an old one is in the browser's cookie already."""
    before = dict(visit)
    token = said.get(TOKEN)
    known = {value for each, value in before.items() if each == TOKEN or each.startswith(f"{TOKEN}-")}
    if token is not None and token not in known:
        own = f"{TOKEN}-{secrets.token_hex(4)}" if TOKEN in before else TOKEN
        dict.__setitem__(visit, own, token)
        visit.is_new = True
    elif is_old and not visit.is_new:
        visit.spent.append(name)
