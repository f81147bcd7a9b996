"""Reads from the query which part of the scorebook a file has: an `evening` by a session of it, a `year`, or all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import abort, request
from flask_babel import format_date
from flask_babel import gettext as _

from store.book import Book
from web.i18n.timezone import there, zone


@dataclass(frozen=True)
class Part:
    """Which sessions, None for all; what they are called, and the query for them, for links to other pages."""

    only: frozenset[str] | None
    name: str
    query: Mapping[str, str] = field(default_factory=dict)


def asked_part(book: Book) -> Part:
    """What the query asks for; no page of it where there is no such evening, or nothing was begun in the year."""
    evening, year = request.args.get("evening"), request.args.get("year")
    if evening:
        sittings = book.evening_of(evening) or abort(404)
        day = format_date(sittings[0].began.astimezone(zone()).date(), "long")
        name = str(_("Evening of %(date)s", date=day))
        return Part(frozenset(each.id for each in sittings), name, {"evening": evening})
    if year:
        sessions = by_year(book).get(year) or abort(404)
        return Part(sessions, year, {"year": year})
    return Part(None, str(_("All games")))


def by_year(book: Book) -> dict[str, frozenset[str]]:
    """The sessions by the year in which they began for the reader, the last year first."""
    place = zone()
    years: dict[str, set[str]] = {}
    for session, began in book.begun().items():
        years.setdefault(f"{there(began, place).year}", set()).add(session)
    return {year: frozenset(years[year]) for year in sorted(years, reverse=True)}
