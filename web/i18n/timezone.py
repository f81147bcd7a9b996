"""The reader's time zone, from the query or from a cookie that the page's script sets, else UTC; and how all pages tell
a time: "Sat, Nov 21 9:40 PM", with the year where it is another one. The script then says "today" and "yesterday".
When an access or a link ends, pages say as "tomorrow 9:40 PM"; how long a game took, as "1 h 25 min"."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_skeleton, format_time
from flask import g, request
from flask_babel import get_locale
from flask_babel import gettext as _

from record.evenings import evening_day, evening_end
from record.log import stamp
from scoring.message import Message, bare, say
from web.request import now

NAME = re.compile(r"[A-Za-z][\w+-]*(/[\w+-]+){0,2}", re.ASCII)
MAX_ZONE_LENGTH = 64
kept = lru_cache(maxsize=2000)
"""A list of games has the same days and times of day again and again, which take long to write."""


def zone() -> tzinfo:
    """The time zone of this request's reader; UTC where none is named, or one that this machine does not know."""
    if "zone" not in g:
        g.zone = _named_zone()
    here: tzinfo = g.zone
    return here


def _named_zone() -> tzinfo:
    name = (request.args.get("zone") if request.args else "") or request.cookies.get("zone", "")
    if len(name) > MAX_ZONE_LENGTH or not NAME.fullmatch(name):
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        # No time zone database, a folder of it ("Asia"), or another file in it.
        return UTC


def local_time(stamp: str, zone: tzinfo) -> datetime:
    """A timestamp of the record as local time.

    >>> from zoneinfo import ZoneInfo
    >>> local_time("2026-11-21T15:30:00Z", ZoneInfo("Asia/Tokyo")).isoformat()
    '2026-11-22T00:30:00+09:00'
    """
    return datetime.fromisoformat(stamp).astimezone(zone)


def day_of(stamp: str, *, whole: bool = False) -> str:
    """The local date of a timestamp, in the reader's format; `whole`: with its year even if that is this one."""
    return _format_day(local_time(stamp, zone()).date(), whole=whole)


def _format_day(day: date, *, whole: bool = False) -> str:
    skeleton = "MMMEd" if day.year == now().astimezone(zone()).year and not whole else "yMMMEd"
    return _day_text(day, skeleton, get_locale())


def played_on(stamp: str) -> date:
    """The reader's day to which belongs what began then, see `evening_day`."""
    return evening_day(datetime.fromisoformat(stamp), zone())


def day_played(stamp: str) -> str:
    """The day to which belongs what began then, in the reader's format, see `day_of`."""
    return _format_day(played_on(stamp))


def iso_day_of(stamp: str) -> str:
    """The local date of a timestamp, as programs and file names have it."""
    return local_time(stamp, zone()).date().isoformat()


def clock_of(stamp: str) -> str:
    """The local time of day of a timestamp, with "UTC" where the reader's time zone is unknown."""
    here = zone()
    text = _clock_text(local_time(stamp, here).time(), get_locale())
    return f"{text} UTC" if here is UTC else text


@kept
def _day_text(day: date, skeleton: str, locale: Locale | None) -> str:
    return str(format_skeleton(skeleton, day, locale=locale))


@kept
def _clock_text(clock: time, locale: Locale | None) -> str:
    return str(format_time(clock, "short", locale=locale))


def minute_of(stamp: str, *, whole: bool = False) -> str:
    """Local date and time of a timestamp, see `day_of`."""
    return f"{day_of(stamp, whole=whole)} {clock_of(stamp)}"


def field_of(stamp: str) -> str:
    """The local date and time of a timestamp as a field of a form has them."""
    return local_time(stamp, zone()).strftime("%Y-%m-%dT%H:%M")


def moment_from(text: str) -> str:
    """The timestamp of a local date and time as a field of a form has them; other text as it is."""
    try:
        return stamp(datetime.strptime(text.replace(" ", "T"), "%Y-%m-%dT%H:%M").replace(tzinfo=zone()))
    except (ValueError, OverflowError):
        return text


def end_of_evening() -> str:
    """When an access for this evening ends that is given now."""
    return stamp(evening_end(now().astimezone(zone())))


def format_end(ends_at: str) -> str:
    """The end as the reader says it: "tomorrow 9:40 PM"; with "UTC" where their time zone is unknown."""
    here = zone()
    when, today = local_time(ends_at, here), now().astimezone(here).date()
    days = (when.date() - today).days
    if days not in (0, 1):
        return minute_of(ends_at)
    clock = clock_of(ends_at)
    return str(_("tomorrow %(time)s", time=clock) if days else _("today %(time)s", time=clock))


def duration(minutes: int) -> Message:
    """A duration as text.

    >>> str(duration(85)), str(duration(120)), str(duration(7))
    ('1 h 25 min', '2 h', '7 min')
    """
    hours, rest = divmod(minutes, 60)
    long, short = say("{hours} h", hours=hours), say("{minutes} min", minutes=rest)
    if not hours:
        return short
    return bare("{long} {short}", long=long, short=short) if rest else long
