"""Works out a correction: the entries that it replaces, and later ones that it refits or drops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from record.actions import Entries, EntryJson
from record.errors import CorrectionError, LaterEntriesError
from record.log import Fold
from scoring.core import read_entry, replay_trusted
from scoring.errors import EntryError, Problem
from scoring.message import Message, say
from scoring.sheets.sheet import Sheet


def correction(blank: Sheet[Any], fold: Fold, changes: Mapping[int, object], *, reopen: bool) -> dict[str, Any] | None:
    """The facts of a correction (see `Action`), or None if it changes nothing.

    `changes` has typed input by the index of the live entry that it replaces. Other entries are refitted to the
    corrected sheet (`Sheet.adapt_later_entry`). If an entry after the last change is illegal even so, it and all later
    ones are dropped with `reopen`. Raises EntryError for an unknown index, CorrectionError for illegal input,
    LaterEntriesError for an entry that would have to be dropped.
    """
    entries = fold.stand.entries
    once = cache(lambda: tuple(_on_their_sheets(blank, fold.before_corrections())))
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
