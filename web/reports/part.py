"""Reads from the query which part of the scorebook a file has: an `evening` by a session of it, a `year`, or all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from flask import abort, request

from store.book import Book
from store.sessions.evenings import evening_of
from store.sessions.history import begun
from web.i18n.timezone import there, zone


def asked_part(book: Book) -> frozenset[str] | None:
    """The sessions that the query asks for, None for all; 404 if there is no such evening, or none began in the year.

    A year is that of the reader's clock.
    """
    evening, year = request.args.get("evening"), request.args.get("year")
    if evening:
        return frozenset(each.id for each in evening_of(book, evening)) or abort(404)
    if year:
        place = zone()
        return frozenset(id for id, began in begun(book).items() if f"{there(began, place).year}" == year) or abort(404)
    return None


def years_of(book: Book, sizes: Mapping[str, int]) -> dict[int, int]:
    """The years in which sessions began by the reader's clock, the last first, with the sum of these sizes."""
    place, years = zone(), Counter[int]()
    for id, began in begun(book).items():
        years[there(began, place).year] += sizes.get(id, 0)
    return dict(sorted(years.items(), reverse=True))
