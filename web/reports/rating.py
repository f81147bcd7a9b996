"""What is told of ratings: why one changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.message import together
from store.stats.ratings import Change
from web.i18n.translate import words


@dataclass(frozen=True)
class Reason:
    """What it brought to meet one other side: the names, how likely it was to be ahead of them, in percent."""

    names: str
    expected: int
    result: float
    gain: int


def reasons(change: Change, names: Mapping[int, str]) -> list[Reason]:
    """Why a rating changed: what each other side brought, that which brought most first."""
    found = [
        Reason(
            words(together(*(names[person] for person in each.people))), percent(each.expected), each.result, each.gain
        )
        for each in change.against
    ]
    return sorted(found, key=lambda each: -each.gain)


def percent(part: float) -> int:
    """A probability in whole percent; nothing is certain.

    >>> percent(0.414), percent(0.999), percent(0.001)
    (41, 99, 1)
    """
    return min(max(round(100 * part), 1), 99)


def number(rating: int) -> str:
    """A rating as people read it.

    >>> number(1042), number(958), number(-240)
    ('1,042', '958', '−240')
    """
    return f"{rating:,}".replace("-", "−")
