"""Values as a game code has them: columns in which what repeats takes little room, ids as bytes, times as seconds."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from record.log import Spend

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""The signs of the numbers 0 to 63."""
LONGEST_CHOICE = 40
"""Characters of a text that a column names by a number: a longer one could make much of a small code."""
PLAIN, LISTS = 0, -1


def to_column(values: Sequence[Any]) -> Any:
    """The column of JSON values.

    >>> to_column([1, 0, 35]), to_column([[1, 0], [2, 10]]), to_column([[1], [2, 3]])
    ('10z', [2, '102a'], [-1, '12', '123'])
    >>> to_column(["hearts", "clubs", "hearts", "hearts"]), to_column([120, -5])
    (['1011', 'clubs', 'hearts'], [0, 120, -5])
    """
    if all(type(each) is int and 0 <= each < len(DIGITS) for each in values):
        return "".join(DIGITS[each] for each in values)
    if all(isinstance(each, list) for each in values) and any(values):
        lengths, items = [len(each) for each in values], [item for each in values for item in each]
        if len({*lengths}) == 1:
            return [lengths[0], to_column(items)]
        return [LISTS, to_column(lengths), to_column(items)]
    if all(_may_be_choice(each) for each in values):
        written = [json.dumps(each, ensure_ascii=False) for each in values]
        choices = sorted({*written})
        if len(choices) <= min(len(DIGITS), len(values) // 2):
            signs = dict(zip(choices, DIGITS, strict=False))
            return ["".join(signs[each] for each in written), *map(json.loads, choices)]
    return [PLAIN, *values]


def from_column(column: Any, count: int, spend: Spend) -> list[Any]:
    """The `count` values of a column; raises ValueError, LookupError or TypeError for what is none.

    >>> from_column([-1, "12", "123"], 2, lambda values: None)
    [[1], [2, 3]]
    """
    spend(count)
    if isinstance(column, str):
        return [*map(DIGITS.index, _expect(column, count))]
    kind, *rest = as_list(column)
    if isinstance(kind, str):
        if not all(map(_may_be_choice, rest)):
            raise ValueError(rest)
        return [rest[DIGITS.index(sign)] for sign in _expect(kind, count)]
    if type(kind) is not int or kind < LISTS:
        raise TypeError(kind)
    if kind == PLAIN:
        return [*_expect(rest, count)]
    lengths = [kind] * count if kind > 0 else from_column(rest.pop(0), count, spend)
    (column_of_items,) = rest
    items = iter(from_column(column_of_items, sum(map(as_index, lengths)), spend))
    return [[next(items) for _ in range(length)] for length in lengths]


def _expect(given: Any, count: int) -> Any:
    if len(given) != count:
        raise ValueError(given)
    return given


def _may_be_choice(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_CHOICE
    return value is None or isinstance(value, int | float)


def as_list(value: Any) -> list[Any]:
    """The value; raises TypeError where it is no list."""
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def as_index(number: Any) -> int:
    """The value; raises ValueError where it is no number that counts from the beginning of a list."""
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number


MOST_BYTES = 255
"""Bytes of all ids of a code together; what comes after them is written as text."""
HEX = re.compile(r"([0-9a-f]{2})+")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def write_id(id: str, written: bytearray) -> int | str:
    """The number for an id whose bytes are added to those written: how many, below 0 for hexadecimal ones.

    The id itself where it is neither base64url nor hexadecimal, or where there is no room.

    >>> ids = bytearray()
    >>> write_id("5f3a9c01", ids), write_id("AAEC_w", ids), write_id("Ben’s", ids), bytes(ids)
    (-4, 4, 'Ben’s', b'_:\\x9c\\x01\\x00\\x01\\x02\\xff')
    """
    is_hex = HEX.fullmatch(id)
    try:
        found = bytes.fromhex(id) if is_hex else from_base64(id)
    except ValueError:
        return id
    if not found or len(written) + len(found) > MOST_BYTES:
        return id
    written += found
    return -len(found) if is_hex else len(found)


def read_id(number: int | str, rest: bytearray) -> str:
    """The id, whose bytes are taken from the rest; raises ValueError where there are not as many."""
    if isinstance(number, str):
        return number
    if type(number) is not int:
        raise TypeError(number)
    length = abs(number)
    found = bytes(rest[:length])
    del rest[:length]
    if not found or len(found) < length:
        raise ValueError(number)
    return found.hex() if number < 0 else to_base64(found)


def to_base64(found: bytes) -> str:
    """Bytes in base64url without `=`."""
    return urlsafe_b64encode(found).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """The bytes; raises ValueError for a text that `to_base64` does not write."""
    found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if to_base64(found) != text:
        raise ValueError(text)
    return found


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
