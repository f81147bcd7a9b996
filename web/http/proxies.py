"""What stands between a phone and the site: how many proxies are believed, under which path, and whether by HTTPS."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from werkzeug.http import parse_list_header
from werkzeug.middleware.proxy_fix import ProxyFix

from web.http.problem_json import for_programs, problem
from web.settings import Settings

WEEK = 7 * 24 * 3600
# It holds for every port of the host, also for what others serve there, and cannot be taken back: so for this host
# alone, and for no longer than from one evening to the next.
ONLY_BY_HTTPS = {"Strict-Transport-Security": f"max-age={WEEK}"}
ALSO_PLAIN = frozenset({"assets.send"})
"""What the page needs that says what is wrong."""

TITLE = _l("Not on this way")
VISITOR = _l("This site goes by HTTPS only: open the same address with https:// in front.")
OPERATOR = _l(
    "If it has that already, the proxy before the site does not say so: it must send X-Forwarded-Proto, "
    "and TAKUROKU_PROXIES must say how many proxies there are."
)
NAMELESS = _l(
    "Nothing was saved: the proxy before the site does not say which address was opened. "
    "It must send X-Forwarded-Host, and TAKUROKU_PROXIES must say how many proxies there are."
)


class Proxies(ProxyFix):
    """Believes so many proxies, also where all but one hand a header on, or put their own in its place.

    Most add themselves to X-Forwarded-For alone: the others then have one value, however many proxies there are.
    """

    def _get_real_value(self, trusted: int, value: str | None) -> str | None:
        return super()._get_real_value(min(trusted, len(parse_list_header(value or ""))), value)


def register(app: Flask, settings: Settings) -> None:
    """Believe as many proxies as there are; with HTTPS, give the cookie to nobody without."""
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
    """Say what is wrong: the browser would not send the cookie back, and every form would be refused."""
    if request.is_secure or request.endpoint in ALSO_PLAIN:
        return None
    return _refusal(f"{VISITOR} {OPERATOR}")


def _refuse_nameless() -> ResponseReturnValue | None:
    """Say what is wrong: a form comes from this very site, the browser says, but by its name it is another's."""
    # Only over HTTPS is the name looked at, when the form's token is.
    if request.method != "POST" or not request.is_secure or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return None
    if urlsplit(request.headers.get("Origin", "")).netloc in ("", request.host):
        return None
    return _refusal(str(NAMELESS))


def _refusal(text: str) -> ResponseReturnValue:
    if for_programs():
        return problem("bad-request", TITLE, text)
    return render_template("site/error.html", title=TITLE, text=text), 400


def _keep_to_https(response: Response) -> Response:
    # A page is enough for its host: on style and script the header would be weight.
    if request.is_secure and response.mimetype == "text/html":
        response.headers.update(ONLY_BY_HTTPS)
    return response
