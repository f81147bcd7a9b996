"""What seats have said of the step that is asked: as it is kept, row by row, and as a `PendingStep` tells it.

A row holds at one position of the log. What is written there and leaves the step as it was asked, such as a note, takes
it along, and so does the end by hand, which may be taken back; anything else makes it void.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from record.author import Author
from record.errors import UnreadableSessionError
from record.session import Session
from scoring.entry.fields import Field, Own
from scoring.entry.parts import Part, Parts
from scoring.errors import Problem
from scoring.sheets import extras
from scoring.sheets.values import Ask, Doubt
from store.engines.base import Connection, Row
from store.sessions.loading import load
from store.values import to_text


@dataclass(frozen=True)
class SeatDevice:
    """The device at a seat, what it is called or "", and since when."""

    device: str
    name: str
    at: str


@dataclass(frozen=True)
class PendingStep:
    """The step that a session asks, with what its seats have said of it so far: all but `parts` anybody may know.

    `seating` are the devices at seats; `confirms` says that a keeper looks before the whole is written, `written` that
    saying it has written the step, so that `session` asks the next one.
    """

    session: Session
    parts: Parts = field(repr=False)
    """With what is hidden, for the rules alone."""
    seating: Mapping[int, SeatDevice]
    confirms: bool
    written: bool = False

    @property
    def fields(self) -> tuple[Field, ...]:
        """What seats say for themselves in it."""
        return self.parts.fields

    @property
    def seats(self) -> tuple[int, ...]:
        """Who has a part in it."""
        return self.parts.seats

    @property
    def seated(self) -> frozenset[int]:
        """The seats with a phone."""
        return frozenset(self.seating)

    @cached_property
    def named(self) -> Mapping[int, frozenset[str]]:
        """Of what each has said something so far, by the names of the fields."""
        return self.parts.named

    @property
    def begun(self) -> frozenset[int]:
        """Who has said something."""
        return frozenset(self.named)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """Who has not said all of it."""
        return self.parts.missing

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Who has not said theirs of the go that it is at."""
        return self.parts.left

    @property
    def gone(self) -> int:
        """How many goes all have said."""
        return self.parts.gone

    @cached_property
    def closed(self) -> frozenset[str]:
        """What is not said again."""
        return self.parts.closed

    @property
    def turn(self) -> int | None:
        """Whose turn it is, where there are turns."""
        return self.parts.turn

    @property
    def waited_for(self) -> tuple[int, ...]:
        """Whom the step waits for: who is next, or who has not said it."""
        return self.left if self.turn is None else (self.turn,)

    @property
    def hidden(self) -> bool:
        """Whether some of it is shown to nobody before everybody's is in."""
        return self.parts.hidden

    @property
    def unseen(self) -> bool:
        """Whether what is said now stays unseen before everybody's is in: not the tricks after bids that were laid."""
        return any(each.own is Own.HIDDEN and each.name not in self.closed for each in self.fields)

    @cached_property
    def shown(self) -> Mapping[int, Part]:
        """What was said and is not hidden."""
        return self.parts.shown

    @property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """What stands unseen, by the names of the fields."""
        return self.parts.laid

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What the rules have against it; of what is hidden nothing at a seat, since that may tell its part."""
        return tuple(each for each in self.parts.problems if each.seat is None or not self.hidden)

    @cached_property
    def entry(self) -> Mapping[str, object] | None:
        """The whole as it is typed, once all is in and the rules agree.

        It then waits for the keeper: the table `confirms`, there is a `doubt`, or something in it is the keeper's.
        """
        return self.parts.together() if self.parts.settled else None

    @property
    def doubt(self) -> Doubt | None:
        """What a keeper is asked before it is written."""
        return self.parts.doubt

    def own(self, seat: int) -> Ask | None:
        """What this seat alone is asked, see `Parts.own`; None where it has no part."""
        return self._open.own(seat)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may say something now."""
        return seat in self.seats and self.entry is None if self.hidden else self._open.may_say(seat)

    @property
    def _open(self) -> Parts:
        """The parts as far as anybody may see them."""
        return Parts(self.session.sheet, self.shown)


def pending_step(db: Connection, now: Session, head: Row | None = None) -> PendingStep:
    """What seats have said so far of the step that a session asks; by its head it asks only where anything was."""
    if head is not None and not head["phones"] and not head["offers"]:
        return PendingStep(now, Parts(now.sheet), {}, bool(head["confirms"]))
    found = db.execute(
        """
        SELECT seat.seat, session.confirms, seat_device.device, seat_device.at, device.name, pending_input.facts
        FROM session JOIN seat ON seat.session = session.id
            LEFT JOIN seat_device ON seat_device.session = seat.session AND seat_device.seat = seat.seat
            LEFT JOIN device ON device.id = seat_device.device
            LEFT JOIN pending_input ON pending_input.session = seat.session AND pending_input.seat = seat.seat
                AND pending_input.position = ?
        WHERE session.id = ? ORDER BY seat.seat
        """,
        (now.position, now.id),
    ).fetchall()
    said = {row["seat"]: json.loads(row["facts"]) for row in found if row["facts"]} if now.sheet.ask else {}
    return PendingStep(
        session=now,
        parts=Parts(now.sheet, said),
        seating={
            row["seat"]: SeatDevice(row["device"], row["name"] or "", row["at"]) for row in found if row["device"]
        },
        confirms=any(row["confirms"] for row in found),
    )


def keep(db: Connection, session: str, seat: int, part: Part, *, position: int, by: Author) -> None:
    db.execute("DELETE FROM pending_input WHERE session = ? AND position <> ?", (session, position))
    db.execute(
        """
        INSERT INTO pending_input (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, seat) DO UPDATE SET facts = excluded.facts, device = excluded.device, at = excluded.at
        """,
        (session, seat, position, to_text(part), by.device, by.stamp),
    )


def carry_over_pending(db: Connection, before: Session, after: Session) -> None:
    """What was said before something was written: it goes on to hold, or is void."""
    if asks_the_same(before, after) or _ends_or_goes_on(before, after):
        query = "UPDATE pending_input SET position = ? WHERE session = ? AND position = ?"
        db.execute(query, (after.position, after.id, before.position))
    else:
        db.execute("DELETE FROM pending_input WHERE session = ?", (after.id,))


def let_go(db: Connection, *, scorebook: str, session: str, seat: int) -> None:
    """What a seat said, when it is left: void, but for what it is bound to by then, see `Parts.bound`.

    Else who stands up and sits down again would say it anew, knowing what others said or how it was played.
    """
    if not db.execute("SELECT seat FROM pending_input WHERE session = ? AND seat = ?", (session, seat)).fetchone():
        return
    stays: Part = {}
    with suppress(UnreadableSessionError):
        stays = pending_step(db, load(db, scorebook=scorebook, session=session)).parts.bound(seat)
    if stays:
        db.execute("UPDATE pending_input SET facts = ? WHERE session = ? AND seat = ?", (to_text(stays), session, seat))
    else:
        db.execute("DELETE FROM pending_input WHERE session = ? AND seat = ?", (session, seat))


def asks_the_same(before: Session, after: Session) -> bool:
    """Whether the step that is asked is the same one: nothing but notes and the like lies between."""
    return before.sheet.ask == after.sheet.ask and _steps(before) == _steps(after)


def _ends_or_goes_on(before: Session, after: Session) -> bool:
    """Whether one of them was ended by hand in the step that the other asks."""
    return before.sheet.ended_early != after.sheet.ended_early and _steps(before) == _steps(after)


def _steps(session: Session) -> list[object]:
    return [entry for entry in session.entries if entry["step"] not in extras.EXTRA_STEPS]
