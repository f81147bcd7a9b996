"""The author of an action: its device, time and key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from record.errors import BadKeyError

MAX_KEY_LENGTH = 100


@dataclass(frozen=True)
class Author:
    """The device, key and time of an action; raises BadKeyError.

    `key` makes it safe to send the action twice. `name` is the device's name in the log: "iPhone".
    """

    device: str
    key: str
    at: datetime
    name: str = ""

    def __post_init__(self) -> None:
        if not _is_key(self.key):
            raise BadKeyError

    @property
    def stamp(self) -> str:
        return stamp(self.at)


def stamp(at: datetime) -> str:
    """A time in the record's format: UTC to the second.

    >>> from datetime import timedelta, timezone
    >>> stamp(datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=9))))
    '2026-11-21T10:30:00Z'
    """
    assert at.tzinfo is not None, "a time without a zone names no moment"
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _is_key(key: object) -> bool:
    return isinstance(key, str) and 1 <= len(key) <= MAX_KEY_LENGTH and key.isprintable()
