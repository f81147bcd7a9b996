"""Rate limits by network address on a public site.

Counted across all processes and machines, see docs/decisions/022. `TAKUROKU_PROXIES` says how many proxies are trusted
to name the phone's address. Join codes, which can be guessed, are limited on every site, see docs/decisions/054.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from flask import Flask, current_app, request

from scoring.message import Message, say
from store.access.rate_limit import count, times, window_end
from store.access.secrets import keyed_hash
from store.engines.base import Connection
from store.errors import UnavailableError
from web.errors import TooManyError
from web.settings import Settings

Kind: TypeAlias = Literal["scorebooks", "links", "codes", "scoring", "imports"]


@dataclass(frozen=True)
class Limit:
    """The most requests in a window of this length."""

    most: int
    length: timedelta


SHORT_WINDOW, LONG_WINDOW = timedelta(minutes=10), timedelta(hours=1)
LIMITS: Mapping[Kind, Limit] = {
    "scorebooks": Limit(20, LONG_WINDOW),
    # A phone that joins makes two requests: it opens the link and accepts. Eight phones that mistype it first make
    # three each; the rest is for reloads and for link previews of messengers.
    "links": Limit(120, SHORT_WINDOW),
    # Eight phones that mistype their code twice.
    "codes": Limit(30, SHORT_WINDOW),
    # Some tools send a request at every tap.
    "scoring": Limit(1200, SHORT_WINDOW),
    "imports": Limit(20, LONG_WINDOW),
}
"""Limits for one group; TAKUROKU_LIMITS multiplies them."""
OF_SITE: Mapping[Kind, Limit] = {"codes": Limit(60, timedelta(minutes=1))}
"""Limits for all addresses together, on every site."""
REFUSALS: Mapping[Kind, Message] = {
    "scorebooks": say("Many scorebooks were started from this network just now. Existing scorebooks work as usual."),
    "links": say("Many links were opened from this network just now. Anyone who has already joined can play on."),
    "codes": say("Many join codes were typed just now. Scan the QR code or open the link instead: both work as usual."),
    "scoring": say("Very many requests came from this network just now. Phones with a scorebook here work as usual."),
    "imports": say("Many files were imported from this network just now. Your file was not imported."),
}
MAX_NOTED_REFUSALS = 1000
_noted: dict[tuple[Kind, str], datetime] = {}
"""Logged refusals, with the time until which they are not logged again."""


def register(app: Flask, settings: Settings) -> None:
    """Store the number of groups per address; 0 means no limits."""
    app.config["LIMITS"] = settings.limits


def are_set() -> bool:
    """Whether the site has rate limits."""
    return bool(current_app.config["LIMITS"])


def applies(kind: Kind) -> bool:
    """Whether this site limits it."""
    return are_set() or kind in OF_SITE


def take(kind: Kind, db: Connection) -> None:
    """Count this request; raises TooManyError.

    Lets it through if the database is unavailable, unless it could be a guess: then it raises UnavailableError.
    """
    if applies(kind):
        with nullcontext() if kind in OF_SITE else suppress(UnavailableError):
            for window in _windows(kind):
                if not count(db, **window.whose, most=window.most, now=now()):
                    _refuse(kind, window)


def expect_room(kind: Kind, db: Connection) -> None:
    """Raise TooManyError where the limit is reached, without counting."""
    if applies(kind):
        with suppress(UnavailableError):
            for window in _windows(kind):
                if times(db, **window.whose) >= window.most:
                    _refuse(kind, window)


class Window(NamedTuple):
    """Who is counted, the key of the counter, its limit, and the seconds until the window ends."""

    who: str
    whose: dict[str, Any]
    most: int
    seconds: int


def _windows(kind: Kind) -> Iterator[Window]:
    limit, who = LIMITS[kind], network(request.remote_addr or "")
    groups = current_app.config["LIMITS"] or 1
    yield _window(kind, limit, who, keyed_hash(who, key=str(current_app.secret_key)), groups)
    if kind in OF_SITE:
        yield _window(kind, OF_SITE[kind], "The whole site", "", 1)


def _window(kind: Kind, limit: Limit, who: str, address: str, groups: int) -> Window:
    at = now()
    ends = window_end(at, limit.length)
    whose = {"kind": kind, "address": address, "ends": ends}
    return Window(who, whose, limit.most * groups, ceil((ends - at).total_seconds()))


def _refuse(kind: Kind, window: Window) -> NoReturn:
    _note(kind, window.who, now(), window.whose["ends"])
    raise TooManyError(REFUSALS[kind], window.seconds)


def _note(kind: Kind, who: str, at: datetime, ends: datetime) -> None:
    """Log the first refusal of a window only."""
    if _noted.get((kind, who), at) <= at:
        if len(_noted) >= MAX_NOTED_REFUSALS:
            _noted.clear()
        _noted[kind, who] = ends
        current_app.logger.warning("%s has reached the limit of %s until %s", who, kind, f"{ends:%H:%M} UTC")


def now() -> datetime:
    """Now, for the windows."""
    return datetime.now(UTC)


def network(address: str) -> str:
    """The network that counts as one address: for IPv6 the /64, of which a connection has every address.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')

    Some proxies add the port.

    >>> network("192.0.2.7:61234"), network("[2001:db8::1]:61234"), network("unknown")
    ('192.0.2.7', '2001:db8::', 'unknown')
    """
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        # After a % stands the name of a network interface.
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
