"""The people of a session: who came to which seat when, who sat where until when, and who plays the next game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from record.session import Session
from scoring.entry.moving import new_seats
from scoring.families.plans import PassingDeal
from scoring.sheets.changes import NAMING_STEPS
from scoring.sheets.sheet import Sheet


class SatDown(NamedTuple):
    """Somebody who sat down while the game ran: where, under which name in the log, and with which row."""

    seat: int
    name: str
    row: int


class Spell(NamedTuple):
    """The time of one person at a seat: from the row `since` to before `until`; `stays`: they sit there at the end."""

    seat: int
    since: int
    until: int
    stays: bool


class NextTable(NamedTuple):
    """Who plays the next game: the seats of this one, clockwise, and the place among them that deals first."""

    seats: tuple[int, ...]
    dealer: int


def sat_down(session: Session) -> tuple[SatDown, ...]:
    """Who took over a seat or joined, in this order."""
    seats, found = len(session.blank.table.players), []
    for number, row in enumerate(session.sheet.rows):
        entry = session.entries[row.entries[0]] if row.kind == "table" else {}
        if entry.get("step") not in NAMING_STEPS:
            continue
        joins = entry["step"] == "join"
        found.append(SatDown(seats if joins else entry["seat"], entry["name"], number))
        seats += joins
    return tuple(found)


def spells(session: Session) -> tuple[Spell, ...]:
    """When each person sat where: first those who began, by seat, then those who sat down later."""
    rows = len(session.sheet.rows)
    began = [(seat, 0) for seat in session.blank.table.seats]
    since = [*began, *((each.seat, each.row) for each in sat_down(session))]
    found = []
    for number, (seat, first) in enumerate(since):
        later = [row for other, row in since[number + 1 :] if other == seat]
        found.append(Spell(seat, first, later[0] if later else rows, stays=not later))
    return tuple(found)


def sits_since(session: Session, seat: int) -> int:
    """The row with which the one who sits there at the end sat down."""
    return max(spell.since for spell in spells(session) if spell.seat == seat)


def names_of_seat(sheet: Sheet[Any], seat: int) -> tuple[str, ...]:
    """What those are called who sat in a seat, one after the other."""
    tables = [sheet.begun.table.players if sheet.begun else (), *(row.players for row in sheet.rows)]
    return tuple(dict.fromkeys(players[seat] for players in tables if seat < len(players) and players[seat]))


def line_ups(session: Session) -> Iterator[tuple[str, ...]]:
    """The names in the log of those at the table together, each time that somebody sat down."""
    names: list[str] = [*session.setup["players"]]
    for each in sat_down(session):
        names[each.seat : each.seat + 1] = [each.name]
        yield tuple(names)


def next_table(session: Session) -> NextTable:
    """Who plays "the same again": those who have not left; where the deal passes on, it goes on passing."""
    sheet: Sheet[Any] = session.sheet
    table = sheet.table.rested()
    if not isinstance(sheet, PassingDeal):
        return _as_usual(session)
    return NextTable(table.here, table.here.index(table.dealer_after(sheet.last_dealer)))


def _as_usual(session: Session) -> NextTable:
    """Those who began, in their order; after a deal the one to the left of the first dealer deals first."""
    table, game = session.blank.table, session.game
    dealer = game.next_dealer(table.dealer, len(table.players)) if session.sheet.deals else table.dealer
    return NextTable(tuple(table.seats), dealer)


def has_changed(session: Session) -> bool:
    """Whether others play the next game than those who began, or another one deals first than usual."""
    return next_table(session) != _as_usual(session)


def with_names(facts: Mapping[str, Any], name: Callable[[str], str]) -> Mapping[str, Any]:
    """The facts of an action (see `Action`) with another name for each person whom an entry in them names."""
    if "step" in facts:
        return {**_renamed(facts, name)}
    changed: dict[str, Any] = {key: _each_renamed(facts[key], name) for key in ("changes", "refitted") if key in facts}
    if isinstance(facts.get("dropped"), list):
        changed["dropped"] = [_renamed(each, name) for each in facts["dropped"]]
    if isinstance(setup := facts.get("setup"), Mapping) and isinstance(setup.get("players"), list):
        changed["setup"] = {
            **setup,
            "players": [name(each) if isinstance(each, str) else each for each in setup["players"]],
        }
    return {**facts, **changed} if changed else facts


def _each_renamed(entries: Any, name: Callable[[str], str]) -> Any:
    if not isinstance(entries, Mapping):
        return entries
    return {
        index: [_renamed(each, name) for each in made] if isinstance(made, list) else _renamed(made, name)
        for index, made in entries.items()
    }


def _renamed(entry: Any, name: Callable[[str], str]) -> Any:
    if not isinstance(entry, Mapping) or entry.get("step") not in NAMING_STEPS:
        return entry
    return {**entry, "name": name(entry["name"])} if isinstance(entry.get("name"), str) else entry


FROM_THE_START = -1
"""What stands for an action where somebody has sat there from the beginning."""


def arrivals(session: Session) -> dict[int, int]:
    """By seat the position of the action with which its player took it over or joined, or `FROM_THE_START`.

    Undone and redone, or corrected, it is the same action again.
    """
    came = dict.fromkeys(session.blank.table.seats, FROM_THE_START)
    for each in sat_down(session):
        position = session.log.ids[session.sheet.rows[each.row].entries[0]]
        came[each.seat] = FROM_THE_START if position is None else position
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
