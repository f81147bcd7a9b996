"""Permanently removes deleted sessions and scorebooks, see docs/decisions.md#013."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta

from record.log import stamp
from scoring.errors import refused
from scoring.message import say
from store.book import Book, needs
from store.engines.base import Connection, Database
from store.engines.tables import TABLES
from store.players.profiles import SESSIONS_OF, Player, apply_merges, changing_players, find_player
from store.progress import Advance, Progress, no_progress
from store.stats.read_models import note_results_changed

KEPT_DAYS = 30
"""Days in which deleted sessions and scorebooks can be restored."""
SESSION_TABLES, SCOREBOOK_TABLES = (
    [name for name, table in reversed(TABLES.items()) if owner in table.owners] for owner in ("session", "scorebook")
)
"""The tables of a session, and those of a scorebook, each before what it refers to."""
DEVICES_OF_SESSION = """
    SELECT device FROM action WHERE action.session = {session}
    UNION SELECT device FROM seat_device WHERE seat_device.session = {session}
    UNION SELECT device FROM seat_before WHERE seat_before.session = {session}
"""
"""The devices that wrote in a session or sat at it."""


@dataclass(frozen=True)
class Purged:
    """The numbers of purged scorebooks and of purged sessions, including those of the scorebooks."""

    scorebooks: int
    sessions: int


def purge_cutoff(now: datetime) -> str:
    """The time before which deleted sessions and scorebooks are purged."""
    return stamp(now - timedelta(days=KEPT_DAYS))


def purge_and_vacuum(record: Database, *, before: str, progress: Progress = no_progress) -> Purged:
    """Purge everything deleted before a time, and wipe it from the database files."""
    with closing(record.connect()) as db:
        purged = purge(db, before=before, progress=progress)
    if purged.sessions or purged.scorebooks:
        record.sweep()
    return purged


def purge(db: Connection, scorebook: str | None = None, *, before: str, progress: Progress = no_progress) -> Purged:
    """Purge everything deleted before a time, in all scorebooks or in one; a transaction for each."""
    these, values = ("", ()) if scorebook is None else (" AND {column} = ?", (scorebook,))
    books = db.execute(
        f"""
        SELECT scorebook.id, (SELECT COUNT(*) FROM session WHERE session.scorebook = scorebook.id) AS sessions
        FROM scorebook WHERE scorebook.deleted_at < ?{these.format(column="scorebook.id")}
        """,
        (before, *values),
    )
    with progress(f"Taking out {len(books):,} scorebooks", sum(row["sessions"] for row in books)) as advance:
        scorebooks = [_purge_scorebook(db, row["id"], before, advance) for row in books]
    deleted = db.execute(
        f"SELECT id, scorebook FROM session WHERE deleted_at < ?{these.format(column='scorebook')} ORDER BY number",
        (before, *values),
    )
    with progress(f"Taking out {len(deleted):,} sessions", len(deleted)) as advance:
        sessions = [_purge_session(db, row["id"], row["scorebook"], before, advance) for row in deleted]
    return Purged(sum(each is not None for each in scorebooks), sum(sessions) + sum(each or 0 for each in scorebooks))


@needs("keeper")
def purge_book(book: Book, *, before: str) -> Purged:
    """Purge everything deleted before a time in a scorebook."""
    return purge(book.db, book.scorebook, before=before)


def _purge_scorebook(db: Connection, scorebook: str, before: str, advance: Advance) -> int | None:
    """Purge a scorebook and return the number of its sessions; None where it was restored since."""
    with db.writing():
        db.lock_row("scorebook", scorebook)
        if not db.execute("SELECT id FROM scorebook WHERE id = ? AND deleted_at < ?", (scorebook, before)).fetchone():
            return None
        found = db.execute("SELECT id FROM session WHERE scorebook = ? ORDER BY number", (scorebook,))
        # A trigger allows only deleted sessions to be purged.
        db.execute("UPDATE session SET deleted_at = ? WHERE scorebook = ? AND deleted_at IS NULL", (before, scorebook))
        for row in found:
            _delete_session_rows(db, row["id"])
            advance(1)
        db.execute("DELETE FROM merged WHERE player IN (SELECT id FROM player WHERE scorebook = ?)", (scorebook,))
        for table in SCOREBOOK_TABLES:
            db.execute(f"DELETE FROM {table} WHERE scorebook = ?", (scorebook,))
        db.execute("DELETE FROM scorebook WHERE id = ?", (scorebook,))
    return len(found)


def _purge_session(db: Connection, session: str, scorebook: str, before: str, advance: Advance) -> bool:
    """Purge a session; False where it was restored since."""
    advance(1)
    with db.writing():
        # The same lock order as when a session is started or imported.
        db.lock_row("scorebook", scorebook)
        db.lock_row("session", session)
        if not db.execute("SELECT id FROM session WHERE id = ? AND deleted_at < ?", (session, before)).fetchone():
            return False
        seated = db.execute("SELECT DISTINCT player FROM sitting WHERE session = ?", (session,))
        _delete_orphaned_devices(db, scorebook, _delete_session_rows(db, session))
        _delete_orphaned_players(db, scorebook, [row["player"] for row in seated])
    return True


def can_be_removed(book: Book, player: Player) -> bool:
    """Whether somebody finished no game, and sits in none that is not deleted."""
    played = "deleted_at IS NULL OR (over = 1 AND deals > 0)"
    query = f"SELECT 1 AS one FROM session WHERE id IN ({SESSIONS_OF}) AND ({played}) LIMIT 1"
    return book.db.execute(query, (player.id, player.id)).fetchone() is None


@needs("keeper")
def remove_player(book: Book, player: int, *, at: str) -> None:
    """Remove who `can_be_removed`, with the deleted games in which they sat; raises EntryError, NoSuchError."""
    db = book.db
    with changing_players(book):
        person = find_player(book, player)
        if not can_be_removed(book, person):
            raise refused("player", say("{name} has played: archive them instead.", name=person.name))
        found = db.execute(f"SELECT DISTINCT session FROM ({SESSIONS_OF}) AS sat ORDER BY session", (player, player))
        sessions = [row["session"] for row in found]
        for session in sessions:
            db.lock_row("session", session)
        remove_sessions(db, book.scorebook, sessions, at=at)
        _delete_orphaned_players(db, book.scorebook, [person.id, *(part.id for part in person.parts)])


def remove_sessions(db: Connection, scorebook: str, sessions: Sequence[str], *, at: str) -> None:
    """Remove sessions for good, in the transaction of the caller, who holds them and the scorebook.

    Their people stay in the record only if they sit elsewhere.
    """
    devices, players = set[str](), dict[int, None]()
    for session in sessions:
        seated = db.execute("SELECT player FROM sitting WHERE session = ?", (session,))
        players |= dict.fromkeys(row["player"] for row in seated)
        # A trigger allows only deleted sessions to be purged.
        db.execute("UPDATE session SET deleted_at = ? WHERE id = ?", (at, session))
        devices |= _delete_session_rows(db, session)
    _delete_orphaned_devices(db, scorebook, devices)
    _delete_orphaned_players(db, scorebook, [*players])
    note_results_changed(db, scorebook)


def _delete_session_rows(db: Connection, session: str) -> set[str]:
    """Delete a session from every table; returns the devices that wrote in it or sat at it."""
    devices = db.execute(DEVICES_OF_SESSION.format(session="?"), (session, session, session))
    db.execute("INSERT INTO purging (session) VALUES (?) ON CONFLICT (session) DO NOTHING", (session,))
    # A link by which somebody came to another game of the series can still be revoked: it is that one's from now on.
    elsewhere = "SELECT MAX(access.session) FROM access WHERE access.link = link.id AND access.session <> ?"
    db.execute(
        f"UPDATE link SET session = ({elsewhere}) WHERE session = ? AND ({elsewhere}) IS NOT NULL",
        (session, session, session),
    )
    for table in SESSION_TABLES:
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
    db.execute("DELETE FROM session WHERE id = ?", (session,))
    return {row["device"] for row in devices}


def _delete_orphaned_devices(db: Connection, scorebook: str, devices: Collection[str]) -> None:
    """Delete the names of devices that appear in no other session; without an index, this reads the scorebook's log."""
    for device in sorted(devices):
        db.execute(
            f"""
            DELETE FROM device_name WHERE scorebook = ? AND device = ? AND NOT EXISTS (
                SELECT 1 FROM session WHERE session.scorebook = device_name.scorebook
                AND device_name.device IN ({DEVICES_OF_SESSION.format(session="session.id")})
            )
            """,
            (scorebook, device),
        )


def _delete_orphaned_players(db: Connection, scorebook: str, seated: Sequence[int]) -> None:
    """Delete players who sit in no session, unless somebody who does was merged into them."""
    left = set(seated)
    # Also those into whom the players were merged, who may be left with nobody.
    for person in seated:
        while row := db.execute("SELECT into_player FROM merged WHERE player = ?", (person,)).fetchone():
            left.add(person := row["into_player"])
    changed = True
    while changed:
        changed = False
        for player in sorted(left):
            sits = db.execute("SELECT 1 AS sits FROM sitting WHERE player = ? LIMIT 1", (player,)).fetchone()
            stands = db.execute("SELECT 1 AS stands FROM merged WHERE into_player = ? LIMIT 1", (player,)).fetchone()
            if sits is None and stands is None:
                db.execute("DELETE FROM merged WHERE player = ?", (player,))
                apply_merges(db, scorebook)
                db.execute("DELETE FROM player WHERE id = ?", (player,))
                left.discard(player)
                changed = True
