"""The people of a session: who came to which seat when, who sat where until when, and who plays the next game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from record.session import Session
from scoring.entry.reseating import new_seats
from scoring.families.plans import PassingDeal
from scoring.sheets.changes import NAMING_STEPS
from scoring.sheets.sheet import Sheet

FROM_THE_START = -1
"""What stands for an action where somebody has sat there from the beginning."""


class Spell(NamedTuple):
    """The time of one person at a seat: from the row `since` to before `until`; `stays`: they sit there at the end.

    `name` is theirs in the log, `arrival` the position of the action with which they took the seat over or joined, or
    `FROM_THE_START`. Undone and redone, or corrected, it is the same action again.
    """

    seat: int
    name: str
    since: int
    until: int
    stays: bool
    arrival: int


class NextTable(NamedTuple):
    """Who plays the next game: the seats of this one, clockwise, and the place among them that deals first."""

    seats: tuple[int, ...]
    dealer: int


def spells(session: Session) -> tuple[Spell, ...]:
    """When each person sat where: first those who began, by seat, then those who sat down later."""
    rows = session.sheet.rows
    found = [
        Spell(seat, name, 0, len(rows), stays=True, arrival=FROM_THE_START)
        for seat, name in enumerate(session.setup["players"])
    ]
    for number, row in enumerate(rows):
        entry = session.entries[row.entries[0]] if row.kind == "table" else {}
        if entry.get("step") not in NAMING_STEPS:
            continue
        seat = len({each.seat for each in found}) if entry["step"] == "join" else entry["seat"]
        position = session.log.ids[row.entries[0]]
        found = [
            each._replace(until=number, stays=False) if each.seat == seat and each.stays else each for each in found
        ]
        arrival = FROM_THE_START if position is None else position
        found.append(Spell(seat, entry["name"], number, len(rows), stays=True, arrival=arrival))
    return tuple(found)


def arrivals(session: Session) -> dict[int, int]:
    """The arrival of the last spell of each seat."""
    return {each.seat: each.arrival for each in spells(session)}


def newcomers(session: Session) -> tuple[tuple[int, str], ...]:
    """Who took over a seat or joined, in this order: the seat, and the name in the log."""
    return tuple((each.seat, each.name) for each in spells(session)[len(session.setup["players"]) :])


def sits_since(session: Session, seat: int) -> int:
    """The row with which the one who sits there at the end sat down."""
    return next(each.since for each in spells(session) if each.seat == seat and each.stays)


def names_of_seat(sheet: Sheet[Any], seat: int) -> tuple[str, ...]:
    """What those are called who sat in a seat, one after the other."""
    tables = [sheet.begun.players, *(row.players for row in sheet.rows)]
    return tuple(dict.fromkeys(players[seat] for players in tables if seat < len(players) and players[seat]))


def line_ups(session: Session) -> Iterator[tuple[str, ...]]:
    """The names in the log of those at the table together, each time that somebody sat down."""
    names: list[str] = [*session.setup["players"]]
    for seat, name in newcomers(session):
        names[seat : seat + 1] = [name]
        yield tuple(names)


def next_table(session: Session) -> NextTable:
    """Who plays "the same again": those who have not left; where the deal passes on, it goes on passing."""
    sheet: Sheet[Any] = session.sheet
    table = sheet.table.rested()
    if not isinstance(sheet, PassingDeal):
        return usual_table(session)
    return NextTable(table.here, table.here.index(table.dealer_after(sheet.last_dealer)))


def usual_table(session: Session) -> NextTable:
    """Those who began, in their order; after a deal the one to the left of the first dealer deals first."""
    table, game = session.blank.table, session.game
    dealer = game.next_dealer(table.dealer, len(table.players)) if session.sheet.deals else table.dealer
    return NextTable(tuple(table.seats), dealer)


def with_names(facts: Any, name: Callable[[str], str]) -> Any:
    """The facts of an action (see `Action`) with another name for each person whom an entry or a setup in them names.

    Whatever is none of them stays as it is: a file may have anything there.
    """
    if isinstance(facts, list):
        return [with_names(each, name) for each in facts]
    if not isinstance(facts, Mapping):
        return facts
    if "step" in facts:
        is_naming = facts["step"] in NAMING_STEPS and isinstance(facts.get("name"), str)
        return {**facts, "name": name(facts["name"])} if is_naming else facts
    if isinstance(players := facts.get("players"), list):
        return {**facts, "players": [name(each) if isinstance(each, str) else each for each in players]}
    return {key: with_names(part, name) for key, part in facts.items()}


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
    if seat not in dict(newcomers(session)):
        return None
    return session.sheet.rows[sits_since(session, seat)].deal


def name_of_arrival(session: Session, seat: int, arrival: int) -> str:
    """The name of who came to a seat with an action, also where that was undone."""
    if arrivals(session).get(seat) == arrival:
        return session.sheet.table.players[seat]
    if arrival == FROM_THE_START:
        return session.blank.table.players[seat]
    name: str = session.actions[arrival].facts.get("name", "")
    return name
