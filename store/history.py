"""The sessions of a scorebook as lists, from the read models alone: nothing is replayed here."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, TypedDict, Unpack

from scoring.message import Points
from scoring.text import same_name
from store.engine import Connection
from store.models import from_milli

NEWEST_FIRST = "session.created_at DESC, session.number DESC"
RECENT = 100
"""How many of the last sessions are searched for line-ups."""
RECENT_GAMES = 30
"""How many of the last sessions say what the group plays."""
PLAYED = "session.id IN (SELECT seat.session FROM seat JOIN player ON player.id = seat.player WHERE {})"
NOTED = "session.id IN (SELECT remark.session FROM remark WHERE {})"


class SeatSummary(NamedTuple):
    """How one seat stands, or stood at the end."""

    name: str
    total: Points
    place: int
    won: bool


@dataclass(frozen=True)
class Summary:
    """A session in a list.

    `game` is its slug, `options` are its house rules as documents write them, `discarded_at` is when it was put away,
    or None.
    """

    id: str
    game: str
    options: dict[str, Any]
    created_at: str
    updated_at: str
    over: bool
    ended_early: bool
    deals: int
    seats: tuple[SeatSummary, ...]
    discarded_at: str | None = None


@dataclass(frozen=True)
class LineUp:
    """What "same again" starts: a game, who sat where, the house rules, as in the session named."""

    session: str
    game: str
    players: tuple[str, ...]
    dealer: int
    options: dict[str, Any]


class Filters(TypedDict, total=False):
    """Which sessions: over or not, of a game, with a player, with a text in a name or a note, of a month (UTC).

    `discarded_since` gives those put away at or after this time instead of all that were not.
    """

    over: bool | None
    discarded_since: str | None
    game: str | None
    player: str | None
    text: str | None
    month: str | None


def summaries(
    db: Connection, *, scorebook: str, limit: int = 50, offset: int = 0, **filters: Unpack[Filters]
) -> list[Summary]:
    """The sessions that pass the filters, newest first; a filter that is None or empty lets all pass."""
    where, params = _where(scorebook=scorebook, **filters)
    heads = db.execute(
        f"""
        SELECT id, game, options, created_at, updated_at, over, ended_early, deals, discarded_at FROM session
        WHERE {where} ORDER BY {NEWEST_FIRST} LIMIT ? OFFSET ?
        """,
        (*params, limit, offset),
    ).fetchall()
    seats = _seats(db, [head["id"] for head in heads])
    return [
        Summary(
            id=head["id"],
            game=head["game"],
            options=json.loads(head["options"]),
            created_at=head["created_at"],
            updated_at=head["updated_at"],
            over=bool(head["over"]),
            ended_early=bool(head["ended_early"]),
            deals=head["deals"],
            seats=tuple(seats[head["id"]]),
            discarded_at=head["discarded_at"],
        )
        for head in heads
    ]


def count(db: Connection, *, scorebook: str, **filters: Unpack[Filters]) -> int:
    """How many sessions pass the filters."""
    where, params = _where(scorebook=scorebook, **filters)
    number: int = db.execute(f"SELECT COUNT(*) FROM session WHERE {where}", params).fetchone()[0]
    return number


def months(db: Connection, scorebook: str) -> list[str]:
    """The months in which sessions began, as "2026-11", the last first."""
    found = db.execute(
        """
        SELECT DISTINCT substr(created_at, 1, 7) AS month FROM session
        WHERE scorebook = ? AND discarded_at IS NULL ORDER BY month DESC
        """,
        (scorebook,),
    )
    return [row["month"] for row in found]


def played(db: Connection, *, scorebook: str) -> list[str]:
    """The games of the last sessions, the most often played first, then the one played last."""
    found = db.execute(
        f"""
        SELECT game FROM (
            SELECT * FROM session WHERE scorebook = ? AND discarded_at IS NULL ORDER BY {NEWEST_FIRST} LIMIT ?
        )
        GROUP BY game ORDER BY COUNT(*) DESC, MAX(created_at) DESC, MAX(number) DESC
        """,
        (scorebook, RECENT_GAMES),
    )
    return [row["game"] for row in found]


def line_ups(db: Connection, *, scorebook: str, limit: int = 3) -> list[LineUp]:
    """The last line-ups, each once, from its last session; other seats or other house rules make another."""
    seats = db.execute(
        f"""
        SELECT session.id, session.game, session.options, session.dealer, player.name
        FROM (
            SELECT * FROM session WHERE scorebook = ? AND discarded_at IS NULL ORDER BY {NEWEST_FIRST} LIMIT ?
        ) AS session
        JOIN seat ON seat.session = session.id JOIN player ON player.id = seat.player
        ORDER BY {NEWEST_FIRST}, seat.seat
        """,
        (scorebook, RECENT),
    )
    found: dict[tuple[object, ...], LineUp] = {}
    for session, rows in groupby(seats, key=lambda row: str(row["id"])):
        at_table = list(rows)
        head, players = at_table[0], tuple(row["name"] for row in at_table)
        line_up = LineUp(session, head["game"], players, head["dealer"], json.loads(head["options"]))
        found.setdefault((head["game"], players, head["options"]), line_up)
    return list(found.values())[:limit]


def _where(
    *,
    scorebook: str,
    over: bool | None = None,
    discarded_since: str | None = None,
    game: str | None = None,
    player: str | None = None,
    text: str | None = None,
    month: str | None = None,
) -> tuple[str, list[object]]:
    wanted: list[tuple[str, list[object]]] = [("session.scorebook = ?", [scorebook])]
    if discarded_since is None:
        wanted.append(("session.discarded_at IS NULL", []))
    else:
        wanted.append(("session.discarded_at >= ?", [discarded_since]))
    if over is not None:
        wanted.append(("session.over = ?", [int(over)]))
    if game:
        wanted.append(("session.game = ?", [game]))
    if player:
        wanted.append((PLAYED.format("player.name_key = ?"), [same_name(player)]))
    if text and text.strip():
        in_name, in_note = (f"{column} LIKE ? ESCAPE '!'" for column in ("player.name_key", "remark.text_key"))
        wanted.append((f"({PLAYED.format(in_name)} OR {NOTED.format(in_note)})", [_containing(text.strip())] * 2))
    if month:
        wanted.append(("substr(session.created_at, 1, 7) = ?", [month]))
    return " AND ".join(condition for condition, _ in wanted), [value for _, values in wanted for value in values]


def _containing(text: str) -> str:
    """What LIKE takes for "has this text in it", its wildcards taken literally.

    >>> _containing("100%")
    '%100!%%'
    """
    key = same_name(text)
    for sign in "!%_":
        key = key.replace(sign, "!" + sign)
    return f"%{key}%"


def _seats(db: Connection, sessions: Iterable[str]) -> defaultdict[str, list[SeatSummary]]:
    wanted = list(sessions)
    found = db.execute(
        f"""
        SELECT seat.session, player.name, standing.total_milli, standing.place, standing.won
        FROM seat JOIN player ON player.id = seat.player
        JOIN standing ON standing.session = seat.session AND standing.seat = seat.seat
        WHERE seat.session IN ({", ".join("?" * len(wanted))}) ORDER BY seat.session, seat.seat
        """,
        wanted,
    )
    seats: defaultdict[str, list[SeatSummary]] = defaultdict(list)
    for row in found:
        seat = SeatSummary(row["name"], from_milli(row["total_milli"]), row["place"], bool(row["won"]))
        seats[row["session"]].append(seat)
    return seats
