"""Entries common to all games: adjustments and notes at any time, changes and the end while it runs, ties after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from scoring.entry.choices import SeatPick, SideOrder
from scoring.entry.fields import Number, Writing
from scoring.errors import Problem
from scoring.message import ORDINALS, bare, listed, say, signed
from scoring.sheets import changes
from scoring.sheets.values import UNTOUCHED, Ask, Cell, Entry, Remark, Tie

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet

TIE = "tie"
EXTRA_STEPS = ("adjustment", "note", "end", *changes.CHANGE_STEPS, TIE)
MAX_ADJUSTMENT = 100_000

S = TypeVar("S", bound="Sheet[Any]")


def asks(sheet: Sheet[Any]) -> tuple[Ask, ...]:
    """The steps that can be entered beside the game's own."""
    adjustment = Ask(
        step="adjustment",
        title=say("Adjustment"),
        fields=(
            SeatPick(name="seat", label=say("Who"), among=tuple(side[0] for side in sheet.sides), by_side=True),
            Number(
                name="amount",
                label=say("Points"),
                low=-MAX_ADJUSTMENT,
                high=MAX_ADJUSTMENT,
                denominator=sheet.denominator,
            ),
            Writing(
                name="reason",
                label=say("Reason"),
                longest=80,
                help=say("For example a penalty, chips bought, or a counting mistake."),
            ),
        ),
        action=say("Save"),
        called=say("Adjustment"),
    )
    note = Ask(
        step="note",
        title=say("Note"),
        fields=(Writing(name="text", label=say("Note"), longest=300),),
        action=say("Save"),
        called=say("Note"),
    )
    end = Ask(
        step="end",
        title=say("End the game"),
        fields=(),
        action=say("End the game"),
        called=say("End of the game"),
    )
    ends, ties = () if sheet.over else (end,), (tie(sheet),) if sheet.still_level else ()
    return (adjustment, note, *ends, *changes.asks(sheet), *ties)


def tie(sheet: Sheet[Any]) -> Ask:
    """The order of the sides that share the best place; recorded entries may have any sides, and be without effect."""
    level = sheet.still_level[0] if sheet.still_level else sheet.sides
    place = sheet.places.get(level[0], 1)
    order = SideOrder(
        name="order",
        label=say("Order"),
        sides=sheet.sides,
        level=tuple(side[0] for side in level),
        ranks=ORDINALS[place - 1 :],
    )
    reason = Writing(name="reason", label=say("Reason"), longest=80, optional=True)
    title = say("Decide the tie")
    return Ask(step=TIE, title=title, fields=(order, reason), action=say("Save"), called=say("Tie decided"))


def check(sheet: Sheet[Any], entry: Entry) -> Iterable[Problem]:
    """Check such an entry: an adjustment of 0 is refused, and a change that the table can't make."""
    if entry.step == "adjustment" and entry["amount"] == 0:
        yield Problem("amount", None, say("0 changes nothing. Enter the points to add or subtract."))
    elif entry.step in changes.CHANGE_STEPS:
        yield from changes.check(sheet, entry)


def write(sheet: S, entry: Entry) -> S:
    """Write the adjustment, note, change, end or tie to the sheet."""
    if entry.step in changes.CHANGE_STEPS:
        return changes.write(sheet, entry)
    if entry.step == "note":
        remark = Remark(after=len(sheet.rows), text=entry["text"], position=sheet.written)
        return replace(
            sheet,
            remarks=(*sheet.remarks, remark),
            message=bare("{note}: {text}", note=say("Note"), text=entry["text"]),
        )
    if entry.step == "end":
        message = say("Game ended.") if sheet.endless else say("Game ended early.")
        return replace(sheet, ended_early=True, message=message)
    if entry.step == TIE:
        names = listed(*(sheet.name_of_side(sheet.side_of(seat)) for seat in entry["order"]))
        about, reason = bare("{decided}: {names}", decided=say("Tie decided"), names=names), entry.get("reason")
        about = bare("{about} ({reason})", about=about, reason=reason) if reason else about
        cells = (UNTOUCHED,) * len(sheet.table.players)
        after = sheet.with_row(kind=TIE, label="=", called=say("the tie"), about=about, cells=cells)
        return replace(after, ties=(*sheet.ties, Tie(entry["order"], about)), message=about)
    side, points, reason = sheet.side_of(entry["seat"]), signed(entry["amount"]), entry["reason"]
    about = bare("{who} {points} ({reason})", who=sheet.name_of_side(side), points=points, reason=reason)
    own = Cell(points=entry["amount"], working=bare("{reason}: {points}", reason=reason, points=points))
    untouched = replace(UNTOUCHED, absent=False)
    after = sheet.with_row(
        kind="adjustment",
        label="±",
        called=say("the adjustment “{reason}”", reason=reason),
        about=about,
        cells=tuple(own if seat in side else untouched for seat in sheet.table.seats),
    )
    return replace(after, message=about)
