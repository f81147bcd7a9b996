"""What stands between a phone and the site: how many proxies are believed, under which path, and whether by HTTPS."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from werkzeug.http import parse_list_header
from werkzeug.middleware.proxy_fix import ProxyFix

from web.request.page import for_programs
from web.request.problem_json import problem
from web.settings import Settings

WEEK = 7 * 24 * 3600
# It holds for every port of the host, also for what others serve there, and cannot be taken back: so for this host
# alone, and for no longer than from one evening to the next.
ONLY_BY_HTTPS = {"Strict-Transport-Security": f"max-age={WEEK}"}
ALSO_PLAIN = frozenset({"assets.send"})
"""What the page needs that says what is wrong."""

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
    return _refusal(WITHOUT_HTTPS, f"{VISITOR} {OPERATOR}")


def _refuse_nameless() -> ResponseReturnValue | None:
    """Say what is wrong: a form comes from this very site, the browser says, but by its name it is another's."""
    # Only over HTTPS is the name looked at, when the form's token is.
    if request.method != "POST" or not request.is_secure or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return None
    if urlsplit(request.headers.get("Origin", "")).netloc in ("", request.host):
        return None
    return _refusal(WRONG_PROXY, str(NAMELESS))


def _refusal(title: object, text: str) -> ResponseReturnValue:
    if for_programs():
        return problem("bad-request", title, text)
    return render_template("site/error.html", title=title, text=text), 400


def _keep_to_https(response: Response) -> Response:
    # A page is enough for its host: on style and script the header would be weight.
    if request.is_secure and response.mimetype == "text/html":
        response.headers.update(ONLY_BY_HTTPS)
    return response
