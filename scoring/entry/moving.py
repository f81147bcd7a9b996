"""Moves entries to other seats and other rules, for a setup that is corrected after they were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from scoring.entry.choices import PickMany
from scoring.entry.fields import Field, Number, Records, SeatPick
from scoring.message import Message, say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from scoring.text import same_name

Seats: TypeAlias = Mapping[int, int]
"""The new seat of each old one; a seat that is left out has none."""


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


def moved(entry: Mapping[str, Any], was: Sheet[Any], now: Sheet[Any], seats: Seats) -> dict[str, Any]:
    """An entry made on the sheet `was`, with everybody at their seat of the sheet `now`.

    Seats beyond those that were moved stay.
    """
    ask = was.ask_for(entry["step"])
    fields = {field.name: field for field in ask.fields} if ask else {}
    turned = {name: _moved(fields[name], value, seats) if name in fields else value for name, value in entry.items()}
    for name, field in fields.items():
        if isinstance(field, SeatPick) and field.by_side and turned.get(name) in now.table.seats:
            turned[name] = now.side_of(turned[name])[0]
    return turned


def why_not(entry: Mapping[str, Any], was: Sheet[Any], now: Sheet[Any], seats: Seats) -> Message | None:
    """The reason why a moved entry means nothing on the sheet `now`: it is of a team that is none there, or of a deal
    with other hands."""
    before, after = was.ask_for(entry["step"]), now.ask_for(entry["step"])
    if before is None or after is None:
        return None
    if other := other_deal(before, after):
        return other
    if sides_stay(was, now, seats):
        return None
    for field in before.fields:
        if isinstance(field, SeatPick) and field.by_side and isinstance(entry.get(field.name), int):
            return say("{team} are no team any more.", team=was.name_of_side(was.side_of(entry[field.name])))
    if entry["step"] not in extras.EXTRA_STEPS and not any(field.seats for field in before.fields):
        return say("The teams are others now.")
    return None


def other_deal(was: Ask, ask: Ask) -> Message | None:
    """The reason why an answer to one ask doesn't fit the other: the deals have different numbers of tricks."""
    dealt = {field.name: field for field in was.fields}
    for field in ask.fields:
        before = dealt.get(field.name)
        if isinstance(field, Number) and isinstance(before, Number) and field.out_of != before.out_of:
            return say(
                "{field}: you played with {was} cards each, these rules deal {now}.",
                field=field.label,
                was=str(before.out_of),
                now=str(field.out_of),
            )
    return None


def _moved(field: Field, value: Any, seats: Seats) -> Any:
    if isinstance(field, Records):
        fields = {each.name: each for each in field.fields}
        return [{name: moved_one(fields[name], each, seats) for name, each in row.items()} for row in value]
    if not field.seats:
        return moved_one(field, value, seats)
    turned: list[Any] = list(value)
    for seat, each in enumerate(value):
        turned[seats.get(seat, seat)] = moved_one(field, each, seats)
    return turned


def moved_one(field: Field, value: Any, seats: Seats) -> Any:
    """One value of a field, with everybody whom it names at their new seat."""
    if isinstance(field, SeatPick) and isinstance(value, int):
        return seats.get(value, value)
    if isinstance(field, PickMany) and field.of_seats and value is not None:
        return sorted((str(seats.get(int(seat), int(seat))) for seat in value), key=int)
    return value


def sides_stay(was: Sheet[Any], now: Sheet[Any], seats: Seats) -> bool:
    """Whether the same people are partners as before."""
    return {frozenset(seats.get(seat, seat) for seat in side) for side in was.sides} == set(map(frozenset, now.sides))
