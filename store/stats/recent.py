"""The last results of players, from the stored shares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from scoring.message import Points
from store.book import Book
from store.stats.selection import ALL_KINDS, ALL_TIME, EVERYTHING, Selection, conditions
from store.stats.streaks import next_run
from store.values import from_milli


@dataclass(frozen=True)
class LastResult:
    """How one session ended for a player: `options` are its house rules, `players` is how many sat at the table."""

    session: str
    game: str
    options: Mapping[str, Any]
    began: str
    place: int
    total: Points
    won: bool
    players: int


def last_played(book: Book) -> dict[int, str]:
    """When the last finished session of each person began, by their number."""
    return {player: max(began) for player, began in _played(book, "MAX").items()}


def first_played(book: Book) -> dict[int, str]:
    """When the first finished session of each person began, by their number."""
    return {player: min(began) for player, began in _played(book, "MIN").items()}


def _played(book: Book, which: str) -> dict[int, list[str]]:
    """When the first or last finished session of each person in each game began: at one end of an index."""
    found = book.db.execute(
        f"""
        SELECT player.id, (
            SELECT {which}(created_at) FROM share
            WHERE share.player = tally.player AND share.game = tally.game AND share.title = tally.title
        ) AS began
        FROM player JOIN tally ON tally.player = player.id
        WHERE player.scorebook = ? AND tally.span = ? AND tally.kind = ?
        """,
        (book.scorebook, ALL_TIME, ALL_KINDS),
    )
    played: dict[int, list[str]] = {}
    for row in found:
        if row["began"] is not None:
            played.setdefault(row["id"], []).append(row["began"])
    return played


def current_run(book: Book, player: int, selection: Selection = EVERYTHING) -> int:
    """The run of a person's last finished session among all selected, see `streaks`; 0 without any."""
    wanted, values = conditions(selection, "share")
    found = book.db.execute(
        f"""
        SELECT share.won FROM share JOIN player ON player.id = share.player
        WHERE {" AND ".join(("share.player = ?", "player.scorebook = ?", *wanted))}
        ORDER BY share.created_at, share.number
        """,
        (player, book.scorebook, *values),
    )
    return reduce(next_run, (row["won"] for row in found), 0)


def last_results(book: Book, player: int, *, limit: int, selection: Selection = EVERYTHING) -> list[LastResult]:
    """The last selected sessions of a person that are over, the one that began last before the others."""
    played, of_played = conditions(Selection(game=selection.game, title=selection.title), "tally")
    games = book.db.execute(
        f"""
        SELECT tally.game, tally.title FROM tally JOIN player ON player.id = tally.player
        WHERE {" AND ".join(("tally.player = ?", "player.scorebook = ?", "span = ?", "kind = ?", *played))}
        """,
        (player, book.scorebook, ALL_TIME, ALL_KINDS, *of_played),
    ).fetchall()
    # Of each game its last ones stand at one end of an index; among all games they would have to be sorted.
    found = []
    for game in games:
        wanted, values = conditions(replace(selection, game=game["game"], title=game["title"]), "share")
        found += book.db.execute(
            f"""
            SELECT session, game, created_at, number, place, total_milli, won FROM share
            WHERE {" AND ".join(("player = ?", *wanted))} ORDER BY created_at DESC, number DESC LIMIT ?
            """,
            (player, *values, limit),
        ).fetchall()
    last = sorted(found, key=lambda row: (row["created_at"], row["number"]), reverse=True)[:limit]
    if not last:
        return []
    heads = {
        row["id"]: row
        for row in book.db.execute(
            f"""
            SELECT id, options, (
                SELECT COUNT(*) FROM standing WHERE standing.session = session.id AND standing.place > 0
            ) AS players
            FROM session WHERE id IN ({", ".join("?" * len(last))})
            """,
            [row["session"] for row in last],
        )
    }
    return [
        LastResult(
            session=row["session"],
            game=row["game"],
            options=json.loads(heads[row["session"]]["options"]),
            began=row["created_at"],
            place=row["place"],
            total=from_milli(row["total_milli"]),
            won=bool(row["won"]),
            players=heads[row["session"]]["players"],
        )
        for row in last
    ]
