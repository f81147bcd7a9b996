"""Who says it: every action names its device, its time, and a key of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from store.errors import BadKeyError

LONGEST_KEY = 100


@dataclass(frozen=True)
class By:
    """The device that says it, the key by which a repeat is known, and when (None: now); raises BadKeyError.

    `name` is what the device is called for those who read the log: "iPhone".
    """

    device: str
    key: str
    at: datetime | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if not _is_key(self.key):
            raise BadKeyError

    @property
    def stamp(self) -> str:
        return stamp(self.at)


def stamp(at: datetime | None = None) -> str:
    """A time as the record writes it, UTC to the second; None is now.

    >>> from datetime import timedelta, timezone
    >>> stamp(datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=9))))
    '2026-11-21T10:30:00Z'
    """
    at = at or datetime.now(UTC)
    assert at.tzinfo is not None, "a time without a zone names no moment"
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _is_key(key: object) -> bool:
    return isinstance(key, str) and 1 <= len(key) <= LONGEST_KEY and key.isprintable()
