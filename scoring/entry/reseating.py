"""Moves entries, and what is entered of a step, to other seats and rules: the setup or the table changed meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from scoring.entry.choices import SeatPick, SideOrder
from scoring.entry.fields import Number, Seats
from scoring.entry.pending import PendingInput
from scoring.errors import EntryError
from scoring.message import Message, say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.text import same_name


def new_seats(was: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """The new seat of each old one, by name; whoever takes the place of somebody else has their seat.

    >>> new_seats(("Ann", "Ben", "Cleo"), ("Cleo", "Ann", "Dan"))
    {0: 1, 2: 0, 1: 2}
    """
    by_name = {same_name(name): seat for seat, name in enumerate(now)}
    seats = {seat: by_name[same_name(name)] for seat, name in enumerate(was) if same_name(name) in by_name}
    free = [seat for seat in range(len(now)) if seat not in seats.values()]
    left = [seat for seat in range(len(was)) if seat not in seats]
    # Who sits where somebody else sat is meant in their place, before the order decides.
    for seat in [each for each in left if each in free]:
        seats[seat] = seat
        free.remove(seat)
    return seats | dict(zip((seat for seat in left if seat not in seats), free, strict=False))


def reseat_entry(entry: Mapping[str, Any], was: Sheet[Any], now: Sheet[Any], seats: Seats) -> dict[str, Any]:
    """An entry made on the sheet `was`, with everybody at their seat of the sheet `now`.

    Seats beyond those that were moved stay.
    """
    ask = was.find_ask(entry["step"])
    fields = {field.name: field for field in ask.fields} if ask else {}
    turned = {name: fields[name].reseat(value, seats) if name in fields else value for name, value in entry.items()}
    for name, field in fields.items():
        if isinstance(field, SeatPick) and field.by_side and turned.get(name) in now.table.seats:
            turned[name] = now.side_of(turned[name])[0]
    return turned


def reseating_problem(entry: Mapping[str, Any], was: Sheet[Any], now: Sheet[Any], seats: Seats) -> Message | None:
    """The reason why a moved entry means nothing on the sheet `now`: it is of a team that is none there, or of a deal
    with other hands."""
    before, after = was.find_ask(entry["step"]), now.find_ask(entry["step"])
    if before is None or after is None:
        return None
    dealt = {field.name: field.out_of for field in before.fields if isinstance(field, Number)}
    for field in after.fields:
        if isinstance(field, Number) and dealt.get(field.name, field.out_of) != field.out_of:
            return say(
                "{field}: you played with {was} cards each, these rules deal {now}.",
                field=field.label,
                was=str(dealt[field.name]),
                now=str(field.out_of),
            )
    if sides_stay(was, now, seats):
        return None
    for field in before.fields:
        if isinstance(field, SeatPick) and field.by_side and isinstance(entry.get(field.name), int):
            return say("{team} are no longer partners.", team=was.name_of_side(was.side_of(entry[field.name])))
    is_extra, orders = entry["step"] in extras.EXTRA_STEPS, any(isinstance(each, SideOrder) for each in before.fields)
    if orders or not (is_extra or any(field.seats for field in before.fields)):
        return say("The teams have changed.")
    return None


def sides_stay(was: Sheet[Any], now: Sheet[Any], seats: Seats) -> bool:
    """Whether the same people are partners as before."""
    return {frozenset(seats.get(seat, seat) for seat in side) for side in was.sides} == set(map(frozenset, now.sides))


def is_still_asked(was: Sheet[Any], now: Sheet[Any], seats: Seats) -> bool:
    """Whether what is entered of the step of the sheet `was` means the same on the sheet `now`."""
    if was.ask is None or now.ask is None or was.ask.step != now.ask.step:
        return False
    return reseating_problem({"step": was.ask.step}, was, now, seats) is None


def reseat_input(pending: PendingInput, now: Sheet[Any], seats: Seats) -> PendingInput:
    """The input of those who have a seat on the sheet `now`, as `seats` has them, if its rules still allow it.

    It is entered anew in the order of the table: of two that exclude each other the first stays.
    """
    after = PendingInput(now)
    if not is_still_asked(pending.sheet, now, seats):
        return after
    by_new_seat = {seats[seat]: own for seat, own in pending.entered.items() if seat in seats}
    fields = {field.name: field for field in pending.fields}
    for seat in after.seats:
        own = by_new_seat.get(seat)
        if own is None or after.ask_of(seat) is None:
            continue
        entered = {name: fields[name].reseat_one(value, seats) for name, value in own.items() if name in fields}
        with suppress(EntryError):
            after = after.with_input(seat, entered)
            # What a sheet has kept beside it, such as who was first, stays.
            beside = {name: value for name, value in own.items() if name not in fields}
            after = replace(after, entered={**after.entered, seat: {**after.entered[seat], **beside}})
    return after


def seats_asked_again(pending: PendingInput, after: PendingInput, seats: Seats) -> tuple[int, ...]:
    """The seats on the sheet of `after` that are asked again what they have entered before, in its order."""
    had = {seats[seat] for seat, own in pending.entered.items() if own and seat in seats}
    return tuple(seat for seat in after.seats if seat in had and seat not in after.entered)
