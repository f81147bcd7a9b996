"""Lists of a scorebook's sessions, from the read models alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, Unpack

from scoring.message import Points
from store.book import Book
from store.encoding import from_milli
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.scorebooks import AT_SEAT, CURRENT_NAME
from store.sessions.loading import NEXT_GAME
from store.sessions.search import SessionQuery, matching_numbers

NEWEST_FIRST = "session.played_at DESC, session.number DESC"
MAX_COUNTED_SESSIONS = 300
"""Found sessions are counted up to this number."""
STANDING_COLUMNS = ("standing.total_milli", "standing.place", "standing.won", "standing.side", "standing.decided")
STANDING_JOIN = "LEFT JOIN standing ON standing.session = sitting.session AND standing.seat = sitting.seat"
RECENT_LINEUPS = 100
"""Line-ups are searched in this many last sessions."""
RECENT_GAMES = 30
"""The group's games are taken from this many last sessions."""


class SeatSummary(NamedTuple):
    """How one seat stands, or stood at the end; `place` is 0 out of competition, `before` is who sat there before.

    Those who share a score have the same `side`. `decided`: the table has decided the place, of those who were level.
    """

    name: str
    total: Points
    place: int
    won: bool
    before: tuple[str, ...] = ()
    side: int = 0
    decided: bool = False


@dataclass(frozen=True)
class Summary:
    """A session in a list.

    `game` is its slug, `options` are its house rules as in documents, `deleted_at` is when it was deleted. `minutes` is
    how long it was played, None while it still is; `played_minutes` what somebody has entered of that.
    """

    id: str
    game: str
    options: dict[str, Any]
    created_at: str
    updated_at: str
    played_at: str
    over: bool
    ended_early: bool
    deals: int
    seats: tuple[SeatSummary, ...]
    deleted_at: str | None = None
    archived_at: str | None = None
    excluded_at: str | None = None
    place: str | None = None
    note: str | None = None
    minutes: int | None = None
    played_minutes: int | None = None

    @property
    def contested(self) -> bool:
        """Whether sides played against each other."""
        return len({seat.side for seat in self.seats}) > 1


SUMMARY_COLUMNS = tuple(field.name for field in fields(Summary) if field.name != "seats")
"""The columns of `session` that a list needs."""


@dataclass(frozen=True)
class LineUp:
    """What "same again" starts: game, players by seat and house rules of a session.

    `archived` are the players who are archived now; `deals` counts the finished deals since `dealer` dealt, 0 where it
    is the next dealer. `next_game` is the last session of its table, or None.
    """

    session: str
    game: str
    players: tuple[str, ...]
    dealer: int
    options: dict[str, Any]
    archived: frozenset[str] = frozenset()
    deals: int = 0
    next_game: str | None = None


@dataclass(frozen=True)
class SessionPage:
    """A page of found sessions, whether `older` ones follow, and their number.

    `total` is a lower bound where `more_than_total`.
    """

    sessions: list[Summary]
    older: bool
    total: int
    more_than_total: bool


def find_sessions(
    book: Book, *, limit: int, offset: int = 0, after: str | None = None, **filters: Unpack[SessionQuery]
) -> SessionPage:
    """A page of the sessions that match the filters, newest first; a filter that is None or empty matches all.

    With `after`, the id of a session, those that follow it in this order; raises NoSuchError.
    """
    if after:
        row = book.db.execute(
            "SELECT played_at, number FROM session WHERE id = ? AND scorebook = ?", (after, book.scorebook)
        ).fetchone()
        if row is None:
            raise NoSuchError(f"no session {after!r}")
        filters["follows"] = (row["played_at"], row["number"])
    end = offset + limit
    most = max(end, MAX_COUNTED_SESSIONS)
    numbers = matching_numbers(book, most=most + 1, **filters)
    return SessionPage(
        sessions=_summaries(book.db, numbers[offset:end]),
        older=len(numbers) > end,
        total=min(len(numbers), most),
        more_than_total=len(numbers) > most,
    )


def summaries(book: Book, *, limit: int = 50, **filters: Unpack[SessionQuery]) -> list[Summary]:
    """The last sessions that match the filters, newest first."""
    return _summaries(book.db, matching_numbers(book, most=limit, **filters))


def start_times(book: Book) -> dict[str, str]:
    """When each session was played, by its id, deleted ones too."""
    found = book.db.execute("SELECT id, played_at FROM session WHERE scorebook = ?", (book.scorebook,))
    return {row["id"]: row["played_at"] for row in found}


def summaries_of(book: Book, sessions: Sequence[str]) -> list[Summary]:
    """These sessions, newest first, by their ids."""
    among = ", ".join("?" * len(sessions)) or "NULL"
    found = book.db.execute(
        f"SELECT number FROM session WHERE scorebook = ? AND id IN ({among})", (book.scorebook, *sessions)
    )
    return _summaries(book.db, [row["number"] for row in found])


def _summaries(db: Connection, numbers: Sequence[int]) -> list[Summary]:
    if not numbers:
        return []
    heads = db.execute(
        f"""
        SELECT {", ".join(SUMMARY_COLUMNS)} FROM session WHERE number IN ({", ".join("?" * len(numbers))})
        ORDER BY {NEWEST_FIRST}
        """,
        numbers,
    )
    seats: defaultdict[str, list[SeatSummary]] = defaultdict(list)
    for session, people in _people(db, [head["id"] for head in heads], STANDING_COLUMNS).items():
        for *before, current in people:
            if current["place"] is not None:
                total, names = from_milli(current["total_milli"]), tuple(each["name"] for each in before)
                won, side, decided = bool(current["won"]), current["side"], bool(current["decided"])
                seats[session].append(SeatSummary(current["name"], total, current["place"], won, names, side, decided))
    return [
        Summary(
            **dict(head)
            | {
                "options": json.loads(head["options"]),
                "over": bool(head["over"]),
                "ended_early": bool(head["ended_early"]),
            },
            seats=tuple(seats[head["id"]]),
        )
        for head in heads
    ]


def most_played_games(book: Book) -> list[str]:
    """The games of the last sessions, the most played first, then the most recent."""
    found = book.db.execute(
        f"""
        SELECT game FROM (
            SELECT * FROM session WHERE scorebook = ? AND deleted_at IS NULL AND archived_at IS NULL
            ORDER BY {NEWEST_FIRST} LIMIT ?
        ) AS last
        GROUP BY game ORDER BY COUNT(*) DESC, MAX(played_at) DESC, MAX(number) DESC
        """,
        (book.scorebook, RECENT_GAMES),
    )
    return [row["game"] for row in found]


def line_ups(book: Book, limit: int = 3) -> list[LineUp]:
    """The last distinct line-ups, each from its last session; they differ by seats or house rules."""
    heads = book.db.execute(
        f"""
        SELECT id, game, options, dealer, deals, next_table, {NEXT_GAME} FROM session
        WHERE scorebook = ? AND deleted_at IS NULL AND archived_at IS NULL ORDER BY {NEWEST_FIRST} LIMIT ?
        """,
        (book.scorebook, RECENT_LINEUPS),
    )
    people = _people(book.db, [head["id"] for head in heads], ("person.archived_at",))
    found: dict[tuple[object, ...], LineUp] = {}
    for head in heads:
        here, dealer, deals = [seats[-1] for seats in people.get(head["id"], ())], head["dealer"], head["deals"]
        if head["next_table"]:
            table = json.loads(head["next_table"])
            here, dealer, deals = [here[seat] for seat in table["seats"]], table["dealer"], 0
        archived = frozenset(row["name"] for row in here if row["archived_at"] is not None)
        options, players = json.loads(head["options"]), tuple(row["name"] for row in here)
        line_up = LineUp(head["id"], head["game"], players, dealer, options, archived, deals, head["next_game"])
        found.setdefault((head["game"], players, head["options"]), line_up)
    return list(found.values())[:limit]


def _people(db: Connection, sessions: Sequence[str], columns: tuple[str, ...]) -> dict[str, list[list[Row]]]:
    """By session and seat who sat there one after the other; `columns` of a person, or `STANDING_COLUMNS`."""
    found = db.execute(
        f"""
        SELECT sitting.session, sitting.seat, {CURRENT_NAME}, {", ".join(columns)}
        FROM sitting {AT_SEAT} {STANDING_JOIN if columns is STANDING_COLUMNS else ""}
        WHERE sitting.session IN ({", ".join("?" * len(sessions)) or "NULL"}) ORDER BY sitting.turn, sitting.seat
        """,
        sessions,
    )
    people: defaultdict[str, dict[int, list[Row]]] = defaultdict(dict)
    for row in found:
        people[row["session"]].setdefault(row["seat"], []).append(row)
    return {session: [*seats.values()] for session, seats in people.items()}
