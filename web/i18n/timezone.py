"""The reader's time zone: what the page's script says of it in a cookie, or the address; else UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from flask import request
from flask_babel import format_date, format_time

NAME = re.compile(r"[A-Za-z][\w+-]*(/[\w+-]+){0,2}", re.ASCII)
MAX_ZONE_LENGTH = 64


def zone() -> tzinfo:
    """The zone of whoever asks."""
    return zone_of(request.args.get("zone") or request.cookies.get("zone", ""))


def zone_of(name: str) -> tzinfo:
    """The zone of this name; UTC where there is none, or none is known to this machine.

    >>> str(zone_of("Asia/Nowhere")), str(zone_of("../passwd"))
    ('UTC', 'UTC')
    """
    if len(name) > MAX_ZONE_LENGTH or not NAME.fullmatch(name):
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        # A machine without the list of zones, a folder of it ("Asia"), a file that is none.
        return UTC


def there(stamp: str, place: tzinfo) -> datetime:
    """A time of the record as the clock on that wall shows it.

    >>> from zoneinfo import ZoneInfo
    >>> there("2026-11-21T15:30:00Z", ZoneInfo("Asia/Tokyo")).isoformat()
    '2026-11-22T00:30:00+09:00'
    """
    return datetime.fromisoformat(stamp).astimezone(place)


def day_of(stamp: str) -> str:
    """The day of a time of the record, as the reader writes it and where the reader is."""
    return str(format_date(there(stamp, zone()).date()))


def minute_of(stamp: str) -> str:
    """Day and minute of a time of the record; of which zone is said where the reader's is not known."""
    place = zone()
    when = there(stamp, place)
    told = f"{format_date(when.date())} {format_time(when.replace(tzinfo=None), 'short', rebase=False)}"
    return f"{told} UTC" if place is UTC else told
