"""Pending input: what seats enter for the current step, kept beside the log until the step is written.

Hidden input leaves this module only with all other, once everything is in and valid. Input for an older position is
void.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from record.log import Action, Author
from record.people import seats_kept
from record.session import Session
from scoring.core import read_entry, read_new_entry
from scoring.entry.pending import InputDifference, PendingInput, input_of, left_blank, merge
from scoring.errors import EntryError
from scoring.message import say
from scoring.sheets.values import Doubt
from store.book import Book, needs
from store.errors import (
    DifferentInputError,
    DoubtfulError,
    EnteredMeanwhileError,
    NothingToEnterError,
    NotYourTurnError,
    RoleError,
    StaleError,
)
from store.scorebooks import with_first_name
from store.seats.devices import expect_seated, lock_session
from store.seats.pending_step import (
    CONFIRMS,
    PendingStep,
    SeatDevice,
    claims_too_late,
    delete_input,
    is_same_step,
    pending_step,
    store_input,
)
from store.sessions import loading
from store.sessions.snapshot import Snapshot, read_snapshot
from store.sessions.writing import Written, append, position_of_key, write


@needs("player")
def enter_seat(
    book: Book,
    session: str,
    seat: int,
    raw: Mapping[str, object],
    *,
    position: int,
    by: Author,
    anybody: bool = False,
    seen: str | None = None,
) -> PendingStep:
    """Store a seat's input for the step, and write the step once it is complete; sent again it changes nothing.

    `anybody` lets a keeper enter for any seat in any order. `seen` is when the input that the page
    showed was entered, or "": what another phone has entered for the seat since is not replaced. Raises
    NoSuchError, DeletedScorebookError, NotSeatedError, KeyUsedError, StaleError, NothingToEnterError, EntryError,
    EnteredMeanwhileError, NotYourTurnError, in this order.
    """
    if anybody and not book.allows("keeper"):
        raise RoleError
    next_one: Session | None = None
    device = SeatDevice.of(by)
    with book.db.writing():
        lock_session(book, session)
        if not anybody:
            expect_seated(book.db, session, seat, by.device)
        current = read_snapshot(book, session)
        pending, at = current.pending, current.session
        if position_of_key(book.db, session, by) is not None:
            return replace(pending, written=True)
        stale = position != at.position and not _still_asked(at, position, seat)
        if stale and claims_too_late(at, seat, raw, position):
            store_input(book.db, session, seat, dict(raw), position=position, by=device, late=True)
        elif not stale and (after := _with_input(current, seat, raw, by=by, anybody=anybody, seen=seen)) is not pending:
            if after.settled and after.needs_no_keeper and not after.doubt and not after.confirms:
                next_one = write(book, current, at.with_entry(read_entry(at.sheet, after.entry), by), by)
                pending = replace(pending_step(book, next_one), written=True)
            else:
                store_input(book.db, session, seat, after.entered[seat], position=at.position, by=device)
                pending = after
    if stale:
        raise StaleError(at)
    if next_one:
        loading.cache_session(book.db, current.head, next_one)
    return pending


def _with_input(
    current: Snapshot, seat: int, raw: Mapping[str, object], *, by: Author, anybody: bool, seen: str | None
) -> PendingStep:
    """The pending step with a seat's new input, itself where that changes nothing; raises what `enter_seat` raises."""
    pending = current.pending
    # A write restores a deleted session, which only a keeper may do.
    if seat not in pending.seats or (current.session.deleted_at and not anybody):
        raise NothingToEnterError(seat)
    after = pending.with_input(seat, raw)
    earlier = pending.entered_by.get(seat)
    is_newer = earlier is not None and earlier.device != by.device and seen not in (None, earlier.at)
    # Whether it equals a hidden input stays hidden too.
    if after.entered == pending.entered and not (is_newer and seat in pending.laid):
        return pending
    if is_newer:
        raise EnteredMeanwhileError(seat)
    if not anybody and (not pending.may_enter(seat) or not pending.closed.isdisjoint(raw)):
        raise NotYourTurnError(seat)
    return replace(after, undone=pending.undone - {seat})


@needs("keeper")
def tap_seat(
    book: Book, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author, seen: str = ""
) -> None:
    """Keep what a keeper has tapped on the sheet for a seat as its pending input, see `PendingStep.tapped`.

    Nothing is kept where nothing is tapped any more, where it breaks a rule, and where it would complete the step: the
    keeper saves that, and until then it may be a slip that would show what is hidden. Raises NoSuchError,
    DeletedScorebookError, StaleError, NothingToEnterError, and EnteredMeanwhileError where another phone has entered
    since what the sheet showed, which was entered at `seen`.
    """
    with book.db.writing():
        book.db.lock_row("session", session)
        current = read_snapshot(book, session)
        pending, at = current.pending, current.session
        if position != at.position and not _still_asked(at, position, seat):
            raise StaleError(at)
        if seat not in pending.tapped:
            raise NothingToEnterError(seat)
        earlier = pending.entered_by.get(seat)
        if earlier is not None and earlier.device != by.device and earlier.at != seen:
            raise EnteredMeanwhileError(seat)
        after: PendingStep | None = None
        if raw:
            with suppress(EntryError):
                after = pending.with_input(seat, raw)
        kept = None if after is None or after.settled else after.entered[seat]
        # The sheet sends what it does not get back; a new version that brings nothing would make it send again.
        if kept == (pending.entered[seat] if earlier else None):
            return
        lock_session(book, session)
        if kept is None:
            delete_input(book.db, session, seat)
        else:
            store_input(book.db, session, seat, kept, position=at.position, by=SeatDevice.of(by))


@needs("keeper")
def enter(
    book: Book,
    session: str,
    raw: object,
    *,
    position: int,
    by: Author,
    take: bool = False,
    overruled: str = "",
    sure: bool = True,
    tapped: Collection[int] = (),
    shown: Collection[int] | None = None,
) -> Written:
    """Write a keeper's entry, completed with the pending input of seats.

    `tapped`: the seats for which the form's own taps are pending input, see `tap_seat`; what it has now replaces them.
    `shown`: the seats whose pending input the form had, see `merge`.

    Raises what `writing.append` raises, EntryError, DoubtfulError unless `sure`, and DifferentInputError where pending
    input differs, unless it is preferred (`take`) or overruled by that error's `overruled`.
    """

    def decide(current: Snapshot) -> Session:
        at, pending, typed = current.session, current.pending, with_first_name(book, raw)
        own = {seat for seat in tapped if (of := pending.entered_by.get(seat)) and of.device == by.device}
        # Without the input of an entry that was undone.
        newer = {seat: entered for seat, entered in pending.entered.items() if seat not in pending.undone}
        beside = PendingInput(at.sheet, newer)
        merged, differences = merge(beside, typed, take=take, own=own, shown=shown, written=pending.settled)
        is_other = bool(differences) and overruled != _fingerprint(differences)
        try:
            entry = read_new_entry(at.sheet, typed if is_other else merged)
            if not sure and (doubt := _without_phones(pending, merged, by) or at.sheet.doubt(entry)):
                raise DoubtfulError(at, doubt)
        except EntryError:
            if not is_other:
                raise
        if is_other:
            raise DifferentInputError(at, differences, _fingerprint(differences))
        return at.with_entry(entry, by)

    def repeat(before: Session, written: Action) -> Session:
        # Pending input of that time is kept only in the entry that was written.
        typed = with_first_name(book, raw)
        whole = merge(input_of(before.sheet, written.facts), typed, take=take, written=True, shown=shown)[0]
        return before.with_entry(read_entry(before.sheet, whole), by)

    return append(book, session, decide, position=position, by=by, repeat=repeat)


def _without_phones(pending: PendingStep, raw: object, by: Author) -> Doubt | None:
    """Asks before the step is written for players whose phones have entered nothing, nor the keeper for them."""
    if not pending.seating or pending.live:
        return None
    out = [seat for seat in pending.missing if seat in pending.seating and pending.seating[seat].device != by.device]
    if not (blank := left_blank(pending, raw, out)):
        return None
    names = tuple(pending.sheet.table.players[seat] for seat in blank)
    return Doubt(
        question=say("Not entered yet: {names}. Save without them?", names=names), answer=say("Save without them")
    )


@needs("keeper")
def overrule(book: Book, session: str, raw: object, *, position: int, by: Author, overruled: str) -> None:
    """Replace the pending input that an incomplete keeper's entry overrules, so that it is not written as it was.

    Nothing happens where it has changed since, see `enter`. Raises what `enter_seat` raises.
    """
    with book.db.writing():
        _, differences = merge(read_snapshot(book, session).pending, raw)
        if overruled != _fingerprint(differences):
            return
        for each in differences:
            entered = {name: value for name, value in each.entered.items() if value is not None}
            enter_seat(book, session, each.seat, entered, position=position, by=by, anybody=True)


def _fingerprint(differences: Iterable[InputDifference]) -> str:
    """The differing pending input as one text, without hidden values."""
    return json.dumps([[each.seat, each.reported] for each in differences], separators=(",", ":"))


@needs("keeper")
def confirm(book: Book, session: str, how: str, *, position: int) -> None:
    """Set how a keeper confirms complete pending input before it is written, one of `CONFIRMS`.

    `once` is for the step at that position, beside what holds for all. Raises as `devices.lock_session`.
    """
    with book.db.writing():
        lock_session(book, session)
        if how != "once" or read_snapshot(book, session).session.position == position:
            kept = "confirms | " if how == "once" else ""
            book.db.execute(f"UPDATE session SET confirms = {kept}? WHERE id = ?", (CONFIRMS[how], session))


def _still_asked(current: Session, position: int, seat: int) -> bool:
    """Whether the current step is the same as at an earlier position, and the player in the seat."""
    if not 0 <= position < current.position:
        return False
    then = current.at(position)
    return seats_kept(then, current).get(seat) == seat and is_same_step(then, current)
