"""Finds evenings page by page, see `record/evenings.py`: reads what was played around the sessions of a page alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, groupby
from typing import Unpack

from record.evenings import MAX_BREAK, MAX_SESSION_LENGTH, TIMES, Evening, Sitting, evenings, played_until
from record.log import stamp
from store.book import Book
from store.engines.base import Row
from store.errors import NoSuchError
from store.scorebooks import AT_SEAT, CURRENT_NAME
from store.sessions.search import SessionQuery, matching_numbers

FIRST_READ, FIRST_READ_OF_GAME = 60, 30
"""Sessions read first for a page of evenings; twice as many as long as they are too few. Few evenings have many of one
game."""
MAX_EVENING_GAP = MAX_SESSION_LENGTH + MAX_BREAK
"""No session that began so long before or after another belongs to the same evening, unless one between them does."""
SECOND = timedelta(seconds=1)
BEFORE_ALL_TIMES, AFTER_ALL_TIMES = "", "9"
"""Before and after every time of the record."""


@dataclass(frozen=True)
class EveningsPage:
    """Evenings, the one that began last first, and whether there are `older` and `newer` ones."""

    evenings: Sequence[Evening]
    older: bool
    newer: bool = False


def evenings_before(
    book: Book,
    *,
    limit: int | None,
    before: str | None = None,
    since: str | None = None,
    **filters: Unpack[SessionQuery],
) -> EveningsPage:
    """The last evenings that began before a time, and at or after another, with a session that matches the filters.

    An evening is whole, whatever of it matches. Those that began in one second are on one page. `limit` None: all.
    """
    until = _last_start(book, before) if before else AFTER_ALL_TIMES
    most = FIRST_READ_OF_GAME if filters.get("game") else FIRST_READ
    while True:
        numbers = matching_numbers(book, most=most, **(filters | {"began": (since or BEFORE_ALL_TIMES, until)}))
        matching, found = _evenings_around(book, numbers)
        exhausted = len(matching) < most
        # An evening that is not found yet began no later than the last session that was read.
        oldest_read = BEFORE_ALL_TIMES if exhausted else matching[-1]["played_at"]
        began = [
            evening
            for evening in found
            if (since or BEFORE_ALL_TIMES) <= stamp(evening.began) < (before or AFTER_ALL_TIMES)
        ]
        complete = [evening for evening in began if stamp(evening.began) > oldest_read]
        chosen = complete if limit is None else [each for each in complete if each.began >= complete[:limit][-1].began]
        if exhausted or (limit is not None and len(chosen) < len(complete)):
            return EveningsPage(chosen, older=len(chosen) < len(complete))
        most *= 2


def evenings_after(book: Book, *, limit: int, after: str, **filters: Unpack[SessionQuery]) -> EveningsPage:
    """The evenings that began next after a time, some `limit` of them, as `evenings_before` has them."""
    since, most = stamp(datetime.fromisoformat(after) + SECOND), FIRST_READ
    while True:
        numbers = matching_numbers(
            book, most=most, oldest_first=True, **(filters | {"began": (since, AFTER_ALL_TIMES)})
        )
        later = [evening for evening in _evenings_around(book, numbers)[1] if stamp(evening.began) > after]
        if len(later) > limit:
            before = stamp(later[-limit - 1].began)
            page = evenings_before(book, limit=None, before=before, since=since, **filters)
            return EveningsPage(page.evenings, older=True, newer=True)
        if len(numbers) < most:
            return evenings_before(book, limit=limit, **filters)
        most *= 2


def since_last_evenings(book: Book, count: int, **filters: Unpack[SessionQuery]) -> str | None:
    """When the first of the last so many evenings began; None where there are not so many."""
    found = evenings_before(book, limit=count, **filters).evenings
    return stamp(found[count - 1].began) if len(found) >= count else None


def evening_of(book: Book, session: str) -> Evening:
    """The evening that a session belongs to, including archived sessions; empty where it was deleted.

    Raises NoSuchError.
    """
    row = book.db.execute(
        "SELECT played_at FROM session WHERE id = ? AND scorebook = ?", (session, book.scorebook)
    ).fetchone()
    if row is None:
        raise NoSuchError(f"no session {session!r}")
    began = datetime.fromisoformat(row["played_at"])
    return next(iter(_whole_evenings(book, began, began, lambda each: each.id == session)), Evening())


def _last_start(book: Book, moment: str) -> str:
    """When the last session began of the evenings that a moment parts; the moment where it parts none."""
    at = datetime.fromisoformat(moment)
    parted = _whole_evenings(book, at, at, lambda each: at - MAX_EVENING_GAP <= each.began <= at)
    return max((stamp(evening[-1].began) for evening in parted), default=moment)


def _evenings_around(book: Book, numbers: Sequence[int]) -> tuple[list[Row], list[Evening]]:
    """The sessions with these numbers and their evenings, the last first; what lies close together is read at once.

    Who deletes a session meanwhile takes it away between two reads.
    """
    among = ", ".join("?" * len(numbers)) or "NULL"
    query = f"SELECT id, played_at FROM session WHERE number IN ({among}) ORDER BY played_at DESC, number DESC"
    matching, spans = [*book.db.execute(query, numbers)], list[tuple[datetime, datetime]]()
    for began in (datetime.fromisoformat(each["played_at"]) for each in matching):
        if spans and spans[-1][0] - began <= 2 * MAX_EVENING_GAP:
            spans[-1] = (began, spans[-1][1])
        else:
            spans.append((began, began))
    ids = {each["id"] for each in matching}
    found = [
        evening for first, last in spans for evening in _whole_evenings(book, first, last, lambda each: each.id in ids)
    ]
    # What was played in between may make one evening of two spans.
    each_once = {evening[0].id: evening for evening in found}
    return matching, sorted(each_once.values(), key=lambda evening: evening.began, reverse=True)


def _whole_evenings(
    book: Book, first: datetime, last: datetime, is_wanted: Callable[[Sitting], bool]
) -> Iterable[Evening]:
    """The evenings, the last first, that have a wanted session which began in a time or `MAX_EVENING_GAP` it.

    Reads on until nothing more can belong to them.
    """
    earliest, latest = first - MAX_EVENING_GAP, last + MAX_EVENING_GAP
    while True:
        found = evenings(_read_sittings(book, stamp(earliest), stamp(latest + SECOND)))
        wanted = [evening for evening in found if any(map(is_wanted, evening))]
        reached = [earliest, latest, *chain.from_iterable(evening.reach for evening in wanted)]
        if earliest == min(reached) and latest == max(reached):
            return reversed(wanted)
        earliest, latest = min(reached), max(reached)


def _read_sittings(book: Book, first: str, last: str) -> Iterator[Sitting]:
    """What was played from a time to another, both included, in the order of the start."""
    parts = [
        f"""
        SELECT session.id, session.number, {", ".join(f"session.{name}" for name in TIMES)}, {CURRENT_NAME}
        FROM session CROSS JOIN sitting {AT_SEAT}
        WHERE session.scorebook = ? AND session.deleted_at IS NULL AND session.archived_at {archived}
            AND session.played_at BETWEEN ? AND ? AND sitting.session = session.id
        """
        for archived in ("IS NULL", "IS NOT NULL")
    ]
    rows = chain.from_iterable(book.db.execute(part, (book.scorebook, first, last)) for part in parts)
    ordered = sorted(rows, key=lambda row: (row["played_at"], row["number"]))
    for _, group in groupby(ordered, key=lambda row: int(row["number"])):
        seats = list(group)
        yield Sitting(
            id=seats[0]["id"],
            began=datetime.fromisoformat(seats[0]["played_at"]),
            written=played_until(**{name: seats[0][name] for name in TIMES}),
            people=frozenset(row["name"] for row in seats),
        )
