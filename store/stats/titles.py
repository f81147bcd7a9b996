"""Names of games on the score pad: one game whatever its capitals and widths, written as it was written last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from scoring.catalogue import all_games
from store.book import Book
from store.engines.base import Row
from store.stats.counts import OF_LINE, Played
from store.stats.selection import ALL_KINDS, ALL_TIME


def titles(book: Book, played: Iterable[Played]) -> Mapping[Played, str]:
    """The titles of some games as people read them, by the game and the title that is stored."""
    asked = {*played}
    written = _written_last(book) if any(title for _, title in asked) else {}
    return {each: written.get(each, each[1]) for each in asked}


def _written_last(book: Book) -> dict[Played, str]:
    # The last one of each person stands at one end of an index.
    lines = book.db.execute(
        f"""
        SELECT line.game, line.title, (
            SELECT share.number FROM share WHERE {OF_LINE} ORDER BY share.created_at DESC, share.number DESC LIMIT 1
        ) AS number
        FROM player CROSS JOIN tally AS line
        WHERE player.scorebook = ? AND line.player = player.id AND line.span = ? AND line.title <> '' AND line.kind = ?
        """,
        (book.scorebook, ALL_TIME, ALL_KINDS),
    ).fetchall()
    played = {line["number"]: (line["game"], line["title"]) for line in lines if line["number"] is not None}
    if not played:
        return {}
    sessions = book.db.execute(
        f"""
        SELECT number, options FROM session WHERE number IN ({", ".join("?" * len(played))})
        ORDER BY created_at, number
        """,
        [*played],
    )
    last: dict[Played, Row] = {played[session["number"]]: session for session in sessions}
    return {(game, title): _title_of(game, session["options"]) or title for (game, title), session in last.items()}


def _title_of(game: str, options: str) -> str:
    known = all_games().get(game)
    return str((known.called(json.loads(options)) if known and known.called else None) or "")
