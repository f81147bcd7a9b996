"""Ids as bytes and times as seconds, as game codes have them."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta

MOST_BYTES = 255
"""Bytes of all ids of a code together; what comes after them is written as text."""
HEX = re.compile(r"([0-9a-f]{2})+")
BASE64 = re.compile(r"[A-Za-z0-9_-]+")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


class IdWriter:
    """Collects the bytes of ids; in their place stands a number, how many bytes, below 0 for hexadecimal ones."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, id: str) -> int | str:
        """The number for an id, or the id itself where it is neither base64url nor hexadecimal.

        >>> ids = IdWriter()
        >>> ids.write("5f3a9c01"), ids.write("AAEC_w"), ids.write("Ben’s"), ids.written
        (-4, 4, 'Ben’s', b'_:\\x9c\\x01\\x00\\x01\\x02\\xff')
        """
        found = _bytes_of(id)
        if not found or len(self.written) + len(found) > MOST_BYTES:
            return id
        self.written += found
        return -len(found) if HEX.fullmatch(id) else len(found)


class IdReader:
    """Reads ids from their bytes, in the order in which they were written."""

    def __init__(self, written: bytes) -> None:
        self.rest = written

    def read(self, number: int | str) -> str:
        """The id; raises ValueError where there are not as many bytes."""
        if isinstance(number, str):
            return number
        if type(number) is not int:
            raise TypeError(number)
        length = abs(number)
        found, self.rest = self.rest[:length], self.rest[length:]
        if not found or len(found) < length:
            raise ValueError(number)
        return found.hex() if number < 0 else _base64(found)


def _bytes_of(id: str) -> bytes:
    """The bytes that an id stands for, or none."""
    if HEX.fullmatch(id):
        return bytes.fromhex(id)
    if not BASE64.fullmatch(id) or len(id) % 4 == 1:
        return b""
    found = urlsafe_b64decode(id + "=" * (-len(id) % 4))
    return found if _base64(found) == id else b""


def _base64(found: bytes) -> str:
    return urlsafe_b64encode(found).decode().rstrip("=")


def to_seconds(stamp: str, since: int = 0) -> int | str:
    """A time as seconds since another one, or as it is where it is not written as times are.

    >>> to_seconds("1970-01-02T00:00:10Z", 10), to_seconds("yesterday")
    (86400, 'yesterday')
    """
    try:
        seconds = (datetime.fromisoformat(stamp) - EPOCH) // SECOND
    except (TypeError, ValueError):
        return stamp
    return seconds - since if to_stamp(seconds) == stamp else stamp


def to_stamp(seconds: int | str, since: int = 0) -> str:
    """The time; raises OverflowError for one that no calendar has."""
    if isinstance(seconds, str):
        return seconds
    return (EPOCH + SECOND * (since + seconds)).replace(tzinfo=None).isoformat() + "Z"
