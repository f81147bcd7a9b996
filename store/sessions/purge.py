"""What was deleted leaves for good: the one door in the rule that the log stays, see docs/decisions/013."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta

from record.author import stamp
from store.engines.base import Connection, Database
from store.players.profiles import settle
from store.progress import Advance, Progress, untold

KEPT_DAYS = 30
"""For how long what was deleted can be restored."""
SESSION_TABLES = (
    "pending_input",
    "seat_device",
    "action",
    "seat",
    "standing",
    "remark",
    "share",
    "access",
    "link",
    "purging",
)


@dataclass(frozen=True)
class Purged:
    """How many scorebooks and sessions left, those of the scorebooks counted too."""

    scorebooks: int
    sessions: int


def due(now: datetime) -> str:
    """What was deleted before this time leaves."""
    return stamp(now - timedelta(days=KEPT_DAYS))


def take_out(record: Database, *, before: str, progress: Progress = untold) -> Purged:
    """Take out of a record what was deleted before a time, so that it cannot be read in its files either."""
    with closing(record.connect()) as db:
        purged = purge(db, before=before, progress=progress)
    if purged.sessions or purged.scorebooks:
        record.sweep()
    return purged


def purge(db: Connection, *, before: str, scorebook: str | None = None, progress: Progress = untold) -> Purged:
    """Take out what was deleted before a time, in all scorebooks or in one; each leaves whole, or stays."""
    these, values = ("", ()) if scorebook is None else (" AND {column} = ?", (scorebook,))
    deleted = db.execute(
        f"""
        SELECT scorebook.id, (SELECT COUNT(*) FROM session WHERE session.scorebook = scorebook.id) AS sessions
        FROM scorebook WHERE scorebook.deleted_at < ?{these.format(column="scorebook.id")}
        """,
        (before, *values),
    ).fetchall()
    with progress(f"Taking out {len(deleted):,} scorebooks", sum(row["sessions"] for row in deleted)) as advance:
        scorebooks = [_purge_scorebook(db, row["id"], before, advance) for row in deleted]
    discarded = db.execute(
        f"SELECT id, scorebook FROM session WHERE discarded_at < ?{these.format(column='scorebook')} ORDER BY number",
        (before, *values),
    ).fetchall()
    with progress(f"Taking out {len(discarded):,} sessions", len(discarded)) as advance:
        sessions = [_purge_session(db, row["id"], row["scorebook"], before, advance) for row in discarded]
    return Purged(sum(each is not None for each in scorebooks), sum(sessions) + sum(each or 0 for each in scorebooks))


def _purge_scorebook(db: Connection, scorebook: str, before: str, advance: Advance) -> int | None:
    """How many sessions left with it; None where it was restored since."""
    with db.writing():
        db.hold("scorebook", scorebook)
        if not db.execute("SELECT id FROM scorebook WHERE id = ? AND deleted_at < ?", (scorebook, before)).fetchone():
            return None
        found = db.execute("SELECT id FROM session WHERE scorebook = ? ORDER BY number", (scorebook,)).fetchall()
        # Only what was put away can leave.
        db.execute(
            "UPDATE session SET discarded_at = ? WHERE scorebook = ? AND discarded_at IS NULL", (before, scorebook)
        )
        devices: set[str] = set()
        for row in found:
            devices |= _take_out(db, row["id"])
            advance(1)
        _forget_devices(db, devices)
        db.execute("DELETE FROM merged WHERE player IN (SELECT id FROM player WHERE scorebook = ?)", (scorebook,))
        db.execute("DELETE FROM tally WHERE player IN (SELECT id FROM player WHERE scorebook = ?)", (scorebook,))
        db.execute("DELETE FROM player WHERE scorebook = ?", (scorebook,))
        db.execute("DELETE FROM rule_set WHERE scorebook = ?", (scorebook,))
        for table in ("token", "access", "link"):
            db.execute(f"DELETE FROM {table} WHERE scorebook = ?", (scorebook,))
        db.execute("DELETE FROM scorebook WHERE id = ?", (scorebook,))
    return len(found)


def _purge_session(db: Connection, session: str, scorebook: str, before: str, advance: Advance) -> bool:
    """Whether it left: it may have been restored since."""
    advance(1)
    with db.writing():
        # In the order in which who begins or imports a session holds them.
        db.hold("scorebook", scorebook)
        db.hold("session", session)
        if not db.execute("SELECT id FROM session WHERE id = ? AND discarded_at < ?", (session, before)).fetchone():
            return False
        seated = db.execute("SELECT player FROM seat WHERE session = ?", (session,)).fetchall()
        _forget_devices(db, _take_out(db, session))
        _forget_players(db, scorebook, [row["player"] for row in seated])
    return True


def _take_out(db: Connection, session: str) -> set[str]:
    """Take a session out of every table; which devices wrote in it, or sat at it."""
    devices = db.execute(
        "SELECT device FROM action WHERE session = ? UNION SELECT device FROM seat_device WHERE session = ?",
        (session, session),
    ).fetchall()
    db.execute("INSERT INTO purging (session) VALUES (?) ON CONFLICT (session) DO NOTHING", (session,))
    # A link by which somebody came to another game of the series can still be withdrawn: it is that one's from now on.
    elsewhere = "SELECT MAX(access.session) FROM access WHERE access.link = link.id AND access.session <> ?"
    db.execute(
        f"UPDATE link SET session = ({elsewhere}) WHERE session = ? AND ({elsewhere}) IS NOT NULL",
        (session, session, session),
    )
    for table in SESSION_TABLES:
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
    db.execute("DELETE FROM session WHERE id = ?", (session,))
    return {row["device"] for row in devices}


def _forget_devices(db: Connection, devices: Collection[str]) -> None:
    """Forget the names of those that wrote, and sit, nowhere else: no index has them, so all of the log is read."""
    for device in sorted(devices):
        db.execute(
            """
            DELETE FROM device WHERE id = ?
            AND NOT EXISTS (SELECT 1 FROM action WHERE action.device = device.id)
            AND NOT EXISTS (SELECT 1 FROM seat_device WHERE seat_device.device = device.id)
            """,
            (device,),
        )


def _forget_players(db: Connection, scorebook: str, seated: Sequence[int]) -> None:
    """Forget those who sit at no table any more, unless they stand for somebody who does."""
    left = set(seated)
    # Somebody for whose sake another stood may have been the last: then that one has nobody to stand for.
    for player in seated:
        left |= _stands_for(db, player)
    changed = True
    while changed:
        changed = False
        for player in sorted(left):
            sits = db.execute("SELECT 1 AS sits FROM seat WHERE player = ? LIMIT 1", (player,)).fetchone()
            stands = db.execute("SELECT 1 AS stands FROM merged WHERE into_player = ? LIMIT 1", (player,)).fetchone()
            if sits is None and stands is None:
                db.execute("DELETE FROM merged WHERE player = ?", (player,))
                settle(db, scorebook)
                db.execute("DELETE FROM player WHERE id = ?", (player,))
                left.discard(player)
                changed = True


def _stands_for(db: Connection, player: int) -> set[int]:
    """Those into whom a player was merged, one after the other."""
    found: set[int] = set()
    while row := db.execute("SELECT into_player FROM merged WHERE player = ?", (player,)).fetchone():
        player = row["into_player"]
        found.add(player)
    return found
