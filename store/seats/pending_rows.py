"""What seats have said of the step that is asked, row by row: hidden parts too, so nothing here is for an answer.

A row holds at one position of the log. What is written there and leaves the step as it was asked, such as a note, takes
it along, and so does the end by hand, which may be taken back; anything else makes it void.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass

from record.author import Author
from record.errors import UnreadableSessionError
from record.session import Session
from scoring.entry.parts import Part, Parts
from scoring.sheets import extras
from store.engines.base import Connection
from store.sessions.loading import load
from store.values import to_text


@dataclass(frozen=True)
class Said:
    """The parts so far; at which seats a phone sits; whether a keeper looks before the whole is written."""

    parts: Parts
    seated: frozenset[int]
    confirms: bool


def said_of(db: Connection, now: Session) -> Said:
    """What was said so far, hidden parts too, from one query."""
    found = db.execute(
        """
        SELECT seat.seat, session.confirms, sitting.device, offer.facts
        FROM session JOIN seat ON seat.session = session.id
            LEFT JOIN sitting ON sitting.session = seat.session AND sitting.seat = seat.seat
            LEFT JOIN offer ON offer.session = seat.session AND offer.seat = seat.seat AND offer.position = ?
        WHERE session.id = ? ORDER BY seat.seat
        """,
        (now.position, now.id),
    ).fetchall()
    parts = {row["seat"]: json.loads(row["facts"]) for row in found if row["facts"]} if now.sheet.ask else {}
    return Said(
        parts=Parts(now.sheet, parts),
        seated=frozenset(row["seat"] for row in found if row["device"]),
        confirms=any(row["confirms"] for row in found),
    )


def keep(db: Connection, session: str, seat: int, part: Part, *, position: int, by: Author) -> None:
    db.execute("DELETE FROM offer WHERE session = ? AND position <> ?", (session, position))
    db.execute(
        """
        INSERT INTO offer (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, seat) DO UPDATE SET facts = excluded.facts, device = excluded.device, at = excluded.at
        """,
        (session, seat, position, to_text(part), by.device, by.stamp),
    )


def take_along(db: Connection, before: Session, after: Session) -> None:
    """What was said before something was written: it goes on to hold, or is void."""
    if asks_the_same(before, after) or _ends_or_goes_on(before, after):
        query = "UPDATE offer SET position = ? WHERE session = ? AND position = ?"
        db.execute(query, (after.position, after.id, before.position))
    else:
        db.execute("DELETE FROM offer WHERE session = ?", (after.id,))


def let_go(db: Connection, *, scorebook: str, session: str, seat: int) -> None:
    """What a seat said, when it is left: void, but for what it is bound to by then, see `Parts.bound`.

    Else who stands up and sits down again would say it anew, knowing what others said or how it was played.
    """
    if not db.execute("SELECT seat FROM offer WHERE session = ? AND seat = ?", (session, seat)).fetchone():
        return
    stays: Part = {}
    with suppress(UnreadableSessionError):
        stays = said_of(db, load(db, scorebook=scorebook, session=session)).parts.bound(seat)
    if stays:
        db.execute("UPDATE offer SET facts = ? WHERE session = ? AND seat = ?", (to_text(stays), session, seat))
    else:
        db.execute("DELETE FROM offer WHERE session = ? AND seat = ?", (session, seat))


def asks_the_same(before: Session, after: Session) -> bool:
    """Whether the step that is asked is the same one: nothing but notes and the like lies between."""
    return before.sheet.ask == after.sheet.ask and _steps(before) == _steps(after)


def _ends_or_goes_on(before: Session, after: Session) -> bool:
    """Whether one of them was ended by hand in the step that the other asks."""
    return before.sheet.ended_early != after.sheet.ended_early and _steps(before) == _steps(after)


def _steps(session: Session) -> list[object]:
    return [entry for entry in session.entries if entry["step"] not in extras.STEPS]
