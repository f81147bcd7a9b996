"""Reverse proxies and HTTPS: trusts the configured number of proxies and refuses plain HTTP where HTTPS is required."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from werkzeug.http import parse_list_header
from werkzeug.middleware.proxy_fix import ProxyFix

from web.errors import BAD_REQUEST
from web.request.page import for_programs
from web.request.problem_json import problem
from web.settings import Settings

WEEK = 7 * 24 * 3600
# HSTS holds for every port of the host, also for what others serve there, and cannot be taken back: so no subdomains,
# and only a week.
ONLY_BY_HTTPS = {"Strict-Transport-Security": f"max-age={WEEK}"}
ALSO_PLAIN = frozenset({"assets.send"})
"""Endpoints that the error page needs."""

WITHOUT_HTTPS = _l("HTTPS required")
VISITOR = _l("This site works only over HTTPS. Open the same address with https:// in front.")
OPERATOR = _l(
    "If the address already starts with https://, the proxy in front of this site does not pass that on: "
    "it must send X-Forwarded-Proto, and TAKUROKU_PROXIES must give the number of proxies."
)
WRONG_PROXY = _l("The proxy is not set up correctly")
NAMELESS = _l(
    "Nothing was saved: the proxy in front of this site does not say which address was opened. "
    "It must send X-Forwarded-Host, and TAKUROKU_PROXIES must give the number of proxies."
)


class Proxies(ProxyFix):
    """ProxyFix that also works where a header has fewer values than there are proxies.

    Most proxies append to X-Forwarded-For alone and pass the other headers on, or replace them.
    """

    def _get_real_value(self, trusted: int, value: str | None) -> str | None:
        return super()._get_real_value(min(trusted, len(parse_list_header(value or ""))), value)


def register(app: Flask, settings: Settings) -> None:
    """Trust the configured proxies; where HTTPS is required, refuse plain HTTP and make the cookie secure."""
    if count := settings.proxies:
        app.wsgi_app = Proxies(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_prefix=count
        )
        app.before_request(_refuse_nameless)
    if settings.https:
        app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
        app.before_request(_refuse_plain)
        app.after_request(_keep_to_https)


def _refuse_plain() -> ResponseReturnValue | None:
    """Refuse plain HTTP: the browser would not send the secure cookie back, and every form would fail."""
    if request.is_secure or request.endpoint in ALSO_PLAIN:
        return None
    return _refusal(WITHOUT_HTTPS, f"{VISITOR} {OPERATOR}")


def _refuse_nameless() -> ResponseReturnValue | None:
    """Refuse a same-origin form whose Origin is not this host: the proxy sends no X-Forwarded-Host."""
    # The CSRF check compares hosts only over HTTPS.
    if request.method != "POST" or not request.is_secure or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return None
    if urlsplit(request.headers.get("Origin", "")).netloc in ("", request.host):
        return None
    return _refusal(WRONG_PROXY, str(NAMELESS))


def _refusal(title: object, text: str) -> ResponseReturnValue:
    if for_programs():
        return problem(BAD_REQUEST, str(title), text, BAD_REQUEST.status, {})
    return render_template("site/error.html", title=title, text=text), 400


def _keep_to_https(response: Response) -> Response:
    # Sent with pages alone: one is enough for the host.
    if request.is_secure and response.mimetype == "text/html":
        response.headers.update(ONLY_BY_HTTPS)
    return response
