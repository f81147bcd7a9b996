"""Corrections of entries and of the setup: what they replace, and the later entries that they refit or drop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import Any

from record.errors import CorrectionError, LaterEntriesError
from record.log import Entries, EntryJson, Log, Setup
from scoring.core import read_entry, replay_trusted
from scoring.entry.fields import Seats
from scoring.entry.reseating import new_seats, reseat_entry, reseating_problem
from scoring.errors import EntryError, Problem, refused
from scoring.game import AnyGame
from scoring.message import Message, Words, bare, both, say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.text import same_name


def correction(blank: Sheet[Any], log: Log, changes: Mapping[int, object], *, reopen: bool) -> dict[str, Any] | None:
    """The facts of a correction (see `Action`), or None if it changes nothing.

    `changes` has typed input by the index of the live entry that it replaces. Other entries are refitted to the
    corrected sheet (`Sheet.adapt_later_entry`). If an entry after the last change is illegal even so, it and all later
    ones are dropped with `reopen`. Raises EntryError for an unknown index, CorrectionError for illegal input,
    LaterEntriesError for an entry that would have to be dropped.
    """
    entries = log.entries

    @cache
    def once() -> tuple[tuple[EntryJson, Sheet[Any]], ...]:
        found = []
        for before in log.before_corrections():
            sheet = blank
            for entry in before:
                found.append((entry, sheet))
                sheet = replay_trusted(sheet, (entry,))
        return tuple(found)

    text = "There is no entry number {number} on this sheet: it has {entries}."
    if unknown := [index for index in changes if not 0 <= index < len(entries)]:
        raise EntryError(Problem("index", None, say(text, number=index + 1, entries=len(entries))) for index in unknown)
    first, last = min(changes, default=len(entries)), max(changes, default=0)
    was = sheet = replay_trusted(blank, entries[:first])
    changed: dict[str, Any] = {}
    refitted: dict[str, Any] = {}
    for index in range(first, len(entries)):
        fitting = (changes[index],) if index in changes else sheet.adapt_later_entry(entries[index], was=was, once=once)
        written: list[EntryJson] = []
        try:
            for raw in fitting:
                entry = read_entry(sheet, raw)
                sheet = sheet.write(entry)
                written.append(entry.to_json())
        except EntryError as error:
            if index in changes:
                raise CorrectionError(index, error.problems) from error
            if index < last or not reopen:
                raise LaterEntriesError(index, error.problems, entries[index]) from error
            return _facts(changed, refitted, keep=index)
        was = replay_trusted(was, (entries[index],))
        if written == [entries[index]]:
            continue
        if index in changes:
            changed[str(index)] = written[0]
        else:
            refitted[str(index)] = written
    return _facts(changed, refitted, keep=len(entries)) if changed else None


def describe_refits(blank: Sheet[Any], entries: Entries, facts: Mapping[str, Any]) -> Iterator[Message]:
    """Messages on how a correction with these facts refits later entries."""
    refitted: Mapping[str, Sequence[EntryJson]] = facts.get("refitted", {})
    was = now = blank
    for index, entry in enumerate(entries[: 1 + max(map(int, refitted), default=-1)]):
        made = refitted.get(str(index))
        if made is not None and (message := now.describe_adaptation(entry, made, was=was)):
            yield message
        now = replay_trusted(now, (facts["changes"].get(str(index), entry),) if made is None else made)
        was = replay_trusted(was, (entry,))


def _facts(changed: dict[str, Any], refitted: dict[str, Any], *, keep: int) -> dict[str, Any]:
    return {"changes": changed, **({"refitted": refitted} if refitted else {}), "keep": keep}


def setup_of(blank: Sheet[Any]) -> Setup:
    """The setup of a blank sheet, as an action of the log has it."""
    return {
        "players": list(blank.table.players),
        "dealer": blank.table.dealer,
        "options": blank.options.to_json(),
    }


def setup_correction(
    game: AnyGame,
    was: Setup,
    now: Setup,
    entries: Entries,
    *,
    blank: Sheet[Any],
    after: Sheet[Any],
    reopen: bool,
    beside: Mapping[int, int] = MappingProxyType({}),
) -> dict[str, Any] | None:
    """The facts of a correction of the setup (see `Action`), or None if it changes nothing.

    `blank` is the blank sheet of the setup `was`, `after` that of `now`. `beside` moves newcomers: to the left of which
    seat, as the setup `now` has it, who joined by the entry with this index sits. Raises EntryError for another number
    of players once something was entered, LaterEntriesError for an entry that would be dropped without `reopen`.
    """
    if was == now and not beside:
        return None
    seats = new_seats(was["players"], now["players"])
    if entries and len(was["players"]) != len(now["players"]):
        raise refused("players", say("Something was entered already: the number of players must stay."))
    fitting, reseated, problems, _ = _refit(game, entries, blank, after, seats, beside=beside)
    keep = len(fitting)
    if keep < len(entries) and not reopen:
        raise LaterEntriesError(keep, problems, entries[keep])
    changes, refitted = {}, {}
    for index, (entry, made) in enumerate(zip(entries, fitting, strict=False)):
        if len(made) != 1:
            refitted[str(index)] = made
        elif made[0] != entry:
            changes[str(index)] = made[0]
    dropped = {"dropped": reseated[keep:]} if keep < len(entries) else {}
    return {"setup": now, **_facts(changes, refitted, keep=keep), **dropped}


def with_entries_after(facts: Mapping[str, Any], entries: Entries, more: Entries) -> dict[str, Any]:
    """The facts of a correction of these entries, with more entries after those that stay."""
    index = facts["keep"] - 1
    changes = {**facts["changes"]}
    change = changes.pop(str(index), entries[index])
    refitted: Mapping[str, list[EntryJson]] = facts.get("refitted", {})
    stays = refitted.get(str(index), [change])
    return {**facts, "changes": changes, "refitted": {**refitted, str(index): [*stays, *more]}}


def left_out(game: AnyGame, entries: Entries, blank: Sheet[Any], after: Sheet[Any]) -> tuple[Words, ...]:
    """The labels of what the house rules of the sheet `after` do not ask, of these entries."""
    *_, labels = _refit(game, entries, blank, after, new_seats(blank.table.players, after.table.players))
    return tuple(labels.values())


def _refit(
    game: AnyGame,
    entries: Entries,
    blank: Sheet[Any],
    after: Sheet[Any],
    seats: Seats,
    *,
    beside: Mapping[int, int] = MappingProxyType({}),
) -> tuple[list[list[EntryJson]], list[EntryJson], tuple[Problem, ...], dict[str, Words]]:
    """Enter entries made from the sheet `blank` on the sheet `after`, up to the first that does not fit.

    What is written for each that fits, all entries at their new seats, the problems of the first that does not fit, and
    the labels of fields that the new house rules do not ask.
    """
    was, now, labels = blank, after, dict[str, Words]()
    # The old rules with the new seats; None where nobody moved, or no game begins so.
    there: Sheet[Any] | None = None
    with suppress(EntryError):
        if any(seats.get(seat, seat) != seat for seat in blank.table.seats):
            dealer = seats.get(blank.table.dealer, blank.table.dealer)
            there = game.start({**setup_of(after), "dealer": dealer, "options": blank.options.to_json()})
    fitting: list[list[EntryJson]] = []
    reseated: list[EntryJson] = []
    problems: tuple[Problem, ...] = ()
    for index, entry in enumerate(entries):
        reseated.append(reseat_entry(entry, was, after, seats) | ({"after": beside[index]} if index in beside else {}))
        if not problems:
            written: list[EntryJson] = []
            is_left_out = entry["step"] in extras.EXTRA_STEPS and now.find_ask(entry["step"]) is None
            try:
                adapted = () if is_left_out else now.adapt_later_entry(reseated[-1], was=there or was, once=lambda: ())
                for raw in adapted:
                    if reason := reseating_problem(entry, was, now, seats):
                        raise refused("step", reason)
                    made = read_entry(now, _still_asked(raw, was, now, labels))
                    now = now.write(made)
                    written.append(made.to_json())
                fitting.append(written)
            except EntryError as error:
                problems = error.problems
        was = replay_trusted(was, (entry,))
        try:
            there = there and replay_trusted(there, (reseated[-1],))
        except EntryError:
            there = None
    return fitting, reseated, problems, labels


def _still_asked(
    entry: Mapping[str, object], was: Sheet[Any], now: Sheet[Any], labels: dict[str, Words]
) -> dict[str, object]:
    """What of an entry is still asked; the labels of the rest are added to `labels`."""
    ask, before = now.find_ask(entry["step"]), was.find_ask(entry["step"])
    asked = {"step", *((each.name for each in ask.fields) if ask else entry)}
    labels |= {each.name: each.label for each in (before.fields if before else ()) if each.name in entry.keys() - asked}
    return {name: value for name, value in entry.items() if name in asked}


def describe_setup_changes(game: AnyGame, was: Sheet[Any], now: Sheet[Any]) -> Iterator[Message]:
    """What differs between the setups of two sheets, one message each."""
    seated, sits = was.table.players, now.table.players
    seats = new_seats(seated, sits)
    if len(seated) != len(sits):
        yield say("Players: {names}", names=sits)
    else:
        for seat, to in seats.items():
            if same_name(seated[seat]) != same_name(sits[to]):
                yield say("{new} instead of {old}", new=sits[to], old=seated[seat])
        yield from describe_order(seated, sits)
    if seats.get(was.table.dealer) != now.table.dealer:
        dealt, deals = seated[was.table.dealer], sits[now.table.dealer]
        yield bare("{what}: {was} → {now}", what=game.first, was=dealt, now=deals)
    for each in game.options.fields():
        values = [getattr(sheet.options, each.name) for sheet in (was, now)]
        if values[0] != values[1]:
            before, after = ("–" if value is None else each.label_of(value) for value in values)
            yield bare("{option}: {was} → {now}", option=each.label, was=before, now=after)


def describe_order(seated: tuple[str, ...], sits: tuple[str, ...]) -> Iterator[Message]:
    """Who has another seat than before, of as many."""
    seats = new_seats(seated, sits)
    elsewhere = [sits[seat] for seat in range(len(sits)) if seats[seat] != seat]
    if len(elsewhere) == 2:
        yield say("{names} changed seats", names=both(*elsewhere))
    elif elsewhere:
        yield say("Seats: {names}", names=sits)
