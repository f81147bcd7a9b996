"""One test for many values asks each, and says with which it failed."""

from __future__ import annotations

import inspect

import pytest

from tests.support.for_each import for_each


def test_each_value_is_asked_until_one_fails_which_is_told() -> None:
    asked = []

    @for_each("number, word", [(1, "one"), (2, "two"), (3, "three")])
    def is_small(limit: int, number: int, word: str) -> None:
        asked.append(word)
        assert number < limit

    assert [*inspect.signature(is_small).parameters] == ["limit"]
    is_small(limit=4)
    assert asked == ["one", "two", "three"]
    with pytest.raises(AssertionError) as failed:
        is_small(limit=2)
    assert failed.value.__notes__ == ["with number, word = (2, 'two')"]
    assert asked[3:] == ["one", "two"]
