"""When an access or a link ends, in the reader's words and time zone."""

from __future__ import annotations

from datetime import UTC

from flask_babel import format_date, format_time
from flask_babel import gettext as _

from record.author import stamp
from record.evenings import morning_after
from web.i18n.timezone import there, zone
from web.identity.current import now


def end_of_evening() -> str:
    """When an access for this evening ends that is given now."""
    return stamp(morning_after(now().astimezone(zone())))


def until(ends_at: str) -> str:
    """The end as the reader says it: "tomorrow 9:40 PM"; with "UTC" where their time zone is unknown."""
    place = zone()
    when, today = there(ends_at, place), now().astimezone(place).date()
    days = (when.date() - today).days
    time = format_time(when.replace(tzinfo=None), "short", rebase=False)
    told = (
        _("today %(time)s", time=time)
        if days == 0
        else _("tomorrow %(time)s", time=time)
        if days == 1
        else f"{format_date(when.date())} {time}"
    )
    return f"{told} UTC" if place is UTC else told
