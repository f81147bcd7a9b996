"""Changes of the table while a game runs: who takes over a seat, comes, leaves, sits out; who deals; the plan of deals.

A change of who plays happens between two deals: one that is entered while a deal is played waits for its end. Somebody
who takes over a seat plays from the deal in play on; who deals and the plan of the deals that are left change at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from scoring.entry.choices import Choice, Pick, SeatPick, Switch
from scoring.entry.fields import Number, Writing, to_json
from scoring.errors import Problem
from scoring.message import Message, Points, as_points, bare, joined, plain, say
from scoring.sheets.values import ABSENT, UNTOUCHED, Ask, Cell, Entry, WaitingChange
from scoring.table import MAX_NAME_LENGTH, Table, name_problem
from scoring.text import same_name

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet

PLAYERS_CHANGE = ("takeover", "join", "leave", "return", "sit-out")
JOIN = "join"
NAMING_STEPS = ("takeover", JOIN)
"""The steps by which somebody sits down."""
DEALER = "dealer"
PLAN = "plan"
CHANGE_STEPS = (*PLAYERS_CHANGE, DEALER, PLAN)
MAX_SEATS = 16
"""The most people that one sheet can have, one after the other."""

OPENING, LAST, MEAN, TYPED = "opening", "last", "mean", "typed"
"""The scores with which a newcomer can start."""
MAX_START = 100_000
WHO = say("Who")
NAME = Writing(name="name", label=say("Name"), longest=MAX_NAME_LENGTH, missing=say("Enter a name."))
OUT_OF_COMPETITION = say("Out of competition")
RANKED = (
    Choice("yes", say("With the rest")),
    Choice("no", OUT_OF_COMPETITION),
)

ANNOUNCEMENTS = {
    "takeover": say("{new} takes over from {old} in {deal}"),
    "join": say("{name} joins before {deal}"),
    "joined": say("{name} joined with {points} before {deal}"),
    "leave": say("{name} leaves before {deal}"),
    "sit-out": say("{name} sits out {deal}"),
    "return": say("{name} is back for {deal}"),
}

AnySheet: TypeAlias = "Sheet[Any]"
S = TypeVar("S", bound="Sheet[Any]")


def asks(sheet: AnySheet) -> tuple[Ask, ...]:
    """The changes that this table can make now."""
    if sheet.ended_early:
        return ()
    asked: list[Ask] = []
    if not sheet.over:
        table = table_next(sheet)
        numbers = sheet.player_counts if sheet.fixed_players is None else ()
        left, room = len(table.playing) - 1, len(table.here) + 1 in numbers
        whose, who = _who(sheet.table.here, say("Whose seat")), _who(table.playing)
        asked.append(_ask("takeover", say("Somebody else takes over"), (whose, NAME)))
        if room and len(table.players) < MAX_SEATS:
            last, beside = table.playing[-1], say("Sits to the left of")
            place = SeatPick(name="after", label=beside, among=table.playing, optional=True, suggested=last)
            asked.append(_ask("join", say("Somebody joins"), (NAME, place, *_start(sheet))))
        if left in numbers:
            usual, end = sheet.usually_ranked, say("At the end")
            ranked = Switch(name="ranked", label=end, choices=RANKED, optional=True, suggested=usual)
            asked.append(_ask("leave", say("Somebody leaves"), (who, ranked)))
            asked.append(_ask("sit-out", say("Somebody sits out a deal"), (who,)))
        if away := tuple(seat for seat in table.clockwise if seat in table.resting or (room and seat in table.left)):
            asked.append(_ask("return", say("Somebody comes back"), (_who(away),)))
        # Before the first deal is over, the setup says who deals first.
        if sheet.dealer_label and sheet.times_dealt:
            asked.append(_ask(DEALER, sheet.dealer_label, (_who(sheet.table.playing),)))
    if fields := sheet.plan_fields:
        called = sheet.plan_called
        asked.append(Ask(step=PLAN, title=called, fields=fields, action=say("Save"), called=called))
    return tuple(asked)


def _ask(step: str, title: Message, fields: tuple[Any, ...]) -> Ask:
    return Ask(step=step, title=title, fields=fields, action=say("Save"), called=title)


def _who(among: tuple[int, ...], label: Message = WHO) -> SeatPick:
    return SeatPick(name="seat", label=label, among=among)


def _start(sheet: AnySheet) -> tuple[Pick, Number]:
    last = say("The highest score now") if sheet.fewest else say("The lowest score now")
    choices = (
        Choice(OPENING, plain(sheet.opening)),
        Choice(LAST, last),
        Choice(MEAN, say("The mean")),
        Choice(TYPED, say("Another score")),
    )
    start = Pick(name="start", label=say("Starts with"), choices=choices, optional=True, suggested=sheet.usual_start)
    low, high = -MAX_START, MAX_START
    points = Number(name="points", label=say("Score"), low=low, high=high, denominator=sheet.denominator, optional=True)
    return start, points


def check(sheet: AnySheet, entry: Entry) -> Iterable[Problem]:
    """The problems of a change: a taken name, a missing score, a plan or a table that can't be played."""
    if entry.step == PLAN:
        yield from sheet.check_plan(entry)
        return
    entry = called_now(sheet, entry)
    if name := entry.get("name"):
        seat = entry.get("seat")
        others = [other for at, other in enumerate(table_next(sheet).players) if at != seat]
        taken = same_name(name) in map(same_name, others) or (seat is not None and name == sheet.table.players[seat])
        if problem := name_problem(name, len(others) if seat is None else seat, taken=taken):
            yield replace(problem, field="name", seat=None)
    _, points = _start(sheet)
    if entry.get("start") == TYPED and entry.get("points") is None:
        yield Problem("points", None, points.refuse_missing(), missing=True)
    if entry.step not in ("takeover", DEALER) and (why := sheet.check_table(_changed(table_next(sheet), entry))):
        yield Problem("name" if entry.step == "join" else "seat", None, why)


def is_planned(sheet: AnySheet, plan: Mapping[str, object]) -> bool:
    """Whether a plan, as documents write it, changes nothing."""
    asked = [field for field in sheet.plan_fields if not field.unasked]
    return bool(asked) and all(plan.get(field.name) == to_json(field.suggested) for field in asked)


def write(sheet: S, entry: Entry) -> S:
    """Write a change, or keep it for the end of the deal in play."""
    entry = called_now(sheet, entry)
    waiting = WaitingChange(entry=entry, position=sheet.written)
    if entry.step in ("takeover", DEALER, PLAN) or not sheet.pending:
        return _happened(sheet, waiting)
    return replace(sheet, waiting=(*sheet.waiting, waiting), message=announcement(sheet, entry))


def called_now(sheet: AnySheet, entry: Entry) -> Entry:
    """The entry with what the person whom it names is called now."""
    now = sheet.names.get(entry.get("name") or "")
    return entry if now is None else replace(entry, facts={**entry.facts, "name": now})


def after_waiting(sheet: S) -> S:
    """The sheet between two deals once the changes that waited have happened; its message stays."""
    after = replace(sheet, waiting=())
    for waiting in sheet.waiting:
        after = _happened(after, waiting)
    return replace(after, message=sheet.message)


def table_next(sheet: AnySheet) -> Table:
    """The table at the next deal, with the changes that wait."""
    table = sheet.table.rested() if sheet.pending else sheet.table
    for waiting in sheet.waiting:
        table = _changed(table, waiting.entry)
    return table


def start_scores(sheet: AnySheet) -> Mapping[str, Points]:
    """The scores with which a newcomer can start now, but for a typed one; who sits out a deal counts, who left not."""
    totals = [sheet.totals[seat] for seat in sheet.table.here]
    # Down to a whole number, or to the smallest part that points have.
    mean = Fraction(sum(totals) * sheet.denominator // len(totals), sheet.denominator)
    return {
        OPENING: sheet.opening,
        LAST: max(totals) if sheet.fewest else min(totals),
        MEAN: as_points(mean),
    }


def _happened(sheet: S, waiting: WaitingChange) -> S:
    entry = waiting.entry
    if entry.step == PLAN:
        after = sheet.replan(entry)
        return replace(after, message=say("Plan: {plan}", plan=sheet.plan_in_words(entry)))
    if entry.step == DEALER:
        after = replace(sheet, table=replace(sheet.table, dealer=entry["seat"], since=len(sheet.rows)))
        message = bare(
            "{turns} ({deal})",
            turns=joined("·", *turns_in_words(sheet, after)),
            deal=sheet.deal_called(sheet.deals + 1),
        )
        return replace(after, message=message)
    before, start = sheet, None
    if entry.step == "join":
        chosen = entry.get("start") or OPENING
        start = {TYPED: entry.get("points"), **start_scores(sheet)}[chosen]
        # A seat more in all rows, in which it was not there yet.
        rows = tuple(
            replace(
                row,
                cells=(*row.cells, ABSENT),
                before=(*row.before, min(row.before)),
                players=(*row.players, ""),
                facts={name: (*values, None) for name, values in row.facts.items()},
            )
            for row in sheet.rows
        )
        totals = (*sheet.totals, sheet.opening)
        sheet = replace(sheet, rows=rows, totals=totals, usual_start=chosen)
    elif entry.step == "return":
        sheet = replace(sheet, unranked=sheet.unranked - {entry["seat"]})
    elif entry.step == "leave":
        ranked = entry.get("ranked") is not False
        unranked = sheet.unranked if ranked else sheet.unranked | {entry["seat"]}
        sheet = replace(sheet, unranked=unranked, usually_ranked=ranked)
    sheet = replace(sheet, table=_changed(sheet.table, entry))
    about = announcement(before, entry, start)
    if effect := sheet.plan_effect(before):
        about = bare("{change}: {effect}", change=about, effect=effect)
    cells = tuple(
        Cell(points=start - sheet.opening, working=bare("{points}", points=plain(start)))
        if start is not None and seat == len(before.table.players)
        else UNTOUCHED
        for seat in sheet.table.seats
    )
    called = say("the change in {deal}", deal=sheet.deal_called(sheet.deals + 1))
    after = sheet.with_row(
        kind="table", label="⇄", called=called, about=about, cells=cells, entries=(waiting.position,)
    )
    return replace(after, message=joined("·", about, *turns_in_words(before, after, changed=True)))


def turns_in_words(was: AnySheet, now: AnySheet, *, changed: bool = False) -> Iterator[Message]:
    """Who deals and who begins now, and who did before; with `changed` only where that is somebody else."""
    before = {each.name: each.value for each in was.turns}
    for each in now.turns:
        if before.get(each.name, each.value) != each.value:
            yield bare("{what}: {was} → {now}", what=each.label, was=before[each.name], now=each.value)
        elif not changed:
            yield bare("{what}: {now}", what=each.label, now=each.value)


def _changed(table: Table, entry: Entry) -> Table:
    seat: int = entry.get("seat") or 0
    match entry.step:
        case "takeover":
            return replace(table, players=(*table.players[:seat], entry["name"], *table.players[seat + 1 :]))
        case "join":
            after = entry.get("after")
            after = table.playing[-1] if after is None or after in table.left else after
            place = table.clockwise.index(after) + 1
            order = (*table.clockwise[:place], len(table.players), *table.clockwise[place:])
            return replace(table, players=(*table.players, entry["name"]), order=order)
        case "leave":
            return replace(table, left=table.left | {seat}, resting=table.resting - {seat})
        case "sit-out":
            return replace(table, resting=table.resting | {seat})
        case _:
            return replace(table, left=table.left - {seat}, resting=table.resting - {seat})


def announcement(sheet: AnySheet, entry: Entry, start: Points | None = None) -> Message:
    """What a change does, as the log says it; `start` is None as long as a newcomer's score is not known."""
    seat = entry.get("seat")
    name = entry["name"] if seat is None else table_next(sheet).players[seat]
    deal = sheet.deal_called(1 + (sheet.deals if entry.step == "takeover" else sheet.begun_deals))
    kind = entry.step
    if start is not None:
        kind = "joined"
    about = ANNOUNCEMENTS[kind].of(
        name=name, old=name, new=entry.get("name") or "", points=plain(start or 0), deal=deal
    )
    return bare("{about} ({rank})", about=about, rank=OUT_OF_COMPETITION) if entry.get("ranked") is False else about
