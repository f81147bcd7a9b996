"""What seats say for themselves of the step that is asked, kept beside the log until the step is written.

A hidden part leaves this module in one way alone: with all the others, once all are in and no rule is against them.
What was said at an older position of the log is void.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from record.author import Author
from record.session import Session
from scoring.errors import Problem
from scoring.parts import Part, Parts
from scoring.values import Ask
from store import seating
from store.engine import Connection
from store.errors import NothingToSayError, NotYourTurnError, StaleError
from store.loading import load
from store.sessions import append, said_before
from store.values import to_text


@dataclass(frozen=True)
class Spoken:
    """What anybody may know of a step that seats say for themselves.

    `seats` have a part in it, `begun` have said something, `missing` not all of it; `turn` is whose turn it is, where
    there are turns. `shown` is what was said and is not hidden, `problems` what the rules have against it. `entry` is
    the whole as it is typed, once all is in and the rules agree: it then waits for the keeper. `written`: saying
    it has written the step, so that `session` asks the next one.
    """

    session: Session
    seats: tuple[int, ...]
    begun: frozenset[int]
    missing: tuple[int, ...]
    turn: int | None
    hidden: bool
    shown: Mapping[int, Part]
    problems: tuple[Problem, ...]
    entry: Mapping[str, object] | None
    confirms: bool
    written: bool = False

    def own(self, seat: int) -> Ask | None:
        """What this seat alone is asked, see `Parts.own`; None where it has no part."""
        return Parts(self.session.sheet, self.shown).own(seat)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may say something now."""
        if self.hidden:
            return seat in self.seats and self.entry is None
        return Parts(self.session.sheet, self.shown).may_say(seat)


def spoken(db: Connection, *, scorebook: str, session: str) -> Spoken:
    """What anybody may know by now; raises NoSuchSessionError, UnreadableSessionError."""
    return _told(db, parts_of(db, now := load(db, scorebook=scorebook, session=session)), now)


def say(
    db: Connection,
    raw: Mapping[str, object],
    *,
    scorebook: str,
    session: str,
    seat: int,
    position: int,
    by: Author,
    anybody: bool = False,
) -> Spoken:
    """Keep what a seat says of its part, and write the step where that was the last; sent again it changes nothing.

    `anybody` is for a keeper, who speaks for every seat whenever. Raises NoSuchSessionError, DeletedScorebookError,
    NotSeatedError, KeyUsedError, StaleError, NothingToSayError, NotYourTurnError, EntryError, in this order.
    """
    with db.writing():
        seating.hold(db, scorebook=scorebook, session=session)
        if not anybody:
            seating.expect_seated(db, session, seat, by.device)
        now = load(db, scorebook=scorebook, session=session)
        if said_before(db, session, by) is not None:
            return _told(db, parts_of(db, now), now, written=True)
        if position != now.position:
            raise StaleError(now)
        parts = parts_of(db, now)
        if seat not in parts.seats:
            raise NothingToSayError(seat)
        shown = parts.hidden and parts.settled
        if not anybody and (shown or not parts.may_say(seat)):
            raise NotYourTurnError(seat)
        after = parts.saying(seat, raw)
        if after.settled and after.whole and not _confirms(db, session):
            action = now.entering(after.together(), by)
            _forget(db, session)
            written = append(db, lambda _: action, scorebook=scorebook, session=session, position=position, by=by)
            return _told(db, Parts(written.session.sheet), written.session, written=True)
        _keep(db, session, seat, after.said[seat], position=position, by=by)
    return _told(db, after, now)


def confirm(db: Connection, *, scorebook: str, session: str, on: bool) -> None:
    """Have a keeper look before what all have said is written, or no longer; raises as `seating.hold` does."""
    with db.writing():
        seating.hold(db, scorebook=scorebook, session=session)
        db.execute("UPDATE session SET confirms = ? WHERE id = ?", (int(on), session))


def parts_of(db: Connection, now: Session) -> Parts:
    """What was said so far, hidden parts too: nothing for an answer, whoever asks."""
    if now.sheet.ask is None:
        return Parts(now.sheet)
    found = db.execute(
        "SELECT seat, facts FROM offer WHERE session = ? AND position = ? ORDER BY seat", (now.id, now.position)
    )
    return Parts(now.sheet, {row["seat"]: json.loads(row["facts"]) for row in found})


def _told(db: Connection, parts: Parts, now: Session, *, written: bool = False) -> Spoken:
    # What the rules have against the part of one seat may tell that part.
    problems = tuple(each for each in parts.problems if each.seat is None or not parts.hidden)
    return Spoken(
        session=now,
        seats=parts.seats,
        begun=frozenset(parts.said),
        missing=parts.missing,
        turn=parts.turn,
        hidden=parts.hidden,
        shown=parts.shown,
        problems=problems,
        entry=parts.together() if parts.settled else None,
        confirms=_confirms(db, now.id),
        written=written,
    )


def _confirms(db: Connection, session: str) -> bool:
    found = db.execute("SELECT confirms FROM session WHERE id = ?", (session,)).fetchone()
    return bool(found["confirms"])


def _keep(db: Connection, session: str, seat: int, part: Part, *, position: int, by: Author) -> None:
    db.execute("DELETE FROM offer WHERE session = ? AND position <> ?", (session, position))
    db.execute(
        """
        INSERT INTO offer (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, seat) DO UPDATE SET facts = excluded.facts, device = excluded.device, at = excluded.at
        """,
        (session, seat, position, to_text(part), by.device, by.stamp),
    )


def _forget(db: Connection, session: str) -> None:
    db.execute("DELETE FROM offer WHERE session = ?", (session,))
