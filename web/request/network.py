"""Addresses of this machine: which of them only it can open, and the one that phones in its network can."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from flask import current_app, request

# A documentation address (RFC 5737): connecting a datagram socket asks for the route and sends nothing.
SOMEWHERE_ELSE = ("192.0.2.1", 9)
EVERYWHERE = frozenset({"0.0.0.0", "::"})


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
