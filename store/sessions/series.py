"""Series: sessions started with "same again", one after the other at one table in one evening.

Devices with access to one of them get access to the next, and keep their seats.
"""

from __future__ import annotations

from datetime import datetime

from record.author import Author, stamp
from record.evenings import Sitting, belong_together
from record.people import next_table
from record.session import Session
from scoring.text import same_name
from store.access.grants import let_in_too
from store.access.links import TABLE_LINK_HOLDS, renew_of_table
from store.engines.base import Connection
from store.scorebooks import hold_scorebook
from store.sessions import writing
from store.sessions.loading import NEXT_GAME, load
from store.values import new_id


def start_again(db: Connection, scorebook: str, session: str, by: Author, *, seen: str | None = None) -> str:
    """Start a session with those who play in another now and its rules, and return its id; see `next_table`.

    Where the series has a later one, that is returned instead: whoever asked did not know of it, unless it is `seen`.
    `confirms` is kept, and within the evening the devices keep their seats. Raises NoSuchSessionError,
    UnreadableSessionError, and what `writing.start` raises.
    """
    with db.writing():
        _hold(db, session)
        before = load(db, scorebook=scorebook, session=session)
        table = next_table(before)
        raw = {
            "players": [before.sheet.table.players[seat] for seat in table.seats],
            "dealer": table.dealer,
            "options": before.blank.options.to_json(),
        }
        hold_scorebook(db, scorebook, at=by.stamp)
        is_said_again = writing.begun_before(db, scorebook, by) is not None
        if not is_said_again and (later := _begun_since(db, session, seen or session)):
            return later
        series = None if is_said_again or not _is_one_evening(before, by) else _joined(db, session)
        new = writing.start(db, scorebook=scorebook, game=before.game, raw=raw, by=by)
        if not is_said_again:
            query = "UPDATE session SET confirms = (SELECT confirms FROM session WHERE id = ?) WHERE id = ?"
            db.execute(query, (session, new))
        if series is not None:
            let_in_too(db, series=series, session=new, at=by.stamp)
            renew_of_table(db, series, at=by.stamp, ends_at=stamp(by.at + TABLE_LINK_HOLDS))
            sit_down(db, before, load(db, scorebook=scorebook, session=new), at=by.stamp)
            db.execute("UPDATE session SET series = ? WHERE id = ?", (series, new))
    return new


def stir(db: Connection, session: str) -> None:
    """Change the versions of all sessions of a series, since one is deleted or restored.

    Call it first in the transaction: it locks them all.
    """
    _hold(db, session)
    query = "UPDATE session SET stirs = stirs + 1 WHERE series = (SELECT series FROM session WHERE id = ?)"
    db.execute(query, (session,))


def _hold(db: Connection, session: str) -> None:
    """Lock a session and its series in the open transaction, before the scorebook and in the order of `hold_seats`."""
    query = "SELECT id FROM session WHERE series = (SELECT series FROM session WHERE id = ?)"
    found = db.execute(query, (session,)).fetchall()
    for each in sorted({session, *(row["id"] for row in found)}):
        db.hold("session", each)


def _begun_since(db: Connection, session: str, seen: str) -> str | None:
    """The last session of a series, if it began after the one that was `seen`."""
    query = f"SELECT {NEXT_GAME} FROM session WHERE id = ? AND series = (SELECT series FROM session WHERE id = ?)"
    found = db.execute(query, (seen, session)).fetchone()
    return found["next_game"] if found else None


def _is_one_evening(before: Session, by: Author) -> bool:
    """Whether the new session belongs to the same evening: access from last week does not carry over."""
    people = frozenset(before.sheet.table.players)
    began, written = (datetime.fromisoformat(at) for at in (before.created_at, before.updated_at))
    return belong_together(Sitting(before.id, began, written, people), Sitting("", by.at, by.at, people))


def _joined(db: Connection, session: str) -> str:
    """The series of a session, created if needed; changes the versions of its sessions."""
    known = db.execute("SELECT series FROM session WHERE id = ?", (session,)).fetchone()["series"]
    series: str = known or new_id()
    query = "UPDATE session SET series = ?, stirs = stirs + 1 WHERE id = ? OR series = ?"
    db.execute(query, (series, session, series))
    return series


def sit_down(db: Connection, before: Session, after: Session, *, at: str) -> None:
    """Seat the devices where their players sit in the new session."""
    seats = {same_name(name): seat for seat, name in enumerate(after.sheet.table.players)}
    players = before.sheet.table.players
    sits = db.execute("SELECT seat, device FROM seat_device WHERE session = ?", (before.id,)).fetchall()
    db.executemany(
        "INSERT INTO seat_device (session, seat, device, at) VALUES (?, ?, ?, ?)",
        [
            (after.id, seat, row["device"], at)
            for row in sits
            if (seat := seats.get(same_name(players[row["seat"]]))) is not None
        ],
    )
