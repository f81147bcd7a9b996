"""Finds evenings page by page, see `record/evenings.py`: reads what was played around the sessions of a page alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, groupby, islice
from typing import Unpack

from record.evenings import MAX_BREAK, MAX_SESSION_LENGTH, Evening, Sitting, evenings, reach
from record.log import stamp
from store.book import Book
from store.engines.base import Connection, Row
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

    evenings: tuple[Evening, ...]
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
    until = _end_of(book, before) if before else AFTER_ALL_TIMES
    known: dict[str, Evening] = {}
    most = FIRST_READ_OF_GAME if filters.get("game") else FIRST_READ
    while True:
        numbers = matching_numbers(book, most=most, **(filters | {"began": (since or BEFORE_ALL_TIMES, until)}))
        matching = _matching(book.db, numbers)
        _find_around(book, [each for each in matching if each["id"] not in known], known)
        exhausted = len(matching) < most
        # An evening that is not found yet began no later than the last session that was read.
        oldest_read = BEFORE_ALL_TIMES if exhausted else matching[-1]["created_at"]
        # Who deletes a session meanwhile takes it away between two reads.
        found = _in_order(known[each["id"]] for each in matching if each["id"] in known)
        began = [
            evening
            for evening in found
            if (since or BEFORE_ALL_TIMES) <= _start_of(evening) < (before or AFTER_ALL_TIMES)
        ]
        complete = [evening for evening in began if _start_of(evening) > oldest_read]
        chosen = complete if limit is None else _first_evenings(limit, complete)
        if exhausted or (limit is not None and len(chosen) < len(complete)):
            return EveningsPage(tuple(chosen), older=len(chosen) < len(complete))
        most *= 2


def evenings_after(book: Book, *, limit: int, after: str, **filters: Unpack[SessionQuery]) -> EveningsPage:
    """The evenings that began next after a time, some `limit` of them, as `evenings_before` has them."""
    since, most = stamp(datetime.fromisoformat(after) + SECOND), FIRST_READ
    while True:
        numbers = matching_numbers(
            book, most=most, oldest_first=True, **(filters | {"began": (since, AFTER_ALL_TIMES)})
        )
        known: dict[str, Evening] = {}
        _find_around(book, _matching(book.db, numbers), known)
        later = [evening for evening in _in_order(known.values()) if _start_of(evening) > after]
        if len(later) > limit:
            before = _start_of(later[-limit - 1])
            page = evenings_before(book, limit=None, before=before, since=since, **filters)
            return EveningsPage(page.evenings, older=True, newer=True)
        if len(numbers) < most:
            return evenings_before(book, limit=limit, **filters)
        most *= 2


def since_last_evenings(book: Book, count: int, **filters: Unpack[SessionQuery]) -> str | None:
    """When the first of the last so many evenings began; None where there are not so many."""
    found = evenings_before(book, limit=count, **filters).evenings
    return _start_of(found[count - 1]) if len(found) >= count else None


def evening_of(book: Book, session: str) -> Evening:
    """The evening that a session belongs to, including archived sessions; empty where it was deleted.

    Raises NoSuchError.
    """
    found = book.db.execute(
        "SELECT id, created_at FROM session WHERE id = ? AND scorebook = ?", (session, book.scorebook)
    )
    if not found:
        raise NoSuchError(f"no session {session!r}")
    known: dict[str, Evening] = {}
    _find_around(book, found, known)
    return known.get(session, ())


def _end_of(book: Book, moment: str) -> str:
    """When the last session began of the evenings that a moment parts; the moment where it parts none."""
    at = datetime.fromisoformat(moment)
    around = _sittings_between(book, stamp(at - MAX_EVENING_GAP), moment)
    known: dict[str, Evening] = {}
    _widen(book, (at - MAX_EVENING_GAP, at + MAX_EVENING_GAP), {each.id for each in around}, known)
    return max((stamp(evening[-1].began) for evening in known.values()), default=moment)


def _find_around(book: Book, sessions: Iterable[Row], known: dict[str, Evening]) -> None:
    """Add the evenings of these sessions by the id of each session; what lies close together is read at once."""
    of_ids = sorted((datetime.fromisoformat(each["created_at"]), each["id"]) for each in sessions)
    window: list[tuple[datetime, str]] = []
    for each in (*of_ids, None):
        if window and (each is None or each[0] - window[-1][0] > 2 * MAX_EVENING_GAP):
            ids = {session for _, session in window}
            _widen(book, (window[0][0] - MAX_EVENING_GAP, window[-1][0] + MAX_EVENING_GAP), ids, known)
            window = []
        if each is not None:
            window.append(each)


def _widen(book: Book, time: tuple[datetime, datetime], sessions: Collection[str], known: dict[str, Evening]) -> None:
    """Add the evenings of sessions that began in a time; reads on until nothing more can belong to them."""
    first, last = time
    while True:
        parted = evenings(_sittings_between(book, stamp(first), stamp(last + SECOND)))
        wanted = [evening for evening in parted if any(each.id in sessions for each in evening)]
        reached = [reach(evening) for evening in wanted]
        if all(first <= earliest and latest <= last for earliest, latest in reached):
            known.update((each.id, evening) for evening in wanted for each in evening)
            return
        first = min(first, *(earliest for earliest, _ in reached))
        last = max(last, *(latest for _, latest in reached))


def _matching(db: Connection, numbers: Sequence[int]) -> list[Row]:
    """The ids and starts of sessions, in the order of their numbers here."""
    if not numbers:
        return []
    found = db.execute(
        f"SELECT number, id, created_at FROM session WHERE number IN ({', '.join('?' * len(numbers))})", numbers
    )
    by_number: Mapping[int, Row] = {row["number"]: row for row in found}
    return [by_number[number] for number in numbers if number in by_number]


def _sittings_between(book: Book, first: str, last: str) -> Iterator[Sitting]:
    """What was played from a time to another, both included, in the order of the start."""
    parts = [
        f"""
        SELECT session.id, session.number, session.created_at, session.updated_at, {CURRENT_NAME}
        FROM session CROSS JOIN sitting {AT_SEAT}
        WHERE session.scorebook = ? AND session.discarded_at IS NULL AND session.archived_at {archived}
            AND session.created_at BETWEEN ? AND ? AND sitting.session = session.id
        """
        for archived in ("IS NULL", "IS NOT NULL")
    ]
    rows = chain.from_iterable(book.db.execute(part, (book.scorebook, first, last)) for part in parts)
    ordered = sorted(rows, key=lambda row: (row["created_at"], row["number"]))
    for _, group in groupby(ordered, key=lambda row: int(row["number"])):
        seats = list(group)
        yield Sitting(
            id=seats[0]["id"],
            began=datetime.fromisoformat(seats[0]["created_at"]),
            written=datetime.fromisoformat(seats[0]["updated_at"]),
            people=frozenset(row["name"] for row in seats),
        )


def _in_order(found: Iterable[Evening]) -> list[Evening]:
    """Each evening once, the one that began last first."""
    each_once = {evening[0].id: evening for evening in found}
    return sorted(each_once.values(), key=lambda evening: evening[0].began, reverse=True)


def _first_evenings(limit: int, found: Sequence[Evening]) -> list[Evening]:
    """The first evenings, with all that began in the same second as the last of them."""
    chosen = list(islice(found, limit))
    return [*chosen, *(each for each in found[limit:] if chosen and each[0].began == chosen[-1][0].began)]


def _start_of(evening: Evening) -> str:
    return stamp(evening[0].began)
