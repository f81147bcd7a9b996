"""Carries what is entered of a step over to another sheet that asks it: the table or its setup changed meanwhile."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from scoring.entry.moving import Seats, moved_one, why_not
from scoring.entry.parts import Parts
from scoring.errors import EntryError
from scoring.sheets.sheet import Sheet


def is_asked_still(was: Sheet[Any], now: Sheet[Any], seats: Seats) -> bool:
    """Whether what is entered of the step of the sheet `was` means the same on the sheet `now`."""
    if was.ask is None or now.ask is None or was.ask.step != now.ask.step:
        return False
    return why_not({"step": was.ask.step}, was, now, seats) is None


def carried(parts: Parts, now: Sheet[Any], seats: Seats) -> Parts:
    """The parts of those who have a seat on the sheet `now`, as `seats` has them, if its rules still allow them.

    They are entered anew in the order of the table: of two that exclude each other the first stays.
    """
    after = Parts(now)
    if not is_asked_still(parts.sheet, now, seats):
        return after
    by_new_seat = {seats[seat]: part for seat, part in parts.said.items() if seat in seats}
    fields = {field.name: field for field in parts.fields}
    for seat in after.seats:
        part = by_new_seat.get(seat)
        if part is None or after.own(seat) is None:
            continue
        entered = {name: moved_one(fields[name], value, seats) for name, value in part.items() if name in fields}
        with suppress(EntryError):
            after = after.saying(seat, entered)
            # What a sheet has kept beside the part, such as who was first, stays.
            beside = {name: value for name, value in part.items() if name not in fields}
            after = replace(after, said={**after.said, seat: {**after.said[seat], **beside}})
    return after


def lost(parts: Parts, after: Parts, seats: Seats) -> tuple[int, ...]:
    """The seats on the sheet of `after` that are asked again what they have entered in `parts`, in its order."""
    had = {seats[seat] for seat, part in parts.said.items() if part and seat in seats}
    return tuple(seat for seat in after.seats if seat in had and seat not in after.said)
