"""Addresses: of visitors, who come by reverse proxies and HTTPS; of this machine, and for phones in its network."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.http import parse_list_header
from werkzeug.middleware.proxy_fix import ProxyFix

from web.errors import NamelessProxyError, PlainHttpError
from web.settings import Settings

WEEK = 7 * 24 * 3600
# HSTS holds for every port of the host, also for what others serve there, and cannot be taken back: so no subdomains,
# and only a week.
ONLY_BY_HTTPS = {"Strict-Transport-Security": f"max-age={WEEK}"}
ALSO_PLAIN = frozenset({"assets.send"})
"""Endpoints that the error page needs."""

# A documentation address (RFC 5737): connecting a datagram socket asks for the route and sends nothing.
SOMEWHERE_ELSE = ("192.0.2.1", 9)
EVERYWHERE = frozenset({"0.0.0.0", "::"})


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


def _refuse_plain() -> None:
    """Refuse plain HTTP: the browser would not send the secure cookie back, and every form would fail."""
    if not request.is_secure and request.endpoint not in ALSO_PLAIN:
        raise PlainHttpError


def _refuse_nameless() -> None:
    """Refuse a same-origin form whose Origin is not this host: the proxy sends no X-Forwarded-Host."""
    # The CSRF check compares hosts only over HTTPS.
    if request.method != "POST" or not request.is_secure or request.headers.get("Sec-Fetch-Site") != "same-origin":
        return
    if urlsplit(request.headers.get("Origin", "")).netloc not in ("", request.host):
        raise NamelessProxyError


def _keep_to_https(response: Response) -> Response:
    # Sent with pages alone: one is enough for the host.
    if request.is_secure and response.mimetype == "text/html":
        response.headers.update(ONLY_BY_HTTPS)
    return response


def lan_address() -> str | None:
    """This machine's address on its network, or None where there is none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        route.connect(SOMEWHERE_ELSE)
        return str(route.getsockname()[0])
    return None


def lan_host() -> str:
    """The same, or the best name for the machine."""
    return lan_address() or socket.gethostname() or "localhost"


def stays_here(host: str) -> bool:
    """Whether no other device can open this host.

    >>> [stays_here(host) for host in ("127.0.0.1", "localhost", "::ffff:127.0.0.1", "0.0.0.0", "169.254.3.4")]
    [True, True, True, True, True]
    >>> [stays_here(host) for host in ("192.168.1.5", "cards.example.org", "kitchen", "2001:db8::1")]
    [False, False, False, False]
    """
    name = host.rstrip(".").lower()
    try:
        found = ipaddress.ip_address(name)
    except ValueError:
        return name in ("localhost", "ip6-localhost", "localhost.localdomain") or name.endswith(".localhost")
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    at = mapped or found
    return at.is_loopback or at.is_unspecified or at.is_link_local


def bracketed(host: str) -> str:
    """
    >>> bracketed("192.168.1.5"), bracketed("::1")
    ('192.168.1.5', '[::1]')
    """
    return f"[{host}]" if ":" in host else host


def is_only_here() -> bool:
    """Whether the site was opened by an address that no other device can open."""
    return stays_here(urlsplit(request.host_url).hostname or "")


def host_for_phones() -> str | None:
    """Host and port by which phones in this network can open the site; None where the site cannot know.

    It cannot behind a proxy, nor where the port or the visitor's own address says that something stands between.
    """
    config = current_app.config
    host, port = config["HOST"], config["PORT"]
    if (
        config["PROXIES"]
        or (urlsplit(request.host_url).port or 80) != port
        or not stays_here(request.remote_addr or "")
    ):
        return None
    address = lan_address() if host in EVERYWHERE else host
    return None if address is None or stays_here(address) else f"{bracketed(address)}:{port}"
