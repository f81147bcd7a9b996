"""The current step of a session with what its seats have entered so far: the rows of pending input, and what they mean.

A row is valid at one position of the log. Actions that leave the step the same, such as a note or a correction, move it
on with its person, where the rules still allow it, and so does ending the session by hand, which can be undone; after
an undo or redo it waits for the way back, any other action makes it void. What another phone entered for a seat that
has one stays in its row at the old position when the step is written, until the seat has a next input; so does what a
change of the table or its setup has made void, as long as the step is asked.

What an undo brings back is what the seats have entered: each may change it, and a keeper saves the step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from record.log import Author, EntryJson
from record.people import moved_seats, seats_kept
from record.session import Session
from scoring.entry.pending import PendingInput, SeatInput, input_of
from scoring.entry.reseating import is_still_asked, reseat_input
from scoring.errors import Problem
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from store.book import Book
from store.encoding import to_text
from store.engines.base import Connection, Row

CONFIRMS = {"off": 0, "on": 1, "once": 2}
"""When a keeper confirms complete pending input, as sessions store it: never, always, in the current step, or both."""


@dataclass(frozen=True)
class SeatDevice:
    """The device at a seat, its name or "", and since when."""

    device: str
    name: str
    at: str

    @classmethod
    def of(cls, author: Author) -> SeatDevice:
        return cls(author.device, author.name, author.stamp)


@dataclass(frozen=True)
class EnteredFor:
    """What another phone entered for a seat in the step that was written last, with the position in the log."""

    position: int
    entered: SeatInput
    by: SeatDevice


@dataclass(frozen=True, kw_only=True)
class PendingStep(PendingInput):
    """The pending input of a session's current step, with the devices at its seats.

    `confirms`: a keeper confirms before the step is written. `written`: the input was complete and wrote the step, so
    `session` is at the next one. `entered_by`: the device that entered a seat's input.
    """

    session: Session
    seating: Mapping[int, SeatDevice] = field(default_factory=dict)
    confirms: bool
    begun: bool = False
    """Whether a keeper has tapped something on the sheet that is no seat's input: what it comes to is known there."""
    written: bool = False
    entered_by: Mapping[int, SeatDevice] = field(default_factory=dict)
    entered_for: Mapping[int, EnteredFor] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    """The seats that claimed the deal after another had: it was written already."""
    undone: frozenset[int] = frozenset()
    """The seats whose input is that of an entry that was undone: they have entered nothing since."""
    brought_back: bool = False
    """Whether the step was written before and came back, by an undo or a correction: then a keeper saves it."""
    void: Mapping[int, str] = field(default_factory=dict)
    """By seat who had entered something that a change of the table, its plan or its setup made void."""

    @property
    def is_shared(self) -> bool:
        """Whether phones have a part in the step: one sits at a seat, or something was entered for one or made void."""
        return bool((self.seating or self.entered or self.void) and self.seats)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Those of `PendingInput`; not of the whole where a keeper has begun to enter other parts of it."""
        return tuple(each for each in super().problems if each.seat is not None or not self.begun)

    def may_enter(self, seat: int) -> bool:
        """Whether this seat may enter now; what was brought back each may change, since somebody's was wrong."""
        return super().may_enter(seat) or (self.brought_back and seat in self.seats)

    @property
    def tapped(self) -> tuple[int, ...]:
        """The seats for which what a keeper taps on the sheet is their input, where others have devices.

        In turn all, so that nobody waits for what stands on the sheet already; else those without a device.
        """
        if not self.seating or self.live or self.entry is not None:
            return ()
        return tuple(seat for seat in self.seats if self.in_turn or seat not in self.seating)

    @property
    def on_own_device(self) -> Mapping[int, str]:
        """In turn, the seats whose input was entered on the device at the seat, with the time of that."""
        by = ((seat, self.entered_by.get(seat)) for seat in self.seating if self.in_turn)
        return {seat: own.at for seat, own in by if own and own.device == self.seating[seat].device}


def pending_step(book: Book, current: Session, head: Row | None = None) -> PendingStep:
    """Read the pending step of a session; with its head row a query is made only where there is any."""
    if head is not None and not head["phones"] and not head["offers"]:
        return PendingStep(sheet=current.sheet, session=current, confirms=bool(head["confirms"]))
    phones = book.db.execute(
        """
        SELECT session.confirms, seat_device.seat, seat_device.device, seat_device.at, called.name
        FROM session LEFT JOIN seat_device ON seat_device.session = session.id
            LEFT JOIN device_name AS called
            ON called.scorebook = session.scorebook AND called.device = seat_device.device
        WHERE session.id = ? ORDER BY seat_device.seat
        """,
        (current.id,),
    )
    rows = _rows(book.db, current) if head is None or head["offers"] else {}
    inputs = {seat: json.loads(row["facts"]) for seat, row in rows.items()}
    valid = [seat for seat, row in rows.items() if row["position"] == current.position and current.sheet.ask]
    devices = {seat: _device(row) for seat, row in rows.items()}
    written = {
        seat: EnteredFor(row["position"], inputs[seat], devices[seat])
        for seat, row in rows.items()
        if _is_written(current, row["position"], seat, inputs[seat])
    }
    seating = {row["seat"]: _device(row) for row in phones if row["device"]}
    awaiting = current.log.awaits(current.sheet.ask.step) if seating and current.sheet.ask else None
    before = _brought_back(current.sheet, awaiting) if awaiting else {}
    undone = {seat: own for seat, own in before.items() if seat not in valid}
    brought_back = bool(before) and not PendingInput(current.sheet).live
    return PendingStep(
        sheet=current.sheet,
        entered=undone | {seat: inputs[seat] for seat in valid},
        session=current,
        seating=seating,
        confirms=brought_back or any(row["confirms"] for row in phones),
        begun=any(row["confirms"] & CONFIRMS["once"] for row in phones),
        entered_by={seat: devices[seat] for seat in valid},
        entered_for=written,
        late=frozenset(
            seat for seat, row in rows.items() if claims_too_late(current, seat, inputs[seat], row["position"])
        ),
        undone=frozenset(undone),
        brought_back=brought_back,
        void={
            seat: name
            for seat, row in rows.items()
            if seat not in written and (name := _voided_player(current, row["position"], seat))
        },
    )


def _rows(db: Connection, current: Session) -> dict[int, Row]:
    """The rows of pending input by seat, without those of seats that an undo has taken away."""
    found = db.execute(
        """
        SELECT seat, facts, pending_input.position, pending_input.device, at, called.name
        FROM pending_input JOIN session ON session.id = pending_input.session LEFT JOIN device_name AS called
            ON called.scorebook = session.scorebook AND called.device = pending_input.device
        WHERE pending_input.session = ? ORDER BY seat
        """,
        (current.id,),
    )
    return {row["seat"]: row for row in found if row["seat"] in current.sheet.table.seats}


def _device(row: Row) -> SeatDevice:
    return SeatDevice(row["device"], row["name"] or "", row["at"])


def _is_written(current: Session, position: int, seat: int, own: SeatInput) -> bool:
    """Whether the action at an earlier position entered this: hidden input that came to nothing is not shown."""
    if not 0 <= position < current.position or current.actions[position].kind != "enter":
        return False
    facts = current.actions[position].facts
    return all(isinstance(facts.get(name), list) and facts[name][seat] == value for name, value in own.items())


def _voided_player(current: Session, position: int, seat: int) -> str:
    """The player whose input was made void by a change of the table, its plan or its setup in this step; else ""."""
    if current.sheet.over or not 0 <= position < current.position:
        return ""
    then = current.at(position)
    if len(_steps(then)) != len(_steps(current)):
        return ""
    # With a corrected setup the rows have moved with their people.
    return (then if then.setup == current.setup else current).sheet.table.players[seat]


def _brought_back(sheet: Sheet[Any], entry: EntryJson) -> dict[int, SeatInput]:
    """The input of seats in an entry that was undone; of live input not what ended the deal: the cards lie there."""
    pending = PendingInput(sheet)
    by_seat = {field.name for field in pending.fields if field.seats}
    blank: tuple[object, ...] = (None, 0, []) if pending.live else (None,)
    return {
        seat: kept
        for seat, own in input_of(sheet, entry).entered.items()
        if (kept := {name: value for name, value in own.items() if name in by_seat and value not in blank})
    }


def store_input(
    db: Connection, session: str, seat: int, own: SeatInput, *, position: int, by: SeatDevice, late: bool = False
) -> None:
    """Store the pending input of a seat, which replaces what it had; a `late` claim only where it has nothing."""
    replaces = """UPDATE SET
        position = excluded.position, facts = excluded.facts, device = excluded.device, at = excluded.at"""
    db.execute(
        "INSERT INTO pending_input (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)"
        f" ON CONFLICT (session, seat) DO {'NOTHING' if late else replaces}",
        (session, seat, position, to_text(own), by.device, by.at),
    )


def delete_input(db: Connection, session: str, seat: int) -> None:
    db.execute("DELETE FROM pending_input WHERE session = ? AND seat = ?", (session, seat))


def claims_too_late(current: Session, seat: int, raw: SeatInput, position: int) -> bool:
    """Whether the seat claims the deal that another's entry, the newest action, has ended."""
    if not current.actions or position != current.position - 1 or current.actions[-1].kind != "enter":
        return False
    then, last = current.at(position).sheet, current.actions[-1].facts
    return then.ask is not None and then.ask.step == last["step"] and PendingInput(then).claims(seat, raw, beside=last)


def carry_over_pending(db: Connection, current: PendingStep, after: Session, by: Author) -> None:
    """Move pending input on to the new position, or delete it where the step is another.

    Of a step that is written, what seats with a phone did not enter on it stays, so that it can be shown there.
    """
    before = current.session
    if len(_steps(before)) == len(_steps(after)):
        if before.sheet.over or after.sheet.over:
            # Ended by hand, which can be undone.
            move = "UPDATE pending_input SET position = ? WHERE session = ? AND position = ?"
            db.execute(move, (after.position, after.id, before.position))
            return
        # What the change does not allow any more stays at its position, to be shown as void.
        _move(db, _still_valid(db, current, after), after)
        return
    db.execute("UPDATE session SET confirms = confirms & ? WHERE id = ?", (CONFIRMS["on"], after.id))
    action = after.actions[-1]
    if action.kind in ("undo", "redo"):
        # The other way leads back to the step that they left; what was entered beside another entry is void.
        for seat, row in _rows(db, before).items():
            if after.actions[row["position"]].kind not in ("undo", "redo"):
                delete_input(db, after.id, seat)
        _move(db, _revived(db, PendingInput(after.sheet), after), after)
        return
    db.execute("DELETE FROM pending_input WHERE session = ?", (after.id,))
    # What is live every phone has seen as it was entered.
    if action.kind != "enter" or current.live:
        return
    for seat, own in input_of(before.sheet, action.facts).entered.items():
        if seat in current.undone and current.entered[seat] == _without_none(own):
            continue
        device = current.entered_by.get(seat)
        if device is None or _without_none(current.entered.get(seat, {})) != _without_none(own):
            device = SeatDevice.of(by)
        if seat in current.seating and device.device != current.seating[seat].device:
            store_input(db, after.id, seat, own, position=before.position, by=device)


def _still_valid(db: Connection, current: PendingStep, after: Session) -> PendingInput:
    """The pending input that is still valid after a change, each at the seat of its person.

    Of somebody whose seat another has now it is only what lies on the table.
    """
    seats, stay = moved_seats(current.session, after), seats_kept(current.session, after)
    kept = {seat: current.entered[seat] if seat in stay else current.on_table(seat) for seat in current.entered_by}
    valid = reseat_input(replace(current, entered={seat: own for seat, own in kept.items() if own}), after.sheet, seats)
    return _revived(db, valid, after)


def _revived(db: Connection, valid: PendingInput, after: Session) -> PendingInput:
    """The valid input, and beside it what an earlier action made void where the same person is asked the same again."""
    for seat, row in _rows(db, after).items():
        if seat in valid.entered or row["position"] == after.position - 1:
            continue
        then = after.at(row["position"])
        if then.setup == after.setup and is_same_step(then, after) and seats_kept(then, after).get(seat) == seat:
            revived = PendingInput(after.sheet, {**valid.entered, seat: json.loads(row["facts"])})
            valid = reseat_input(revived, after.sheet, {each: each for each in revived.entered})
    return valid


def _move(db: Connection, valid: PendingInput, after: Session) -> None:
    """Move the rows of the valid input to the position that the log has now."""
    for seat, own in valid.entered.items():
        facts = (after.position, to_text(own), after.id, seat)
        db.execute("UPDATE pending_input SET position = ?, facts = ? WHERE session = ? AND seat = ?", facts)


def _without_none(own: SeatInput) -> SeatInput:
    return {name: value for name, value in own.items() if value is not None}


def is_same_step(before: Session, after: Session) -> bool:
    """Whether both are at the same step, and what is entered of it means the same: a note or a correction between."""
    is_as_far = len(_steps(before)) == len(_steps(after))
    return is_as_far and is_still_asked(before.sheet, after.sheet, moved_seats(before, after))


def _steps(session: Session) -> list[object]:
    """The entries of games' own steps: as many before and after an action, and the step is the same."""
    return [entry for entry in session.entries if entry["step"] not in extras.EXTRA_STEPS]
