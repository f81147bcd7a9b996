"""The current step of a session with what its seats have entered so far: the rows of pending input, and what they mean.

A row is valid at one position of the log. Actions that leave the step the same, such as a note or a correction, move it
on with its person, where the rules still allow it, and so does ending the session by hand, which can be undone; any
other action makes it void. What another phone entered for a seat that has one stays in its row at the old position when
the step is written, until the seat has a next part; so does what a change of the table or its setup has made void, as
long as the step is asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from record.log import Author
from record.people import moved_seats, seats_kept
from record.session import Session
from scoring.entry.fields import Field, Own
from scoring.entry.merging import parts_of
from scoring.entry.moving import carried
from scoring.entry.parts import Part, Parts
from scoring.errors import Problem
from scoring.sheets import extras
from scoring.sheets.values import Ask, Doubt
from store.book import Book
from store.engines.base import Connection, Row
from store.values import to_text


@dataclass(frozen=True)
class SeatDevice:
    """The device at a seat, its name or "", and since when."""

    device: str
    name: str
    at: str


@dataclass(frozen=True)
class EnteredFor:
    """What another phone entered for a seat in the step that was written last, with the position in the log."""

    position: int
    part: Part
    by: SeatDevice


@dataclass(frozen=True)
class PendingStep:
    """The current step of a session with its pending input; everything but `parts` is public.

    `confirms`: a keeper confirms before the step is written. `written`: the input was complete and wrote the step, so
    `session` is at the next one. `said_by`: the phone that entered a seat's pending input.
    """

    session: Session
    parts: Parts = field(repr=False)
    """Includes hidden values; for the rules alone."""
    seating: Mapping[int, SeatDevice]
    confirms: bool
    written: bool = False
    said_by: Mapping[int, SeatDevice] = field(default_factory=dict)
    entered_for: Mapping[int, EnteredFor] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    """The seats that claimed the deal after another had: it was written already."""
    undone: frozenset[int] = frozenset()
    """The seats whose part is that of an entry that was undone: they have said nothing since."""
    void: Mapping[int, str] = field(default_factory=dict)
    """By seat who had entered something that a change of the table, its plan or its setup made void."""

    @property
    def live(self) -> bool:
        """Whether seats enter their parts while the deal is played."""
        return self.parts.live

    @property
    def private(self) -> bool:
        """Whether some of a live part is for the seat's own page alone."""
        return any(field.private for field in self.fields)

    def seen_from(self, seat: int) -> Mapping[int, Part]:
        """The parts that this seat's own page may show: its own live one, and what all may see."""
        own = {seat: self.parts.said[seat]} if self.live and seat in self.parts.said else {}
        return {**self.shown, **own}

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields that seats enter themselves."""
        return self.parts.fields

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that have a part in the step."""
        return self.parts.seats

    @property
    def seated(self) -> frozenset[int]:
        """The seats with a device."""
        return frozenset(self.seating)

    @cached_property
    def named(self) -> Mapping[int, frozenset[str]]:
        """By seat the names of the fields that were entered."""
        return self.parts.named

    @property
    def begun(self) -> frozenset[int]:
        """The seats that have entered something."""
        return frozenset(self.named)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not entered everything."""
        return self.parts.missing

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The seats that have yet to enter the current stage."""
        return self.parts.left

    @property
    def stages_done(self) -> int:
        """The number of stages that all seats have entered."""
        return self.parts.stages_done

    @cached_property
    def closed(self) -> frozenset[str]:
        """The fields of finished stages, which no seat may change."""
        return self.parts.closed

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None without turns."""
        return self.parts.turn

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that the step waits for: whose turn it is, all that are missing, or who has to enter again."""
        return (self.left or self.refused) if self.turn is None else (self.turn,)

    @property
    def refused(self) -> tuple[int, ...]:
        """The seats whose input became invalid by another's: a bid that the dealer may not make any more."""
        return tuple(sorted({each.seat for each in self.problems if each.seat is not None}))

    @property
    def hidden(self) -> bool:
        """Whether some input is hidden until all is in."""
        return self.parts.hidden

    @property
    def unseen(self) -> bool:
        """Whether what is said now stays unseen before everybody's is in: not the tricks after bids that were laid."""
        return any(each.own is Own.HIDDEN and each.name not in self.closed for each in self.parts.fields)

    @cached_property
    def shown(self) -> Mapping[int, Part]:
        """The public input by seat."""
        return self.parts.shown

    @property
    def laid(self) -> Mapping[int, frozenset[str]]:
        """The names of hidden fields that were entered, by seat."""
        return self.parts.laid

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Problems by the rules; for hidden input none of a seat, which could reveal its part."""
        return tuple(each for each in self.parts.problems if each.seat is None or not self.hidden)

    @cached_property
    def entry(self) -> Mapping[str, object] | None:
        """The complete raw entry, once all is in and valid.

        It waits for the keeper where the session `confirms`, there is a `doubt`, or some fields are the keeper's.
        """
        return self.parts.together() if self.parts.settled else None

    @property
    def tapped(self) -> tuple[int, ...]:
        """The seats without a device, beside others: what a keeper taps on the sheet is their part."""
        if not self.seating or self.live or self.entry is not None:
            return ()
        return tuple(seat for seat in self.seats if seat not in self.seating)

    @property
    def doubt(self) -> Doubt | None:
        """The question to the keeper before it is written."""
        return self.parts.doubt

    def own(self, seat: int) -> Ask | None:
        """The question to this seat, see `Parts.own`; None where it has no part."""
        return self._open.own(seat)

    def may_say(self, seat: int) -> bool:
        """Whether this seat may enter something now."""
        return seat in self.seats and self.entry is None if self.hidden else self._open.may_say(seat)

    @property
    def _open(self) -> Parts:
        """The parts without hidden input."""
        return Parts(self.session.sheet, self.shown)


def pending_step(book: Book, now: Session, head: Row | None = None) -> PendingStep:
    """Read the pending step of a session; with its head row a query is made only where there is any."""
    if head is not None and not head["phones"] and not head["offers"]:
        return PendingStep(now, Parts(now.sheet), {}, bool(head["confirms"]))
    phones = book.db.execute(
        """
        SELECT session.confirms, seat_device.seat, seat_device.device, seat_device.at, called.name
        FROM session LEFT JOIN seat_device ON seat_device.session = session.id
            LEFT JOIN device_name AS called
            ON called.scorebook = session.scorebook AND called.device = seat_device.device
        WHERE session.id = ? ORDER BY seat_device.seat
        """,
        (now.id,),
    )
    rows = _rows(book.db, now) if head is None or head["offers"] else {}
    parts = {seat: json.loads(row["facts"]) for seat, row in rows.items()}
    current = {seat: row for seat, row in rows.items() if row["position"] == now.position and now.sheet.ask}
    written = {seat for seat, row in rows.items() if _is_written(now, row["position"], seat, parts[seat])}
    undone = {seat: part for seat, part in _before_undo(now).items() if seat not in current}
    return PendingStep(
        session=now,
        parts=Parts(now.sheet, undone | {seat: parts[seat] for seat in current}),
        seating={
            row["seat"]: SeatDevice(row["device"], row["name"] or "", row["at"]) for row in phones if row["device"]
        },
        confirms=any(row["confirms"] for row in phones),
        said_by={seat: _entered_by(row) for seat, row in current.items()},
        entered_for={
            seat: EnteredFor(row["position"], parts[seat], _entered_by(row))
            for seat, row in rows.items()
            if seat in written
        },
        late=frozenset(seat for seat, row in rows.items() if claims_too_late(now, seat, parts[seat], row["position"])),
        undone=frozenset(undone),
        void={
            seat: name
            for seat, row in rows.items()
            if seat not in written and (name := _voided_player(now, row["position"], seat))
        },
    )


def _rows(db: Connection, now: Session) -> dict[int, Row]:
    """The rows of pending input by seat, without those of seats that an undo has taken away."""
    found = db.execute(
        """
        SELECT seat, facts, pending_input.position, pending_input.device AS said_by, at AS said_at,
            called.name AS said_name
        FROM pending_input JOIN session ON session.id = pending_input.session LEFT JOIN device_name AS called
            ON called.scorebook = session.scorebook AND called.device = pending_input.device
        WHERE pending_input.session = ? ORDER BY seat
        """,
        (now.id,),
    )
    return {row["seat"]: row for row in found if row["seat"] in now.sheet.table.seats}


def _entered_by(row: Row) -> SeatDevice:
    return SeatDevice(row["said_by"], row["said_name"] or "", row["said_at"])


def _is_written(now: Session, position: int, seat: int, part: Part) -> bool:
    """Whether the action at an earlier position entered this part: hidden input that came to nothing is not told."""
    if not 0 <= position < now.position or now.actions[position].kind != "enter":
        return False
    facts = now.actions[position].facts
    return all(isinstance(facts.get(name), list) and facts[name][seat] == value for name, value in part.items())


def _voided_player(now: Session, position: int, seat: int) -> str:
    """The player whose part was made void by a change of the table, its plan or its setup in this step; else ""."""
    if now.sheet.over or not 0 <= position < now.position:
        return ""
    then = now.at(position)
    if not _is_same_step(then, now):
        return ""
    # With a corrected setup the rows have moved with their people.
    return (then if then.setup == now.setup else now).sheet.table.players[seat]


def _before_undo(now: Session) -> dict[int, Part]:
    """The live parts of an entry that was undone, but for what ended the deal: the cards still lie there."""
    parts = Parts(now.sheet)
    ask = now.sheet.ask
    undone = now.log.awaits(ask.step) if ask and parts.live else None
    if not undone:
        return {}
    own = {field.name for field in parts.fields if field.seats}
    found = parts_of(now.sheet, undone).said.items()
    return {
        seat: kept
        for seat, part in found
        if (kept := {name: value for name, value in part.items() if name in own and value})
    }


def store_part(db: Connection, session: str, seat: int, part: Part, *, position: int, device: str, at: str) -> None:
    """Store the pending input of a seat, which replaces what it had."""
    db.execute(
        """
        INSERT INTO pending_input (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, seat) DO UPDATE SET
            position = excluded.position, facts = excluded.facts, device = excluded.device, at = excluded.at
        """,
        (session, seat, position, to_text(part), device, at),
    )


def claims_too_late(now: Session, seat: int, raw: Part, position: int) -> bool:
    """Whether the seat claims the deal that another's entry, the newest action, has ended."""
    if not now.actions or position != now.position - 1 or now.actions[-1].kind != "enter":
        return False
    then, last = now.at(position).sheet, now.actions[-1].facts
    return then.ask is not None and then.ask.step == last["step"] and Parts(then).claims(seat, raw, beside=last)


def store_late_part(db: Connection, session: str, seat: int, part: Part, *, position: int, by: Author) -> None:
    """Keep the claim of a seat that was too late, to tell it, where the seat has said nothing since."""
    db.execute(
        """
        INSERT INTO pending_input (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, seat) DO NOTHING
        """,
        (session, seat, position, to_text(part), by.device, by.stamp),
    )


def carry_over_pending(db: Connection, now: PendingStep, after: Session, by: Author) -> None:
    """Move pending input on to the new position, or delete it where the step is another.

    Of a step that is written, what seats with a phone did not enter on it stays, so that the phone is told.
    """
    before = now.session
    if _is_same_step(before, after):
        if before.sheet.over or after.sheet.over:
            # Ended by hand, which can be undone.
            query = "UPDATE pending_input SET position = ? WHERE session = ? AND position = ?"
            db.execute(query, (after.position, after.id, before.position))
            return
        # What the change does not allow any more stays at its position, to be told as void.
        for seat, part in _with_revived(db, carried_over(now, after), after).said.items():
            query = "UPDATE pending_input SET position = ?, facts = ? WHERE session = ? AND seat = ?"
            db.execute(query, (after.position, to_text(part), after.id, seat))
        return
    db.execute("DELETE FROM pending_input WHERE session = ?", (after.id,))
    action = after.actions[-1]
    # What is live every phone has seen as it came.
    if action.kind != "enter" or now.live:
        return
    for seat, part in parts_of(before.sheet, action.facts).said.items():
        device, at = by.device, by.stamp
        if _filled(now.parts.said.get(seat, {})) == _filled(part) and seat in now.said_by:
            device, at = now.said_by[seat].device, now.said_by[seat].at
        if seat in now.seating and device != now.seating[seat].device:
            store_part(db, after.id, seat, part, position=before.position, device=device, at=at)


def carried_over(now: PendingStep, after: Session) -> Parts:
    """The pending input that is still valid after a change, each part at the seat of its person.

    Of somebody whose seat another has now it is only what lies on the table.
    """
    seats, stay = moved_seats(now.session, after), seats_kept(now.session, after)
    said = {seat: now.parts.said[seat] if seat in stay else now.parts.lying(seat) for seat in now.said_by}
    return carried(replace(now.parts, said={seat: part for seat, part in said.items() if part}), after.sheet, seats)


def _with_revived(db: Connection, parts: Parts, after: Session) -> Parts:
    """With what an earlier change made void, where the same is asked again of the same person: it was undone."""
    for seat, row in _rows(db, after).items():
        if seat in parts.said or row["position"] == after.position - 1:
            continue
        then = after.at(row["position"])
        if then.setup == after.setup and asks_the_same(then, after) and seats_kept(then, after).get(seat) == seat:
            said = Parts(after.sheet, {**parts.said, seat: json.loads(row["facts"])})
            parts = carried(said, after.sheet, {each: each for each in said.said})
    return parts


def _filled(part: Part) -> Part:
    return {name: value for name, value in part.items() if value is not None}


def drop_part(db: Connection, session: str, seat: int) -> None:
    db.execute("DELETE FROM pending_input WHERE session = ? AND seat = ?", (session, seat))


def asks_the_same(before: Session, after: Session) -> bool:
    """Whether both are at the same step, with only notes and the like between them."""
    return before.sheet.ask == after.sheet.ask and _steps(before) == _steps(after)


def _is_same_step(before: Session, after: Session) -> bool:
    """Whether both are at the same step, whatever it asks; a correction may have changed the entries before it."""
    return len(_steps(before)) == len(_steps(after))


def _steps(session: Session) -> list[object]:
    return [entry for entry in session.entries if entry["step"] not in extras.EXTRA_STEPS]
