"""Replays an imported log and checks each of its actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from record.log import Action, Spend, same_start
from record.session import Session
from scoring.core import Read, replay_trusted
from scoring.entry.reading import read_fields
from scoring.errors import EntryError, ReplayError, refused
from scoring.message import say
from scoring.sheets.sheet import Sheet
from scoring.validation import ANYTHING, LIST, OBJECT, Member, members, whole_number

SETUP = {"players": LIST, "dealer": ANYTHING, "options": OBJECT}
INDEX = re.compile(r"0|[1-9][0-9]{0,5}")
SHEETS_AT_HAND = 100
"""Of a long log the sheets after the last 100 entries are kept, and before them every 100th."""
MISFIT = say("This correction doesn’t match the entries before it.")


def replay_log(session: Session, actions: Iterable[Action], read: Read, spend: Spend) -> Session:
    """Append actions to a session, each replayed here; raises ReplayError with the position of one in the log.

    `spend` is called with the number of entries about to be read.
    """
    # The sheets after its entries, by their number, so that an undo is cheap. Each has all rows so far: of a long
    # session most are left out.
    sheets: dict[int, Sheet[Any]] = {0: session.blank}
    spend(len(session.entries))
    for number, entry in enumerate(session.entries, 1):
        _keep(sheets, number, replay_trusted(sheets[number - 1], (entry,)))
    for action in actions:
        try:
            session, sheets = _replay_action(session, _clean(session, action), sheets, read, spend)
        except EntryError as error:
            raise ReplayError(action.position, error.problems) from error
    return session


def _keep(sheets: dict[int, Sheet[Any]], number: int, sheet: Sheet[Any]) -> None:
    sheets[number] = sheet
    if (old := number - SHEETS_AT_HAND) % SHEETS_AT_HAND:
        sheets.pop(old, None)


def _replay_action(
    session: Session, action: Action, sheets: Mapping[int, Sheet[Any]], read: Read, spend: Spend
) -> tuple[Session, dict[int, Sheet[Any]]]:
    """The session after an action, and its sheets; raises EntryError.

    What is new in it is read and must be legal; what comes back is not checked again.
    """
    is_entry, is_correction = action.kind == "enter", action.kind == "correct"
    log = session.log if is_entry else session.log.after(action)
    entries = (*log.entries, action.facts) if is_entry else log.entries
    blank = session.blank_of(log.setup)
    same = same_start(session.entries, entries) if blank is session.blank else 0
    kept = {0: blank} | {number: sheet for number, sheet in sheets.items() if 0 < number <= same}
    known = max(kept)
    start = same if is_entry or is_correction else known
    spend(len(entries) - start)
    sheet = replay_trusted(kept[known], entries[known:start])
    _keep(kept, start, sheet)
    for number, raw in enumerate(entries[start:], start + 1):
        if is_entry or is_correction:
            entry = read(sheet, raw)
            if not _is_the_same(raw, entry.to_json()):
                if is_correction:
                    raise refused("facts", MISFIT)
                action = replace(action, facts=entry.to_json())
            sheet = sheet.write(entry)
        else:
            sheet = replay_trusted(sheet, (raw,))
        _keep(kept, number, sheet)
    log = log.after(action) if is_entry else log
    return replace(session, actions=(*session.actions, action), log=log, blank=blank, sheet=sheet), kept


def _clean(session: Session, action: Action) -> Action:
    """The action as the record writes it; raises EntryError."""
    facts, log = action.facts, session.log
    match action.kind:
        case "undo":
            count = facts.get("count", 1)
            if not _has({"count": whole_number(1, len(log.done))}, {"count": count, **facts}):
                raise refused("facts", say("That can’t be undone here."))
            return replace(action, facts={} if count == 1 else {"count": count})
        case "redo":
            if facts or not log.undone:
                raise refused("facts", say("There is nothing to redo here."))
        case "correct":
            if not _is_correction(facts, session):
                raise refused("facts", MISFIT)
    return action


def _is_correction(facts: Mapping[str, Any], session: Session) -> bool:
    """Whether these are facts of a correction (see `Action`) of this session; raises EntryError."""
    live = session.entries
    kinds = {"keep": whole_number(0, len(live)), "changes": OBJECT, "refitted": OBJECT}
    if "setup" in facts:
        kinds |= {"setup": OBJECT, "dropped": LIST}
    whole = {"refitted": {}, **({"dropped": []} if "setup" in facts else {}), **facts}
    if not _has(kinds, whole):
        return False
    keep, changes, refitted = whole["keep"], whole["changes"], whole["refitted"]
    if (
        changes.keys() & refitted.keys()
        or not all(INDEX.fullmatch(each) and int(each) < keep for each in (*changes, *refitted))
        or not all(isinstance(entries, list) for entries in refitted.values())
    ):
        return False
    if "setup" not in facts:
        return bool(changes)
    if not _has(SETUP, facts["setup"]):
        return False
    players = session.game.start(facts["setup"]).table.players
    return (
        list(players) == facts["setup"]["players"]
        and (not live or len(players) == len(session.setup["players"]))
        and list(map(_kinds_of_values, whole["dropped"])) == list(map(_kinds_of_values, live[keep:]))
    )


def _has(kinds: Mapping[str, Member], raw: Mapping[str, object]) -> bool:
    """Whether an object has these members and no others."""
    return not read_fields(members(kinds), raw)[1]


def _kinds_of_values(raw: object) -> object:
    """What kinds of values there are, in whatever order lists have them: entries at other seats have the same.

    >>> _kinds_of_values({"step": "bids", "bids": [1, None]}) == _kinds_of_values({"step": "bids", "bids": [None, 0]})
    True
    """
    if isinstance(raw, Mapping):
        return {name: raw[name] if name == "step" else _kinds_of_values(raw[name]) for name in raw}
    if isinstance(raw, list):
        return sorted((_kinds_of_values(each) for each in raw), key=repr)
    return type(raw).__name__


def _is_the_same(raw: object, written: object) -> bool:
    """Whether two entries are equal but for the order of picks, which earlier releases kept.

    >>> _is_the_same({"best": ["3", "0"]}, {"best": ["0", "3"]}), _is_the_same({"tricks": ["1"]}, {"tricks": [1]})
    (True, False)
    """
    if isinstance(raw, Mapping) and isinstance(written, Mapping):
        return raw.keys() == written.keys() and all(_is_the_same(raw[name], written[name]) for name in written)
    if isinstance(raw, list) and isinstance(written, list):
        if all(isinstance(each, str) for each in (*raw, *written)):
            return sorted(raw) == sorted(written)
        return len(raw) == len(written) and all(map(_is_the_same, raw, written))
    return type(raw) is type(written) and raw == written
