"""When an access or a link ends, in the reader's words and time zone."""

from __future__ import annotations

from flask_babel import gettext as _

from record.evenings import morning_after
from record.log import stamp
from web.i18n.timezone import clock_of, minute_of, there, zone
from web.identity.current import now


def end_of_evening() -> str:
    """When an access for this evening ends that is given now."""
    return stamp(morning_after(now().astimezone(zone())))


def until(ends_at: str) -> str:
    """The end as the reader says it: "tomorrow 9:40 PM"; with "UTC" where their time zone is unknown."""
    place = zone()
    when, today = there(ends_at, place), now().astimezone(place).date()
    days = (when.date() - today).days
    if days not in (0, 1):
        return minute_of(ends_at)
    time = clock_of(ends_at)
    return str(_("tomorrow %(time)s", time=time) if days else _("today %(time)s", time=time))
