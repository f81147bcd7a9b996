"""Validates and applies every entry, whether it comes from a page, the API, an import or the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from scoring.entry.reading import at_typed_row, read_fields
from scoring.errors import EntryError, Problem, ReplayError, refused
from scoring.message import say
from scoring.sheets import extras
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Entry

S = TypeVar("S", bound=Sheet[Any])
Read: TypeAlias = Callable[[Sheet[Any], Any], Entry]
"""Reads an entry: `read_entry` for new ones, `read_trusted_entry` for recorded ones; raises EntryError."""


def read_entry(sheet: Sheet[Any], raw: object, *, trusted: bool = False) -> Entry:
    """Validate typed input as an entry for the sheet; raises EntryError with all problems.

    `raw` maps `step` to the step's name and each field to what was typed: a number or its digits, and for a field asked
    seat by seat a list in seat order. `trusted`: it was recorded, see `replay_trusted`.
    """
    if not isinstance(raw, Mapping):
        raise refused("step", say("“{field}” must be {kind}.", field="entry", kind=say("an object")))
    ask = sheet.find_ask(raw.get("step"))
    if ask is None:
        over = say("The game is over. To play on, undo or correct an entry.")
        raise refused("step", say("The next entry is “{title}”.", title=sheet.ask.title) if sheet.ask else over)
    facts, unread = read_fields(ask.fields, {name: raw[name] for name in raw if name != "step"}, sheet.table.players)
    if unread:
        raise EntryError([*_missing_beside(sheet, ask, facts, unread), *unread])
    if not trusted:
        facts |= {each.name: each.suggested for each in ask.fields if each.unasked and each.name not in facts}
    entry = Entry(ask.step, facts, called=ask.called)
    found = extras.check(sheet, entry) if entry.step in extras.EXTRA_STEPS else sheet.check(entry)
    if problems := [at_typed_row(each, ask.fields, raw) for each in found if each.missing or not trusted]:
        raise EntryError(problems)
    return entry


def _missing_beside(
    sheet: Sheet[Any], ask: Ask, facts: Mapping[str, Any], unread: Collection[Problem]
) -> Iterator[Problem]:
    """The problems of missing values that no single field requires, such as a bid in either of two forms."""
    named = {(each.field, each.seat) for each in unread}
    for seat in sorted({seat for field in ask.fields if field.own for seat in field.seats}):
        for each in sheet.check_part(Entry(ask.step, facts), seat):
            if each.missing and (each.field, seat) not in named:
                yield each


def read_new_entry(sheet: Sheet[Any], raw: object) -> Entry:
    """Validate typed input as an entry that is made now; raises EntryError.

    Only a recorded tie may be of sides that are not level, since a correction may have parted them.
    """
    entry = read_entry(sheet, raw)
    if entry.step == extras.TIE and set(map(sheet.side_of, entry["order"])) not in map(set, sheet.still_level):
        raise refused("order", say("They don’t share a place at the end of the game."))
    return entry


def read_trusted_entry(sheet: Sheet[Any], raw: object) -> Entry:
    """Read a recorded entry the way `replay_trusted` does; raises EntryError."""
    return read_entry(sheet, raw, trusted=True)


def enter(sheet: S, raw: object) -> S:
    """Apply typed input to the sheet; raises EntryError with all problems."""
    return sheet.write(read_entry(sheet, raw))


def replay(sheet: S, entries: Iterable[object], read: Read = read_entry) -> S:
    """Apply entries to a sheet one by one; raises ReplayError at the first illegal one, with its position from 0."""
    for raw in entries:
        try:
            sheet = sheet.write(read(sheet, raw))
        except EntryError as error:
            raise ReplayError(sheet.written, error.problems) from error
    return sheet


def replay_trusted(sheet: S, entries: Iterable[Mapping[str, object]]) -> S:
    """Apply recorded entries to a sheet without checking the rules again.

    They broke no rule when they were written, and a rule that has become stricter since must not refuse them. Raises
    ReplayError where a step or a bound has changed, or something is missing that an entry can't be scored without.
    """
    return replay(sheet, entries, read_trusted_entry)
