"""Tells with which action the player of each seat came, so that a phone is known to belong to them."""

from __future__ import annotations

from collections.abc import Iterator

from record.people import sat_down
from record.session import Session
from scoring.entry.moving import new_seats

FROM_THE_START = -1
"""What stands for an action where somebody has sat there from the beginning."""


def arrivals(session: Session) -> dict[int, int]:
    """By seat the position of the action with which its player took it over or joined, or `FROM_THE_START`.

    Undone and redone, or corrected, it is the same action again.
    """
    came = dict.fromkeys(session.blank.table.seats, FROM_THE_START)
    for seat, entry in _changes(session):
        position = session.fold.stand.ids[entry]
        came[seat] = FROM_THE_START if position is None else position
    return came


def moved_seats(before: Session, after: Session) -> dict[int, int]:
    """The new seat of each old one, after a corrected setup too; a seat that is left out has none."""
    began = len(before.setup["players"])
    now = new_seats(before.setup["players"], after.setup["players"])
    return now | {seat: seat for seat in before.sheet.table.seats if seat >= began}


def seats_kept(before: Session, after: Session) -> dict[int, int]:
    """The same without those that somebody else has now."""
    was, now = arrivals(before), arrivals(after)
    return {seat: to for seat, to in moved_seats(before, after).items() if was[seat] == now.get(to)}


def deal_of_arrival(session: Session, seat: int) -> int | None:
    """The number of the first deal of who sits here now; None where they have sat here from the beginning."""
    came = next((each for each in reversed(sat_down(session)) if each.seat == seat), None)
    return None if came is None else 1 + sum(row.kind == "deal" for row in session.sheet.rows[: came.row])


def name_of_arrival(session: Session, seat: int, came: int) -> str:
    """The name of who came to a seat with an action, also where that was undone."""
    if arrivals(session).get(seat) == came:
        return session.sheet.table.players[seat]
    if came == FROM_THE_START:
        return session.blank.table.players[seat]
    name: str = session.actions[came].facts.get("name", "")
    return name


def _changes(session: Session) -> Iterator[tuple[int, int]]:
    """Each change of who has a seat: the seat, and the index of its entry among the live ones."""
    rows = session.sheet.rows
    return ((each.seat, rows[each.row].entries[0]) for each in sat_down(session))
