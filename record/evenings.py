"""Evenings: which sessions were played one after the other by much the same people.

Two sessions belong together when no more than `PAUSE` lies between them and more than half of the smaller table sat at
both. An evening is all that belongs together so, from one session to the next: midnight parts nothing, a meal neither,
who goes home or comes late is still one of them, and two tables that play at once are two evenings, unless their people
mix.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

PAUSE = timedelta(hours=4)
"""A longer break parts two evenings: a meal is shorter, a night's sleep is not."""
LONGEST = timedelta(hours=6)
"""What is written later than this after a session began is a correction, or it was carried on another day."""


@dataclass(frozen=True)
class Sitting:
    """A session as an evening sees it: when it began, when something was last written, who sat there."""

    id: str
    began: datetime
    written: datetime
    people: frozenset[str]

    @property
    def ended(self) -> datetime:
        """When the people rose, as far as the record can tell."""
        return max(self.began, min(self.written, self.began + LONGEST))


Evening: TypeAlias = tuple[Sitting, ...]
"""Its sessions in the order in which they began."""


def belong_together(one: Sitting, other: Sitting) -> bool:
    """Whether these two are of one evening, whatever lies between them."""
    first, second = sorted((one, other), key=lambda each: each.began)
    if second.began - first.ended > PAUSE:
        return False
    return 2 * len(one.people & other.people) > min(len(one.people), len(other.people))


def evenings(sittings: Iterable[Sitting]) -> list[Evening]:
    """These sessions as evenings, the one that began first before the others; what began at once stays as it came."""
    ordered = sorted(sittings, key=lambda sitting: sitting.began)
    found: list[list[Sitting]] = []
    for each in ordered:
        of_it = [evening for evening in found if any(belong_together(each, other) for other in evening)]
        apart = [evening for evening in found if not any(evening is other for other in of_it)]
        found = [*apart, [*(sitting for evening in of_it for sitting in evening), each]]
    place = {sitting.id: number for number, sitting in enumerate(ordered)}
    told = (tuple(sorted(evening, key=lambda each: place[each.id])) for evening in found)
    return sorted(told, key=lambda evening: place[evening[0].id])


def reach(evening: Iterable[Sitting]) -> tuple[datetime, datetime]:
    """Between which times a session began that may belong to these."""
    sittings = list(evening)
    began, ended = min(each.began for each in sittings), max(each.ended for each in sittings)
    return began - LONGEST - PAUSE, ended + PAUSE
