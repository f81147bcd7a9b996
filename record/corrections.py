"""Corrections of entries and of the setup: what they replace, and the later entries that they refit or drop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from record.errors import CorrectionError, LaterEntriesError
from record.log import Entries, EntryJson, Log, Setup
from scoring.core import read_entry, replay_trusted
from scoring.entry.fields import Field, Seats
from scoring.entry.moving import moved, new_seats, why_not
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
    once = cache(lambda: tuple(_on_their_sheets(blank, log.before_corrections())))
    _check_indexes(changes, of=len(entries))
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


def refits_told(blank: Sheet[Any], entries: Entries, facts: Mapping[str, Any]) -> Iterator[Message]:
    """Messages on how a correction with these facts refits later entries."""
    refitted: Mapping[str, Sequence[EntryJson]] = facts.get("refitted", {})
    was = now = blank
    for index, entry in enumerate(entries[: 1 + max(map(int, refitted), default=-1)]):
        made = refitted.get(str(index))
        if made is not None and (told := now.describe_adaptation(entry, made, was=was)):
            yield told
        now = replay_trusted(now, (facts["changes"].get(str(index), entry),) if made is None else made)
        was = replay_trusted(was, (entry,))


def _on_their_sheets(blank: Sheet[Any], stands: Iterable[Entries]) -> Iterator[tuple[EntryJson, Sheet[Any]]]:
    for entries in stands:
        sheet = blank
        for entry in entries:
            yield entry, sheet
            sheet = replay_trusted(sheet, (entry,))


def _facts(changed: dict[str, Any], refitted: dict[str, Any], *, keep: int) -> dict[str, Any]:
    return {"changes": changed, **({"refitted": refitted} if refitted else {}), "keep": keep}


def _check_indexes(changes: Mapping[int, object], *, of: int) -> None:
    text = "There is no entry number {number} on this sheet: it has {entries}."
    problems = [
        Problem("index", None, say(text, number=index + 1, entries=of)) for index in changes if not 0 <= index < of
    ]
    if problems:
        raise EntryError(problems)


@dataclass(frozen=True)
class Refitted:
    """Live entries under another setup: those that fit, by their old index, and why the next one does not.

    `turned` are all entries at their new seats, `problems` those of the first that does not fit, or none.
    `left_out` are the labels of fields that the new house rules do not ask.
    """

    fitting: tuple[tuple[EntryJson, ...], ...]
    turned: Entries
    problems: tuple[Problem, ...] = ()
    left_out: tuple[Words, ...] = ()


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
) -> dict[str, Any] | None:
    """The facts of a correction of the setup (see `Action`), or None if it changes nothing.

    `blank` is the blank sheet of the setup `was`, `after` that of `now`. Raises EntryError for another number of
    players once something was entered, LaterEntriesError for an entry that would be dropped without `reopen`.
    """
    if was == now:
        return None
    seats = new_seats(was["players"], now["players"])
    if entries and len(was["players"]) != len(now["players"]):
        raise refused("players", say("Something was entered already: the number of players must stay."))
    done = refit(game, entries, blank, after, seats)
    keep = len(done.fitting)
    if keep < len(entries) and not reopen:
        raise LaterEntriesError(keep, done.problems, entries[keep])
    changes, refitted = {}, {}
    for index, (entry, fitting) in enumerate(zip(entries, done.fitting, strict=False)):
        if len(fitting) != 1:
            refitted[str(index)] = list(fitting)
        elif fitting[0] != entry:
            changes[str(index)] = fitting[0]
    return {
        "setup": now,
        "changes": changes,
        **({"refitted": refitted} if refitted else {}),
        "keep": keep,
        **({"dropped": list(done.turned[keep:])} if keep < len(entries) else {}),
    }


def with_entry_after(facts: Mapping[str, Any], entries: Entries, entry: EntryJson) -> dict[str, Any]:
    """The facts of a correction of these entries, with one more entry after those that stay."""
    last = str(facts["keep"] - 1)
    refitted: Mapping[str, list[EntryJson]] = facts.get("refitted", {})
    changes = {index: change for index, change in facts["changes"].items() if index != last}
    stays = refitted.get(last, [facts["changes"].get(last, entries[facts["keep"] - 1])])
    return {**facts, "changes": changes, "refitted": {**refitted, last: [*stays, entry]}}


def left_out(game: AnyGame, entries: Entries, blank: Sheet[Any], after: Sheet[Any]) -> tuple[Words, ...]:
    """The labels of what the house rules of the sheet `after` do not ask, of these entries."""
    return refit(game, entries, blank, after, new_seats(blank.table.players, after.table.players)).left_out


def refit(game: AnyGame, entries: Entries, blank: Sheet[Any], after: Sheet[Any], seats: Seats) -> Refitted:
    """Enter entries made from the sheet `blank` on the sheet `after`, up to the first that does not fit."""
    was, now, left_out = blank, after, dict[str, Words]()
    there = _by_old_rules(game, blank, after, seats)
    fitting: list[tuple[EntryJson, ...]] = []
    turned: list[EntryJson] = []
    problems: tuple[Problem, ...] = ()
    for entry in entries:
        at_new_seat = moved(entry, was, after, seats)
        turned.append(at_new_seat)
        if not problems:
            try:
                now, written = _entered(_Step(entry, at_new_seat, was, there or was, seats), now, left_out)
                fitting.append(written)
            except EntryError as error:
                problems = error.problems
        was = replay_trusted(was, (entry,))
        there = there and _then(there, at_new_seat)
    return Refitted(tuple(fitting), tuple(turned), problems, tuple(left_out.values()))


def _by_old_rules(game: AnyGame, blank: Sheet[Any], after: Sheet[Any], seats: Seats) -> Sheet[Any] | None:
    """The blank sheet of the old rules with the new seats; None where nobody moved, or no game begins so."""
    if all(seats[seat] == seat for seat in blank.table.seats if seat in seats):
        return None
    dealer = seats.get(blank.table.dealer, blank.table.dealer)
    try:
        return game.start({**setup_of(after), "dealer": dealer, "options": blank.options.to_json()})
    except EntryError:
        return None


def _then(sheet: Sheet[Any], entry: EntryJson) -> Sheet[Any] | None:
    try:
        return replay_trusted(sheet, (entry,))
    except EntryError:
        return None


@dataclass(frozen=True)
class _Step:
    """An entry as made and as turned to its new seats, with the sheets of the old rules for both."""

    made: EntryJson
    turned: EntryJson
    was: Sheet[Any]
    there: Sheet[Any]
    seats: Seats = field(repr=False)


def _entered(step: _Step, now: Sheet[Any], left_out: dict[str, Words]) -> tuple[Sheet[Any], tuple[EntryJson, ...]]:
    """The sheet after an entry, and what was written on it; raises EntryError."""
    if step.made["step"] in extras.EXTRA_STEPS and now.ask_for(step.made["step"]) is None:
        return now, ()
    written: list[EntryJson] = []
    for raw in now.adapt_later_entry(step.turned, was=step.there, once=lambda: ()):
        if reason := why_not(step.made, step.was, now, step.seats):
            raise refused("step", reason)
        entry = read_entry(now, dict(_asked(raw, step.was, now, left_out)))
        now = now.write(entry)
        written.append(entry.to_json())
    return now, tuple(written)


def _asked(
    entry: Mapping[str, object], was: Sheet[Any], now: Sheet[Any], left_out: dict[str, Words]
) -> Iterator[tuple[str, object]]:
    """What of an entry is still asked; the labels of the rest are added to `left_out`."""
    ask, before = now.ask_for(entry["step"]), was.ask_for(entry["step"])
    asked = {each.name for each in ask.fields} if ask else set(entry)
    labels = {each.name: each.label for each in before.fields} if before else {}
    for name, value in entry.items():
        if name == "step" or name in asked:
            yield name, value
        elif name in labels:
            left_out[name] = labels[name]


def setup_told(game: AnyGame, was: Sheet[Any], now: Sheet[Any]) -> Iterator[Message]:
    """What differs between the setups of two sheets, one message each."""
    yield from _players_told(was.table.players, now.table.players)
    seats = new_seats(was.table.players, now.table.players)
    if seats.get(was.table.dealer) != now.table.dealer:
        dealt, deals = was.table.players[was.table.dealer], now.table.players[now.table.dealer]
        yield bare("{first}: {was} → {now}", first=game.first, was=dealt, now=deals)
    for each in game.options.fields():
        before, after = getattr(was.options, each.name), getattr(now.options, each.name)
        if before != after:
            yield bare("{option}: {was} → {now}", option=each.label, was=_label(each, before), now=_label(each, after))


def _label(field: Field, value: Any) -> Words:
    return "–" if value is None else field.label_of(value)


def _players_told(was: tuple[str, ...], now: tuple[str, ...]) -> Iterator[Message]:
    if len(was) != len(now):
        yield say("Players: {names}", names=now)
        return
    seats = new_seats(was, now)
    for seat, to in seats.items():
        if same_name(was[seat]) != same_name(now[to]):
            yield say("{new} instead of {old}", new=now[to], old=was[seat])
    elsewhere = [seat for seat in range(len(was)) if seats[seat] != seat]
    if len(elsewhere) == 2:
        yield say("{names} changed seats", names=both(*(now[seat] for seat in elsewhere)))
    elif elsewhere:
        yield say("Seats: {names}", names=now)
