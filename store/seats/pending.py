"""Pending input: what seats enter for the current step, kept beside the log until the step is written.

Hidden parts leave this module only with all others, once all are in and valid. Input for an older position is void.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from record.log import Action, Author
from record.people import seats_kept
from record.session import Session
from scoring.core import read_entry
from scoring.entry.merging import Difference, merge, parts_of
from scoring.entry.parts import Parts
from scoring.errors import EntryError
from store.book import Book, needs
from store.errors import (
    DoubtfulError,
    NothingToSayError,
    NotYourTurnError,
    RoleError,
    SaidMeanwhileError,
    SaidOtherwiseError,
    StaleError,
)
from store.seats.devices import expect_seated, lock_session
from store.seats.step import (
    PendingStep,
    asks_the_same,
    claims_too_late,
    drop_part,
    pending_step,
    store_late_part,
    store_part,
)
from store.sessions import loading
from store.sessions.setup import with_first_name
from store.sessions.snapshot import Snapshot, read_snapshot
from store.sessions.writing import Written, append, position_of_key, write


@needs("player")
def say(
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
    """Store a seat's part of the step, and write the step once it is complete; sent again it changes nothing.

    `anybody` lets a keeper enter for any seat in any order. `seen` is when the input that the page
    showed was entered, or "": what another phone has entered for the seat since is not replaced. Raises
    NoSuchError, DeletedScorebookError, NotSeatedError, KeyUsedError, StaleError, NothingToSayError, EntryError,
    SaidMeanwhileError, NotYourTurnError, in this order.
    """
    if anybody and not book.allows("keeper"):
        raise RoleError
    next_one: Session | None = None
    with book.db.writing():
        lock_session(book, session)
        if not anybody:
            expect_seated(book.db, session, seat, by.device)
        now = read_snapshot(book, session)
        step, at = now.pending, now.session
        if position_of_key(book.db, session, by) is not None:
            return replace(step, written=True)
        stale = position != at.position and not _still_asked(at, position, seat)
        if not stale:
            step, next_one = _enter_part(book, now, seat, raw, by=by, anybody=anybody, seen=seen)
        elif claims_too_late(at, seat, raw, position):
            store_late_part(book.db, session, seat, dict(raw), position=position, by=by)
    if stale:
        raise StaleError(at)
    if next_one:
        loading.keep(book.db, now.head, next_one)
    return step


def _enter_part(
    book: Book,
    now: Snapshot,
    seat: int,
    raw: Mapping[str, object],
    *,
    by: Author,
    anybody: bool,
    seen: str | None,
) -> tuple[PendingStep, Session | None]:
    """Store the part, or write the step that it completes; with the session after that."""
    step, at = now.pending, now.session
    parts = step.parts
    # A write restores a deleted session, which only a keeper may do.
    if seat not in parts.seats or (at.discarded_at and not anybody):
        raise NothingToSayError(seat)
    after = parts.saying(seat, raw)
    earlier = step.said_by.get(seat)
    is_newer = earlier is not None and earlier.device != by.device and seen not in (None, earlier.at)
    # Of a hidden part nobody is told whether it is the same.
    if after.said == parts.said and not (is_newer and seat in parts.laid):
        return step, None
    if is_newer:
        raise SaidMeanwhileError(seat)
    shown = parts.hidden and parts.settled
    if not anybody and (shown or not parts.may_say(seat) or not parts.closed.isdisjoint(raw)):
        raise NotYourTurnError(seat)
    if not (after.settled and after.whole and not after.doubt and not step.confirms):
        store_part(book.db, at.id, seat, after.said[seat], position=at.position, device=by.device, at=by.stamp)
        return replace(step, parts=after, undone=step.undone - {seat}), None
    next_one = write(book, now, at.with_entry(read_entry(at.sheet, after.together()), by), by)
    return replace(pending_step(book, next_one), written=True), next_one


@needs("keeper")
def tap(book: Book, session: str, seat: int, raw: Mapping[str, object], *, position: int, by: Author) -> None:
    """Keep what a keeper has tapped on the sheet for a seat without a phone as its pending input.

    Nothing is kept where nothing is tapped any more, where it breaks a rule, and where it would complete the step: the
    keeper saves that, and until then it may be a slip that would show what is hidden. Raises NoSuchError,
    DeletedScorebookError, StaleError, NothingToSayError, and SaidMeanwhileError where another phone has entered.
    """
    with book.db.writing():
        lock_session(book, session)
        now = read_snapshot(book, session)
        step, at = now.pending, now.session
        if position != at.position and not _still_asked(at, position, seat):
            raise StaleError(at)
        if seat not in step.tapped:
            raise NothingToSayError(seat)
        earlier = step.said_by.get(seat)
        if earlier is not None and earlier.device != by.device:
            raise SaidMeanwhileError(seat)
        after: Parts | None = None
        if raw:
            with suppress(EntryError):
                after = step.parts.saying(seat, raw)
        if after is None or after.settled:
            drop_part(book.db, session, seat)
        else:
            store_part(book.db, session, seat, after.said[seat], position=at.position, device=by.device, at=by.stamp)


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
) -> Written:
    """Write a keeper's entry, completed with the pending input of seats.

    `tapped`: the seats for which the form's own taps are pending input, see `tap`; what it has now replaces them.

    Raises what `writing.append` raises, EntryError, DoubtfulError unless `sure`, and SaidOtherwiseError where pending
    input differs, unless it is preferred (`take`) or overruled by that error's `overruled`.
    """

    def decide(now: Snapshot) -> Session:
        at, step, typed = now.session, now.pending, with_first_name(book, raw)
        own = {seat for seat in tapped if (of := step.said_by.get(seat)) and of.device == by.device}
        # Without the parts of an entry that was undone.
        parts = Parts(at.sheet, {seat: part for seat, part in step.parts.said.items() if seat not in step.undone})
        merged, differences = merge(parts, typed, take=take, own=own)
        is_other = bool(differences) and overruled != _to_text(differences)
        try:
            entry = read_entry(at.sheet, typed if is_other else merged)
            if not sure and (doubt := at.sheet.doubt(entry)):
                raise DoubtfulError(at, doubt)
        except EntryError:
            if not is_other:
                raise
        if is_other:
            raise SaidOtherwiseError(at, differences, _to_text(differences))
        return at.with_entry(entry, by)

    def repeat(before: Session, written: Action) -> Session:
        # Pending input of that time is kept only in the entry that was written.
        typed = with_first_name(book, raw)
        whole = merge(parts_of(before.sheet, written.facts), typed, take=take, written=True)[0]
        return before.with_entry(read_entry(before.sheet, whole), by)

    return append(book, session, decide, position=position, by=by, repeat=repeat)


@needs("keeper")
def overrule(book: Book, session: str, raw: object, *, position: int, by: Author, overruled: str) -> None:
    """Replace the pending input that an incomplete keeper's entry overrules, so that it is not written as it was.

    Nothing happens where it has changed since, see `enter`. Raises what `say` raises.
    """
    with book.db.writing():
        _, differences = merge(read_snapshot(book, session).pending.parts, raw)
        if overruled != _to_text(differences):
            return
        for each in differences:
            part = {name: value for name, value in each.entered.items() if value is not None}
            say(book, session, each.seat, part, position=position, by=by, anybody=True)


def _to_text(differences: Iterable[Difference]) -> str:
    """The differing pending input as one text, without hidden values."""
    return json.dumps([[each.seat, each.said] for each in differences], separators=(",", ":"))


@needs("keeper")
def confirm(book: Book, session: str, *, on: bool) -> None:
    """Set whether a keeper confirms complete pending input before it is written; raises as `devices.lock_session`."""
    with book.db.writing():
        lock_session(book, session)
        book.db.execute("UPDATE session SET confirms = ? WHERE id = ?", (int(on), session))


def _still_asked(now: Session, position: int, seat: int) -> bool:
    """Whether the current step is the same as at an earlier position, and the player in the seat."""
    if not 0 <= position < now.position:
        return False
    then = now.at(position)
    return seats_kept(then, now).get(seat) == seat and asks_the_same(then, now)
