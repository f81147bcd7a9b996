"""Reads the finished sessions of a time for a year in review, from the read models alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby, product

from record.review import Played, SeatResult
from store.book import Book
from store.engines.base import Row
from store.stats import shares
from store.values import told_from_text

LISTED = ("session.archived_at IS NULL", "session.archived_at IS NOT NULL")
"""Each half of the sessions has an index by the time at which they began."""


def played_between(book: Book, since: str, until: str) -> list[Played]:
    """The finished sessions that began from `since` to before `until`, in the order of their start."""
    found = chain.from_iterable(_rows(book, since, until))
    ordered = sorted(found, key=lambda row: (row["created_at"], row["number"], row["seat"]))
    sessions = []
    for _, group in groupby(ordered, key=lambda row: int(row["number"])):
        seats = list(group)
        head = seats[0]
        sessions.append(
            Played(
                session=head["id"],
                game=f"{head['game']}:{head['title']}" if head["title"] else head["game"],
                began=head["created_at"],
                written=head["updated_at"],
                minutes=head["minutes"],
                seats=tuple(map(_seat_result, seats)),
            )
        )
    return sessions


def facts_between(book: Book, since: str, until: str, *, game: str, fact: str) -> Counter[tuple[object, int, str]]:
    """How often each value of a fact stood in the finished sessions of a game: by value, person and session."""
    counted: Counter[tuple[object, int, str]] = Counter()
    for part, table in product(LISTED, ("share", "part_share AS share")):
        found = book.db.execute(
            f"""
            SELECT session.id, share.player, share.counts FROM session CROSS JOIN {table}
            WHERE session.scorebook = ? AND session.game = ? AND session.discarded_at IS NULL AND {part}
                AND session.created_at >= ? AND session.created_at < ? AND share.session = session.id
            ORDER BY session.created_at, session.number
            """,
            (book.scorebook, game, since, until),
        )
        for row in found:
            for key, times in shares.amounts_of(row["counts"]):
                if key.fact == fact and not key.by_fact:
                    counted[told_from_text(key.value), row["player"], row["id"]] += times
    return counted


def has_played(book: Book, since: str, until: str, person: int | None = None) -> bool:
    """Whether a finished session began from `since` to before `until`, of anybody or of a person."""
    whose, values = ("", ()) if person is None else (" AND player.id = ?", (person,))
    found = book.db.execute(
        f"""
        SELECT 1 FROM player JOIN tally ON tally.player = player.id
            JOIN share ON share.player = tally.player AND share.game = tally.game
        WHERE player.scorebook = ?{whose} AND share.created_at >= ? AND share.created_at < ? LIMIT 1
        """,
        (book.scorebook, *values, since, until),
    )
    return found.fetchone() is not None


def _rows(book: Book, since: str, until: str) -> Iterator[list[Row]]:
    for part in LISTED:
        yield book.db.execute(
            f"""
            SELECT session.id, session.number, session.game, share.title, session.created_at, session.updated_at,
                session.minutes, share.seat, share.player, share.place, share.won, standing.side,
                {", ".join(f"share.{column}" for column in shares.HIGHLIGHTS)}
            FROM session CROSS JOIN share JOIN standing
                ON standing.session = share.session AND standing.seat = share.seat
            WHERE session.scorebook = ? AND session.discarded_at IS NULL AND {part}
                AND session.created_at >= ? AND session.created_at < ? AND share.session = session.id
            """,
            (book.scorebook, since, until),
        ).fetchall()


def _seat_result(row: Row) -> SeatResult:
    return SeatResult(
        seat=row["seat"],
        player=row["player"],
        side=row["side"],
        place=row["place"],
        won=bool(row["won"]),
        lead=row["lead_milli"],
        behind=row["behind_milli"],
        swing=row["swing_milli"],
        bid=row["best_bid"],
    )
