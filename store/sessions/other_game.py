"""Starts another game in the place of a session that was begun as the wrong one."""

from __future__ import annotations

from collections.abc import Mapping

from record.log import Author
from scoring.game import AnyGame
from store.book import Book, needs
from store.scorebooks import lock_scorebook
from store.sessions import writing
from store.sessions.loading import load
from store.sessions.purge import remove_unplayed
from store.sessions.series import sit_down


@needs("keeper")
def start_instead(book: Book, session: str, game: AnyGame, raw: Mapping[str, object], by: Author) -> str:
    """Start another game for the people of a session, and return its id.

    A session in which nothing was entered is removed as if it had never been: the new one has its links, its series
    and its phones, each at the seat of its person. Else it stays. Raises what `writing.start` raises,
    NoSuchError.
    """
    with book.db.writing():
        # A second tap at the same moment waits here, and finds what the first has begun.
        book.db.lock_row("session", session)
        if begun := writing.begun_before(book, by):
            return begun
        before = load(book, session)
        lock_scorebook(book, at=by.stamp)
        new = writing.start(book, game, raw, by)
        if before.is_unplayed:
            sit_down(book.db, before, load(book, new), at=by.stamp)
            for table in ("link", "access"):
                book.db.execute(f"UPDATE {table} SET session = ? WHERE session = ?", (new, session))
            book.db.execute(
                """
                UPDATE session SET (series, table_id, confirms) =
                (SELECT series, table_id, confirms FROM session WHERE id = ?) WHERE id = ?
                """,
                (session, new),
            )
            remove_unplayed(book.db, book.scorebook, session, at=by.stamp)
    return new
