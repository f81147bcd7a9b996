"""How far every session of a scorebook is: by it two scorebooks on two sites find what each has to tell the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from store.engine import Connection


@dataclass(frozen=True)
class Head:
    """How far a session is: the length of its log and when it was written in last; place and note, or None."""

    id: str
    position: int
    updated_at: str
    place: str | None = None
    note: str | None = None


def heads(db: Connection, scorebook: str) -> list[Head]:
    """All sessions of a scorebook, deleted ones too, in the order in which they began; nothing is scored."""
    found = db.execute(
        "SELECT id, position, updated_at, place, note FROM session WHERE scorebook = ? ORDER BY created_at, number",
        (scorebook,),
    )
    return [Head(row["id"], row["position"], row["updated_at"], row["place"], row["note"]) for row in found]


def news(here: Iterable[Head], there: Mapping[str, Head]) -> frozenset[str]:
    """The ids of the sessions of which something is said here that is not there, or may be.

    Of one that has gone on there it cannot be told by its head alone: who takes it in looks at its log.

    >>> old, longer = Head("evening", 4, "2026-11-21T20:00:00Z"), Head("evening", 5, "2026-11-21T20:10:00Z")
    >>> news([longer], {"evening": old}), news([old], {"evening": old}), news([old], {})
    (frozenset({'evening'}), frozenset(), frozenset({'evening'}))
    """
    return frozenset(each.id for each in here if each.id not in there or _has_news(each, there[each.id]))


def _has_news(here: Head, there: Head) -> bool:
    is_described = bool((here.place and not there.place) or (here.note and not there.note))
    return is_described or (here.position, here.updated_at) != (there.position, there.updated_at)
