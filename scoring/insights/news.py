"""News after a deal: who leads, who moved up or down, who is on a streak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from scoring.insights.facts import MADE
from scoring.insights.story import name_in
from scoring.message import Message, Points, Words, count, say, together
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row

MAX_NEWS = 2
"""The most news that fit in a line."""
STREAK = 3
"""The fewest deals in a row that count as a streak."""
ORDINALS = (
    *(say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th")),
    *(say("7th"), say("8th"), say("9th"), say("10th"), say("11th"), say("12th")),
    *(say("13th"), say("14th"), say("15th"), say("16th")),
)

Side: TypeAlias = tuple[int, ...]
Places: TypeAlias = Mapping[Side, int]
"""The place of each side that has one."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of news: how much it matters, whom it is about, its text; `bare` is the text without the name."""

    worth: int
    who: tuple[Words, ...]
    text: Message
    bare: Message | None = None
    is_streak: bool = False


class Move(NamedTuple):
    """A side's new place, and by how many places it moved up."""

    name: Words
    to: Message
    steps: int


def last_row(sheet: Sheet[Any]) -> Row | None:
    """The row that the last entry finished, if any; changes of the table that waited for it have rows after it."""
    return next((row for row in reversed(sheet.rows) if row.entries[-1] == sheet.written - 1), None)


def after_entry(sheet: Sheet[Any]) -> tuple[Message, ...]:
    """The messages beside the new totals: what the last entry did, or the news of the deal that it finished.

    With two sides the totals show who leads, so a finished deal has its own message, unless it had bids.
    """
    row = last_row(sheet)
    if row is None or row.kind != "deal" or (len(sheet.competing) <= 2 and MADE not in row.facts):
        return (sheet.said,) if sheet.said else ()
    return (*row.told, *news(sheet))[: max(MAX_NEWS, len(row.told))]


def news(sheet: Sheet[Any], *, apart: bool = False) -> tuple[Message, ...]:
    """The one or two most important news of the last deal, the lead before the rest; `apart`: each a whole sentence."""
    row = sheet.deal_rows[-1]
    there = [side for side in sheet.competing if row.players[side[0]]]
    before = _places({side: row.before[sheet.sides.index(side)] for side in there})
    now = _places_now(sheet)
    lead = [] if sheet.over else _lead(sheet, before, now)
    items = [*lead, *_streaks(sheet), *_moves(sheet, before, now)]
    chosen = {item.text for item in sorted(_together(items), key=lambda item: item.worth, reverse=True)[:MAX_NEWS]}
    told = [item for item in items if item.text in chosen]
    # In a line the name of the same side is not said again.
    return tuple(
        each.bare if place and not apart and each.bare and each.who == told[0].who else each.text
        for place, each in enumerate(told)
    )


def new_lead(sheet: Sheet[Any], *, was: Sheet[Any]) -> Message | None:
    """Who leads since the sheet `was` another; None while the game is over or the same sides lead."""
    before, now = map(_places_now, (was, sheet))
    if sheet.over or _first(before) == _first(now):
        return None
    return next((item.text for item in _lead(sheet, before, now)), None)


def _together(items: list[Item]) -> Iterator[Item]:
    """Raise a side's lead or move to the worth of its streak, so that both are told together."""
    streaks = {item.who: item.worth for item in items if item.is_streak}
    for item in items:
        yield replace(item, worth=max(item.worth, streaks.get(item.who, 0)))


# The lead.


def _lead(sheet: Sheet[Any], before: Places, now: Places) -> Iterator[Item]:
    if len(now) < 2:
        return
    led, leading = _first(before), _first(now)
    names = tuple(sheet.name_of_side(side) for side in leading)
    if len(leading) > 1:
        yield Item(20 if leading == led else 90, names, sheet.level_in_words(names))
        return
    (name,), players = names, len(leading[0])
    if leading == led or sheet.deals <= 1:
        yield Item(20, names, count("{name} leads", "{name} lead", n=players, name=name))
    else:
        yield Item(100, names, count("{name} takes the lead", "{name} take the lead", n=players, name=name))


def _places_now(sheet: Sheet[Any]) -> Places:
    return _places({side: sheet.ranking_score(side) for side in sheet.competing})


def _places(worths: Mapping[Side, Points]) -> Places:
    """Each side's place; equal worth shares it.

    >>> _places({(0,): 12, (1,): 30, (2,): 12})
    {(0,): 2, (1,): 1, (2,): 2}
    """
    return {side: 1 + sum(other > worth for other in worths.values()) for side, worth in worths.items()}


def _first(places: Places) -> list[Side]:
    return [side for side, place in places.items() if place == 1]


# Streaks of bids made or deals won.


def _streaks(sheet: Sheet[Any]) -> Iterator[Item]:
    row = sheet.deal_rows[-1]
    bidding = MADE in row.facts
    every: tuple[Side, ...] = tuple((seat,) for seat in sheet.table.seats) if bidding else sheet.sides
    everybody = [side for side in every if not row.cells[side[0]].absent]
    runs = [_run(sheet, side, bidding=bidding) for side in everybody]
    if (n := max(runs)) < STREAK:
        return
    who = tuple(sheet.name_of_side(side) for side, run in zip(everybody, runs, strict=True) if run == n)
    if not bidding:
        text = say("{name} won {n} in a row", name=who[0], n=n)
        yield Item(50 + n, who, text, say("won {n} in a row", n=n), is_streak=True)
    elif len(who) > 2:
        yield Item(50 + n, who, say("{players} players made {n} bids in a row", players=len(who), n=n))
    else:
        name = together(*who)
        text = say("{name} made {n} bids in a row", name=name, n=n)
        yield Item(50 + n, who, text, say("made {n} in a row", n=n), is_streak=True)


def _run(sheet: Sheet[Any], side: Side, *, bidding: bool) -> int:
    """The length of this side's current streak of bids made, or of deals won, over the deals that these people
    played."""
    deals = (row for row in reversed(sheet.deal_rows) if not row.cells[side[0]].absent)
    own = takewhile(lambda row: name_in(row, side) == sheet.name_of_side(side), deals)
    if bidding:
        return sum(1 for _ in takewhile(lambda row: row.fact(MADE, side[0]), own))
    return sum(1 for _ in takewhile(lambda row: _winner(sheet, row) == side, own))


def _winner(sheet: Sheet[Any], row: Row) -> Side | None:
    """The side that won a deal alone."""
    if len(sheet.sides) < 2:
        return None
    sign = -1 if sheet.fewest else 1
    sides = [side for side in sheet.sides if not row.cells[side[0]].absent]
    got = [sign * row.points[side[0]] for side in sides]
    best = max(got)
    if got.count(best) > 1 or (best <= 0 and not sheet.fewest):
        return None
    return sides[got.index(best)]


# Moves in the standings.


def _moves(sheet: Sheet[Any], before: Places, now: Places) -> Iterator[Item]:
    """The largest move up and the largest move down; not to or from first, which the lead tells."""
    if len(set(before.values())) == 1:
        return
    moves = tuple(
        Move(sheet.name_of_side(side), ORDINALS[place - 1], before[side] - place)
        for side, place in now.items()
        if side in before and (before[side], place) != (1, 2) and place > 1
    )
    up = max(moves, key=lambda move: move.steps, default=None)
    if up and up.steps > 0:
        text = say("{name} up to {place}", name=up.name, place=up.to)
        yield Item(30 + 5 * up.steps, (up.name,), text, say("now {place}", place=up.to))
    down = min(moves, key=lambda move: move.steps, default=None)
    if down and down.steps < 0:
        yield Item(28 - 5 * down.steps, (down.name,), say("{name} down to {place}", name=down.name, place=down.to))
