"""What is asked where the table changes while a game runs; `scoring.sheets.changes` checks and writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.entry.choices import Choice, Pick, Switch
from scoring.entry.fields import Number, SeatPick, Writing
from scoring.message import Message, plain, say
from scoring.sheets.changes import DEALER, LAST, MAX_SEATS, MEAN, OPENING, PLAN, TYPED, AnySheet, table_next
from scoring.sheets.values import Ask
from scoring.table import MAX_NAME_LENGTH, Table

MAX_START = 100_000
WHO = say("Who")
RANKED = (
    Choice("yes", say("With the rest"), say("The score stays and has a place at the end.")),
    Choice("no", say("Out of competition"), say("The score stays, without a place.")),
)


def asks(sheet: AnySheet) -> tuple[Ask, ...]:
    """The changes that this table can make now."""
    if sheet.ended_early:
        return ()
    players = () if sheet.over else tuple(_ask_players(sheet))
    return (*players, *_ask_dealer(sheet), *_ask_plan(sheet))


def _ask_players(sheet: AnySheet) -> Iterator[Ask]:
    table = table_next(sheet)
    playing = len(table.playing)
    room = len(table.here) + 1 in sheet.numbers
    yield _ask("takeover", say("Somebody else takes over"), (_who(sheet.table.here, say("Whose seat")), _name()))
    if room and len(table.players) < MAX_SEATS:
        yield _ask("join", say("Somebody joins"), (_name(), _place(table), *_start(sheet)))
    if playing - 1 in sheet.numbers:
        yield _ask("leave", say("Somebody leaves"), (_who(table.playing), _ranked(sheet)))
        yield _ask("sit-out", say("Somebody sits out a deal"), (_who(table.playing),))
    if away := tuple(seat for seat in table.clockwise if seat in table.resting or (room and seat in table.left)):
        yield _ask("return", say("Somebody comes back"), (_who(away),))


def _ask_dealer(sheet: AnySheet) -> Iterator[Ask]:
    """Who deals now; before the first deal is over, the setup says who deals first."""
    if sheet.dealer_asked and sheet.deals and not sheet.over:
        yield _ask(DEALER, sheet.dealer_asked, (_who(sheet.table.playing),))


def _ask_plan(sheet: AnySheet) -> Iterator[Ask]:
    if fields := sheet.plan_fields:
        yield Ask(step=PLAN, title=say("The plan"), fields=fields, action=say("Change the plan"), called=say("Plan"))


def _ask(step: str, title: Message, fields: tuple[Any, ...]) -> Ask:
    return Ask(step=step, title=title, fields=fields, action=say("Save"), called=title)


def _who(among: tuple[int, ...], label: Message = WHO) -> SeatPick:
    return SeatPick(name="seat", label=label, among=among)


def _name() -> Writing:
    return Writing(name="name", label=say("Name"), longest=MAX_NAME_LENGTH, missing=say("Enter a name."))


def _place(table: Table) -> SeatPick:
    return SeatPick(
        name="after",
        label=say("Sits to the left of"),
        among=table.playing,
        optional=True,
        suggested=table.playing[-1],
    )


def _start(sheet: AnySheet) -> tuple[Pick, Number]:
    last = say("The highest score now") if sheet.fewest else say("The lowest score now")
    choices = (
        Choice(OPENING, plain(sheet.opening)),
        Choice(LAST, last),
        Choice(MEAN, say("The mean"), say("Rounded down.")),
        Choice(TYPED, say("Another score")),
    )
    start = Pick(name="start", label=say("Starts with"), choices=choices, optional=True, suggested=sheet.usual_start)
    low, high = -MAX_START, MAX_START
    points = Number(name="points", label=say("Score"), low=low, high=high, denominator=sheet.denominator, optional=True)
    return start, points


def _ranked(sheet: AnySheet) -> Switch:
    return Switch(
        name="ranked",
        label=say("At the end"),
        choices=RANKED,
        optional=True,
        suggested=sheet.usually_ranked,
    )
