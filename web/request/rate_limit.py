"""What one address may do on a public site, how often, and what is said to whoever has done it too often.

Counted for all processes and machines together, see docs/decisions/022. An address is that of the phone, as far as
`TAKUROKU_PROXIES` says whose word is believed about it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from flask import Flask, current_app, request
from flask_babel import lazy_gettext as _l

from store.access.rate_limit import count, hashed, times, window_end
from store.engines.base import Connection
from store.errors import UnavailableError
from web.settings import Settings

Kind: TypeAlias = Literal["scorebooks", "links", "scoring", "imports"]


@dataclass(frozen=True)
class Limit:
    """So often in a window of this length."""

    most: int
    length: timedelta


SHORT_WINDOW, LONG_WINDOW = timedelta(minutes=10), timedelta(hours=1)
LIMITS: Mapping[Kind, Limit] = {
    "scorebooks": Limit(20, LONG_WINDOW),
    # A phone that joins tries twice: it looks what the link is for, and accepts. Eight that mistype it first try
    # three times each; the rest is for those who reload, and for messengers that look at the links they carry.
    "links": Limit(120, SHORT_WINDOW),
    # Some tools ask at every tap.
    "scoring": Limit(1200, SHORT_WINDOW),
    "imports": Limit(20, LONG_WINDOW),
}
"""For the address of one group; TAKUROKU_LIMITS is how many groups' worth an address may do."""
TITLE = _l("Please wait a little")
REFUSALS: Mapping[Kind, object] = {
    "scorebooks": _l("Many scorebooks were started from this network just now. Existing scorebooks work as usual."),
    "links": _l("Many links were opened from this network just now. Anyone who has already joined can play on."),
    "scoring": _l("Very many requests came from this network just now. Phones with a scorebook here work as usual."),
    "imports": _l("Many files were imported from this network just now. Your file was not imported."),
}


MOST_NOTED = 1000
_noted: dict[tuple[Kind, str], datetime] = {}
"""Whose refusal the log of this process tells, and until when it is not told again."""


class TooManyError(Exception):
    """An address has done something too often; it may again after so many `seconds`."""

    def __init__(self, kind: Kind, seconds: int) -> None:
        self.kind = kind
        self.seconds = seconds
        super().__init__(f"too many {kind}")


def register(app: Flask, settings: Settings) -> None:
    """Keep how many groups may come from one address; 0 is as many as like."""
    app.config["LIMITS"] = settings.limits


def are_set() -> bool:
    """Whether anything is limited."""
    return bool(current_app.config["LIMITS"])


def take(kind: Kind, db: Connection) -> None:
    """Count one more from the address that asks; raises TooManyError. What cannot be counted now is let through."""
    if are_set():
        window = _window(kind)
        with suppress(UnavailableError):
            if not count(db, **window.whose, most=window.most, now=now()):
                _refuse(kind, window)


def expect_room(kind: Kind, db: Connection) -> None:
    """Raise TooManyError where one more would be too many; nothing is counted."""
    if are_set():
        window = _window(kind)
        with suppress(UnavailableError):
            if times(db, **window.whose) >= window.most:
                _refuse(kind, window)


class Window(NamedTuple):
    """What is counted together, how often it may be, and the seconds for which that still holds."""

    whose: dict[str, Any]
    most: int
    seconds: int


def _window(kind: Kind) -> Window:
    limit, at = LIMITS[kind], now()
    ends = window_end(at, limit.length)
    who = network(request.remote_addr or "")
    whose = {"kind": kind, "address": hashed(who, key=str(current_app.secret_key)), "ends": ends}
    return Window(whose, limit.most * current_app.config["LIMITS"], ceil((ends - at).total_seconds()))


def _refuse(kind: Kind, window: Window) -> NoReturn:
    _note(kind, network(request.remote_addr or ""), now(), window.whose["ends"])
    raise TooManyError(kind, window.seconds)


def _note(kind: Kind, who: str, at: datetime, ends: datetime) -> None:
    """A line in the log for the first refusal of a window, since whoever is refused may ask on and on."""
    if _noted.get((kind, who), at) <= at:
        if len(_noted) >= MOST_NOTED:
            _noted.clear()
        _noted[kind, who] = ends
        current_app.logger.warning("%s has reached the limit of %s until %s", who, kind, f"{ends:%H:%M} UTC")


def now() -> datetime:
    """The time by which windows begin and end."""
    return datetime.now(UTC)


def network(address: str) -> str:
    """What counts as one address: of IPv6 the network that a connection gets, else every phone had more than enough.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')

    Some proxies tell the port too.

    >>> network("192.0.2.7:61234"), network("[2001:db8::1]:61234"), network("unknown")
    ('192.0.2.7', '2001:db8::', 'unknown')
    """
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        # What may follow a % is the name of a wire of this machine.
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False).network_address)
