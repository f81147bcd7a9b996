"""Tells with which action the player of each seat came, so that a phone is known to belong to them."""

from __future__ import annotations

from collections.abc import Iterator

from record.session import Session

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


def deal_of_arrival(session: Session, seat: int) -> int | None:
    """The number of the first deal of who sits here now; None where they have sat here from the beginning."""
    last = next((entry for at, entry in reversed([*_changes(session)]) if at == seat), None)
    if last is None:
        return None
    rows = session.sheet.rows
    before = next(index for index, row in enumerate(rows) if row.kind == "table" and row.entries == (last,))
    return 1 + sum(row.kind == "deal" for row in rows[:before])


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
    sits = dict(enumerate(session.blank.table.players))
    for row in session.sheet.rows:
        if row.kind != "table":
            continue
        for seat, name in enumerate(row.players):
            if name and sits.get(seat) != name:
                sits[seat] = name
                yield seat, row.entries[0]
