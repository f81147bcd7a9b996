"""News after a deal: who leads, who moved up or down, who is on a streak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from scoring.insights.facts import MADE
from scoring.message import ORDINALS, Message, Points, Words, bare, count, say, together
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row, Side, first_of, places_of

MAX_NEWS = 2
"""The most news that fit in a line."""
STREAK = 3
"""The fewest deals in a row that count as a streak."""


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of news: how much it matters, whom it is about, its text; `bare` is the text without the name."""

    worth: int
    who: tuple[Words, ...]
    text: Message
    bare: Message | None = None
    is_streak: bool = False


def last_row(sheet: Sheet[Any]) -> Row | None:
    """The row that the last entry finished, if any; changes of the table that waited for it have rows after it."""
    return next((row for row in reversed(sheet.rows) if row.entries[-1] == sheet.written - 1), None)


def after_entry(sheet: Sheet[Any]) -> tuple[Message, ...]:
    """The messages beside the new totals: what the last entry did, or the news of the deal that it finished.

    With two sides the totals show who leads, so a finished deal has its own message, unless it had bids.
    """
    row = last_row(sheet)
    if row is None or row.kind != "deal" or (len(sheet.competing) <= 2 and MADE not in row.facts):
        return (sheet.message,) if sheet.message else ()
    return (*row.news, *news(sheet))[: max(MAX_NEWS, len(row.news))]


def news(sheet: Sheet[Any], *, apart: bool = False) -> tuple[Message, ...]:
    """The one or two most important news of the last deal, the lead before the rest; `apart`: each a whole sentence."""
    row = sheet.deal_rows[-1]
    there = [side for side in sheet.competing if row.players[side[0]]]
    before = {side: row.before[sheet.sides.index(side)] for side in there}
    lead = [] if sheet.over else _lead(sheet, before)
    items = [*lead, *_streaks(sheet, row), *_moves(sheet, before)]
    # A side's lead or move matters as much as its streak, so both are shown together.
    streaks = {item.who: item.worth for item in items if item.is_streak}
    worths = {item.text: max(item.worth, streaks.get(item.who, 0)) for item in items}
    chosen = sorted(worths, key=lambda text: worths[text], reverse=True)[:MAX_NEWS]
    chosen_items = [item for item in items if item.text in chosen]
    # In a line the name of the same side is not repeated.
    return tuple(
        each.bare if place and not apart and each.bare and each.who == chosen_items[0].who else each.text
        for place, each in enumerate(chosen_items)
    )


def new_lead(sheet: Sheet[Any], *, was: Sheet[Any]) -> Message | None:
    """Who leads since the sheet `was` another; None while the game is over or the same sides lead."""
    if sheet.over or first_of(was.ranking_scores) == first_of(sheet.ranking_scores):
        return None
    return next((item.text for item in _lead(sheet, was.ranking_scores)), None)


# The lead.


def _lead(sheet: Sheet[Any], before: Mapping[Side, Points]) -> Iterator[Item]:
    if len(sheet.competing) < 2:
        return
    led, leading = first_of(before), first_of(sheet.ranking_scores)
    names = tuple(sheet.name_of_side(side) for side in leading)
    if len(leading) > 1:
        yield Item(20 if leading == led else 90, names, sheet.level_in_words(names))
        return
    (name,), players = names, len(leading[0])
    leads = count("{name} leads", "{name} lead", n=players, name=name)
    takes = count("{name} takes the lead", "{name} take the lead", n=players, name=name)
    yield Item(20, names, leads) if leading == led or sheet.deals <= 1 else Item(100, names, takes)


# Streaks of bids made or deals won.


def _streaks(sheet: Sheet[Any], row: Row) -> Iterator[Item]:
    bidding = MADE in row.facts
    everybody: list[Side] = [(seat,) for seat in row.played] if bidding else [*sheet.points_by_side(row)]
    runs = [_run(sheet, side, bidding=bidding) for side in everybody]
    if (n := max(runs)) < STREAK:
        return
    who = tuple(sheet.name_of_side(side) for side, run in zip(everybody, runs, strict=True) if run == n)
    if not bidding:
        won = say("won {n} in a row", n=n)
        yield Item(50 + n, who, bare("{name} {won}", name=who[0], won=won), won, is_streak=True)
    elif len(who) > 2:
        yield Item(50 + n, who, say("{players} players made {n} bids in a row", players=len(who), n=n))
    else:
        made = say("made {n} in a row", n=n)
        yield Item(50 + n, who, bare("{name} {made}", name=together(*who), made=made), made, is_streak=True)


def _run(sheet: Sheet[Any], side: Side, *, bidding: bool) -> int:
    """The length of this side's current streak of bids made, or of deals that it won alone, by the same people."""
    seat, run = side[0], 0
    for row in reversed(sheet.deal_rows):
        if row.cells[seat].absent:
            continue
        is_same = all(row.players[each] == sheet.table.players[each] for each in side)
        if not is_same or not (row.fact(MADE, seat) if bidding else _won_alone(sheet, row, side)):
            break
        run += 1
    return run


def _won_alone(sheet: Sheet[Any], row: Row, side: Side) -> bool:
    got = sheet.scores_by_side(row)
    return len(sheet.sides) > 1 and first_of(got) == [side] and (sheet.fewest or got[side] > 0)


def made_in_a_row(sheet: Sheet[Any], seat: int) -> Message | None:
    """How many bids this seat has made in a row up to now; None where that is no streak, or a game has no bids."""
    n = _run(sheet, (seat,), bidding=True)
    return say("made {n} in a row", n=n) if n >= STREAK else None


# Moves in the standings.


def _moves(sheet: Sheet[Any], before: Mapping[Side, Points]) -> Iterator[Item]:
    """The largest move up and the largest move down; not to or from first, which the lead tells."""
    was = places_of(before)
    moves = [
        (was[side] - place, sheet.name_of_side(side), ORDINALS[place - 1])
        for side, place in places_of(sheet.ranking_scores).items()
        if side in was and (was[side], place) != (1, 2) and place > 1
    ]
    if not moves or len(set(was.values())) == 1:
        return
    (up, riser, higher), (down, faller, lower) = (best(moves, key=itemgetter(0)) for best in (max, min))
    if up > 0:
        text = say("{name} up to {place}", name=riser, place=higher)
        yield Item(30 + 5 * up, (riser,), text, say("now {place}", place=higher))
    if down < 0:
        yield Item(28 - 5 * down, (faller,), say("{name} down to {place}", name=faller, place=lower))
