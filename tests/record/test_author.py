"""Who says it: keys tell repeats apart, times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from record.errors import BadKeyError
from record.log import Author, stamp

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize("key", ["", "x" * 101, "two\nlines", "half \ud800", None, 7])
def test_what_is_no_key_is_refused_before_anything_is_read(key: object) -> None:
    with pytest.raises(BadKeyError):
        Author(device="phone", key=key, at=NOON)  # type: ignore[arg-type]


def test_a_key_of_100_characters_will_do() -> None:
    assert Author(device="phone", key="鍵" * 100, at=NOON).key == "鍵" * 100


def test_parts_of_a_second_are_left_out() -> None:
    assert stamp(datetime(2026, 11, 21, 10, 0, 59, 999_999, tzinfo=UTC)) == "2026-11-21T10:00:59Z"


def test_a_time_that_names_no_zone_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="zone"):
        stamp(datetime(2026, 11, 21))  # noqa: DTZ001
