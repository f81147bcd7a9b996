"""The log of a session as text: who did what and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from record.corrections import describe_refits, describe_setup_changes
from record.log import Entries, Log, same_start
from record.names import dropped_entries
from record.session import Session
from scoring.core import replay_trusted
from scoring.message import Message, Words, bare, say
from scoring.sheets import extras
from scoring.sheets.changes import turns_in_words
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask
from web.identity.device_names import spoken


@dataclass(frozen=True)
class LogLine:
    """One action: time (UTC), device, what it did."""

    at: str
    device: Words
    text: Message


def lines(
    session: Session, *, own: str = "", names: Mapping[str, Words] | None = None, shown: range | None = None
) -> Iterator[LogLine]:
    """The log lines of the actions in order, of all or of those at the positions `shown`.

    `own` is the reader's device, `names` are those of all devices.
    """
    called = names or {}
    past, log = Past(session, session.blank_of(None)), Log()
    for action in session.actions:
        was = past.sheet
        log = log.after(action)
        if shown is not None and action.position not in shown:
            past.go(log)
            continue
        if action.kind == "enter":
            past.go(log)
            text = _entered(past, was)
        else:
            done = action if action.kind == "undo" else log.done[-1]
            is_correction = done.kind == "correct"
            what = _corrected(past, log, done.facts) if is_correction else _back_and_forth(past, log)
            text = _done(action.kind, tuple(what), ended=past.sheet if past.sheet.over and not was.over else None)
        yield LogLine(action.at, spoken(action.device, own=own, name=called.get(action.device, "")), text)


@dataclass
class Past:
    """The sheets of a session: the blank one, and one after each entry."""

    session: Session
    blank: Sheet[Any]
    log: Log = field(default_factory=Log)
    sheets: list[Sheet[Any]] = field(default_factory=list)

    @property
    def entries(self) -> Entries:
        return self.log.entries

    @property
    def sheet(self) -> Sheet[Any]:
        return self.sheets[-1] if self.sheets else self.blank

    def before(self, index: int) -> Sheet[Any]:
        """The sheet on which an entry was asked."""
        return self.sheets[index - 1] if index else self.blank

    def ask(self, index: int) -> Ask:
        step = self.entries[index]["step"]
        return next(ask for ask in self.before(index).asks if ask.step == step)

    def name(self, index: int) -> Message:
        """The name of an entry's row, or of the entry itself while its deal is played."""
        return next((row.called for row in self.sheet.rows if index in row.entries), self.sheet.called[index])

    def go(self, log: Log) -> None:
        """Switch to other entries, replaying only those that differ; all of them on another setup."""
        same = same_start(self.entries, log.entries)
        if log.setup != self.log.setup:
            same, self.blank = 0, self.session.blank_of(log.setup)
        del self.sheets[same:]
        for entry in log.entries[same:]:
            self.sheets.append(replay_trusted(self.sheet, (entry,)))
        self.log = log


def _entered(past: Past, was: Sheet[Any]) -> Message:
    """The last entry with its name: the result where it finished a deal, else what was entered."""
    index = len(past.entries) - 1
    if past.entries[index]["step"] in extras.EXTRA_STEPS:
        return past.sheet.said or past.sheet.called[index]
    name, said = past.sheet.called[index], past.sheet.said
    if said is None or len(past.sheet.rows) == len(was.rows):
        return _told(past, index, name=name)
    # Some results begin with the row's name.
    return said if str(said).startswith(str(name)) else bare("{name}: {said}", name=name, said=said)


def _done(kind: str, what: Sequence[Message], *, ended: Sheet[Any] | None) -> Message:
    over = (say("The game is over: {why}", why=ended.why_over or ""),) if ended else ()
    names = (*what, *over)
    if kind == "undo":
        return say("Undone: {names}", names=names)
    return say("Redone: {names}", names=names) if kind == "redo" else say("Corrected: {names}", names=names)


def _corrected(past: Past, after: Log, facts: Mapping[str, Any]) -> Iterator[Message]:
    """What a correction changed."""
    before = past.entries
    if "setup" in facts:
        yield from _set_up(past, after)
    else:
        yield from _differences(past, after)
        yield from describe_refits(past.blank, before, facts)
    past.go(after)
    if gone := len(before) - facts["keep"]:
        yield dropped_entries(gone, over=past.sheet.over)


def _back_and_forth(past: Past, after: Log) -> Iterator[Message]:
    """What an undo or redo changed."""
    before = past.log
    if before.setup == after.setup:
        yield from _differences(past, after)
    else:
        yield from _set_up(past, after)
    for index in reversed(_only_on(before, after)):
        yield _told(past, index)
    past.go(after)
    for index in _only_on(after, before):
        yield _told(past, index)


def _set_up(past: Past, after: Log) -> Iterator[Message]:
    """What differs in the setup."""
    session = past.session
    now = replay_trusted(session.blank_of(after.setup), after.entries)
    turns = turns_in_words(past.sheet, now, changed=True) if now.deals == past.sheet.deals else ()
    told = (*describe_setup_changes(session.game, past.blank, session.blank_of(after.setup)), *turns)
    yield bare("{setup} ({told})", setup=say("Setup"), told=told)


def _differences(past: Past, after: Log) -> Iterator[Message]:
    """The differences between the entries before and after."""
    then = dict(zip(after.ids, after.entries, strict=True))
    changes = [
        (past.name(index), change)
        for index, (known, was) in enumerate(zip(past.log.ids, past.entries, strict=True))
        if known is not None and then.get(known, was)["step"] == was["step"]
        for change in past.ask(index).changes(was, then.get(known, was), past.before(index))
    ]
    for name, group in groupby(changes, key=lambda each: each[0]):
        yield bare("{name} ({what})", name=name, what=tuple(change for _, change in group))


def _only_on(one: Log, other: Log) -> list[int]:
    """The indexes of typed entries that only `one` has."""
    return [index for index, known in enumerate(one.ids) if known is not None and known not in other.ids]


def _told(past: Past, index: int, *, name: Message | None = None) -> Message:
    """An entry with its name and what was entered."""
    what = past.ask(index).texts(past.entries[index], past.before(index))
    name = name or past.name(index)
    return bare("{name} ({what})", name=name, what=what) if what else name
