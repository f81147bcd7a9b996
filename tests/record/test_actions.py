"""What two lists of entries have in common."""

from __future__ import annotations

import pytest

from record.log import same_start

BIDS, TRICKS, NOTE = {"step": "bids"}, {"step": "tricks"}, {"step": "note"}


class Entry(dict[str, object]):
    """One that may not be looked into."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("an entry was compared with itself")

    __hash__ = None


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((), (), 0),
        ((), (BIDS,), 0),
        ((BIDS,), (BIDS, TRICKS), 1),
        ((BIDS, TRICKS), (BIDS,), 1),
        ((BIDS, TRICKS), (dict(BIDS), dict(TRICKS)), 2),
        ((BIDS, NOTE, TRICKS), (BIDS, TRICKS, TRICKS), 1),
        ((NOTE, BIDS), (BIDS, BIDS), 0),
    ],
)
def test_alike_is_what_stands_before_the_first_difference(
    one: tuple[dict[str, object], ...], other: tuple[dict[str, object], ...], alike: int
) -> None:
    assert same_start(one, other) == alike


def test_entries_that_stay_are_not_looked_into() -> None:
    """Done again, a log of thousands of entries would take minutes otherwise."""
    log = tuple(Entry(step="note") for _ in range(3))
    assert same_start(log, (*log, Entry(step="note"))) == same_start(log, log[:2]) + 1 == 3
