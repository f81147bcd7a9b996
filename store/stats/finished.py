"""Reads the finished sessions of a time, and when each person played, from the read models alone."""

from __future__ import annotations

from collections import Counter
from itertools import chain, groupby
from operator import itemgetter

from record.evenings import TIMES, played_until
from record.log import stamp
from record.review import FinishedSession, SeatResult
from store.book import Book
from store.engines.base import Row
from store.stats.player_result import facts_from_texts
from store.stats.selection import of_person

OF_SEAT = (
    "player_result.title",
    "player_result.place",
    "side",
    "won",
    "lead_milli",
    "behind_milli",
    "swing_milli",
    "best_bid",
)


def played_between(book: Book, since: str, until: str) -> list[FinishedSession]:
    """The finished sessions that began from `since` to before `until`, in the order of their start."""
    of_session = (*TIMES[1:], "game", "minutes", "ended_early")
    columns = (*(f"session.{name}" for name in of_session), *OF_SEAT)
    ended = _rows(book, since, until, ", ".join(columns), also="AND player_result.place <> 0")
    sessions = []
    for _, group in groupby(ended, key=itemgetter("number")):
        seats = list(group)
        head = seats[0]
        sessions.append(
            FinishedSession(
                session=head["id"],
                game=f"{head['game']}:{head['title']}" if head["title"] else head["game"],
                began=head["played_at"],
                written=stamp(played_until(**{name: head[name] for name in TIMES})),
                minutes=head["minutes"],
                ended_early=bool(head["ended_early"]),
                seats=tuple(
                    SeatResult(
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
                    for row in seats
                ),
            )
        )
    return sessions


def facts_between(book: Book, since: str, until: str, *, game: str, fact: str) -> Counter[tuple[object, int, str]]:
    """How often each value of a fact was in the finished sessions of a game: by value, person and session."""
    counted: Counter[tuple[object, int, str]] = Counter()
    for row in _rows(book, since, until, "facts", also="AND session.game = ?", values=(game,)):
        for each, times in facts_from_texts([row["facts"]]).facts.items():
            if each.name == fact:
                counted[each.value, row["player"], row["id"]] += times
    return counted


def has_played(book: Book, since: str, until: str, person: int | None = None) -> bool:
    """Whether a finished session began from `since` to before `until`, of anybody or of a person."""
    whose, values = of_person(person)
    found = book.db.execute(
        f"""
        SELECT 1 FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND {whose} AND player_result.player = player.id AND place <> 0
            AND player_result.played_at >= ? AND player_result.played_at < ? LIMIT 1
        """,
        (book.scorebook, *values, since, until),
    )
    return found.fetchone() is not None


def first_and_last_played(book: Book) -> dict[int, tuple[str, str]]:
    """When the first and the last finished session of each person began, by their number."""
    found = book.db.execute(
        """
        SELECT COALESCE(player.person, player.id) AS person,
            MIN(player_result.played_at) AS first, MAX(player_result.played_at) AS last
        FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND player_result.player = player.id AND place <> 0
        GROUP BY COALESCE(player.person, player.id)
        """,
        (book.scorebook,),
    )
    return {row["person"]: (row["first"], row["last"]) for row in found}


def _rows(book: Book, since: str, until: str, columns: str, *, also: str, values: tuple[object, ...] = ()) -> list[Row]:
    """The results of finished sessions that began in a time, in the order of their start and of seats."""
    # Each half of the sessions has an index by the time at which they began.
    found = chain.from_iterable(
        book.db.execute(
            f"""
            SELECT session.id, session.number, session.played_at, player_result.seat,
                COALESCE(player.person, player.id) AS player, {columns}
            FROM session CROSS JOIN player_result JOIN player ON player.id = player_result.player
            WHERE session.scorebook = ? AND session.deleted_at IS NULL AND session.archived_at {listed}
                AND session.played_at >= ? AND session.played_at < ? AND player_result.session = session.id {also}
            """,
            (book.scorebook, since, until, *values),
        )
        for listed in ("IS NULL", "IS NOT NULL")
    )
    return sorted(found, key=lambda row: (row["played_at"], row["number"], row["seat"] or 0))
