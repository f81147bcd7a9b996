"""Counts of a player: places, facts, and how they stood beside others, of all sessions or of a selection.

They are kept as sums of all time and of each year. A period is made of whole years, and of the shares of the days at
its ends: added, or taken off where fewer lie outside of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from scoring.insights.facts import POINTS, Crossing, Told
from scoring.message import Points
from store.engines.base import Connection
from store.stats import shares
from store.stats.selection import ALL_KINDS, ALL_TIME, Selection, conditions
from store.stats.shares import Key
from store.values import from_milli, told_from_text

COMPANY_COLUMNS = (shares.AHEAD, shares.LEVEL, shares.BEHIND, shares.PARTNER, shares.WON_WITH)
"""How somebody was there with another, in the order in which `Beside` has it."""
MAX_CACHED_COUNTS = 128
"""The counts of so many players and games are kept as they were read last, some 20 KB each."""
MAX_CACHED_AMOUNTS = 2_000
"""And so many texts of single sessions and years, most of them some 5 KB."""

Played: TypeAlias = tuple[str, str]
"""A game and its title."""
OF_LINE = "share.player = line.player AND share.game = line.game AND share.title = line.title"
"""That a share is of a line of the sums."""


@dataclass(frozen=True)
class Counts:
    """The counts of a player in one game, by what they say; `beside` has by whom and how they stood how often.

    `in_part` is the number of games played without a place at their end, `deals_in_part` that of the deals in them.
    """

    places: Mapping[int, int]
    facts: Mapping[Told, int]
    crossings: Mapping[Crossing, int]
    points: Mapping[Told, Points]
    beside: Mapping[tuple[int, str], int]
    in_part: int = 0
    deals_in_part: int = 0


class Piece(NamedTuple):
    """A piece of a period: a span of sums, or the shares from a time to another; to be added, or taken off."""

    sign: int
    span: str | None
    since: str = ""
    until: str = ""


def counts_of(
    db: Connection, player: int, selection: Selection, only: frozenset[str] | None = None
) -> dict[Played, Counts]:
    """The counts of a player by what was played; with `only`, those of other facts may be missing."""
    if not selection.has_period:
        return {played: _read(text) for played, text in _sums(db, player, ALL_TIME, selection)}
    years = [
        int(row["span"])
        for row in db.execute(
            "SELECT DISTINCT span FROM tally WHERE player = ? AND span <> ? ORDER BY span", (player, ALL_TIME)
        )
    ]
    found: defaultdict[Played, defaultdict[Key, int]] = defaultdict(lambda: defaultdict(int))
    for piece in pieces(selection, years):
        span, sign = piece.span, piece.sign
        read = _shares(db, player, piece, selection) if span is None else _sums(db, player, span, selection)
        for played, text in read:
            sums = found[played]
            for key, amount in _amounts(text, only):
                sums[key] += sign * amount
    return {played: _told((key, amount) for key, amount in sums.items() if amount) for played, sums in found.items()}


def pieces(selection: Selection, years: Iterable[int]) -> list[Piece]:
    """The pieces that a period is made of, where something was played in these years.

    >>> pieces(Selection(until="2025-01-01T00:00:00Z"), [2024, 2025])
    [Piece(sign=1, span='2024', since='', until='')]
    """
    found: dict[int, list[Piece]] = {}
    outside: dict[int, list[Piece]] = {}
    for year in years:
        first, after = (f"{each:04}-01-01T00:00:00Z" for each in (year, year + 1))
        since = min(max(selection.since, first), after)
        until = max(min(selection.until or after, after), since)
        inside = _seconds(since, until)
        if since == first and until == after:
            found[year], outside[year] = [Piece(1, str(year))], []
        elif not inside:
            found[year], outside[year] = [], [Piece(-1, str(year))]
        else:
            within = [Piece(1, None, since, until)]
            rest = [Piece(-1, None, *each) for each in ((first, since), (until, after)) if each[0] < each[1]]
            if 2 * inside > _seconds(first, after):
                found[year], outside[year] = [Piece(1, str(year)), *rest], rest
            else:
                found[year], outside[year] = within, [Piece(-1, str(year)), *within]
    added = [piece for each in found.values() for piece in each]
    taken = [Piece(1, ALL_TIME), *(piece for each in outside.values() for piece in each)]
    return added if len(added) <= len(taken) else taken


def _seconds(since: str, until: str) -> float:
    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()


def _sums(db: Connection, player: int, span: str, selection: Selection) -> Iterator[tuple[Played, str]]:
    wanted, values = conditions(replace(selection, since="", until="", kind=selection.kind or ALL_KINDS), "tally")
    found = db.execute(
        f"SELECT game, title, counts FROM tally WHERE {' AND '.join(('player = ?', 'span = ?', *wanted))}",
        (player, span, *values),
    )
    return (((row["game"], row["title"]), row["counts"]) for row in found)


def _shares(db: Connection, player: int, piece: Piece, selection: Selection) -> Iterator[tuple[Played, str]]:
    played, of_played = conditions(Selection(game=selection.game, title=selection.title), "line")
    wanted, values = conditions(Selection(since=piece.since, until=piece.until), "share")
    if selection.kind:
        wanted, values = [*wanted, "share.kind = ?"], [*values, selection.kind]
    # CROSS JOIN fixes the order: each game that was played has its shares in an index by their start.
    for table, place in (("share", "share.place"), ("part_share AS share", "0")):
        found = db.execute(
            f"""
            SELECT share.game, share.title, {place} AS place, share.counts FROM tally AS line CROSS JOIN {table}
            WHERE {" AND ".join(("line.player = ? AND line.span = ? AND line.kind = ?", *played, OF_LINE, *wanted))}
            """,
            (player, ALL_TIME, ALL_KINDS, *of_played, *values),
        )
        for row in found:
            played_by = (row["game"], row["title"])
            yield played_by, row["counts"]
            if row["place"]:
                yield played_by, shares.place_to_text(row["place"])


@lru_cache(maxsize=MAX_CACHED_COUNTS)
def _read(text: str) -> Counts:
    """Counts from the text in which they are kept: the same text says the same, whoever reads it."""
    return _told(shares.amounts_of(text))


@lru_cache(maxsize=MAX_CACHED_AMOUNTS)
def _amounts(text: str, only: frozenset[str] | None) -> tuple[tuple[Key, int], ...]:
    return tuple((key, amount) for key, amount in shares.amounts_of(text) if only is None or key.fact in only)


def _told(amounts: Iterable[tuple[Key, int]]) -> Counts:
    places, facts, crossings, points, beside = {}, {}, {}, {}, {}
    in_part: dict[str, int] = {}
    for key, amount in amounts:
        if key.fact in (shares.IN_PART, shares.DEALS_IN_PART):
            in_part[key.fact] = amount
        elif key.fact == shares.PLACE:
            places[int(key.value)] = amount
        elif key.fact in COMPANY_COLUMNS:
            beside[int(key.value), key.fact] = amount
        elif key.fact == POINTS:
            points[Told(key.by_fact, told_from_text(key.by_value))] = from_milli(amount)
        elif key.by_fact:
            of, by = Told(key.fact, told_from_text(key.value)), Told(key.by_fact, told_from_text(key.by_value))
            crossings[Crossing(of, by)] = amount
        else:
            facts[Told(key.fact, told_from_text(key.value))] = amount
    places = dict(sorted(places.items()))
    games, deals = (in_part.get(fact, 0) for fact in (shares.IN_PART, shares.DEALS_IN_PART))
    return Counts(places, facts, crossings, points, beside, in_part=games, deals_in_part=deals)
