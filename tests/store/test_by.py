"""Who says it: keys tell repeats apart, times are UTC."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from store.by import By, stamp
from store.errors import BadKeyError


@pytest.mark.parametrize("key", ["", "x" * 101, "two\nlines", "half \ud800", None, 7])
def test_what_is_no_key_is_refused_before_anything_is_read(key: object) -> None:
    with pytest.raises(BadKeyError, match="1 to 100 printable characters"):
        By(device="phone", key=key)  # type: ignore[arg-type]


def test_a_key_of_100_characters_will_do() -> None:
    assert By(device="phone", key="鍵" * 100).key == "鍵" * 100


def test_parts_of_a_second_are_left_out() -> None:
    assert stamp(datetime(2026, 11, 21, 10, 0, 59, 999_999, tzinfo=UTC)) == "2026-11-21T10:00:59Z"


def test_without_a_time_it_is_now() -> None:
    assert abs((datetime.fromisoformat(By("phone", "k").stamp) - datetime.now(UTC)).total_seconds()) < 5


def test_a_time_that_names_no_zone_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="zone"):
        stamp(datetime(2026, 11, 21))  # noqa: DTZ001
