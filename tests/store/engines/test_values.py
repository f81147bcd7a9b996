"""Ids that nobody guesses, points that nobody rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from store.values import new_id, to_milli


def test_an_id_is_long_and_never_the_same() -> None:
    ids = {new_id() for _ in range(100)}
    assert len(ids) == 100
    assert min(map(len, ids)) >= 22


def test_points_finer_than_thousandths_are_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="finer"):
        to_milli(Fraction(1, 3))
