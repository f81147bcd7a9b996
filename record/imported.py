"""Replays an imported log and checks each of its actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from record.errors import RecordError
from record.log import Action, Entries, Log, same_start
from record.session import Session
from scoring.core import Read, replay_trusted
from scoring.entry.reading import read_fields
from scoring.errors import EntryError
from scoring.message import Message, say
from scoring.sheets.sheet import Sheet
from scoring.validation import ANYTHING, LIST, OBJECT, Member, members, whole_number

ACTION_KINDS = ("enter", "undo", "redo", "correct")
SETUP = {"players": LIST, "dealer": ANYTHING, "options": OBJECT}
INDEX = re.compile(r"0|[1-9][0-9]{0,5}")
SHEETS_AT_HAND = 100
"""Sheets that are kept of a long log: those after so many of the last entries, and before them one in so many."""
MISFIT = say("This correction doesn’t match the entries before it.")

Spend: TypeAlias = Callable[[int], None]
"""A budget: called with the number of entries about to be read; what it raises ends the import."""


class BadActionError(RecordError):
    """An action that is impossible at its `position` in the log, with its `problems`."""

    def __init__(self, position: int, problems: Iterable[Message]) -> None:
        self.position = position
        self.problems = tuple(problems)
        super().__init__(" ".join(map(str, self.problems)))


def done_again(session: Session, actions: Iterable[Action], read: Read, spend: Spend) -> Session:
    """Append actions to a session, each replayed here; raises BadActionError."""
    doing = _Doing(session, read, spend)
    for action in actions:
        try:
            doing.do(action)
        except EntryError as error:
            raise BadActionError(action.position, [each.message for each in error.problems]) from error
    return doing.session


class _Doing:
    """A session with the sheets after its entries, by their number, so that an undo is cheap.

    Each sheet has all rows so far: of a long session most are left out.
    """

    def __init__(self, session: Session, read: Read, spend: Spend) -> None:
        self.session = session
        self.read = read
        self.spend = spend
        self.sheets = {0: session.blank}
        self._write(session.entries)

    def do(self, action: Action) -> None:
        """Replay an action; raises BadActionError or EntryError."""
        log, facts = self.session.log, action.facts
        match action.kind:
            case "enter":
                self.spend(1)
                entry = self.read(self.session.sheet, facts)
                written = entry.to_json()
                said = facts if _says_the_same(facts, written) else written
                self._go(replace(action, facts=said), [self.session.sheet.write(entry)])
            case "undo":
                count = facts.get("count", 1)
                if not _has({"count": whole_number(1, len(log.done))}, {"count": count, **facts}):
                    raise BadActionError(action.position, [say("That can’t be undone here.")])
                self._go(replace(action, facts={} if count == 1 else {"count": count}))
            case "redo":
                if facts or not log.undone:
                    raise BadActionError(action.position, [say("There is nothing to redo here.")])
                self._go(action)
            case "correct":
                if not _is_correction(facts, of=len(self.session.entries)):
                    raise BadActionError(action.position, [MISFIT])
                blank = self._blank(action)
                self._go(action, self._checked(log.after(action), blank, action.position), blank)

    def _blank(self, action: Action) -> Sheet[Any]:
        """The blank sheet after a correction; raises EntryError for a setup that no session can have."""
        session, facts = self.session, action.facts
        if "setup" not in facts:
            return session.blank
        setup, entries = facts["setup"], session.entries
        players = session.game.start(setup).table.players
        dropped = entries[facts["keep"] :]
        if (
            list(players) != setup["players"]
            or (entries and len(players) != len(session.setup["players"]))
            or list(map(_shape, dropped)) != list(map(_shape, facts.get("dropped", ())))
        ):
            raise BadActionError(action.position, [MISFIT])
        return session.blank_of(setup)

    def _checked(self, log: Log, blank: Sheet[Any], position: int) -> list[Sheet[Any]]:
        """The sheets after a correction; its entries must be legal and written as the record writes them."""
        entries = log.entries
        same = same_start(self.session.entries, entries) if blank is self.session.blank else 0
        self.spend(len(entries) - same)
        sheets = [self._after(same) if same else blank]
        for raw in entries[same:]:
            entry = self.read(sheets[-1], raw)
            if not _says_the_same(raw, entry.to_json()):
                raise BadActionError(position, [MISFIT])
            sheets.append(sheets[-1].write(entry))
        return sheets[1:]

    def _go(self, action: Action, sheets: list[Sheet[Any]] | None = None, blank: Sheet[Any] | None = None) -> None:
        """Append a checked action; `sheets` are those after its new entries, on the `blank` one, if known."""
        session, log = self.session, self.session.log.after(action)
        entries, blank = log.entries, blank or session.blank_of(log.setup)
        same = same_start(session.entries, entries) if blank is session.blank else 0
        self.sheets = {0: blank} | {number: sheet for number, sheet in self.sheets.items() if 0 < number <= same}
        if sheets is None:
            self._write(entries[max(self.sheets) :])
        for number, sheet in enumerate(sheets or (), same + 1):
            self._keep(number, sheet)
        sheet = self.sheets[len(entries)]
        self.session = replace(session, actions=(*session.actions, action), log=log, blank=blank, sheet=sheet)

    def _after(self, number: int) -> Sheet[Any]:
        """The sheet after so many entries."""
        known = max(each for each in self.sheets if each <= number)
        return replay_trusted(self.sheets[known], self.session.entries[known:number])

    def _write(self, entries: Entries) -> None:
        """Write entries on the last sheet."""
        self.spend(len(entries))
        for number, entry in enumerate(entries, max(self.sheets) + 1):
            self._keep(number, replay_trusted(self.sheets[number - 1], (entry,)))

    def _keep(self, number: int, sheet: Sheet[Any]) -> None:
        self.sheets[number] = sheet
        if (old := number - SHEETS_AT_HAND) % SHEETS_AT_HAND:
            self.sheets.pop(old, None)


def _is_correction(facts: Mapping[str, Any], *, of: int) -> bool:
    """Whether these are facts of a correction (see `Action`) of this number of live entries."""
    whole = {"keep": 0, "refitted": {}, **facts}
    kinds = {"keep": whole_number(0, of), "changes": OBJECT, "refitted": OBJECT}
    if "setup" in facts:
        kinds |= {"setup": OBJECT, "dropped": replace(LIST, optional=True)}
    if not _has(kinds, whole) or ("setup" in facts and not _has(SETUP, facts["setup"])):
        return False
    keep, changes, refitted = whole["keep"], whole["changes"], whole["refitted"]
    return (
        bool(changes or "setup" in facts)
        and not changes.keys() & refitted.keys()
        and all(INDEX.fullmatch(each) and int(each) < keep for each in (*changes, *refitted))
        and all(isinstance(entries, list) for entries in refitted.values())
    )


def _has(kinds: Mapping[str, Member], raw: Mapping[str, object]) -> bool:
    """Whether an object has these members and no others."""
    return not read_fields(members(kinds), raw)[1]


def _shape(raw: object) -> object:
    """What kinds of values there are, in whatever order lists have them: entries at other seats have the same.

    >>> _shape({"step": "bids", "bids": [1, None]}) == _shape({"step": "bids", "bids": [None, 0]})
    True
    """
    if isinstance(raw, Mapping):
        return {name: raw[name] if name == "step" else _shape(raw[name]) for name in raw}
    if isinstance(raw, list):
        return sorted((_shape(each) for each in raw), key=repr)
    return type(raw).__name__


def _says_the_same(raw: object, written: object) -> bool:
    """Whether two entries are equal but for the order of picks, which earlier releases kept.

    >>> _says_the_same({"best": ["3", "0"]}, {"best": ["0", "3"]}), _says_the_same({"tricks": ["1"]}, {"tricks": [1]})
    (True, False)
    """
    if isinstance(raw, Mapping) and isinstance(written, Mapping):
        return raw.keys() == written.keys() and all(_says_the_same(raw[name], written[name]) for name in written)
    if isinstance(raw, list) and isinstance(written, list):
        if all(isinstance(each, str) for each in (*raw, *written)):
            return sorted(raw) == sorted(written)
        return len(raw) == len(written) and all(map(_says_the_same, raw, written))
    return type(raw) is type(written) and raw == written
